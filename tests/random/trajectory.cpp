// SPDX-License-Identifier: BSD-3-Clause
#include "tests/random/trajectory.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "engine/core/rotation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "tests/random/energy_balance.hpp"

namespace trunnion::random {
namespace {

constexpr int kOutputs = 4;

std::uint64_t HashBits(const VectorXd& q, const VectorXd& v) {
  std::uint64_t hash = 1469598103934665603u;
  for (const VectorXd* x : {&q, &v})
    for (const double value : *x) {
      std::uint64_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      hash = (hash ^ bits) * 1099511628211u;
    }
  return hash;
}

bool NamesElement(const std::string& message, const System* system, const Mechanism& mechanism) {
  const auto named = [&](const std::string& name) {
    return !name.empty() && message.find("'" + name) != std::string::npos;
  };
  for (const auto& body : mechanism.bodies)
    if (named(body.body.name)) return true;
  for (const auto& element : mechanism.elements)
    if (named(element.name)) return true;
  if (!system) return false;
  for (const auto& body : system->parts().bodies)
    if (named(body.name)) return true;
  return false;
}

/// The state that the simulation shows, in the frame of the drawing.
std::vector<Pose> ListPoses(const Simulation& run, const BuiltModel& built, const Variation& how) {
  std::vector<Pose> poses;
  for (const BodyId id : built.bodies) {
    const BodyIndex b = id.index();
    const BodyState state = run.body(b);
    const Mat3 back = how.frame.transpose();
    const bool turns = run.system().has_rotation(b);
    poses.push_back({turns ? Mat3(back * state.R) : Mat3::Identity(),
                     back * (state.r - state.R * run.system().body(b).com)});
  }
  return poses;
}

void Observe(Simulation& run, const BuiltModel& built, const Variation& how, Trajectory& out) {
  out.poses.push_back(ListPoses(run, built, how));
  out.residual = std::max(out.residual, run.constraint_residual());
  out.speed = std::max(out.speed, run.v().cwiseAbs().maxCoeff());
  if (run.system().num_constraints() == 0) return;
  Residuals rows;
  DynamicsMatrices unused;
  run.evaluator().InitializePatterns(rows, unused);
  run.evaluator().CalcResiduals(run.t(), run.q(), run.v(), VectorXd::Zero(run.v().size()), rows);
  const VectorXd rate = rows.GT.transpose() * run.v() + rows.g_t;
  out.rate_residual = std::max(out.rate_residual, rate.cwiseAbs().maxCoeff());
}

/// To the end, with four outputs.
void Advance(Simulation& run,
             const Mechanism& mechanism,
             const BuiltModel& built,
             const RunRequest& request,
             Trajectory& out) {
  std::optional<EnergyBalance> balance;
  if (request.energy) balance.emplace(run, mechanism);
  int output = 1;
  while (output <= kOutputs) {
    run.step();
    if (balance) balance->AddStep(mechanism.until);
    for (; output <= kOutputs; ++output) {
      const double t = mechanism.until * output / kOutputs;
      if (t > run.step_end()) break;
      run.advance_to(t);
      Observe(run, built, request.variation, out);
    }
  }
  if (balance) {
    out.energy_defect = balance->CalcDefect();
    out.energy_scale = balance->scale();
  }
  out.bits = HashBits(run.q(), run.v());
}

}  // namespace

Trajectory Run(const Mechanism& mechanism, const RunRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  Trajectory out;
  std::optional<System> system;
  try {
    const BuiltModel built = Build(mechanism, request.variation);
    system.emplace(built.model.Compile());
    SimulationOptions options{.integrator = request.integrator,
                              .threads = request.threads,
                              .serial = request.threads == 0};
    Simulation run(*system, options);
    for (const auto& warning : run.warnings()) {
      out.ambiguous_friction |= warning.starts_with("friction of");
      out.redundant += warning.starts_with("redundant constraint");
    }
    try {
      Advance(run, mechanism, built, request, out);
    } catch (...) {
      out.steps = run.statistics().steps;
      throw;
    }
    out.steps = run.statistics().steps;
  } catch (const std::exception& error) {
    out.error = error.what();
    out.names_element = NamesElement(out.error, system ? &*system : nullptr, mechanism);
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

double FindTimeOfStep(const Mechanism& mechanism, const RunRequest& request, long steps) {
  try {
    const System system = Build(mechanism, request.variation).model.Compile();
    Simulation run(system, {.integrator = request.integrator, .serial = true});
    for (long k = 0; k < steps && run.step_end() < mechanism.until; ++k) run.step();
    return std::min(run.step_end(), mechanism.until);
  } catch (const std::exception&) {
    return mechanism.until;
  }
}

double FindLeastMismatch(const Mechanism& mechanism) {
  const System system = Build(mechanism).model.Compile();
  SystemEvaluator evaluator(system, false);
  VectorXd q, v;
  system.GetInitialState(q, v);
  evaluator.ResetMemory(0, q, v);
  Residuals rows;
  DynamicsMatrices unused;
  evaluator.InitializePatterns(rows, unused);
  evaluator.CalcResiduals(0, q, v, VectorXd::Zero(v.size()), rows);
  const MatrixXd G = MatrixXd(rows.GT).transpose();
  Eigen::JacobiSVD<MatrixXd> svd(G, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(1e-10);
  const VectorXd best = svd.solve(-rows.g_t);
  return (G * best + rows.g_t).cwiseAbs().maxCoeff();
}

double Distance(const Trajectory& a, const Trajectory& b) {
  double distance = 0;
  for (std::size_t k = 0; k < std::min(a.poses.size(), b.poses.size()); ++k)
    for (std::size_t i = 1; i < a.poses[k].size(); ++i) {
      const Pose &A = a.poses[k][i], &B = b.poses[k][i];
      distance = std::max(distance, (A.p - B.p).norm());
      distance = std::max(distance, RotationLog(Mat3(A.R.transpose() * B.R)).norm());
    }
  return distance;
}

}  // namespace trunnion::random
