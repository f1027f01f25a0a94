// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <vector>

#include "engine/core/rotation.hpp"
#include "engine/model.hpp"

namespace trunnion {
namespace {

Pose DrawnPose(const ModelData& data, MarkerId id) {
  const Marker& marker = data.marker(id);
  return data.body(marker.body).description.X_WB() * Pose{marker.orientation, marker.position};
}

void RequireRotations(const ModelData& data, MarkerId a, MarkerId b, const std::string& label) {
  for (const MarkerId id : {a, b}) {
    Require(data.body(data.marker(id).body).kind != BodyKind::point,
            label + ": a point mass takes no torque; use rigid bodies as nodes, or a cable");
  }
}

/// Axes of a straight beam in the world.
Mat3 CalcBeamAxes(const Vec3& along, const Vec3& y_axis, const std::string& label) {
  RequireFinite(y_axis, label, "the y axis of the section");
  const Vec3 normal = along.cross(y_axis);
  Require(normal.norm() > 1e-9 * along.norm() * y_axis.norm(),
          label + ": the y axis of the section is along the beam; give a direction across it");
  Mat3 R;
  R.col(0) = along.normalized();
  R.col(2) = normal.normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

BeamSectionMatrices MatricesOf(const BeamBetween& beam, const std::string& label) {
  if (const auto* section = std::get_if<BeamSection>(&beam.section))
    return CalcSectionMatrices(*section, label);
  return std::get<BeamSectionMatrices>(beam.section);
}

Beam MakeBeam(const ModelData& data, const BeamBetween& beam, const std::string& label) {
  RequireMarkers(data, beam.a, beam.b, label);
  RequireRotations(data, beam.a, beam.b, label);
  RequireFinite(beam.prestrain, label, "the prestrain");
  Pose F = DrawnPose(data, beam.a), M = DrawnPose(data, beam.b);
  MarkerPair pair = MakePair(data, beam.a, beam.b);
  const double length = (M.p - F.p).norm();
  Require(length > 0, label + ": its two markers are at the same place; a beam needs a length");
  if (beam.y_axis) {
    const Mat3 R = CalcBeamAxes(M.p - F.p, *beam.y_axis, label);
    pair.X_AF.R = pair.X_AF.R * F.R.transpose() * R;
    pair.X_BM.R = pair.X_BM.R * M.R.transpose() * R;
    F.R = M.R = R;
  }
  const Vec6 drawn = CalcBeamDeformation(F, M);
  Require(drawn(0) > 0.7 * length,
          label +
              ": the x axes of its markers do not point along it; turn the markers or give "
              "the y axis of the section");
  BeamParameters p{.free = drawn - length * beam.prestrain, .damping_time = beam.damping_time};
  p.stiffness = CalcBeamStiffness(beam.formulation, MatricesOf(beam, label), length, label);
  return Beam(pair, p, label);
}

/// Half of the beam belongs to each end.
std::vector<ModelData::Attachment> HalfBeams(const ModelData& data, MarkerId a, MarkerId b) {
  auto attachments = AttachmentsOf(data, a, b);
  if (attachments.size() != 2) return attachments;
  const Vec3 middle = 0.5 * (DrawnPose(data, a).p + DrawnPose(data, b).p);
  for (auto& at : attachments) at.point = data.body(at.body).description.X_WB().Inverse() * middle;
  return attachments;
}

}  // namespace

ForceId Model::AddBeam(BeamBetween beam) {
  const auto make = [beam](const ModelData& data, const std::string& label) {
    return MakeBeam(data, beam, label);
  };
  return ForceId(AddElement(data_,
                            data_.forces,
                            data_.force_names,
                            "force",
                            beam.name,
                            HalfBeams(data_, beam.a, beam.b),
                            make));
}

}  // namespace trunnion
