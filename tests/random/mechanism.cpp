// SPDX-License-Identifier: BSD-3-Clause
#include "tests/random/mechanism.hpp"

#include <algorithm>
#include <numeric>

#include "tests/random/random_numbers.hpp"

namespace trunnion::random {
namespace {

/// 0 .. n − 1, shuffled unless the seed is 0.
std::vector<int> MakeOrder(std::size_t n, std::uint64_t seed) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  if (seed == 0) return order;
  RandomNumbers random(seed);
  for (std::size_t i = n; i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.Below(static_cast<int>(i)))]);
  return order;
}

}  // namespace

Builder::Builder(const Mechanism& mechanism, const Variation& variation)
    : mechanism_(mechanism), variation_(variation) {
  built_.bodies.resize(mechanism.bodies.size());
  built_.bodies[0] = Model::ground();
  built_.model.set_gravity(Turned(mechanism.gravity));
}

RigidBody Builder::Vary(int i) const {
  RigidBody body = drawn(i).body;
  RandomNumbers random(1000 + static_cast<std::uint64_t>(i));
  body.velocity += variation_.perturbation * random.Direction();
  body.angular_velocity += variation_.perturbation * random.Direction();
  body.position = Turned(Vec3(body.position + mechanism_.origin));
  body.orientation = Turned(body.orientation);
  body.velocity = Turned(body.velocity);
  body.angular_velocity = Turned(body.angular_velocity);
  return body;
}

void Builder::AddBody(int i) {
  BodyId& id = built_.bodies[static_cast<std::size_t>(i)];
  if (drawn(i).kind == DrawnKind::interface) return;
  const RigidBody body = Vary(i);
  if (drawn(i).is_point())
    id = model().AddPointMass({.name = body.name,
                               .mass = body.mass,
                               .position = body.position,
                               .velocity = body.velocity});
  else
    id = model().AddRigidBody(body);
}

void Builder::AddBodies() {
  for (const int i : MakeOrder(mechanism_.bodies.size(), variation_.order))
    if (i > 0) AddBody(i);
  for (const DrawnReducedBody& drawn : mechanism_.reduced) {
    ReducedBody body = drawn.body;
    body.position = Turned(Vec3(body.position + mechanism_.origin));
    body.orientation = Turned(body.orientation);
    body.velocity = Turned(body.velocity);
    body.angular_velocity = Turned(body.angular_velocity);
    const ReducedBodyParts parts = model().AddReducedBody(body);
    for (std::size_t k = 0; k < parts.interfaces.size(); ++k)
      built_.bodies[static_cast<std::size_t>(drawn.first_interface) + k] = parts.interfaces[k];
  }
}

void Builder::AddElements() {
  const auto order = MakeOrder(mechanism_.elements.size(), variation_.order);
  for (const bool refers : {false, true}) {
    for (const int i : order) {
      const DrawnElement& element = mechanism_.elements[static_cast<std::size_t>(i)];
      if (element.refers == refers) element.add(*this, element.name);
    }
  }
}

MarkerId Builder::AddMarker(int i, const Pose& X_W) {
  if (i == 0)
    return model().AddMarker({.body = Model::ground(),
                              .position = Turned(Vec3(X_W.p + mechanism_.origin)),
                              .orientation = Turned(X_W.R)});
  if (drawn(i).is_point())
    return model().AddMarker({.body = body(i), .orientation = Turned(X_W.R)});
  const Pose X_B = drawn(i).body.X_WB().Inverse() * X_W;
  return model().AddMarker({.body = body(i), .position = X_B.p, .orientation = X_B.R});
}

Vec3 Builder::PointOn(int i, const Vec3& p_W) const {
  if (i == 0) return Turned(Vec3(p_W + mechanism_.origin));
  if (drawn(i).is_point()) return Vec3::Zero();
  const RigidBody& body = drawn(i).body;
  return body.orientation.transpose() * (p_W - body.position);
}

BuiltModel Build(const Mechanism& mechanism, const Variation& variation) {
  Builder builder(mechanism, variation);
  builder.AddBodies();
  builder.AddElements();
  return builder.Take();
}

}  // namespace trunnion::random
