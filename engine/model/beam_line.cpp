// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/beam_line.hpp"

#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

/// Axes of element i in the world.
Mat3 AxesOf(const BeamLine& line, int i) {
  const Vec3 x = line.points[idx(i + 1)] - line.points[idx(i)];
  return FrameWithZX(x.cross(line.y_axis), x);
}

/// Mass matrix (v, w) per element half, in world axes.
Mat6 HalfMass(const BeamLine& line, const BeamSectionMatrices& section, int i) {
  Mat6 R = Mat6::Zero();
  R.topLeftCorner<3, 3>() = R.bottomRightCorner<3, 3>() = AxesOf(line, i);
  const double length = (line.points[idx(i + 1)] - line.points[idx(i)]).norm();
  return 0.5 * length * R * section.mass * R.transpose();
}

RigidBody MakeNode(const BeamLine& line, const BeamSectionMatrices& section, int i) {
  const int last = static_cast<int>(line.points.size()) - 1;
  Mat6 M = Mat6::Zero();
  const bool lumped = line.mass == BeamMass::lumped;
  if (lumped && i > 0) M += HalfMass(line, section, i - 1);
  if (lumped && i < last) M += HalfMass(line, section, i);
  RigidBody body{.name = line.name + ".node_" + std::to_string(i)};
  body.position = line.points[idx(i)];
  body.orientation = AxesOf(line, std::min(i, last - 1));
  body.mass = M(0, 0);
  const Vec3 moment(M(5, 1), M(3, 2), M(4, 0));  // of mass, from m c~ below the diagonal
  const Vec3 com = body.mass > 0 ? Vec3(moment / body.mass) : Vec3::Zero();
  const Mat3 inertia = M.bottomRightCorner<3, 3>() + body.mass * Skew(com) * Skew(com);
  body.com = body.orientation.transpose() * com;
  body.inertia = body.orientation.transpose() * inertia * body.orientation;
  body.allow_unphysical_inertia = true;  // sections may have any rotary inertia
  return body;
}

BodyId NodeBody(Model& model, const BeamLine& line, const BeamSectionMatrices& section, int i) {
  if (i == 0 && line.start.is_set()) return line.start;
  if (i + 1 == static_cast<int>(line.points.size()) && line.end.is_set()) return line.end;
  return model.AddRigidBody(MakeNode(line, section, i));
}

}  // namespace

std::vector<Vec3> PointsBetween(const Vec3& from, const Vec3& to, int elements) {
  std::vector<Vec3> points;
  for (int i = 0; i <= elements; ++i)
    points.push_back(from + static_cast<double>(i) / elements * (to - from));
  return points;
}

BeamLineParts AddBeamLine(Model& model, const BeamLine& line) {
  const std::string label = "beam line '" + line.name + "'";
  Require(line.points.size() >= 2, label, "give two or more points");
  const auto* given = std::get_if<BeamSectionMatrices>(&line.section);
  const BeamSectionMatrices section =
      given ? *given : CalcSectionMatrices(std::get<BeamSection>(line.section), label);
  const bool lumped = line.mass == BeamMass::lumped;
  BeamLineParts parts;
  std::vector<MarkerId> markers;
  for (int i = 0; i < static_cast<int>(line.points.size()); ++i) {
    const BodyId body = NodeBody(model, line, section, i);
    const Pose X_BW = model.body(body).X_WB().Inverse();
    markers.push_back(model.AddMarker({.name = line.name + ".marker_" + std::to_string(i),
                                       .body = body,
                                       .position = X_BW * line.points[idx(i)]}));
    parts.nodes.push_back(body);
    if (i == 0) continue;
    parts.elements.push_back(model.AddBeam({.name = line.name + "." + std::to_string(i - 1),
                                            .a = markers[idx(i - 1)],
                                            .b = markers[idx(i)],
                                            .section = section,
                                            .formulation = line.formulation,
                                            .y_axis = line.y_axis,
                                            .damping_time = line.damping_time,
                                            .mass = lumped ? BeamMass::none : line.mass}));
  }
  return parts;
}

}  // namespace trunnion
