// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/measures.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace trunnion {
namespace {

FrameMotion InWorld(const Simulation& simulation, const FrameRef& frame, bool accelerations) {
  const System& system = simulation.system();
  BodyIndex b = frame.body.index();
  Pose X_CM;
  if (frame.marker.is_set()) {
    const MarkerInfo& marker =
        system.parts().markers[static_cast<std::size_t>(frame.marker.index())];
    b = marker.body;
    X_CM = marker.X_CM;
  } else {
    X_CM.p = -system.body(b).com;
  }
  const BodyState state = simulation.body(b);
  const Vec3 arm = state.R * X_CM.p, w = state.R * state.w;
  FrameMotion motion{.X = Pose{state.R, state.r} * X_CM, .v = state.v + w.cross(arm), .w = w};
  const int size = system.layout().size(b);
  if (!accelerations || size == 0) return motion;
  const int first = system.layout().offset(b);
  const VectorXd& v_dot = simulation.v_dot();
  if (size == 6) motion.alpha = state.R * v_dot.segment<3>(first + 3);
  motion.a = v_dot.segment<3>(first) + motion.alpha.cross(arm) + w.cross(w.cross(arm));
  return motion;
}

/// `m` as seen from `f`, both given in the world.
FrameMotion Relative(const FrameMotion& m, const FrameMotion& f) {
  const Mat3 R = f.X.R.transpose();
  const Vec3 d = m.X.p - f.X.p, v = m.v - f.v - f.w.cross(d), w = m.w - f.w;
  const Vec3 a = m.a - f.a - f.alpha.cross(d) - f.w.cross(f.w.cross(d)) - 2 * f.w.cross(v);
  const Vec3 alpha = m.alpha - f.alpha - f.w.cross(w);
  return {.X = {R * m.X.R, R * d}, .v = R * v, .w = R * w, .a = R * a, .alpha = R * alpha};
}

}  // namespace

FrameMotion CalcFrameMotion(const Simulation& simulation,
                            const FrameRef& frame,
                            const FrameRef& from,
                            bool with_accelerations) {
  const FrameMotion motion = InWorld(simulation, frame, with_accelerations);
  return from.is_set() ? Relative(motion, InWorld(simulation, from, with_accelerations)) : motion;
}

double CalcInclination(const Vec3& axis, const Vec3& normal) {
  return std::atan2(axis.dot(normal), axis.cross(normal).norm());
}

double CalcAzimuth(const Vec3& axis, const Vec3& normal, const Vec3& zero) {
  const Vec3 n = normal.normalized();
  return std::atan2(axis.dot(n.cross(zero)), axis.dot(zero - n * n.dot(zero)));
}

VectorXd CalcAmplitudes(const Simulation& simulation,
                        const ReducedBodyParts& body,
                        const ReducedPart& part) {
  VectorXd p(part.num_shapes());
  for (int j = 0; j < p.size(); ++j) {
    const BodyId point = body.amplitudes[static_cast<std::size_t>(j / 3)];
    p[j] = simulation.body(point.index()).r[j % 3];
  }
  return p;
}

Eigen::Matrix3Xd CalcNodePositions(const Simulation& simulation,
                                   const ReducedBodyParts& body,
                                   const ReducedPart& part) {
  const BodyState frame = simulation.body(body.frame.index());
  const Eigen::Matrix3Xd deformed =
      part.positions + part.CalcDisplacements(CalcAmplitudes(simulation, body, part));
  return (frame.R * deformed).colwise() + frame.r;
}

}  // namespace trunnion
