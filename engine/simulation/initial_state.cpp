// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/initial_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/simulation/violated.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/consistency/free_motion.hpp"
#include "solvers/consistency/initial_conditions.hpp"

namespace trunnion {
namespace {

std::vector<bool> FrozenComponents(const System& system) {
  std::vector<bool> frozen(static_cast<std::size_t>(system.num_velocities()), false);
  for (int i = 0; i < system.num_velocities(); ++i)
    frozen[static_cast<std::size_t>(i)] =
        system.body(system.FindBodyOfComponent(i)).fixed_in_assembly;
  return frozen;
}

Residuals EvaluateRows(SystemEvaluator& evaluator, double t, const InitialState& state) {
  Residuals residuals;
  DynamicsMatrices matrices;
  evaluator.InitializePatterns(residuals, matrices);
  evaluator.CalcResiduals(t, state.q, state.v, VectorXd::Zero(state.v.size()), residuals);
  return residuals;
}

[[noreturn]] void ThrowImpossible(const System& system,
                                  const Residuals& r,
                                  const AssemblyReport& report) {
  std::ostringstream message;
  message << "the model cannot be assembled: " << NameViolated(system, r.g)
          << " stay violated by up to " << r.g.cwiseAbs().maxCoeff() << " m or rad; ";
  if (report.singular_start)
    message << "as drawn their points lie in line, or coincide, and no small move closes them: "
               "draw the points with some sag, or apart";
  else
    message << "correct their markers, lengths or motions, or release bodies that are fixed in the "
               "assembly";
  throw ModelError(message.str(), AboutWorst(system, r.g));
}

/// Given velocities that contradict a joint by less than this, relative to the fastest, are taken
/// for rounded and projected with the others.
constexpr double kRounding = 1e-4;

/// Components of v that the model wants to keep; empty: none.
std::vector<bool> KeptComponents(const System& system) {
  std::vector<bool> kept(static_cast<std::size_t>(system.num_velocities()), false);
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    const int first = system.layout().offset(b);
    for (int i = 0; i < system.layout().size(b); ++i) {
      kept[static_cast<std::size_t>(first + i)] =
          i < 3 ? system.body(b).keep_velocity : system.body(b).keep_angular_velocity;
    }
  }
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) kept.clear();
  return kept;
}

/// Given velocities contradict joints: names the bodies that the violated rows act on, and these.
[[noreturn]] void ThrowContradiction(const System& system,
                                     const Residuals& residuals,
                                     const VectorXd& left) {
  std::string bodies;
  std::set<BodyIndex> named;
  const double worst = left.cwiseAbs().maxCoeff();
  for (int row = 0; row < left.size(); ++row) {
    if (std::abs(left[row]) < 0.1 * worst) continue;
    for (SparseMatrix::InnerIterator it(residuals.GT, row); it; ++it) {
      const BodyIndex b = system.FindBodyOfComponent(static_cast<int>(it.row()));
      const bool given = system.body(b).keep_velocity || system.body(b).keep_angular_velocity;
      if (!given || !named.insert(b).second || named.size() > 8) continue;
      bodies += (bodies.empty() ? "body '" : ", body '") + system.body(b).name + "'";
    }
  }
  std::ostringstream message;
  message << "the given velocity of " << (bodies.empty() ? "a body" : bodies) << " contradicts "
          << NameViolated(system, left) << " by " << worst
          << " m/s or rad/s; correct it, or leave it out to have it follow from the joints";
  throw ModelError(message.str(), AboutWorst(system, left));
}

/// A joint and how far its axes are from where it wants them [rad].
struct Misalignment {
  std::string joint;
  double angle;
};
/// Joints that are nearer to a spurious root of their equations.
std::vector<Misalignment> FindWrongBranches(SystemEvaluator& evaluator,
                                            double t,
                                            const InitialState& state) {
  const System& system = evaluator.system();
  const ElementContext& x = evaluator.Evaluate(t, state.q, state.v);
  std::vector<Misalignment> found;
  for (std::size_t j = 0; j < system.parts().joints.size(); ++j) {
    const Joint& joint = GetJoint(system, JointId(static_cast<int>(j)));
    const double angle = joint.CalcMisalignment(x);
    if (angle > 0 && !joint.IsOnRightBranch(x))
      found.push_back({"joint '" + system.parts().joints[j].name + "'", angle});
  }
  return found;
}

