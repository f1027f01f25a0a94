// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/imbalance.hpp"

#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

#include "engine/core/rotation.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

/// Rates of constraints below this count as none, relative to the largest velocity.
constexpr double kAdmissible = 1e-9;
/// A coordinate is named where its force has at least this share of the body's, in the metric.
constexpr double kShare = 1e-3;
/// In models of more joints only bodies are named: the search for loops is quadratic.
constexpr int kMostJoints = 500;

/// The bodies that joints connect with `start` without `joint`.
std::vector<bool> FindConnected(const System& system, int joint, BodyIndex start) {
  std::vector<bool> reached(idx(system.num_bodies()), false);
  const int count = static_cast<int>(system.parts().joints.size());
  reached[idx(start)] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (int j = 0; j < count; ++j) {
      const auto [a, b] = GetJoint(system, JointId(j)).bodies();
      if (j == joint || reached[idx(a)] == reached[idx(b)]) continue;
      reached[idx(a)] = reached[idx(b)] = grows = true;
    }
  }
  return reached;
}

/// The bodies on the side of a joint that the ground is not on; empty if a loop leads past it.
std::vector<bool> FindOutboard(const System& system, int joint) {
  const auto [A, B] = GetJoint(system, JointId(joint)).bodies();
  std::vector<bool> reached = FindConnected(system, joint, B);
  if (reached[idx(A)]) return {};
  return reached[0] ? FindConnected(system, joint, A) : reached;
}

/// Velocities ∈ ℝⁿ of bodies that move as one, by a translation and a rotation about a point.
VectorXd MoveTogether(const System& system,
                      const ElementContext& x,
                      const std::vector<bool>& bodies,
                      const Vec3& translation,
                      const Vec3& rotation,
                      const Vec3& point) {
  VectorXd v = VectorXd::Zero(system.num_velocities());
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!bodies[idx(b)] || !system.has_position(b)) continue;
    const BodyState& body = x.bodies[idx(b)];
    const int offset = system.layout().offset(b);
    v.segment<3>(offset) = translation + rotation.cross(body.r - point);
    if (system.has_rotation(b)) v.segment<3>(offset + 3) = body.R.transpose() * rotation;
  }
  return v;
}

struct Finding {
  double size = 0;  // in the metric [N]
  std::string text{};
};

/// The force along coordinate `c` of a joint, if it can move alone.
std::optional<Finding> FindForce(const System& system,
                                 const ElementContext& x,
                                 const SparseMatrix& GT,
                                 const VectorXd& unbalanced,
                                 int joint,
                                 int c,
                                 const std::vector<bool>& outboard) {
  const Joint& element = GetJoint(system, JointId(joint));
  const auto kind = element.coordinate(c).plain_kind();
  if (!kind || (*kind != CoordinateKind::angle && *kind != CoordinateKind::offset_z)) return {};
  const bool angle = is_angle(*kind);
  const BodyState &A = x.bodies[idx(element.pair().A)], &B = x.bodies[idx(element.pair().B)];
  const Vec3 axis = A.R * element.pair().X_AF.R.col(2), none = Vec3::Zero();
  const VectorXd v = MoveTogether(system,
                                  x,
                                  outboard,
                                  angle ? none : axis,
                                  angle ? axis : none,
                                  B.r + B.R * element.pair().X_BM.p);
  if (v.isZero(0)) return {};
  const VectorXd rates = GT.transpose() * v;
  if (rates.size() && rates.cwiseAbs().maxCoeff() > kAdmissible * v.cwiseAbs().maxCoeff())
    return {};
  const double force = v.dot(unbalanced);
  std::ostringstream text;
  text << "joint '" << system.parts().joints[idx(joint)].name << "' of body '"
       << system.body(element.pair().B).name << "', "
       << (angle ? "rotation about its axis, keeps an unbalanced torque of "
                 : "translation along its axis, keeps an unbalanced force of ")
       << std::abs(force) << (angle ? " N m" : " N");
  return Finding{std::abs(force) / (angle ? system.body(element.pair().B).rotation_length : 1.0),
                 text.str()};
}

/// Of all joints' coordinates the one with the largest force.
Finding FindLargestForce(SystemEvaluator& evaluator, double t, const StaticReport& report) {
  const System& system = evaluator.system();
  const VectorXd zero = VectorXd::Zero(system.num_velocities());
  Residuals r;
  DynamicsMatrices unused;
  evaluator.InitializePatterns(r, unused);
  evaluator.CalcResiduals(t, report.q, zero, zero, r);
  const ElementContext& x = evaluator.Evaluate(t, report.q, zero);
  Finding largest;
  const int count = static_cast<int>(system.parts().joints.size());
  for (int j = 0; j < count && count <= kMostJoints; ++j) {
    if (GetJoint(system, JointId(j)).num_coordinates() == 0) continue;
    const std::vector<bool> outboard = FindOutboard(system, j);
    for (int c = 0; c < GetJoint(system, JointId(j)).num_coordinates() && !outboard.empty(); ++c) {
      const auto found = FindForce(system, x, r.GT, report.unbalanced, j, c, outboard);
      if (found && found->size > largest.size) largest = *found;
    }
  }
  return largest;
}

}  // namespace

std::string DescribeModelImbalance(SystemEvaluator& evaluator,
                                   double t,
                                   const StaticReport& report) {
  if (report.worst_component >= 0 && report.q.allFinite() && report.unbalanced.allFinite()) {
    const Finding found = FindLargestForce(evaluator, t, report);
    const double of_body =
        report.worst_force / std::sqrt(evaluator.metric()[report.worst_component]);
    if (found.size > kShare * of_body) return found.text;
  }
  return DescribeImbalance(evaluator, report);
}

}  // namespace trunnion
