// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <random>
#include <utility>
#include <vector>

#include "solvers/linear/saddle_ordering.hpp"

namespace trunnion {

/// Bodies at random places, with ball joints (three rows) or couplings added one by one.
class RandomMechanism {
 public:
  RandomMechanism(int bodies, unsigned seed) : random_(seed) {
    structure_.body_sizes.assign(bodies, 6);
    for (int b = 0; b < bodies; ++b) positions_.push_back(3.0 * RandomVector());
    MatrixXd diagonal = MatrixXd::Zero(6 * bodies, 6 * bodies);
    H_ = diagonal;
    for (int b = 0; b < bodies; ++b) {
      MatrixXd half(6, 6);
      for (double& value : half.reshaped()) value = normal_(random_);
      H_.block(6 * b, 6 * b, 6, 6) = half * half.transpose() + 0.5 * MatrixXd::Identity(6, 6);
    }
  }

  int PickBody() {
    const int last = static_cast<int>(positions_.size()) - 1;
    return std::uniform_int_distribution<int>(0, last)(random_);
  }

  /// b < 0: to the ground.
  void AddBall(int a, int b) {
    const Vec3 p = 3.0 * RandomVector();
    MatrixXd rows = MatrixXd::Zero(3, H_.cols());
    AddPart(a, p, -1.0, rows);
    if (b >= 0) AddPart(b, p, 1.0, rows);
    const int first = static_cast<int>(G_.rows());
    MatrixXd G(first + 3, H_.cols());
    if (first > 0) G.topRows(first) = G_;
    G.bottomRows(3) = rows;
    G_ = G;
    std::vector<int> bodies{a};
    if (b >= 0) bodies.push_back(b);
    structure_.joints.push_back({first, 3, bodies, b < 0});
  }

  void AddCoupling(int a, int b) {
    structure_.couplings.emplace_back(a, b);
    MatrixXd e(6, H_.cols());
    e.setZero();
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 6; ++k) {
        e(i, 6 * a + k) = normal_(random_);
        e(i, 6 * b + k) = normal_(random_);
      }
    }
    H_ += e.transpose() * e;
  }

  bool HasFullRank() const {
    return G_.rows() == 0 || Eigen::FullPivHouseholderQR<MatrixXd>(G_).rank() == G_.rows();
  }

  MatrixXd MakeMatrix() const {
    const auto n = H_.rows(), m = G_.rows();
    MatrixXd A = MatrixXd::Zero(n + m, n + m);
    A.topLeftCorner(n, n) = H_;
    if (m > 0) {
      A.topRightCorner(n, m) = G_.transpose();
      A.bottomLeftCorner(m, n) = G_;
    }
    return A;
  }

  const SaddleStructure& structure() const { return structure_; }

 private:
  Vec3 RandomVector() { return Vec3(normal_(random_), normal_(random_), normal_(random_)); }

  void AddPart(int body, const Vec3& p, double sign, MatrixXd& rows) const {
    for (int i = 0; i < 3; ++i) {
      const Vec3 u = sign * Vec3::Unit(i);
      rows.block(i, 6 * body, 1, 3) = u.transpose();
      rows.block(i, 6 * body + 3, 1, 3) = (p - positions_[body]).cross(u).transpose();
    }
  }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  std::vector<Vec3> positions_;
  SaddleStructure structure_;
  MatrixXd H_, G_ = MatrixXd(0, 0);
};

/// Loops, ground joints and couplings at random: some of them have redundant rows.
inline RandomMechanism MakeRandomLoops(int bodies, unsigned seed) {
  RandomMechanism mechanism(bodies, seed);
  for (int k = 0; k < bodies + bodies / 5; ++k) {
    const int a = mechanism.PickBody(), b = mechanism.PickBody();
    mechanism.AddBall(a, a == b ? -1 : b);
  }
  for (unsigned k = 0; k < seed % 4; ++k) {
    const int a = mechanism.PickBody(), b = mechanism.PickBody();
    if (a != b) mechanism.AddCoupling(a, b);
  }
  return mechanism;
}

}  // namespace trunnion
