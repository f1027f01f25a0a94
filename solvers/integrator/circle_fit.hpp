// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "solvers/formulation/step_formula.hpp"
#include "solvers/integrator/point_history.hpp"

namespace trunnion {

class Archive;

/// Fits the BDF formula to centres of mass that go round.
///
/// A formula of order k is exact for polynomials of degree k. Of a point on a circle, with angular
/// velocity ω, it errs in v' by a part along v, O((ω h)^5) for k = 4 and 5, which has the same sign
/// in every turn: energy falls with time, and the angle errs by its square. The fitted formula on
/// the same k + 1 points is exact for polynomials of degree k − 2 and for cos ω t and sin ω t. Its
/// order is k again. Rotations need none: charts turn with the bodies, an even rotation is linear.
///
/// ω is the mean of |v"| over |v'|. Only points that go round steadily are fitted, and not those
/// that turn by more than half a radian a step.
class CircleFit {
 public:
  explicit CircleFit(const ConstrainedSystem& system);

  /// Nothing is known of the motion.
  void Start();
  /// After a step: takes the velocities of the newest three points.
  void Observe(const PointHistory& history);
  /// Changes the formula of order k for the blocks that go round.
  void Apply(const PointHistory& history, int k, StepFormula& formula);
  void Serialize(Archive& archive);

 private:
  struct Block {
    int first;  // of three translations in v
    // Means, all times the time that they are over.
    Vec3 area = Vec3::Zero();                    // v' × v"
    double length = 0;                           // its length
    double rate = 0, rate_square = 0, time = 0;  // |v"| over |v'|
    double turn = 0;                             // since rate and plane have been steady [rad]
    double omega = 0;                            // [rad/s]; 0: not fitted
  };
  static void ObserveBlock(const PointHistory& history,
                           const Weights& second,
                           double h,
                           Block& block);

  std::vector<Block> blocks_;
  bool any_ = false;               // block that goes round
  std::array<VectorXd, 2> x_, v_;  // past parts of the two differences
};

}  // namespace trunnion