[[noreturn]] void ThrowWrongBranch(const std::vector<Misalignment>& wrong) {
  std::string names;
  for (std::size_t i = 0; i < wrong.size() && i < 8; ++i)
    names += (i > 0 ? ", " : "") + wrong[i].joint;
  throw ModelError("the model can be assembled only with the axes of " + names +
                   " reversed; turn one of the two markers, so that their axes point the same way");
}

/// The work on the positions of one model.
struct Placement {
  SystemEvaluator& evaluator;
  double t;
  AssemblyOptions options;
  AssemblyReport report{};
  std::vector<Misalignment> wrong{};  ///< joints of the pose found
  VectorXd memory_pose{};             ///< at which the memory of angles began
};

/// Positions from axes that are drawn far apart: first without the rows of multi-turn angles.
AssemblyReport PlaceFromAfar(Placement& p, InitialState& state) {
  AssemblyReport report;
  for (const RowForm form : {RowForm::without_angles, RowForm::single_root}) {
    p.memory_pose = state.q;
    p.evaluator.ResetMemory(p.t, state.q, state.v);
    p.evaluator.set_row_form(form);
    report = AssemblePositions(p.evaluator, p.t, p.options, state.q);
    p.evaluator.set_row_form(RowForm::exact);
    if (!report.converged) return report;
  }
  return AssemblePositions(p.evaluator, p.t, p.options, state.q);
}

/// True if positions are assembled, every joint on its right branch.
bool Place(Placement& p, InitialState& state) {
  const VectorXd drawn = state.q;
  p.memory_pose = drawn;
  p.evaluator.ResetMemory(p.t, state.q, state.v);
  if (FindWrongBranches(p.evaluator, p.t, state).empty()) {
    p.report = AssemblePositions(p.evaluator, p.t, p.options, state.q);
    p.wrong = FindWrongBranches(p.evaluator, p.t, state);
    if (p.report.converged && p.wrong.empty()) return true;
  }
  InitialState from_afar{drawn, state.v, {}};
  const AssemblyReport second = PlaceFromAfar(p, from_afar);
  if (!second.converged && !p.wrong.empty()) return false;
  p.report = second;
  state.q = from_afar.q;
  p.wrong = FindWrongBranches(p.evaluator, p.t, state);
  return p.report.converged && p.wrong.empty();
}

/// The amplitudes of flexible bodies stay.
void FreezeAmplitudes(const System& system, AssemblyOptions& options) {
  options.frozen.resize(static_cast<std::size_t>(system.num_velocities()), false);
  for (const ReducedBodyInfo& body : system.parts().reduced_bodies)
    for (const BodyIndex b : body.amplitudes)
      for (int i = 0; i < system.layout().size(b); ++i)
        options.frozen[static_cast<std::size_t>(system.layout().offset(b) + i)] = true;
}

/// Flexible bodies first move without deformation.
bool PlaceUndeformed(Placement& p, InitialState& state) {
  const System& system = p.evaluator.system();
  const VectorXd drawn = state.q;
  const AssemblyOptions options = p.options;
  p.options.any_pose = false;
  FreezeAmplitudes(system, p.options);
  if (!system.parts().reduced_bodies.empty() && Place(p, state)) return true;
  p.options = options;
  state.q = drawn;
  return Place(p, state);
}

/// True if a motion wants another value than drawn.
bool HasMotionOff(SystemEvaluator& evaluator, double t, const InitialState& state) {
  const System& system = evaluator.system();
  std::vector<int> rows;
  for (int c = 0; c < static_cast<int>(system.parts().constraints.size()); ++c) {
    const CoordinateCoupling* coupling = FindCoupling(system, ConstraintId(c));
    if (coupling && coupling->num_terms() == 1 &&
        coupling->term(0).kind != CoordinateKind::disc_height)
      rows.push_back(system.first_row(system.parts().constraints[static_cast<std::size_t>(c)]));
  }
  if (rows.empty()) return false;
  const VectorXd g = EvaluateRows(evaluator, t, state).g;
  return std::any_of(rows.begin(), rows.end(), [&](int row) { return std::abs(g[row]) > 1e-9; });
}

