// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/SparseCore>
#include <cstddef>

/// Dense and sparse types used everywhere. Every 6-vector is ordered translation, rotation.
namespace trunnion {

static_assert(EIGEN_DEFAULT_ALIGN_BYTES == 64 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16,
              "Trunnion is compiled with EIGEN_MAX_ALIGN_BYTES=64 and "
              "EIGEN_MAX_STATIC_ALIGN_BYTES=16, and so must be what uses it: link "
              "trunnion::trunnion, which sets them, or define both for all of your sources");

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec12 = Eigen::Matrix<double, 12, 1>;
using Mat12 = Eigen::Matrix<double, 12, 12>;
using VectorXd = Eigen::VectorXd;
using MatrixXd = Eigen::MatrixXd;

/// Column-major (CSC) sparse matrix with 32-bit indices, as KLU and CHOLMOD take it.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

/// Index of a body in a compiled System; 0 is the ground, which has no unknowns.
using BodyIndex = int;
inline constexpr BodyIndex kGround = 0;

/// A signed index, of a body or a component, as containers of the standard library take it.
constexpr std::size_t idx(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace trunnion
