// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "engine/model/model.hpp"

namespace trunnion {
namespace {

double RadiusOfGyration(const RigidBody& body) {
  if (body.mass <= 0) return 0;
  const Vec3 moments = body.inertia.selfadjointView<Eigen::Lower>().eigenvalues();
  return std::sqrt(std::max(0.0, moments.maxCoeff()) / body.mass);
}

void AddBodies(const ModelData& data, SystemParts& parts) {
  std::vector<double> reach(data.bodies.size(), 0.0);
  for (const auto* list : {&data.joints, &data.constraints, &data.forces}) {
    for (const ModelData::Element& element : *list) {
      for (const ModelData::Attachment& at : element.attachments) {
        double& own = reach[idx(at.body.index())];
        own = std::max(own, (at.point - ComOf(data, at.body)).norm());
      }
    }
  }
  parts.bodies.reserve(data.bodies.size());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const RigidBody& body = data.bodies[b].description;
    const double automatic = std::max(reach[b], RadiusOfGyration(body));
    const double length = body.rotation_length > 0 ? body.rotation_length : automatic;
    parts.bodies.push_back({.name = body.name,
                            .kind = data.bodies[b].kind,
                            .mass = body.mass,
                            .inertia = body.inertia,
                            .com = body.com,
                            .initial = DrawnState(data.bodies[b]),
                            .rotation_length = length > 0 ? length : 1.0,
                            .fixed_in_assembly = body.fixed_in_assembly,
                            .keep_velocity = body.keep_velocity,
                            .keep_angular_velocity = body.keep_angular_velocity ||
                                                     (body.keep_velocity && !body.com.isZero(0)),
                            .geometry = data.bodies[b].geometry});
  }
}

SystemParts MakePlainParts(const ModelData& data) {
  Require(data.bodies.size() > 1, "model: there is no body; add one");
  SystemParts parts;
  parts.gravity = data.gravity;
  parts.inputs = data.inputs;
  parts.initial_coordinates = data.initial_coordinates;
  AddBodies(data, parts);
  parts.markers.reserve(data.markers.size());
  for (const Marker& marker : data.markers) {
    const Pose X_CM{marker.orientation, marker.position - ComOf(data, marker.body)};
    parts.markers.push_back({marker.name, marker.body.index(), X_CM});
  }
  parts.joints.reserve(data.joints.size());
  for (const ModelData::Element& e : data.joints) parts.joints.push_back(e.Build(data, parts));
  for (const ModelData::Element& e : data.constraints) {
    parts.constraints.push_back(e.Build(data, parts));
    if (!e.warning.empty()) parts.warnings.push_back(e.label + " " + e.warning);
  }
  for (const ModelData::Element& e : data.forces) {
    parts.forces.push_back(e.Build(data, parts));
    if (!e.warning.empty()) parts.warnings.push_back(e.label + " " + e.warning);
  }
  for (const auto& mesh : data.meshes) parts.meshes.push_back(mesh.build(parts));
  parts.reduced_bodies = data.reduced_bodies;
  parts.hidden_points = data.hidden_points;
  return parts;
}

// Each wanted value (or rate) becomes a prescribed motion, after all other constraints.
std::shared_ptr<const System> MakeAssembly(const ModelData& data, bool rates) {
  const auto wants = [rates](const InitialCoordinate& wish) {
    return rates ? wish.rate.has_value() : wish.value.has_value();
  };
  const auto& wishes = data.initial_coordinates;
  if (std::none_of(wishes.begin(), wishes.end(), wants)) return nullptr;
  SystemParts parts = MakePlainParts(data);
  for (const InitialCoordinate& wish : wishes) {
    if (!wants(wish)) continue;
    const std::string label = "initial coordinate of " + data.joints[idx(wish.joint)].label;
    const CouplingTerm term =
        Resolve(data, CoordinateOf(JointId(wish.joint), wish.coordinate), label);
    const MotionValue at{wish.value.value_or(0), wish.rate.value_or(0), 0};
    const MotionLaw law = [at](double) { return at; };
    parts.constraints.push_back(parts.AddElement(
        CoordinateCoupling(std::array{term}, rates ? law : nullptr, wish.value.value_or(0)),
        label,
        label));
  }
  return std::make_shared<const System>(std::move(parts));
}

}  // namespace

SystemParts MakeParts(const ModelData& data) {
  SystemParts parts = MakePlainParts(data);
  parts.position_assembly = MakeAssembly(data, false);
  parts.velocity_assembly = MakeAssembly(data, true);
  return parts;
}

System Model::Compile() const { return System(MakeParts(data_)); }

}  // namespace trunnion