/// Where motions want other values than drawn and the nearest pose strains springs, what is free
/// moves instead.
void GiveWayToMotions(Placement& p, const VectorXd& drawn, InitialState& state) {
  InitialState free{drawn, state.v, {}};
  const std::vector<double> memory = p.evaluator.memory();
  p.evaluator.ResetMemory(p.t, drawn, state.v);
  const auto move = [&] {
    if (!HasMotionOff(p.evaluator, p.t, free)) return false;
    VectorXd moved;
    p.evaluator.Difference(drawn, state.q, moved);
    FreeMotion motion(p.evaluator);
    if (!motion.Strains(p.t, drawn, moved)) return false;
    (void)motion.MovePositions(p.t, p.options, free.q);
    return AssemblePositions(p.evaluator, p.t, p.options, free.q).converged &&
           FindWrongBranches(p.evaluator, p.t, free).empty();
  };
  if (!move()) return p.evaluator.set_memory(memory);
  p.memory_pose = drawn;
  state.q = free.q;
}

/// True if the rows are satisfied with the turns that the memory counts.
bool FitsRows(SystemEvaluator& evaluator, double t, const InitialState& state) {
  const VectorXd g = EvaluateRows(evaluator, t, state).g;
  return g.size() == 0 || g.cwiseAbs().maxCoeff() < 1e-3;
}

/// @return the pose at which the memory of angles began.
VectorXd PlaceBodies(SystemEvaluator& evaluator, double t, InitialState& state) {
  const System& system = evaluator.system();
  Placement p{evaluator, t, AssemblyOptions{}};
  p.options.any_pose = true;
  p.options.frozen = FrozenComponents(system);
  p.options.follow = [&](const VectorXd& q) { evaluator.Accept(t, q, state.v); };
  const VectorXd drawn = state.q;
  const auto far = FindWrongBranches(evaluator, t, state);
  if (!PlaceUndeformed(p, state)) {
    if (p.report.converged) ThrowWrongBranch(p.wrong);
    ThrowImpossible(system, EvaluateRows(evaluator, t, state), p.report);
  }
  if (far.empty()) GiveWayToMotions(p, drawn, state);
  evaluator.Accept(t, state.q, state.v);
  const std::vector<double> memory = evaluator.memory();
  evaluator.ResetMemory(t, state.q, state.v);
  if (evaluator.memory() == memory || FitsRows(evaluator, t, state))
    p.memory_pose = state.q;  // turns on the way are of no account
  else
    evaluator.set_memory(memory);  // unless gears count them
  for (const Misalignment& m : far) {
    std::ostringstream remark;
    remark << m.joint << " is drawn with its axes "
           << std::round(m.angle * 1800 / std::numbers::pi) / 10
           << " deg apart; the assembly has turned bodies to close it";
    state.remarks.push_back(remark.str());
  }
  return p.memory_pose;
}

/// Moves what is free until joints have their wanted values; angles count turns on the way.
void MoveToWantedValues(SystemEvaluator& evaluator,
                        SystemEvaluator& wanted,
                        double t,
                        const VectorXd& memory_pose,
                        InitialState& state) {
  AssemblyOptions options{.max_iterations = 2000};
  options.frozen = FrozenComponents(wanted.system());
  wanted.ResetMemory(t, memory_pose, state.v);
  wanted.Accept(t, state.q, state.v);
  options.follow = [&](const VectorXd& q) {
    wanted.Accept(t, q, state.v);
    evaluator.Accept(t, q, state.v);
  };
  (void)FreeMotion(wanted).MovePositions(t, options, state.q);
  options.max_iterations = AssemblyOptions{}.max_iterations;
  options.any_pose = true;
  const AssemblyReport report = AssemblePositions(wanted, t, options, state.q);
  options.follow(state.q);
  const auto wrong = FindWrongBranches(evaluator, t, state);
  if (report.converged && wrong.empty()) return;
  if (report.converged) ThrowWrongBranch(wrong);
  ThrowImpossible(wanted.system(), EvaluateRows(wanted, t, state), report);
}

VectorXd Mismatch(const Residuals& rows, const VectorXd& v) {
  return rows.GT.transpose() * v + rows.g_t;
}

double Scale(const VectorXd& v) { return 1 + (v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0); }

