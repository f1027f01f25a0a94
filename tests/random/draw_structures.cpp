// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/mesh/mesh_body.hpp"
#include "engine/model/beam_line.hpp"
#include "engine/model/couplings.hpp"
#include "tests/random/draughtsman.hpp"
#include "tests/random/small_meshes.hpp"

namespace trunnion::random {
namespace {

Mat3 AxesAlongX(const Vec3& x) {
  return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitX(), x).toRotationMatrix();
}

Mat3 Cross(const Vec3& v) {
  Mat3 X;
  X << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return X;
}

/// Adds the stiffness k of the motion of place j against place i, d apart.
void AddBetween(int i, int j, const Vec3& d, const Vec6& k, MatrixXd& K) {
  MatrixXd B = MatrixXd::Zero(6, K.cols());
  B.block<3, 3>(0, 6 * i) = -Mat3::Identity();
  B.block<3, 3>(0, 6 * i + 3) = Cross(d);
  B.block<3, 3>(0, 6 * j) = Mat3::Identity();
  B.block<3, 3>(3, 6 * i + 3) = -Mat3::Identity();
  B.block<3, 3>(3, 6 * j + 3) = Mat3::Identity();
  const MatrixXd added = B.transpose() * k.asDiagonal() * B;
  K += 0.5 * (added + added.transpose());
}

}  // namespace

/// An element between two bodies, straight or, by the axes of its markers, curved and twisted.
void Draughtsman::DrawBeam(int a, int b) {
  const Pose at_a = MarkerNear(a), at_b = MarkerNear(b);
  const Vec3 chord = at_b.p - at_a.p;
  const double length = chord.norm();
  if (length < 0.1) return;
  const double mass = EffectiveMass(a, b);
  const double bending = DrawStiffness(mass, 1, 3) * std::pow(length, 3) / 12;
  const auto formulation = static_cast<BeamFormulation>(random_.Below(2));
  const bool rigid = formulation == BeamFormulation::corotational && random_.Chance(0.5);
  const double shear =
      rigid ? std::numeric_limits<double>::infinity() : 100 * bending / (length * length);
  Vec6 stiffness;
  stiffness << 50 * bending / (length * length), shear, shear, 0.7 * bending, bending,
      random_.Between(0.3, 1.0) * bending;
  const double per_length = random_.Chance(0.5) ? 0.1 * mass / length : 0;
  const Vec3 rotary = 1e-3 * per_length * Vec3(2, 1, 1);
  const Mat3 along = AxesAlongX(chord / length);
  const bool straight = random_.Chance(0.5);
  const double bend = straight ? 0 : 0.1;
  const Pose X_WF{along * Eigen::AngleAxisd(bend, Vec3::UnitZ()).toRotationMatrix(), at_a.p};
  const Pose X_WM{along * Eigen::AngleAxisd(-bend, Vec3::UnitZ()).toRotationMatrix(), at_b.p};
  const Vec3 y_axis = along.col(1);
  const auto lies = static_cast<BeamMass>(random_.Below(3));
  const double damping = random_.Chance(0.5) ? 0 : random_.Decade(-5, -2);
  const bool prestrained = random_.Chance(0.2);
  Add("beam", [=](Builder& builder, const std::string& name) {
    BeamBetween beam{.name = name,
                     .a = builder.AddMarker(a, X_WF),
                     .b = builder.AddMarker(b, X_WM),
                     .section = CalcSectionMatrices(stiffness, per_length, rotary, name),
                     .formulation = formulation,
                     .damping_time = damping,
                     .mass = lies};
    if (straight) beam.y_axis = builder.Turned(y_axis);
    if (prestrained) beam.prestrain[0] = 1e-4;
    builder.model().AddBeam(beam);
  });
}

