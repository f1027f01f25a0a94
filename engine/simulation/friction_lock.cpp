// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/friction_lock.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <vector>

#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

std::vector<int> ListFrictionJoints(const System& system) {
  std::vector<int> joints;
  for (int j = 0; j < static_cast<int>(system.parts().joints.size()); ++j)
    if (GetJoint(system, JointId(j)).friction()) joints.push_back(j);
  return joints;
}

const ElementInfo& InfoOf(const System& system, int joint) {
  return system.parts().joints[static_cast<std::size_t>(joint)];
}

/// True if there are accelerations without the friction of one joint.
bool Unlocks(const System& system,
             AccelerationSolver& solver,
             const FrictionLock& lock,
             int joint) {
  VectorXd weights = VectorXd::Constant(system.num_constraints(), lock.tried), v_dot, lambda;
  const ElementInfo& info = InfoOf(system, joint);
  weights.segment(system.first_row(info), system.num_rows(info)).setZero();
  return solver.SolveGradually(lock.t, lock.q, lock.v, lock.active, weights, v_dot, lambda) == 1;
}

/// Moment of the reaction across the axis [N·m].
double CalcBending(const System& system,
                   const ElementContext& x,
                   int joint,
                   const VectorXd& lambda) {
  const MarkerPair& pair = GetJoint(system, JointId(joint)).pair();
  const Vec3 axis = x.bodies[static_cast<std::size_t>(pair.A)].R * Vec3(pair.X_AF.R.col(2));
  return CalcJointReaction(system, JointId(joint), x, lambda).torque.cross(axis).norm();
}

/// Force along the axis [N] at the state of the lock.
double CalcFriction(const System& system,
                    const ElementContext& x,
                    int joint,
                    const FrictionLock& lock) {
  const ElementInfo& info = InfoOf(system, joint);
  const VectorXd own =
      lock.reached * lock.lambda.segment(system.first_row(info), system.num_rows(info));
  LocalVector<2> f;
  GetJoint(system, JointId(joint))
      .CalcReactionForce(x, {own.data(), static_cast<std::size_t>(own.size())}, f);
  return f.segment<3>(6).norm();
}

/// "joint 'guide' (coefficient 0.3, a solution up to 0.2, gain 1.5; its friction acts with the
/// lever 0.4 m, 8 times its bending_arm 0.05 m)"
std::string DescribeJoint(const System& system,
                          const ElementContext& x,
                          const FrictionLock& lock,
                          const VectorXd& without,
                          int joint) {
  const JointFriction& friction = *GetJoint(system, JointId(joint)).friction();
  std::ostringstream text;
  text << "joint '" << InfoOf(system, joint).name << "' (coefficient " << friction.coefficient
       << ", a solution up to " << lock.reached * friction.coefficient << ", gain "
       << std::setprecision(3) << 1 / lock.reached;
  const double force = CalcFriction(system, x, joint, lock);
  const double lever = std::abs(CalcBending(system, x, joint, lock.lambda) -
                                CalcBending(system, x, joint, without)) /
                       force;
  if (friction.bending_arm > 0 && std::isfinite(lever))
    text << "; its friction acts with the lever " << lever << " m, " << lever / friction.bending_arm
         << " times its bending_arm " << friction.bending_arm << " m";
  text << ")";
  return text.str();
}

}  // namespace

std::string DescribeFrictionLock(SystemEvaluator& evaluator,
                                 AccelerationSolver& solver,
                                 const FrictionLock& lock) {
  const System& system = evaluator.system();
  const std::vector<int> all = ListFrictionJoints(system);
  std::vector<int> locked;
  for (const int joint : all)
    if (Unlocks(system, solver, lock, joint)) locked.push_back(joint);
  if (locked.empty()) locked = all;  // several together
  VectorXd v_dot, without;           // friction
  const VectorXd none = VectorXd::Zero(system.num_constraints());
  (void)solver.SolveGradually(lock.t, lock.q, lock.v, lock.active, none, v_dot, without);
  const ElementContext& x = evaluator.Evaluate(lock.t, lock.q, lock.v);
  std::ostringstream text;
  text << "friction locks itself in ";
  for (std::size_t i = 0; i < locked.size() && i < 4; ++i)
    text << (i > 0 ? ", " : "") << DescribeJoint(system, x, lock, without, locked[i]);
  if (locked.size() > 4) text << " and " << locked.size() - 4 << " more";
  text << ": the reactions that it causes cause more friction than there is; take a smaller "
          "coefficient, a longer arm, or guide the body nearer to its load";
  return text.str();
}

std::string FindFrictionLock(SystemEvaluator& evaluator,
                             double t,
                             const VectorXd& q,
                             const VectorXd& v,
                             const ActiveRows& active,
                             double tried) {
  if (!evaluator.has_reaction_forces()) return {};
  AccelerationSolver solver(evaluator);
  VectorXd v_dot, lambda;
  const VectorXd weights = VectorXd::Constant(evaluator.num_constraints(), tried);
  const double reached = solver.SolveGradually(t, q, v, active, weights, v_dot, lambda);
  if (!(reached > 0 && reached < 1)) return {};
  return DescribeFrictionLock(evaluator, solver, {t, q, v, active, reached * tried, lambda, tried});
}

FrictionWatch::FrictionWatch(const System& system) : waits_(!ListFrictionJoints(system).empty()) {}

void FrictionWatch::Observe(SystemEvaluator& evaluator,
                            const Integrator& integrator,
                            std::vector<std::string>& warnings) {
  constexpr double kShort = 0.05;  // of the longest step so far
  if (!waits_) return;
  const double h = integrator.last_step(), t = integrator.t();
  longest_ = std::max(longest_, h);
  if (h > kShort * longest_) shortest_ = longest_;
  if (h > std::min(kShort * longest_, 0.5 * shortest_)) return;
  shortest_ = h;
  const std::string lock =
      FindFrictionLock(evaluator, t, integrator.q(), integrator.v(), integrator.active_rows(), 1);
  if (lock.empty()) return;
  waits_ = false;
  std::ostringstream warning;
  warning << "at t = " << t << " s " << lock << "; the sliding ends there at once";
  warnings.push_back(warning.str());
}

}  // namespace trunnion
