// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/friction_lock.hpp"

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
  VectorXd weights = VectorXd::Ones(system.num_constraints()), v_dot, lambda;
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

/// "joint 'guide' (coefficient 0.3, a solution up to 0.2; its friction acts with the lever 0.4 m,
/// 8 times its bending_arm 0.05 m)"
std::string DescribeJoint(const System& system,
                          const ElementContext& x,
                          const FrictionLock& lock,
                          const VectorXd& without,
                          int joint) {
  const JointFriction& friction = *GetJoint(system, JointId(joint)).friction();
  std::ostringstream text;
  text << "joint '" << InfoOf(system, joint).name << "' (coefficient " << friction.coefficient
       << ", a solution up to " << lock.reached * friction.coefficient;
  const double force = CalcFriction(system, x, joint, lock);
  const double lever = std::abs(CalcBending(system, x, joint, lock.lambda) -
                                CalcBending(system, x, joint, without)) /
                       force;
  text << std::setprecision(3);
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
  text << "the accelerations at t = " << lock.t << " s do not exist: friction locks itself in ";
  for (std::size_t i = 0; i < locked.size() && i < 4; ++i)
    text << (i > 0 ? ", " : "") << DescribeJoint(system, x, lock, without, locked[i]);
  if (locked.size() > 4) text << " and " << locked.size() - 4 << " more";
  text << ": the reactions that it causes cause more friction than there is; take a smaller "
          "coefficient, a longer arm, or guide the body nearer to its load";
  return text.str();
}

}  // namespace trunnion