/// Two to four elements with nodes of their own from a body into the air.
void Draughtsman::DrawBeamLine() {
  const int a = PickBody(true);
  const bool interface = m_.bodies[static_cast<std::size_t>(a)].kind == DrawnKind::interface;
  if (a == 0 || interface) return;
  const int elements = random_.Count(2, 4);
  const Vec3 direction = random_.Direction();
  const Vec3 from = Place(a), to = from + random_.Between(0.4, 1.0) * direction;
  const Vec3 y_axis = AxesAlongX(direction).col(1);
  const double E = DrawStiffness(1, 2, 3) * 1e4;
  const BeamSection section = random_.Chance(0.5) ? MakeRectangularSection(0.02, 0.03, E, 0.3, 1000)
                                                  : MakeCircularSection(0.02, 0.01, E, 0.3, 1000);
  const auto formulation = static_cast<BeamFormulation>(random_.Below(2));
  const auto mass = random_.Chance(0.5) ? BeamMass::consistent : BeamMass::lumped;
  m_.fastest = std::max(m_.fastest, 2 * std::sqrt(E / 1000) * elements / (to - from).norm());
  Add("beam line", [=](Builder& builder, const std::string& name) {
    const auto place = [&](const Vec3& p) {
      return builder.Turned(Vec3(p + builder.mechanism().origin));
    };
    const BeamLineParts line =
        AddBeamLine(builder.model(),
                    {.name = name,
                     .points = PointsBetween(place(from), place(to), elements),
                     .y_axis = builder.Turned(y_axis),
                     .section = section,
                     .formulation = formulation,
                     .mass = mass,
                     .start = builder.body(a)});
    const RigidBody& root = builder.mechanism().bodies[static_cast<std::size_t>(a)].body;
    for (std::size_t k = 1; k < line.nodes.size(); ++k) {  // they move with the body
      RigidBody node = builder.model().body(line.nodes[k]);
      const Vec3 arm = node.position - place(root.position),
                 w = builder.Turned(root.angular_velocity);
      node.velocity = builder.Turned(root.velocity) + w.cross(arm);
      node.angular_velocity = w;
      builder.model().ReplaceRigidBody(line.nodes[k], node);
    }
  });
}

void Draughtsman::DrawCable() {
  const auto [a, b] = PickPair();
  if (b == 0) return;
  const Pose X_WF = MarkerNear(a), X_WM = MarkerNear(b);
  const double drawn = (X_WM.p - X_WF.p).norm(), mass = EffectiveMass(a, b);
  if (drawn < 0.1) return;
  const double k = DrawStiffness(mass, 1, 3);
  const double length = drawn * random_.Between(0.998, 1.01);
  Cable cable{.axial_stiffness = k * length,
              .length = length,
              .damping_time = random_.Chance(0.5) ? 0 : random_.Decade(-5, -3),
              .compression = random_.Chance(0.3),
              .onset = random_.Chance(0.5) ? 1e-6 : 1e-3};
  Add("cable", [=, a = a, b = b](Builder& builder, const std::string& name) {
    Cable named = cable;
    named.name = name;
    named.a = builder.AddMarker(a, X_WF);
    named.b = builder.AddMarker(b, X_WM);
    builder.model().AddCable(named);
  });
}

/// A part of springs between two or three places of bodies, as matrices.
void Draughtsman::DrawSuperelement(int a, int b) {
  std::vector<int> on{a, b};
  const int third = PickBody(true);
  if (third != a && third != b && random_.Chance(0.3)) on.push_back(third);
  std::vector<Pose> places;
  for (const int i : on) places.push_back(MarkerNear(i));
  const double mass = EffectiveMass(a, b);
  const int size = 6 * static_cast<int>(on.size());
  MatrixXd K = MatrixXd::Zero(size, size), M = MatrixXd::Zero(size, size);
  for (std::size_t i = 0; i + 1 < on.size(); ++i) {
    Vec6 k;
    for (int c = 0; c < 6; ++c) k[c] = DrawStiffness(mass * (c < 3 ? 1 : 0.1), 1, 3);
    AddBetween(static_cast<int>(i), static_cast<int>(i) + 1, places[i + 1].p - places[i].p, k, K);
  }
  if (random_.Chance(0.5))
    for (int i = 0; i < size; ++i) M(i, i) = 0.05 * mass * (i % 6 < 3 ? 1 : 0.01);
  const double damping = random_.Chance(0.5) ? 0 : random_.Decade(-5, -2);
  Add("superelement", [=](Builder& builder, const std::string& name) {
    SuperelementBetween element{.name = name, .stiffness = K, .damping_time = damping};
    for (std::size_t i = 0; i < on.size(); ++i)
      element.markers.push_back(builder.AddMarker(on[i], places[i]));
    if (M.norm() > 0) element.mass = M;
    element.axes = builder.Turned(Mat3(Mat3::Identity()));
    builder.model().AddSuperelement(element);
  });
}

