// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/analyses/increment_axes.hpp"
#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/analysis/eigenmodes.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/consistency/redundancy.hpp"

namespace trunnion {
namespace {

/// Degrees of freedom beyond which a dense linearization takes too long.
constexpr int kMostFreedoms = 3000;
/// Increment of states and inputs in the differences of outputs: m, rad, m/s, N per stiffness.
constexpr double kDifference = 1e-4;

/// A consistent operating point at the state shown, with multipliers of independent rows.
OperatingPoint MakeOperatingPoint(Simulation& simulation) {
  SystemEvaluator& evaluator = simulation.evaluator();
  OperatingPoint at{.t = simulation.t(),
                    .q = simulation.q(),
                    .v = simulation.v(),
                    .v_dot = {},
                    .lambda = {},
                    .active = ActiveRows()};
  at.active.Set(evaluator.num_constraints(), AnalyzeRedundancy(evaluator, at.t, at.q).active);
  const bool fits = AssembleVelocities(evaluator, at.t, at.q, {}, at.v).converged;
  if (!fits || !SolveAccelerations(evaluator, at.t, at.q, at.v, at.active, at.v_dot, at.lambda)) {
    throw SolverError(
        "linearization: velocities and accelerations are not determined; the position is "
        "singular, or something without mass is held by no constraint");
  }
  return at;
}

std::vector<LinearVariable> NameStates(const System& system, const std::vector<int>& components) {
  static constexpr std::array kNames{".x", ".y", ".z", ".phi_x", ".phi_y", ".phi_z"};
  std::vector<LinearVariable> states;
  for (const char* rate : {"", "_rate"}) {
    for (const int i : components) {
      const BodyIndex b = system.FindBodyOfComponent(i);
      const std::string name = system.body(b).name + kNames[idx(i - system.layout().offset(b))];
      states.push_back(
          {name + rate,
           (system.is_angle()[idx(i)] ? "rad" : "m") + std::string(*rate ? "/s" : "")});
    }
  }
  return states;
}

/// Generalized forces of unit inputs, as columns, with their names.
class Inputs {
 public:
  Inputs(const System& system, const ElementContext& x) : system_(system), x_(x) {}

  void Add(int force) {
    const ElementInfo& info = system_.parts().forces[idx(force)];
    const ForcePoolBase& pool = *system_.parts().force_pools[idx(info.pool)];
    const std::vector<ReportColumn> inputs = pool.Describe(info.index).inputs;
    if (inputs.empty())
      throw ModelError("force '" + info.name +
                       "' cannot be an input; give a load, motor, spring or stop");
    for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
      VectorXd column = VectorXd::Zero(system_.num_velocities());
      bool lost = true;  // as a torque on a point mass
      for (const auto& [body, load] : pool.CalcInputForce(info.index, x_, i)) {
        lost = lost && load.tail(6 - system_.layout().size(body)).any();
        AddTo(body, load, column);
      }
      if (lost) continue;
      columns_.push_back(std::move(column));
      variables_.push_back({info.name + "." + inputs[idx(i)].name, inputs[idx(i)].unit});
    }
  }
  MatrixXd columns() const {
    MatrixXd F(system_.num_velocities(), static_cast<Eigen::Index>(columns_.size()));
    for (std::size_t j = 0; j < columns_.size(); ++j)
      F.col(static_cast<Eigen::Index>(j)) = columns_[j];
    return F;
  }
  const std::vector<LinearVariable>& variables() const { return variables_; }

 private:
  void AddTo(BodyIndex b, const Vec6& f, VectorXd& column) const {
    const int size = system_.layout().size(b);
    column.segment(system_.layout().offset(b), size) += f.head(size);
  }

  const System& system_;
  const ElementContext& x_;
  std::vector<VectorXd> columns_;
  std::vector<LinearVariable> variables_;
};

/// Derivatives of signals along the columns of a linearization.
class OutputDerivatives {
 public:
  OutputDerivatives(Simulation& simulation,
                    const OperatingPoint& at,
                    const Linearization& linear,
                    const std::vector<Signal>& signals)
      : simulation_(simulation),
        at_(at),
        linear_(linear),
        signals_(signals),
        length_(CalcReactionLength(simulation.system())) {}

  /// Central differences with two step sizes, extrapolated.
  VectorXd Calc(Eigen::Index column, double& error) {
    const VectorXd& W = simulation_.system().metric();
    const double size = std::sqrt(std::max(W.dot(linear_.dq.col(column).cwiseAbs2()),
                                           W.dot(linear_.dv.col(column).cwiseAbs2())));
    // Inputs move accelerations and reactions only, on which outputs depend linearly.
    const double h = size > 0 ? kDifference / size : 1.0;
    const VectorXd wide = (Evaluate(column, h) - Evaluate(column, -h)) / (2 * h);
    const VectorXd narrow = (Evaluate(column, h / 2) - Evaluate(column, -h / 2)) / h;
    for (Eigen::Index i = 0; i < wide.size(); ++i) {
      const double scale = std::abs(narrow[i]) + 1e-6;
      error = std::max(error, std::abs(wide[i] - narrow[i]) / scale);
    }
    return (4 * narrow - wide) / 3;
  }

 private:
  VectorXd Evaluate(Eigen::Index column, double h) {
    SystemEvaluator& evaluator = simulation_.evaluator();
    VectorXd q;
    evaluator.Retract(at_.q, h * linear_.dq.col(column), q);
    VectorXd lambda = at_.lambda + h * linear_.dlambda.col(column);
    if (!at_.active.all()) lambda = MinimumNormReactions(evaluator, at_.t, q, lambda, length_);
    // A hair later: outputs relative to their first value keep that value.
    const double t = std::nextafter(at_.t, std::numeric_limits<double>::infinity());
    simulation_.ShowState(t,
                          q,
                          at_.v + h * linear_.dv.col(column),
                          at_.v_dot + h * linear_.dv_dot.col(column),
                          lambda);
    VectorXd values(static_cast<Eigen::Index>(signals_.size()));
    for (std::size_t i = 0; i < signals_.size(); ++i)
      values[static_cast<Eigen::Index>(i)] = signals_[i].evaluate(simulation_);
    return values;
  }