/// Velocities that are given stay; `change` finds the others. If that is impossible by no more than
/// rounding they are changed, too. @throws ModelError if it is.
template <class Change>
void KeepGivenVelocities(const System& system,
                         const Residuals& rows,
                         const Change& change,
                         VectorXd& v) {
  const double scale = Scale(v);
  AssemblyOptions keep;
  keep.frozen = KeptComponents(system);
  if (!keep.frozen.empty()) {
    const bool kept = change(keep, v);
    const VectorXd left = Mismatch(rows, v);
    if (!kept && !(left.cwiseAbs().maxCoeff() < kRounding * scale))
      ThrowContradiction(system, rows, left);
    if (kept) return;
  }
  if (change(AssemblyOptions{}, v)) return;
  const VectorXd left = Mismatch(rows, v);
  std::ostringstream message;
  message << "no velocities satisfy " << NameViolated(system, left) << ": "
          << left.cwiseAbs().maxCoeff()
          << " m/s or rad/s are left; the motions, wanted rates or joints contradict each other";
  throw ModelError(message.str(), AboutWorst(system, left));
}

/// Velocities that satisfy the constraints, with the least change; where motions have a speed and
/// that change strains springs, the speed goes to what is free to move.
void MatchVelocities(SystemEvaluator& evaluator, double t, bool project, InitialState& state) {
  const System& system = evaluator.system();
  const Residuals rows = EvaluateRows(evaluator, t, state);
  const VectorXd mismatch = Mismatch(rows, state.v);
  if (!project && mismatch.size() > 0 && mismatch.cwiseAbs().maxCoeff() > 1e-6 * Scale(state.v)) {
    throw ModelError("the initial velocities contradict " + NameViolated(system, mismatch) +
                         "; give velocities that satisfy the joints, or let them be projected",
                     AboutWorst(system, mismatch));
  }
  const bool driven = rows.g_t.size() > 0 && !rows.g_t.isZero(0);
  const auto change = [&](const AssemblyOptions& options, VectorXd& v) {
    const VectorXd given = v;
    if (!system.parts().reduced_bodies.empty()) {
      AssemblyOptions undeformed = options;
      FreezeAmplitudes(system, undeformed);
      if (AssembleVelocities(evaluator, t, state.q, undeformed, v).converged) return true;
      v = given;
    }
    const bool found = AssembleVelocities(evaluator, t, state.q, options, v).converged;
    if (found && (!driven || v == given)) return true;
    FreeMotion motion(evaluator);
    if (found && !motion.Strains(t, state.q, v - given)) return true;
    VectorXd free = given;
    const bool moved = motion.ChangeVelocities(t, state.q, options, free).converged;
    if (moved) v = free;
    return moved || found;
  };
  KeepGivenVelocities(system, rows, change, state.v);
}

/// Gives joints their wanted rates.
void GiveWantedRates(SystemEvaluator& wanted, double t, InitialState& state) {
  const Residuals rows = EvaluateRows(wanted, t, state);
  FreeMotion motion(wanted);
  const auto change = [&](const AssemblyOptions& options, VectorXd& v) {
    VectorXd free = v;
    const bool moved = motion.ChangeVelocities(t, state.q, options, free).converged;
    if (!moved) return AssembleVelocities(wanted, t, state.q, options, v).converged;
    v = free;
    return true;
  };
  KeepGivenVelocities(wanted.system(), rows, change, state.v);
}

}  // namespace

InitialState AssembleInitialState(SystemEvaluator& evaluator, double t, bool project_velocities) {
  const SystemParts& parts = evaluator.system().parts();
  InitialState state;
  evaluator.system().GetInitialState(state.q, state.v);
  const VectorXd memory_pose = PlaceBodies(evaluator, t, state);
  if (parts.position_assembly) {
    SystemEvaluator with_values(*parts.position_assembly, evaluator.parallel());
    MoveToWantedValues(evaluator, with_values, t, memory_pose, state);
  }
  const bool rates = parts.velocity_assembly != nullptr;
  MatchVelocities(evaluator, t, project_velocities || rates, state);
  if (rates) {
    SystemEvaluator with_rates(*parts.velocity_assembly, evaluator.parallel());
    GiveWantedRates(with_rates, t, state);
  }
  evaluator.Accept(t, state.q, state.v);
  return state;
}

}  // namespace trunnion
