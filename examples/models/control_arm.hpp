// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "engine/couplings.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/mesh_body.hpp"
#include "engine/model.hpp"
#include "engine/reduced_body.hpp"

/// A control arm of a mesh in a small suspension: bore A in a rubber bushing, a wheel carrier of
/// 15 kg on bore B with a spring under it, a bump of half a sine of 2 kN over 10 ms.
namespace trunnion::models {

struct ControlArm {
  Model model;
  BodyId carrier;
  static Vec3 A() { return {0, 0, 0}; }
  static Vec3 B() { return {0.24, 0.05, 0.02}; }
  /// Damping β K of the arm [s]: 3 % of its first free mode.
  static constexpr double kBeta = 1e-5;
};

inline Mesh ReadArmMesh(const std::filesystem::path& file) {
  Mesh mesh = ReadInp(file);
  SetMaterial(mesh, {.name = "aluminium", .E = 70e9, .nu = 0.33, .density = 2700});
  return mesh;
}

inline std::shared_ptr<const ReducedPart> ReduceArm(const Mesh& mesh, int modes) {
  const LinearMesh linear(mesh);
  return std::make_shared<ReducedPart>(MakeReducedPart(
      mesh, linear, {{"A", "BORE_A", ControlArm::A()}, {"B", "BORE_B", ControlArm::B()}}, modes));
}

/// Everything but the arm, whose bores are on the bodies a and b.
inline void AddSuspension(ControlArm& arm, BodyId a, BodyId b) {
  Model& model = arm.model;
  model.set_gravity({0, 0, -9.81});
  arm.carrier = model.AddRigidBody({.name = "carrier",
                                    .mass = 15,
                                    .inertia = 0.1 * Mat3::Identity(),
                                    .position = ControlArm::B()});
  model.AddJointAt({.name = "pin",
                    .type = JointType::fixed,
                    .body_a = b,
                    .body_b = arm.carrier,
                    .point = ControlArm::B()});
  BushingParameters rubber;
  rubber.stiffness.diagonal() << 2e7, 2e7, 1e7, 2e3, 50, 2e3;
  rubber.damping = 1e-3 * rubber.stiffness;
  const MarkerId on_frame = model.AddMarkerAt({.body = Model::ground(), .point = ControlArm::A()});
  const MarkerId on_arm = model.AddMarkerAt({.body = a, .point = ControlArm::A()});
  model.AddBushing({.name = "rubber", .a = on_frame, .b = on_arm, .parameters = rubber});
  const MarkerId seat =
      model.AddMarkerAt({.body = Model::ground(), .point = ControlArm::B() - Vec3(0, 0, 0.3)});
  const MarkerId hub = model.AddMarkerAt({.body = arm.carrier, .point = ControlArm::B()});
  model.AddSpringDamper({.name = "spring",
                         .along = Between(seat, hub),
                         .stiffness = 3e4,
                         .damping = 500,
                         .preload = -150});
  const auto bump = [](double t) {
    return Vec3(0, 0, t < 0.01 ? 2000 * std::sin(std::numbers::pi * t / 0.01) : 0);
  };
  model.AddAppliedLoad({.name = "bump", .body = arm.carrier, .force = {.law = bump}});
}

inline ControlArm MakeReducedArm(const std::shared_ptr<const ReducedPart>& part) {
  ControlArm arm;
  std::vector<double> ratios;  // of β K
  for (const double hertz : part->frequencies)
    ratios.push_back(ControlArm::kBeta * std::numbers::pi * hertz);
  const ReducedBodyParts parts =
      arm.model.AddReducedBody({.name = "arm", .part = part, .damping_ratios = ratios});
  AddSuspension(arm, parts.interfaces[0], parts.interfaces[1]);
  return arm;
}

/// With every node of the mesh; its bores are rigid.
inline ControlArm MakeFullArm(const Mesh& mesh) {
  ControlArm arm;
  const MeshId id = arm.model.AddMesh({.name = "arm",
                                       .mesh = mesh,
                                       .kinematics = MeshBody::Kinematics::corotational,
                                       .beta = ControlArm::kBeta});
  const BodyId a = arm.model.AddRigidBody({.name = "bore A", .position = ControlArm::A()});
  const BodyId b = arm.model.AddRigidBody({.name = "bore B", .position = ControlArm::B()});
  AddRigidCoupling(arm.model, {"A", a, NodesOf(arm.model, id, mesh.node_set("BORE_A"))});
  AddRigidCoupling(arm.model, {"B", b, NodesOf(arm.model, id, mesh.node_set("BORE_B"))});
  AddSuspension(arm, a, b);
  return arm;
}

}  // namespace trunnion::models
