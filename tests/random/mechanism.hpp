// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"

/// Random mechanisms as drawings, from which Models are built in any order of bodies and in any
/// frame.
namespace trunnion::random {

class Builder;

enum class DrawnKind { rigid, point, interface };

/// A body with its pose in the world; `interface`: of a reduced body, which adds it itself.
struct DrawnBody {
  DrawnKind kind = DrawnKind::rigid;
  RigidBody body{};  ///< of a point: name, mass, position and velocity; of an interface: its pose
  bool is_point() const { return kind == DrawnKind::point; }
};

/// A joint, force or constraint.
struct DrawnElement {
  std::string kind;  ///< "bushing", for the statistics
  std::string name;
  std::function<void(Builder&, const std::string& name)> add;
  /// Added after all that are not: it refers to joints by name.
  bool refers = false;
  /// The force at rest is −∂V/∂q, V from its CalcEnergy; of joints without meaning.
  bool conservative = true;
};

struct DrawnReducedBody {
  ReducedBody body;
  int first_interface = 0;  ///< in Mechanism::bodies
};

struct Mechanism {
  std::uint64_t seed = 0;
  std::vector<DrawnBody> bodies;  ///< [0] is the ground
  std::vector<DrawnElement> elements;
  std::vector<DrawnReducedBody> reduced;
  Vec3 gravity = Vec3::Zero();
  double until = 0.2;          ///< [s]
  double fastest = 0;          ///< an estimate of the highest frequency [rad/s]
  bool driven = false;         ///< motions or friction: multipliers are needed for the power
  Vec3 origin = Vec3::Zero();  ///< about which it is drawn [m]

  int num_bodies() const { return static_cast<int>(bodies.size()) - 1; }
};

/// How a Model differs from the drawing.
struct Variation {
  std::uint64_t order = 0;        ///< of bodies and elements; 0: as drawn
  Mat3 frame = Mat3::Identity();  ///< the whole model turned about the origin of the world
  double perturbation = 0;        ///< of the initial velocities [m/s; rad/s]
};

/// A Model of a drawing, with the place of every drawn body.
struct BuiltModel {
  Model model;
  std::vector<BodyId> bodies;
};
BuiltModel Build(const Mechanism& mechanism, const Variation& variation = {});

/// What elements are added through. Poses and vectors are in the world of the drawing.
class Builder {
 public:
  Builder(const Mechanism& mechanism, const Variation& variation);

  Model& model() { return built_.model; }
  BodyId body(int drawn) const { return built_.bodies[static_cast<std::size_t>(drawn)]; }
  MarkerId AddMarker(int drawn, const Pose& X_W);
  /// The place of a point on the drawn body in the body's frame.
  Vec3 PointOn(int drawn, const Vec3& p_W) const;
  Vec3 Turned(const Vec3& v) const { return variation_.frame * v; }
  Mat3 Turned(const Mat3& R) const { return variation_.frame * R; }
  const Mechanism& mechanism() const { return mechanism_; }

  void AddBodies();
  void AddElements();
  BuiltModel Take() { return std::move(built_); }

 private:
  const DrawnBody& drawn(int i) const { return mechanism_.bodies[static_cast<std::size_t>(i)]; }
  RigidBody Vary(int i) const;
  void AddBody(int i);

  const Mechanism& mechanism_;
  const Variation& variation_;
  BuiltModel built_;
};

/// A mechanism of 2 to 40 bodies.
Mechanism DrawMechanism(std::uint64_t seed);

}  // namespace trunnion::random
