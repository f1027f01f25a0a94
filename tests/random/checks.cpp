// SPDX-License-Identifier: BSD-3-Clause
#include "tests/random/checks.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "bench/problems/method.hpp"
#include "tests/random/random_numbers.hpp"
#include "tests/random/trajectory.hpp"

namespace trunnion::random {
namespace {

constexpr double kFactor = 10;  // errors in tolerances
constexpr long kMaxSteps = 10000;
constexpr double kNotStiff = 300;  // [rad/s]: explicit methods are asked for less

constexpr auto kMethods = std::to_array<Method>({IntegratorKind::automatic,
                                                 FormulationKind::stabilized_index2,
                                                 FormulationKind::projected_invariants,
                                                 FormulationKind::index1_projected,
                                                 FormulationKind::state_space,
                                                 IntegratorKind::adams,
                                                 IntegratorKind::explicit_method});
constexpr std::size_t kFirstExplicit = 5;

/// The checks of one mechanism.
class Checker {
 public:
  Checker(std::uint64_t seed, const CheckOptions& options)
      : mechanism_(DrawMechanism(seed)), options_(options) {
    report_.seed = seed;
    report_.bodies = mechanism_.num_bodies();
    report_.tolerance = std::array{1e-3, 1e-4, 1e-5}[seed % 3];
    for (const auto& element : mechanism_.elements) report_.kinds.push_back(element.kind);
  }

  Report Check() {
    if (!RunDefault()) {
      report_.refused = true;
      return report_;
    }
    const std::uint64_t turn = report_.seed / 3;
    for (std::size_t k = 0; k < kMethods.size(); ++k)
      if (options_.all || turn % kMethods.size() == k) CompareMethod(k);
    if (base_.ambiguous_friction) return report_;  // depends on the order of rows
    if (options_.all || turn % 3 == 0) CompareOrder();
    if (options_.all || turn % 3 == 1) CompareFrame();
    if (options_.all || turn % 3 == 2) CompareThreads();
    return report_;
  }

 private:
  RunRequest Request(double tolerance) const {
    return {.integrator = {.tolerance = tolerance, .max_steps = kMaxSteps}};
  }
  void Add(const std::string& check, double ratio) { report_.measures.push_back({check, ratio}); }

  /// One run; its residuals are checked.
  Trajectory RunOne(const std::string& name, const RunRequest& request) {
    Trajectory run = Run(mechanism_, request);
    report_.seconds += run.seconds;
    if (!run.error.empty()) {
      report_.refusals.push_back({name, run.error, run.names_element});
      return run;
    }
    Add("residual", run.residual / (kFactor * request.integrator.tolerance));
    return run;
  }

  /// At the tolerance, at a hundredth of it, and there from perturbed initial values.
  bool RunDefault() {
    const double tolerance = report_.tolerance;
    const auto steps = static_cast<long>(options_.work / (2 + report_.bodies));
    mechanism_.until = FindTimeOfStep(mechanism_, Request(tolerance), std::max(20l, steps));
    base_ = RunOne("default", Request(tolerance));
    if (!base_.error.empty()) {
      if (base_.error.starts_with("no velocities satisfy"))
        Add("refusal justified", FindLeastMismatch(mechanism_) > 1e-6 ? 0 : 2);
      return false;
    }
    report_.steps = base_.steps;
    report_.redundant = base_.redundant;
    RunRequest request = Request(tolerance / 100);
    RunRequest perturbed = request;
    perturbed.variation.perturbation = tolerance / mechanism_.until;
    request.energy = (options_.all || report_.seed % 4 == 0) && !base_.ambiguous_friction;
    tight_ = RunOne("default, tol/100", request);
    if (!tight_.error.empty()) return false;
    const Trajectory moved = RunOne("default, perturbed", perturbed);
    sensitivity_ = moved.error.empty() ? std::max(tolerance, Distance(tight_, moved)) : tolerance;
    Add("two tolerances", Error(base_, tight_));
    if (request.energy) CheckEnergy(request);
    return true;
  }

  /// The tolerance is one of positions: where little energy meets stiff parts the defect may be
  /// larger than its bound, and then has to fall to a third at a tenth of the tolerance.
  void CheckEnergy(RunRequest request) {
    double ratio = tight_.energy_defect / (1e-3 * tight_.energy_scale + 1e-9);
    if (ratio > 1) {
      request.integrator.tolerance /= 10;
      const Trajectory finer = RunOne("default, tol/1000", request);
      if (finer.error.empty()) ratio = 3 * finer.energy_defect / tight_.energy_defect;
    }
    Add("energy", ratio);
  }

  /// The distance of two trajectories over what the tolerance promises.
  double Error(const Trajectory& a, const Trajectory& b) const {
    return Distance(a, b) / (kFactor * sensitivity_);
  }

  /// Redundant rows that share the reactions of friction have many solutions: a warning names the
  /// joints, and explicit methods may take another one.
  void CompareMethod(std::size_t k) {
    const Method method = kMethods[k];
    if (k >= kFirstExplicit && base_.ambiguous_friction) return;
    if (k >= kFirstExplicit && mechanism_.fastest > kNotStiff) return;
    RunRequest request = Request(report_.tolerance);
    request.integrator = With(method, request.integrator);
    const Trajectory run = RunOne(method.name(), request);
    if (run.error.empty()) Add(method.name(), Error(run, tight_));
  }

  void CompareOrder() {
    RunRequest request = Request(report_.tolerance);
    request.variation.order = report_.seed + 1;
    const Trajectory run = RunOne("another order", request);
    if (run.error.empty()) Add("another order", Error(run, base_));
  }

  void CompareFrame() {
    RunRequest request = Request(report_.tolerance);
    RandomNumbers random(report_.seed + 77);
    request.variation.frame = random.Rotation();
    const Trajectory run = RunOne("turned frame", request);
    if (run.error.empty()) Add("turned frame", Error(run, base_));
  }

  void CompareThreads() {
    for (const int threads : {1, 2}) {
      RunRequest request = Request(report_.tolerance);
      request.threads = threads;
      const Trajectory run = RunOne("threads", request);
      if (run.error.empty()) Add("threads", run.bits == base_.bits ? 0 : 2);
    }
  }

  Mechanism mechanism_;
  CheckOptions options_;
  Report report_;
  Trajectory base_, tight_;
  double sensitivity_ = 0;
};

}  // namespace

Report CheckMechanism(std::uint64_t seed, const CheckOptions& options) {
  return Checker(seed, options).Check();
}

std::string GeneralForm(const std::string& message) {
  std::string form;
  bool quoted = false;
  for (const char c : message) {
    if (c == '\'') {
      quoted = !quoted;
      if (quoted) form += "'*'";
    } else if (!quoted) {
      const bool number = std::isdigit(static_cast<unsigned char>(c)) != 0;
      if (!number)
        form += c;
      else if (form.empty() || form.back() != '#')
        form += '#';
    }
  }
  return form.substr(0, 160);
}

}  // namespace trunnion::random
