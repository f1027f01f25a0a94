// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "tests/random/draughtsman.hpp"
#include "tests/random/small_meshes.hpp"

namespace trunnion::random {

Mechanism DrawMechanism(std::uint64_t seed) { return Draughtsman(seed).Draw(); }

Draughtsman::Draughtsman(std::uint64_t seed) : random_(seed) { m_.seed = seed; }

Mechanism Draughtsman::Draw() {
  m_.bodies.resize(1);
  const double u = random_.Unit();
  num_target_ = 2 + static_cast<int>(38.999 * u * u * u * u);
  if (random_.Chance(0.5)) low_mass_ = -2, high_mass_ = 2;
  soft_ = random_.Chance(0.5);
  m_.until = random_.Between(0.05, 0.3);
  if (random_.Chance(0.8)) m_.gravity = 9.81 * random_.Direction();
  if (num_target_ >= 3 && random_.Chance(0.15)) DrawPlanarLoop();
  if (random_.Chance(0.03)) DrawReducedBody();
  while (m_.num_bodies() < num_target_) DrawBody();
  if (random_.Chance(0.5))
    for (int k = random_.Count(1, 3); k > 0; --k) CloseLoop();
  if (random_.Chance(0.25)) RepeatJoint();
  if (random_.Chance(0.25)) DrawCoupling();
  if (random_.Chance(0.35)) DrawMotion();
  if (random_.Chance(0.1)) DrawMotion();
  for (int k = random_.Count(1, 2 + m_.num_bodies() / 2); k > 0; --k) DrawForce();
  if (random_.Chance(0.03)) DrawMesh();
  if (random_.Chance(0.05)) DrawPointGroup();
  DrawVelocities();
  if (random_.Chance(0.1)) m_.origin = 1e3 * random_.Direction();
  return std::move(m_);
}

/// Principal moments of a box, about axes of its own; of a thin rod there is none about one axis.
Mat3 Draughtsman::DrawInertia(double mass, RigidBody& body, bool thin) {
  Vec3 lengths;
  for (double& length : lengths) length = random_.Between(0.3, 1.0);
  if (thin) lengths[1] = lengths[2] = 0;
  const Vec3 squares = lengths.cwiseProduct(lengths);
  const Vec3 moments =
      mass / 12 * Vec3(squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]);
  const Mat3 axes = random_.Rotation();
  const Mat3 turned = axes * moments.asDiagonal() * axes.transpose();
  if (!random_.Chance(0.15)) return 0.5 * (turned + turned.transpose());
  body.inertia_frame = Pose{axes, body.com};
  return moments.asDiagonal();
}

RigidBody Draughtsman::DrawRigid(const Vec3& position) {
  RigidBody body;
  body.name = "body_" + std::to_string(m_.num_bodies() + 1);
  body.mass = random_.Decade(low_mass_, high_mass_);
  body.com = random_.Chance(0.5) ? random_.Vector(0.2) : Vec3::Zero();
  body.inertia = DrawInertia(body.mass, body, false);
  body.position = position;
  body.orientation = random_.Rotation();
  return body;
}

void Draughtsman::DrawBody() {
  const int parent = m_.num_bodies() > 0 ? PickBody() : 0;
  DrawnBody drawn;
  drawn.body = DrawRigid(Place(parent) + random_.Between(0.4, 1.2) * random_.Direction());
  if (random_.Chance(0.1)) {
    drawn.kind = DrawnKind::point;
    drawn.body.orientation = Mat3::Identity();
    drawn.body.com = Vec3::Zero();
    drawn.body.inertia = Mat3::Zero();
    drawn.body.inertia_frame.reset();
    drawn.body.name = "point_" + std::to_string(m_.num_bodies() + 1);
  }
  m_.bodies.push_back(drawn);
  freedoms_ += drawn.is_point() ? 3 : 6;
  Connect(m_.num_bodies());
  if (!drawn.is_point() && random_.Chance(0.15)) MakeThin(m_.num_bodies());
}

/// Takes the inertia about one axis away, if the joint of the body leaves it no turn about it.
void Draughtsman::MakeThin(int b) {
  if (joints_.empty() || joints_.back().b != b) return;
  switch (joints_.back().type) {
    case JointType::ball:
    case JointType::distance:
    case JointType::revolute_spherical:
    case JointType::point_on_line:
    case JointType::point_on_plane:
    case JointType::perpendicular_axes:
      return;
    default:
      RigidBody& body = m_.bodies.back().body;
      body.inertia_frame.reset();
      body.inertia = DrawInertia(body.mass, body, true);
  }
}

