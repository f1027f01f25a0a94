// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "engine/core/rotation.hpp"
#include "engine/recorder/scene.hpp"

namespace trunnion {
namespace {

/// Edges of the homogeneous box with these principal moments [m]; zero where no solid has them.
Vec3 EdgesOfBox(double mass, const Vec3& moments) {
  Vec3 edges = Vec3::Zero();
  if (!(mass > 0)) return edges;
  for (int i = 0; i < 3; ++i) {
    const double square = 6 * (moments.sum() - 2 * moments[i]) / mass;
    edges[i] = std::sqrt(std::max(square, 0.0));
  }
  return edges;
}

Geometry MakeCore(const BodyInfo& body, double reach) {
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(body.inertia);
  Vec3 edges = EdgesOfBox(body.mass, principal.eigenvalues());
  const double largest = edges.maxCoeff();
  if (IsPoint(body.kind) || !(largest > 0)) {
    return {Geometry::Type::sphere, Vec3(0.15 * reach, 0, 0), {}, {Mat3::Identity(), body.com}, {}};
  }
  Mat3 R = principal.eigenvectors();
  if (R.determinant() < 0) R.col(2) = -R.col(2);
  edges *= std::min(1.0, 0.45 * reach / largest);
  edges = edges.cwiseMax(0.05 * edges.maxCoeff());
  return {Geometry::Type::box, edges, {}, {R, body.com}, {}};
}

}  // namespace

std::vector<Geometry> DeriveGeometry(const BodyInfo& body,
                                     const std::vector<Vec3>& points,
                                     double reach) {
  std::vector<Geometry> shapes{MakeCore(body, reach)};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 arm = points[i] - body.com;
    const bool repeated = std::any_of(points.begin(), points.begin() + i, [&](const Vec3& p) {
      return (p - points[i]).norm() < 1e-3 * reach;
    });
    if (repeated || arm.norm() < 0.05 * reach) continue;
    const Pose X{FrameWithZ(arm), body.com + 0.5 * arm};
    shapes.push_back({Geometry::Type::cylinder, Vec3(0.035 * reach, arm.norm(), 0), {}, X, {}});
  }
  return shapes;
}

}  // namespace trunnion
