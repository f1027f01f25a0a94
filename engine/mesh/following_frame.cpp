// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/following_frame.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {

void AddFollowingFrame(ReducedPart& part,
                       const Mesh& mesh,
                       const LinearMesh& linear,
                       const PartInterface& frame) {
  const std::string label = "following frame '" + frame.name + "'";
  for (const ReducedPart::Interface& other : part.interfaces)
    Require(other.name != frame.name, label, "the part has one of that name; choose another");
  const std::vector<int> unknowns = linear.FindUnknowns(mesh.node_set(frame.node_set), {0});
  Require(!unknowns.empty(), label, "no node of '" + frame.node_set + "' has an element");
  const auto n = static_cast<double>(unknowns.size());
  Vec3 mean = Vec3::Zero();
  for (const int unknown : unknowns) mean += linear.positions().col(unknown / 3) / n;
  Mat3 J = Mat3::Zero();
  Eigen::Matrix3Xd moment = Eigen::Matrix3Xd::Zero(3, part.num_shapes()), t = moment;
  for (const int unknown : unknowns) {
    const Vec3 X = linear.positions().col(unknown / 3) - mean;
    J += (X.squaredNorm() * Mat3::Identity() - X * X.transpose()) / n;
    const auto u = part.shapes.middleRows<3>(unknown);
    moment += Skew(X) * u / n;
    t += u / n;
  }
  ReducedPart::Interface own{frame.name, frame.origin.value_or(mean), {}};
  own.shape.setZero(6, part.num_shapes());
  if (unknowns.size() > 1) {
    const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(J).eigenvalues();
    Require(moments[0] > 1e-10 * moments[2],
            label,
            "its nodes are in one line and give no rotation; add one beside it, or take "
            "one alone");
    own.shape.bottomRows<3>() = J.inverse() * moment;
  }
  own.shape.topRows<3>() = t - Skew(own.origin - mean) * own.shape.bottomRows<3>();
  part.interfaces.push_back(std::move(own));
}

}  // namespace trunnion
