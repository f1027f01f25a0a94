// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/system/system_evaluator.hpp"
#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/integrator/integrator.hpp"

namespace trunnion {

class Archive;

/// A state at which joint friction has no accelerations: friction raises the reactions that it
/// follows from, and where a unit of reaction returns as one unit or more nothing balances
/// (Painlevé's paradox; a drawer that jams).
struct FrictionLock {
  double t = 0;  ///< [s]
  const VectorXd& q;
  const VectorXd& v;
  const ActiveRows& active;
  double reached = 0;      ///< share of all coefficients up to which there is a solution
  const VectorXd& lambda;  ///< of that solution
  double tried = 1;        ///< share up to which it was looked for
};

/// "friction locks itself in joint 'guide' (...): ...". Names the joints without whose friction
/// there would be accelerations, their coefficients, those up to which there are some, the gain
/// (the ratio of the two, with which reactions come back as reactions), and the lever [m] with
/// which friction raises their moment, beside their bending arms. Finds them by solving again.
std::string DescribeFrictionLock(SystemEvaluator& evaluator,
                                 AccelerationSolver& solver,
                                 const FrictionLock& lock);

/// The same at any state; empty if friction has accelerations there for all shares up to `tried` of
/// its coefficients. Slightly above 1 it finds a lock that a run cannot get any nearer to.
std::string FindFrictionLock(SystemEvaluator& evaluator,
                             double t,
                             const VectorXd& q,
                             const VectorXd& v,
                             const ActiveRows& active,
                             double tried);

/// Looks whether friction locks itself during a run. Sliding ends there within no time, as if the
/// body hit something, and the run may go on; its steps become very short before.
class FrictionWatch {
 public:
  explicit FrictionWatch(const System& system);

  /// After a step of length h [s]: adds a sentence to `warnings`, once.
  void Observe(SystemEvaluator& evaluator,
               const Integrator& integrator,
               std::vector<std::string>& warnings);
  void Serialize(Archive& archive);

 private:
  bool waits_;
  double longest_ = 0, shortest_ = 0;  // steps [s], the shortest among those looked at
};

}  // namespace trunnion