/// A bar of solids or a strip of shells, one end of which moves with a body.
void Draughtsman::DrawMesh() {
  const int b = PickBody(true);
  const bool interface = m_.bodies[static_cast<std::size_t>(b)].kind == DrawnKind::interface;
  if (b == 0 || interface) return;
  const bool shells = random_.Chance(0.4);
  const int elements = random_.Count(2, 4);
  const Pose X_WM{random_.Rotation(), Place(b)};
  const auto kinematics = random_.Chance(0.5) ? MeshBody::Kinematics::total_lagrangian
                                              : MeshBody::Kinematics::corotational;
  const double damping = random_.Chance(0.5) ? 0 : 1e-4;
  m_.fastest = std::max(m_.fastest, 1e4);
  Add("mesh", [=](Builder& builder, const std::string& name) {
    const RigidBody& body = builder.mechanism().bodies[static_cast<std::size_t>(b)].body;
    MeshBody part{.name = name,
                  .mesh = shells ? MakeStrip(elements, 0.4, 0.1, 0.01, 2e8)
                                 : MakeBar(elements, 0.4, 0.05, 2e8, 1000)};
    part.X_WM = {builder.Turned(X_WM.R), builder.Turned(Vec3(X_WM.p + builder.mechanism().origin))};
    part.velocity = builder.Turned(body.velocity);
    part.angular_velocity = builder.Turned(body.angular_velocity);
    if (!shells) part.kinematics = kinematics;
    part.beta = damping;
    const auto begin = part.mesh.node_sets.at("BEGIN");
    const MeshId mesh = builder.model().AddMesh(part);
    AddRigidCoupling(builder.model(),
                     {.name = name + "_tie",
                      .body = builder.body(b),
                      .nodes = NodesOf(builder.model(), mesh, begin)});
  });
}

/// Four points that a rigid body moves, or whose mean moves a body.
void Draughtsman::DrawPointGroup() {
  const bool mean = random_.Chance(0.5);
  const int first = m_.num_bodies() + 1;
  const Vec3 centre = random_.Vector(1.5);
  for (int i = 0; i < 4; ++i) {
    DrawnBody point{.kind = DrawnKind::point};
    point.body.name = "group_" + std::to_string(m_.num_bodies() + 1);
    point.body.mass = random_.Between(0.2, 2.0);
    point.body.position = centre + random_.Between(0.2, 0.4) * random_.Direction();
    m_.bodies.push_back(point);
  }
  m_.bodies.push_back({.body = DrawRigid(centre)});
  const int body = m_.num_bodies();
  freedoms_ += 18 - (mean ? 6 : 12);
  Add(mean ? "mean coupling" : "rigid coupling", [=](Builder& builder, const std::string& name) {
    std::vector<BodyId> nodes;
    for (int i = first; i < body; ++i) nodes.push_back(builder.body(i));
    if (mean)
      AddMeanCoupling(builder.model(), {.name = name, .body = builder.body(body), .nodes = nodes});
    else
      AddRigidCoupling(builder.model(), {.name = name, .body = builder.body(body), .nodes = nodes});
  });
}

}  // namespace trunnion::random
