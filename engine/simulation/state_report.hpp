// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tbb/task_arena.h>

#include <memory>
#include <vector>

#include "engine/system/system_evaluator.hpp"
#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/problem/active_rows.hpp"

/// Accelerations and reactions of states of a run, for reports.
namespace trunnion {

/// Accelerations v' ∈ ℝⁿ and multipliers λ ∈ ℝᵐ of the acceleration level, for many states of one
/// run. With redundant constraints λ is the minimum-norm choice
/// (solvers/consistency/redundancy.hpp).
class AccelerationReport {
 public:
  /// The evaluator must outlive the object.
  explicit AccelerationReport(SystemEvaluator& evaluator);

  /// @param active     rows that carry multipliers.
  /// @param redundant  there are others.
  /// @throws SolverError if the accelerations are not determined.
  void Solve(double t,
             const VectorXd& q,
             const VectorXd& v,
             const ActiveRows& active,
             bool redundant,
             VectorXd& v_dot,
             VectorXd& lambda);
  /// v of the last Solve, its algebraic states consistent.
  const VectorXd& consistent_v() const { return solver_.consistent_v(); }
  void Serialize(Archive& archive) { solver_.Serialize(archive); }

 private:
  bool SolveWithFriction(double t,
                         const VectorXd& q,
                         const VectorXd& v,
                         const ActiveRows& rows,
                         VectorXd& v_dot,
                         VectorXd& lambda);

  SystemEvaluator& evaluator_;
  AccelerationSolver solver_;  // patterns and symbolic factorization serve all states
  double torque_length_;       // L of minimum-norm reactions [m]
};

/// A state that a Simulation has shown, to be evaluated later and in another thread. A run cannot
/// go on from it: see Simulation::SaveCheckpoint.
struct Snapshot {
  double t = 0;                              ///< [s]
  VectorXd q, v;                             ///< see System
  std::vector<double> memory;                ///< of the elements
  std::shared_ptr<const Switches> switches;  ///< what events have switched; null: nothing
  ActiveRows active;                         ///< constraint rows that carry multipliers
  bool redundant = false;                    ///< there are others
  VectorXd v_dot, lambda;                    ///< empty: not solved for yet
};

/// Evaluates snapshots of simulations of one System, which must outlive it, in one thread.
class SnapshotEvaluator {
 public:
  explicit SnapshotEvaluator(const System& system)
      : evaluator_(system, false), accelerations_(evaluator_) {}

  /// Solves for v_dot and lambda where they are empty. @return the bodies, valid until the next
  /// call. @throws SolverError as AccelerationReport::Solve.
  const ElementContext& Evaluate(Snapshot& snapshot);

 private:
  tbb::task_arena arena_{1};
  SystemEvaluator evaluator_;
  AccelerationReport accelerations_;
};

}  // namespace trunnion