/// A rigid motion of all, and a little for each body; the assembly moves them onto the joints.
void Draughtsman::DrawVelocities() {
  const double size = std::min(1.0, 30 / std::max(m_.fastest, 1.0));  // or all would ring
  const Vec3 v = random_.Vector(size), w = random_.Vector(size);
  for (std::size_t i = 1; i < m_.bodies.size(); ++i) {
    RigidBody& body = m_.bodies[i].body;
    body.velocity = v + w.cross(body.position) + random_.Vector(0.3 * size);
    if (m_.bodies[i].kind == DrawnKind::rigid)
      body.angular_velocity = w + random_.Vector(0.7 * size);
  }
  for (DrawnReducedBody& drawn : m_.reduced) {
    drawn.body.velocity = v + w.cross(drawn.body.position);
    drawn.body.angular_velocity = w;
  }
}

/// A bar of solid elements with a frame at each end, reduced to its first shapes.
void Draughtsman::DrawReducedBody() {
  DrawnReducedBody drawn;
  drawn.body.name = "flexible";
  drawn.body.part = TheReducedBar();
  drawn.body.position = random_.Vector(0.5);
  drawn.body.orientation = random_.Rotation();
  if (random_.Chance(0.5)) drawn.body.damping_ratios = {0.02};
  drawn.first_interface = m_.num_bodies() + 1;
  const Pose X_W{drawn.body.orientation, drawn.body.position};
  for (const auto& interface : drawn.body.part->interfaces) {
    DrawnBody frame;
    frame.kind = DrawnKind::interface;
    frame.body.name = drawn.body.name + "." + interface.name;
    frame.body.mass = 0.5;  // what forces on it are made for [kg]
    frame.body.position = X_W * interface.origin;
    frame.body.orientation = X_W.R;
    m_.bodies.push_back(frame);
    freedoms_ += 6;
  }
  m_.reduced.push_back(drawn);
  m_.fastest = std::max(m_.fastest, 6.28 * drawn.body.part->frequencies.maxCoeff());
  Connect(drawn.first_interface);
}

int Draughtsman::PickBody(bool rigid) {
  for (int tries = 0; tries < 20; ++tries) {
    const int b = random_.Count(0, m_.num_bodies());
    if (!rigid || !is_point(b)) return b;
  }
  return 0;
}

/// Two bodies, the second of them with unknowns; the first is never a point.
std::pair<int, int> Draughtsman::PickPair(bool rigid) {
  for (int tries = 0; tries < 50; ++tries) {
    const int a = PickBody(true), b = random_.Count(1, m_.num_bodies());
    if (a != b && !(rigid && is_point(b)) && (Place(a) - Place(b)).norm() > 0.05) return {a, b};
  }
  return {0, 0};
}

Pose Draughtsman::MarkerNear(int i) {
  if (is_point(i)) return {Mat3::Identity(), Place(i)};
  const Vec3 p = Place(i) + random_.Vector(0.3);
  return {random_.Rotation(), p};
}

double Draughtsman::EffectiveMass(int a, int b) const {
  if (a == 0) return body(b).mass;
  if (b == 0) return body(a).mass;
  return std::min(body(a).mass, body(b).mass);
}

double Draughtsman::DrawStiffness(double mass, int low, int high) {
  const int highest = soft_ ? 2 : random_.Chance(0.05) ? 4 : 3;
  const double omega = random_.Decade(low, std::max(low + 1, std::min(high, highest)));
  m_.fastest = std::max(m_.fastest, omega);
  return mass * omega * omega;
}

double Draughtsman::DrawDamping(double stiffness, double mass) {
  if (random_.Chance(0.4)) return 0;
  const double ratio = random_.Decade(-2, 0);
  return 2 * std::min(ratio, 1.0) * std::sqrt(stiffness * mass);
}

std::string Draughtsman::Name(const std::string& kind) {
  return kind + "_" + std::to_string(++count_);
}

DrawnElement& Draughtsman::Add(const std::string& kind,
                               std::function<void(Builder&, const std::string&)> add,
                               bool refers) {
  m_.elements.push_back({kind, Name(kind), std::move(add), refers});
  return m_.elements.back();
}

}  // namespace trunnion::random
