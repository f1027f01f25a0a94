// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <trunnion/flexible.hpp>
#include <trunnion/model.hpp>

/// A control arm of aluminium, meshed: bore A at the origin in a rubber bushing, 15 kg on bore B
/// with a spring under it, and a bump of 2 kN for 10 ms.
namespace trunnion::models {

struct ControlArm {
  Mesh mesh;
  std::shared_ptr<const ReducedPart> part;
  Vec3 bore_b{0.24, 0.05, 0.02};
};

inline ControlArm ReadControlArm(const std::string& file, int modes = 10) {
  ControlArm arm{ReadInp(file), nullptr};
  SetMaterial(arm.mesh, {.name = "aluminium", .E = 70e9, .nu = 0.33, .density = 2700});
  arm.part = std::make_shared<ReducedPart>(
      MakeReducedPart(arm.mesh,
                      LinearMesh(arm.mesh),
                      {{"A", "BORE_A", Vec3::Zero()}, {"B", "BORE_B", arm.bore_b}},
                      modes));
  return arm;
}

/// A frame without mass at `at`, with which nodes of a mesh move.
inline BodyId TieNodes(Model& model,
                       MeshId mesh,
                       const std::vector<int>& nodes,
                       const std::string& name,
                       const Vec3& at) {
  const BodyId frame = model.AddRigidBody({.name = name, .position = at});
  AddRigidCoupling(model, {name, frame, NodesOf(model, mesh, nodes)});
  return frame;
}

/// Damping β K of the arm [s]: 3 % of its first free mode.
inline constexpr double kArmBeta = 1e-5;

/// The ratios of its shapes.
inline std::vector<double> CalcArmRatios(const ReducedPart& part) {
  std::vector<double> ratios;
  for (const double hertz : part.frequencies) ratios.push_back(kArmBeta * std::numbers::pi * hertz);
  return ratios;
}

/// The arm `name` and what is around it, moved by `o`: reduced, or the full mesh. The carrier.
inline BodyId AddControlArm(
    Model& model, const ControlArm& arm, const std::string& name, bool full, const Vec3& o) {
  BodyId bore_a, bore_b;
  const Vec3 b = o + arm.bore_b;
  if (full) {
    const MeshId mesh = model.AddMesh({.name = name,
                                       .mesh = arm.mesh,
                                       .X_WM = {Mat3::Identity(), o},
                                       .kinematics = MeshBody::Kinematics::corotational,
                                       .beta = kArmBeta});
    bore_a = TieNodes(model, mesh, arm.mesh.node_set("BORE_A"), name + ".A", o);
    bore_b = TieNodes(model, mesh, arm.mesh.node_set("BORE_B"), name + ".B", b);
  } else {
    const ReducedBodyParts parts =
        model.AddReducedBody({.name = name,
                              .part = arm.part,
                              .position = o,
                              .damping_ratios = CalcArmRatios(*arm.part)});
    bore_a = parts.interfaces[0];
    bore_b = parts.interfaces[1];
  }
  const BodyId carrier = model.AddRigidBody(
      {.name = name + " carrier", .mass = 15, .inertia = 0.1 * Mat3::Identity(), .position = b});
  model.AddJointAt({.name = name + " pin",
                    .type = JointType::fixed,
                    .body_a = bore_b,
                    .body_b = carrier,
                    .point = b});
  const auto marker = [&](BodyId body, const Vec3& at) {
    return model.AddMarkerAt({.body = body, .point = at});
  };
  BushingParameters rubber;
  rubber.stiffness.diagonal() << 2e7, 2e7, 1e7, 2e3, 50, 2e3;
  rubber.damping = 1e-3 * rubber.stiffness;
  model.AddBushing({.name = name + " rubber",
                    .a = marker(Model::ground(), o),
                    .b = marker(bore_a, o),
                    .parameters = rubber});
  model.AddSpringDamper(
      {.name = name + " spring",
       .along = Between(marker(Model::ground(), b - Vec3(0, 0, 0.3)), marker(carrier, b)),
       .stiffness = 3e4,
       .damping = 500,
       .preload = -150});
  const auto bump = [](double t) {
    return Vec3(0, 0, t < 0.01 ? 2000 * std::sin(std::numbers::pi * t / 0.01) : 0);
  };
  model.AddAppliedLoad({.name = name + " bump", .body = carrier, .force = {.law = bump}});
  return carrier;
}

}  // namespace trunnion::models