  Simulation& simulation_;
  const OperatingPoint& at_;
  const Linearization& linear_;
  const std::vector<Signal>& signals_;
  double length_;
};

void RequireFewFreedoms(const Simulation& simulation) {
  if (simulation.degrees_of_freedom() <= kMostFreedoms) return;
  throw SolverError("the model has " + std::to_string(simulation.degrees_of_freedom()) +
                    " degrees of freedom, too many for all modes and for a dense state space; ask "
                    "for the modes near a frequency");
}

Eigenmodes CalcAllModes(Simulation& simulation,
                        const OperatingPoint& at,
                        const ModeOptions& options,
                        std::string& remark) {
  RequireFewFreedoms(simulation);
  SystemEvaluator& evaluator = simulation.evaluator();
  const Linearization linear =
      Linearize(evaluator,
                at,
                MatrixXd(evaluator.num_velocities(), 0),
                MakeLinearizationOptions(simulation.system(), at, options.axes, options.damping));
  const Eigenmodes modes = CalcEigenmodes(evaluator, linear);
  if (at.v.isZero(0)) return modes;
  const Steadiness found =
      CheckSteadiness(evaluator, at, options.axes, options.damping, linear, modes);
  if (!found.steady) throw SolverError("eigenmodes: " + found.remark);
  remark = found.remark;
  return modes;
}

Mode MakeMode(const System& system,
              const OperatingPoint& at,
              std::complex<double> s,
              const Eigen::VectorXcd& d) {
  Mode mode{s, CalcFrequency(s), CalcDampingRatio(s), {}};
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    const BodyState body = system.GetBodyState(b, at.q, at.v);
    const int first = system.layout().offset(b);
    BodyMotion motion{system.body(b).name, d.segment<3>(first), Eigen::Vector3cd::Zero()};
    if (system.layout().size(b) == 6) {
      const Eigen::Vector3cd phi = d.segment<3>(first + 3);
      motion.rotation = body.R * phi;
      motion.translation += body.R * (Skew(system.body(b).com) * phi);  // φ × (−com)
    }
    mode.shape.push_back(std::move(motion));
  }
  return mode;
}

}  // namespace

LinearModel LinearizeModel(Simulation& simulation, const LinearModelOptions& options) {
  RequireFewFreedoms(simulation);
  const System& system = simulation.system();
  SystemEvaluator& evaluator = simulation.evaluator();
  const OperatingPoint at = MakeOperatingPoint(simulation);
  Inputs inputs(system, evaluator.Evaluate(at.t, at.q, at.v));
  for (const ForceId force : options.inputs) inputs.Add(force.index());
  const Linearization linear =
      Linearize(evaluator,
                at,
                inputs.columns(),
                MakeLinearizationOptions(system, at, options.axes, options.damping));

  LinearModel model{.t = at.t,
                    .states = NameStates(system, linear.independent),
                    .inputs = inputs.variables(),
                    .outputs = {},
                    .A = linear.A,
                    .B = linear.B,
                    .C = {},
                    .D = {},
                    .unsteady = {}};
  if (!at.v.isZero(0))
    model.unsteady =
        CheckSteadiness(
            evaluator, at, options.axes, options.damping, linear, CalcEigenmodes(evaluator, linear))
            .remark;
  for (const Signal& signal : options.outputs) model.outputs.push_back({signal.name, signal.unit});
  const VectorXd q = simulation.q(), v = simulation.v();
  const VectorXd v_dot = simulation.v_dot(), lambda = simulation.lambda();
  for (const Signal& signal : options.outputs) signal.evaluate(simulation);  // their first value
  OutputDerivatives derivatives(simulation, at, linear, options.outputs);
  MatrixXd rows(static_cast<Eigen::Index>(options.outputs.size()), linear.dq.cols());
  for (Eigen::Index j = 0; j < rows.cols() && rows.rows() > 0; ++j)
    rows.col(j) = derivatives.Calc(j, model.output_error);
  simulation.ShowState(at.t, q, v, v_dot, lambda);
  model.C = rows.leftCols(linear.A.cols());
  model.D = rows.rightCols(linear.B.cols());
  return model;
}

std::vector<Mode> CalcModes(Simulation& simulation, const ModeOptions& options) {
  std::string remark;
  return CalcModes(simulation, options, remark);
}

std::vector<Mode> CalcModes(Simulation& simulation,
                            const ModeOptions& options,
                            std::string& remark) {
  const System& system = simulation.system();
  const OperatingPoint at = MakeOperatingPoint(simulation);
  Eigenmodes modes;
  if (options.near) {
    const std::complex<double> shift(0, 2 * std::numbers::pi * *options.near);
    const int count = options.count > 0 ? options.count : 10;
    modes = CalcEigenmodesNear(simulation.evaluator(), at, shift, count, options.damping);
  } else {
    modes = CalcAllModes(simulation, at, options, remark);
  }
  std::vector<Mode> list;
  for (Eigen::Index i = 0; i < modes.eigenvalues.size(); ++i) {
    if (options.count > 0 && i >= options.count) break;
    list.push_back(MakeMode(system, at, modes.eigenvalues[i], modes.shapes.col(i)));
  }
  return list;
}

}  // namespace trunnion
