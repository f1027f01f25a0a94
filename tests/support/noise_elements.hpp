// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

#include "engine/core/element.hpp"

/// Elements for tests of assembly: numbers that depend on the element, without physics.
namespace trunnion::test {

/// A pseudo-random number in [−1, 1] that depends on (seed, i, j) only.
inline double Noise(int seed, Eigen::Index i, Eigen::Index j) {
  const double x = std::sin(12.9898 * seed + 78.233 * static_cast<double>(i) +
                            37.719 * static_cast<double>(j) + 1.0) *
                   43758.5453;
  return 2 * (x - std::floor(x)) - 1;
}

template <int K>
struct NoiseForce {
  static constexpr int kBodies = K;
  std::array<BodyIndex, K> list;
  int seed;

  std::array<BodyIndex, K> bodies() const { return list; }
  void CalcForce(const ElementContext&, LocalVector<K>& f) const {
    for (int i = 0; i < 6 * K; ++i) f[i] = Noise(seed, i, 0);
  }
  void Linearize(const ElementContext&, LocalMatrix<K>& f_q, LocalMatrix<K>& f_v) const {
    for (int j = 0; j < 6 * K; ++j) {
      for (int i = 0; i < 6 * K; ++i) {
        f_q(i, j) = Noise(seed, i, j);
        f_v(i, j) = Noise(seed + 1, i, j);
      }
    }
  }
  double CalcEnergy(const ElementContext&) const { return 0; }
};

template <int K, int Rows>
struct NoiseConstraint {
  static constexpr int kBodies = K;
  static constexpr int kMaxRows = Rows;
  std::array<BodyIndex, K> list;
  int seed;
  int rows = Rows;

  std::array<BodyIndex, K> bodies() const { return list; }
  int num_rows() const { return rows; }
  bool is_rotational(int row) const { return row % 2 == 1; }
  void Calc(const ElementContext&,
            LocalRows<Rows>& g,
            LocalRows<Rows>& g_t,
            LocalJacobian<K, Rows>& G) const {
    for (int i = 0; i < rows; ++i) {
      g[i] = Noise(seed, i, 100);
      g_t[i] = Noise(seed, i, 101);
      for (int j = 0; j < 6 * K; ++j) G(i, j) = Noise(seed, i, j);
    }
  }
  void CalcGamma(const ElementContext&, LocalRows<Rows>& gamma) const {
    for (int i = 0; i < rows; ++i) gamma[i] = Noise(seed, i, 102);
  }
  void CalcGeometricStiffness(const ElementContext&,
                              std::span<const double> lambda,
                              LocalMatrix<K>& stiffness) const {
    for (int j = 0; j < 6 * K; ++j) {
      for (int i = 0; i < 6 * K; ++i) stiffness(i, j) = lambda[0] * Noise(seed + 2, i, j);
    }
  }
  void CalcVelocityGradient(const ElementContext&, LocalJacobian<K, Rows>& L) const {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < 6 * K; ++j) L(i, j) = Noise(seed + 3, i, j);
    }
  }
};

}  // namespace trunnion::test
