// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "forces/coordinate_force.hpp"
#include "forces/elements/superelement.hpp"

namespace trunnion {
namespace {

Pose DrawnPose(const ModelData& data, MarkerId id) {
  const Marker& marker = data.marker(id);
  return data.body(marker.body).description.X_WB() * Pose{marker.orientation, marker.position};
}

void RequireRotations(const ModelData& data, MarkerId a, MarkerId b, const std::string& label) {
  for (const MarkerId id : {a, b}) {
    Require(data.body(data.marker(id).body).kind != BodyKind::point,
            label,
            "a point mass takes no torque; use rigid bodies as nodes, or a cable");
  }
}

/// Axes of a straight beam in the world.
Mat3 CalcBeamAxes(const Vec3& along, const Vec3& y_axis, const std::string& label) {
  RequireFinite(y_axis, label, "the y axis of the section");
  const Vec3 normal = along.cross(y_axis);
  Require(normal.norm() > 1e-9 * along.norm() * y_axis.norm(),
          label,
          "the y axis of the section is along the beam; give a direction across it");
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
  Require(length > 0, label, "its two markers are at the same place; a beam needs a length");
  if (beam.y_axis) {
    const Mat3 R = CalcBeamAxes(M.p - F.p, *beam.y_axis, label);
    pair.X_AF.R = pair.X_AF.R * F.R.transpose() * R;
    pair.X_BM.R = pair.X_BM.R * M.R.transpose() * R;
    F.R = M.R = R;
  }
  Require(CalcBeamDeformation(F, M)(0) > 0.7 * length,
          label,
          "the x axes of its markers do not point along it; turn the markers or give "
          "the y axis of the section");
  const bool chord = beam.formulation == BeamFormulation::corotational;
  const Vec6 drawn = CalcBeamDeformation(F, M, chord);
  BeamParameters p{
      .free = drawn - length * beam.prestrain, .damping_time = beam.damping_time, .chord = chord};
  const BeamSectionMatrices section = MatricesOf(beam, label);
  p.stiffness = CalcBeamStiffness(beam.formulation, section, length, label);
  if (beam.mass == BeamMass::consistent) p.mass = CalcBeamMass(section, length);
  if (beam.mass == BeamMass::lumped) p.mass = CalcLumpedBeamMass(section, length);
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

namespace {

/// Force along the distance of two points [N] with the stiffness E A/l₀.
ScalarLaw MakeCableLaw(const Cable& cable, double length) {
  const double stiffness = cable.axial_stiffness / length;
  const double damping = cable.damping_time * stiffness;
  if (cable.compression)
    return MakeLinearSpringDamper(
        {.stiffness = stiffness, .damping = damping, .free_length = length});
  const ScalarLaw law = MakeTension({.stiffness = stiffness,
                                     .damping = damping,
                                     .free_length = length,
                                     .onset = cable.onset * length});
  return {law, NoBreaks()};  // many segments go slack and taut all the time: no events
}

CoordinateForce MakeCable(const ModelData& data, const Cable& cable, const std::string& label) {
  const CouplingTerm term = Resolve(data, Between(cable.a, cable.b), label);
  const double length = cable.length ? *cable.length : DrawnCoordinate(data, term);
  const auto require = [&](double x, bool zero_allowed, const std::string& what) {
    Require(std::isfinite(x) && (x > 0 || (zero_allowed && x == 0)),
            label,
            what + " is " + std::to_string(x) + "; it must be " +
                (zero_allowed ? "0 or greater" : "greater than 0"));
  };
  require(cable.axial_stiffness, false, "the axial stiffness E A");
  require(length, false, "the length without stress");
  require(cable.damping_time, true, "the damping time");
  require(cable.onset, false, "the onset");
  return CoordinateForce(term.kind, term.pair, MakeCableLaw(cable, length), label);
}

/// Frames of the markers, and the places they have as drawn in axes E.
template <int K>
FrameGroup<K> MakeFrames(const ModelData& data,
                         const SuperelementBetween& element,
                         const std::string& label) {
  const Pose X_EW{RequireRotation(element.axes, label).transpose(), Vec3::Zero()};
  FrameGroup<K> frames;
  for (std::size_t i = 0; i < K; ++i) {
    const MarkerId id = element.markers[i];
    const BodyId body = data.marker(id).body;
    frames.bodies[i] = body.index();
    frames.X_BF[i] = {data.marker(id).orientation, data.marker(id).position - ComOf(data, body)};
    frames.X_EF[i] = X_EW * DrawnPose(data, id);
  }
  return frames;
}

void RequireMatrices(const ModelData& data,
                     const SuperelementBetween& element,
                     const std::string& label) {
  const auto count = static_cast<Eigen::Index>(element.markers.size());
  Require(count >= 2 && count <= 6, label, "give two to six markers");
  for (std::size_t i = 1; i < element.markers.size(); ++i) {
    RequireMarkers(data, element.markers[i - 1], element.markers[i], label);
    RequireRotations(data, element.markers[i - 1], element.markers[i], label);
  }
  const std::string size = std::to_string(6 * count) + " x " + std::to_string(6 * count);
  const auto fits = [&](const MatrixXd& m) {
    return m.rows() == 6 * count && m.cols() == 6 * count;
  };
  Require(fits(element.stiffness), label, "the stiffness matrix must be " + size);
  Require(element.damping.size() == 0 || fits(element.damping),
          label,
          "the damping matrix must be " + size + ", or left out");
  Require(element.mass.size() == 0 || fits(element.mass),
          label,
          "the mass matrix must be " + size + ", or left out");
  Require(std::isfinite(element.damping_time) && element.damping_time >= 0,
          label,
          "the damping time must be 0 or greater");
}

template <int K>
Superelement<K> MakeSuperelement(const ModelData& data,
                                 const SuperelementBetween& element,
                                 const std::string& label) {
  RequireMatrices(data, element, label);
  const FrameGroup<K> frames = MakeFrames<K>(data, element, label);
  SuperelementMatrices<K> m{.stiffness = element.stiffness};
  m.damping = element.damping_time * m.stiffness;
  if (element.damping.size() > 0) m.damping += element.damping;
  if (element.mass.size() > 0) m.mass = element.mass;
  const double residual = CalcRigidBodyResidual<K>(frames, m.stiffness);
  Require(residual < 1e-3,
          label,
          "its stiffness resists rigid motions (" + std::to_string(residual) +
              " of its largest entry); condense the part without supports, in the places and axes "
              "of the markers");
  return Superelement<K>(frames, m, label);
}

}  // namespace

ForceId Model::AddCable(Cable cable) {
  const auto make = [cable](const ModelData& data, const std::string& label) {
    return MakeCable(data, cable, label);
  };
  return ForceId(AddElement(data_,
                            data_.forces,
                            data_.force_names,
                            "force",
                            cable.name,
                            AttachmentsOf(data_, cable.a, cable.b),
                            make));
}

ForceId Model::AddSuperelement(SuperelementBetween element) {
  std::vector<ModelData::Attachment> attachments;
  for (const MarkerId id : element.markers) {
    if (!id.is_set() || id.index() >= static_cast<int>(data_.markers.size())) continue;
    attachments.push_back({data_.marker(id).body, data_.marker(id).position});
  }
  const auto add = [&]<int K>(std::integral_constant<int, K>) {
    const auto make = [element](const ModelData& data, const std::string& label) {
      return MakeSuperelement<K>(data, element, label);
    };
    return ForceId(AddElement(
        data_, data_.forces, data_.force_names, "force", element.name, attachments, make));
  };
  switch (element.markers.size()) {
    case 3:
      return add(std::integral_constant<int, 3>());
    case 4:
      return add(std::integral_constant<int, 4>());
    case 5:
      return add(std::integral_constant<int, 5>());
    case 6:
      return add(std::integral_constant<int, 6>());
    default:
      return add(std::integral_constant<int, 2>());  // and the message for other numbers
  }
}

}  // namespace trunnion
