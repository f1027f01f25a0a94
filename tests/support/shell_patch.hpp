// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <functional>

#include "engine/mesh/shell_mesh.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion::test {

/// A distorted element of size 1, its nodes moved off its plane by about `warp`.
template <int N>
Eigen::Matrix<double, 3, N> RandomShell(std::mt19937& random, double warp) {
  Eigen::Matrix<double, 3, N> X;
  if constexpr (N == 4)
    X << 0, 1.2, 1, -0.1, 0, 0.1, 0.9, 1.1, 0, 0, 0, 0;
  else
    X << 0, 1.2, 0.3, 0, 0.2, 0.9, 0, 0, 0;
  for (int i = 0; i < N; ++i)
    X.col(i) += Vec3(0.05, 0.05, warp).cwiseProduct(RandomVector(random, 1));
  return X;
}

/// The linear matrices of a mesh of shells, six unknowns each node, dense.
struct ShellPatch {
  ShellPatch(const Mesh& m, const ShellSection& section) : mesh(m) {
    const auto size = static_cast<Eigen::Index>(6 * mesh.nodes.size());
    K = M = MatrixXd::Zero(size, size);
    for (const MeshElement& e : mesh.elements) {
      if (e.nodes.size() == 4)
        Add<4>(e, section);
      else
        Add<3>(e, section);
    }
  }
  template <int N>
  void Add(const MeshElement& e, const ShellSection& section) {
    const auto m = CalcShellMatrices<N>(ShellNodes<N>(mesh.nodes, e), section, "shell");
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        const int a = 6 * e.nodes[static_cast<std::size_t>(i)],
                  b = 6 * e.nodes[static_cast<std::size_t>(j)];
        K.block<6, 6>(a, b) += m.stiffness.template block<6, 6>(6 * i, 6 * j);
        M.block<6, 6>(a, b) += m.mass.template block<6, 6>(6 * i, 6 * j);
      }
  }
  VectorXd Field(const std::function<Vec6(const Vec3&)>& field) const {
    VectorXd u(K.rows());
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      u.segment<6>(static_cast<Eigen::Index>(6 * i)) = field(mesh.nodes[i]);
    return u;
  }
  /// Largest force at an inner node.
  double InnerForce(const VectorXd& u) const {
    const VectorXd f = K * u;
    double largest = 0;
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
      const Vec3& x = mesh.nodes[i];
      if (x.x() > 0.1 && x.x() < 0.9 && x.y() > 0.1 && x.y() < 0.9)
        largest =
            std::max(largest, f.segment<6>(static_cast<Eigen::Index>(6 * i)).cwiseAbs().maxCoeff());
    }
    return largest;
  }
  Mesh mesh;
  MatrixXd K, M;
};

}  // namespace trunnion::test
