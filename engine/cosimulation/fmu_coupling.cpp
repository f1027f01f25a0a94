// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/fmu_coupling.hpp"

#include <algorithm>
#include <limits>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "engine/cosimulation/coupled_fmu.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

/// Of an interval: what is rounding between communication points.
constexpr double kSameTime = 1e-9;
constexpr std::size_t kMostWarnings = 10;

}  // namespace

FmuCoupling::FmuCoupling(const std::vector<FmuRequest>& fmus,
                         const std::vector<Signal>& signals,
                         Simulation& simulation) {
  InputSignals* inputs = simulation.system().parts().inputs.get();
  drivers_.resize(inputs ? static_cast<std::size_t>(inputs->size()) : 0);
  Require(!fmus.empty(), "FmuCoupling: there is no FMU; give one");
  slack_ = std::numeric_limits<double>::infinity();
  for (const FmuRequest& request : fmus) {
    fmus_.push_back(std::make_unique<CoupledFmu>(request, signals, inputs, simulation));
    for (const int i : fmus_.back()->ListInputs()) {
      std::string& driver = drivers_[static_cast<std::size_t>(i)];
      Require(driver.empty(),
              fmus_.back()->label(),
              "the input '" + (*inputs)[i].name() + "' follows " + driver +
                  " already; let it follow one");
      driver = fmus_.back()->label();
    }
    slack_ = std::min(slack_, kSameTime * fmus_.back()->interval());
  }
  std::vector<CoupledFmu*> all;
  for (const auto& fmu : fmus_) {
    fmu->Start(simulation);
    all.push_back(fmu.get());
  }
  Apply(all, simulation);
}

FmuCoupling::~FmuCoupling() = default;

double FmuCoupling::next() const {
  double next = std::numeric_limits<double>::infinity();
  for (const auto& fmu : fmus_) next = std::min(next, fmu->next());
  return next;
}

void FmuCoupling::Exchange(Simulation& simulation) {
  const double due = next() + slack_;
  std::vector<CoupledFmu*> stepped;
  for (const auto& fmu : fmus_) {
    if (fmu->next() > due) continue;
    fmu->Step(simulation);
    stepped.push_back(fmu.get());
  }
  Apply(stepped, simulation);
}

/// The outputs of those that have stepped come into force.
void FmuCoupling::Apply(const std::vector<CoupledFmu*>& stepped, Simulation& simulation) {
  bool changed = false;
  for (CoupledFmu* fmu : stepped) {
    if (InputSignals* inputs = simulation.system().parts().inputs.get())
      changed = fmu->Drive(*inputs, simulation.step_end()) || changed;
    for (std::string& warning : fmu->TakeWarnings())
      if (warnings_++ < kMostWarnings) simulation.AddWarning(std::move(warning));
  }
  if (changed) simulation.AcceptChange();
}

const std::string& FmuCoupling::driver(int input) const {
  return drivers_[static_cast<std::size_t>(input)];
}

void FmuCoupling::RequireSaves() const {
  for (const auto& fmu : fmus_) fmu->RequireSaves();
}

void FmuCoupling::Serialize(Archive& archive) {
  for (const auto& fmu : fmus_) archive(*fmu);
  archive(warnings_);
}

void CheckFmus(const std::vector<FmuRequest>& fmus,
               const std::vector<Signal>& signals,
               const Simulation& simulation) {
  for (const FmuRequest& request : fmus)
    CoupledFmu(request, signals, simulation.system().parts().inputs.get(), simulation);
}

}  // namespace trunnion
