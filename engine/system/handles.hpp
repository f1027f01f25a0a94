// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/pair_coordinate.hpp"

/// Handles of what a Model contains. Each kind is a type of its own, so that a marker cannot be
/// passed for a body. A handle is valid in the Model that gave it, and, being a plain index, in
/// every System compiled from that Model (bodies: the BodyIndex).
namespace trunnion {

template <class Tag>
class Handle {
 public:
  constexpr Handle() = default;  ///< refers to nothing
  constexpr explicit Handle(int index) : index_(index) {}

  constexpr int index() const { return index_; }
  constexpr bool is_set() const { return index_ >= 0; }
  friend constexpr bool operator==(Handle, Handle) = default;

 private:
  int index_ = -1;
};

using BodyId = Handle<struct BodyTag>;
using MarkerId = Handle<struct MarkerTag>;
using JointId = Handle<struct JointTag>;
using ForceId = Handle<struct ForceTag>;
using MeshId = Handle<struct MeshTag>;
/// Constraints that are not joints: motions, couplings, user-defined ones.
using ConstraintId = Handle<struct ConstraintTag>;
using MotionId = ConstraintId;
using CouplingId = ConstraintId;

/// A scalar coordinate to act on or to prescribe: one of a joint's own, or any CoordinateKind of
/// two markers.
///
///     .along = hinge                                    the first coordinate of the joint
///     .along = CoordinateOf(slider, 1)                  its second
///     .along = Between(p, q)                            the distance of the marker points
///     .along = Between(p, q, CoordinateKind::angle)     the twist of q about the z axis of p
///     .along = DiscHeight(road, wheel, 0.3)             height of a disc's lowest point
struct CoordinateRef {
  JointId joint{};
  int index = 0;
  MarkerId a{}, b{};
  CoordinateKind kind = CoordinateKind::distance;
  double radius = 0;  ///< of disc_height [m], > 0

  CoordinateRef() = default;
  CoordinateRef(JointId of) : joint(of) {}  // NOLINT: implicit, so that a joint can stand for it
};

inline CoordinateRef CoordinateOf(JointId joint, int index = 0) {
  CoordinateRef ref(joint);
  ref.index = index;
  return ref;
}
inline CoordinateRef Between(MarkerId a,
                             MarkerId b,
                             CoordinateKind kind = CoordinateKind::distance) {
  CoordinateRef ref;
  ref.a = a;
  ref.b = b;
  ref.kind = kind;
  return ref;
}
/// CoordinateKind::disc_height: the plane is x-y of `plane`, the disc x-y of `disc`.
inline CoordinateRef DiscHeight(MarkerId plane, MarkerId disc, double radius) {
  CoordinateRef ref = Between(plane, disc, CoordinateKind::disc_height);
  ref.radius = radius;
  return ref;
}

/// What a reduced body consists of in a Model.
struct ReducedBodyParts {
  BodyId frame;                    ///< "<name>": the floating frame, mean axes of the deformed body
  std::vector<BodyId> interfaces;  ///< "<name>.<interface>": what joints, forces and markers are on
  std::vector<BodyId> amplitudes;  ///< "<name>.p1", ...: points that hold three amplitudes each
  ForceId force;                   ///< "<name>": mass, weight, stiffness and damping
  int num_constraints = 0;         ///< that tie the interfaces and hold unused amplitudes
};

}  // namespace trunnion
