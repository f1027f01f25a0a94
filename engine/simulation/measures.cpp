// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/measures.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace trunnion {
namespace {

FrameMotion InWorld(const Simulation& simulation, const FrameRef& frame, bool accelerations) {
  const System& system = simulation.system();
  const State& state = simulation.state();
  const bool marker = frame.marker.is_set();
  const BodyId body =
      marker ? BodyId(system.parts().markers[idx(frame.marker.index())].body) : frame.body;
  FrameMotion motion{.X = marker ? state.pose(frame.marker) : state.pose(body),
                     .v = marker ? state.velocity(frame.marker) : state.velocity(body),
                     .w = state.angular_velocity(body)};
  if (!accelerations) return motion;
  motion.a = marker ? state.acceleration(frame.marker) : state.acceleration(body);
  if (system.layout().size(body.index()) == 6)
    motion.alpha = state.body(body.index()).R *
                   state.v_dot().segment<3>(system.layout().offset(body.index()) + 3);
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
