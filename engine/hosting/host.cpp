// SPDX-License-Identifier: BSD-3-Clause
#include "engine/hosting/host.hpp"

#include <atomic>
#include <cmath>
#include <sstream>
#include <utility>

#include "engine/core/archive.hpp"

namespace trunnion {
namespace {

std::atomic<std::uint64_t> objects{0};

SimulationOptions WithInputs(SimulationOptions options) {
  options.sets_inputs = true;
  return options;
}

/// Rounding of a polynomial that goes on from the one before is no change.
bool Differs(double a, double b) { return std::abs(a - b) > 1e-13 * (std::abs(a) + std::abs(b)); }

/// Elements whose laws of time follow an input, which is given back as it was.
template <class Pools>
void AddDriven(const Pools& pools, InputSignal& input, double t, std::vector<std::string>& names) {
  for (const auto& pool : pools) {
    for (int i = 0; i < pool->size(); ++i) {
      const double before = pool->SampleLaw(i, t);
      input.SetPiece(t, {input.start() + 0.9, 0.7, 0, 0});
      const double after = pool->SampleLaw(i, t);
      input.Reset();
      if (before != after) names.push_back(pool->label(i));
    }
  }
}

}  // namespace

SteppedSimulation::Host::Host(System system,
                              const SimulationOptions& options,
                              std::vector<Signal> signals)
    : number_(++objects),
      system_(std::move(system)),
      parameters_(system_),
      simulation_(std::as_const(system_), WithInputs(options)),
      outputs_(system_, std::move(signals)) {
  ListInputs();
}

void SteppedSimulation::Host::ListInputs() {
  if (!system_.parts().inputs) return;
  const double t = simulation_.t();
  for (int i = 0; i < system_.parts().inputs->size(); ++i) {
    InputSignal& input = signal(i);
    InputInfo info{input.name(), input.unit(), input.start(), {}};
    AddDriven(system_.parts().constraint_pools, input, t, info.drives);
    AddDriven(system_.parts().force_pools, input, t, info.drives);
    inputs_.push_back(std::move(info));
  }
  wishes_.resize(inputs_.size());
}

int SteppedSimulation::Host::Check(std::uint64_t owner,
                                   int index,
                                   std::size_t count,
                                   const char* kind) const {
  if (owner == number_ && index >= 0 && static_cast<std::size_t>(index) < count) return index;
  throw ModelError(std::string("host: this handle of an ") + kind +
                   (owner == 0 ? " names nothing" : " belongs to another simulation, or to none") +
                   "; ask this object for it by name");
}

void SteppedSimulation::Host::Wish(InputHandle input, const InputWish& wish) {
  const int i = Check(input.owner(), input.index(), inputs_.size(), "input");
  Require(std::isfinite(wish.end) && std::isfinite(wish.end_rate),
          "input '" + inputs_[static_cast<std::size_t>(i)].name + "'",
          "the value is not finite");
  Require(!IsDriven(i),
          "input '" + inputs_[static_cast<std::size_t>(i)].name + "'",
          "it follows " + (IsDriven(i) ? partner_->driver(i) : std::string()) +
              "; set another, or take it from \"drives\" there");
  wishes_[static_cast<std::size_t>(i)] = wish;
  input_wished_ = true;
}

double SteppedSimulation::Host::Get(InputHandle input) const {
  const int i = Check(input.owner(), input.index(), inputs_.size(), "input");
  const InputWish& wish = wishes_[static_cast<std::size_t>(i)];
  return wish.shape == InputWish::Shape::held ? wish.end : signal(i)(t()).s;
}

/// True if the input, or its first or second derivative, jumps by it.
bool SteppedSimulation::Host::TakePiece(int i, std::optional<double> length) {
  const InputWish& wish = wishes_[static_cast<std::size_t>(i)];
  if (IsDriven(i) || (!length && wish.shape != InputWish::Shape::held)) return false;
  const MotionValue now = signal(i)(t());
  const auto piece = MakePiece(wish, now, length.value_or(1));
  signal(i).SetPiece(t(), piece);
  return Differs(piece[0], now.s) || Differs(piece[1], now.s_dot) ||
         Differs(2 * piece[2], now.s_ddot);
}

/// Inputs and parameters as they have been set come into force at t(). @param length  of the
/// interval that begins there [s]; empty: not known yet.
void SteppedSimulation::Host::Settle(std::optional<double> length) {
  if (!length && !input_wished_ && !parameter_changed_) return;
  bool changed = parameter_changed_;
  std::vector<InputSignal> before;
  for (int i = 0; i < static_cast<int>(inputs_.size()); ++i) before.push_back(signal(i));
  for (int i = 0; i < static_cast<int>(inputs_.size()); ++i) changed |= TakePiece(i, length);
  input_wished_ = false;
  if (length) wishes_.assign(wishes_.size(), {});
  if (!changed) return;
  try {
    simulation_.AcceptChange();
  } catch (const SolverError&) {
    Refuse(before);
    throw;
  }
  parameter_changed_ = false;
}

void SteppedSimulation::Host::Refuse(const std::vector<InputSignal>& before) {
  for (std::size_t i = 0; i < before.size(); ++i) signal(static_cast<int>(i)) = before[i];
  wishes_.assign(wishes_.size(), {});
}

void SteppedSimulation::Host::AdvanceTo(double to, const std::function<bool()>& stop) {
  if (!(to > t()) || !std::isfinite(to)) {
    std::ostringstream message;
    message << "host: cannot step to t = " << to << " s from " << t() << " s; give a later time";
    throw ModelError(message.str());
  }
  Settle(to - t());
  if (partner_)
    AdvanceBeside(simulation_, *partner_, to, stop);
  else
    simulation_.advance_exactly_to(to, stop);
}

double SteppedSimulation::Host::Get(OutputHandle output) {
  const int i = Check(output.owner(), output.index(), outputs_.list().size(), "output");
  Settle({});
  return outputs_.Calc(i, simulation_);
}

void SteppedSimulation::Host::Set(ParameterHandle parameter, double value) {
  const int i = Check(parameter.owner(), parameter.index(), parameters_.list().size(), "parameter");
  parameters_.Set(i, value);
  parameter_changed_ = true;
}

double SteppedSimulation::Host::Get(ParameterHandle parameter) const {
  const int i = Check(parameter.owner(), parameter.index(), parameters_.list().size(), "parameter");
  return parameters_.list()[static_cast<std::size_t>(i)].value;
}

/// What the simulation does not know.
void SteppedSimulation::Host::Serialize(Archive& archive) {
  archive(wishes_, input_wished_, parameter_changed_);
  if (partner_) archive(*partner_);
  for (int i = 0; i < static_cast<int>(parameters_.list().size()); ++i) {
    const double present = parameters_.list()[static_cast<std::size_t>(i)].value;
    double value = present;
    archive(value);
    if (value != present) parameters_.Set(i, value);
  }
}

std::string SteppedSimulation::Host::Save() {
  Archive own;
  Serialize(own);
  return simulation_.SaveCheckpoint(own.bytes());
}

void SteppedSimulation::Host::Load(std::string_view bytes) {
  const std::string own = simulation_.LoadCheckpoint(bytes);
  Archive archive(own);
  Serialize(archive);
}

const Simulation& SteppedSimulation::Host::simulation() {
  Settle({});
  return simulation_;
}

}  // namespace trunnion
