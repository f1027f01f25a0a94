// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

/// Fields of bodies, markers, joints and motions.
namespace trunnion::python {

void List(Fields& f, RigidBody& x) {
  f("name", x.name, "unique among bodies; empty: 'body_1', 'body_2', ...");
  f("mass", x.mass, "[kg], at least 0");
  f("com", x.com, "centre of mass in the reference frame B of the body [m], shape (3,)");
  f("inertia", x.inertia, "about the centre of mass in B axes [kg m^2], shape (3, 3) or (3,)");
  f("inertia_frame", x.inertia_frame, "pose in B of the frame that `inertia` is given in");
  f("allow_unphysical_inertia", x.allow_unphysical_inertia, "accept moments that no solid has");
  f("position", x.position, "origin of B in the world [m], shape (3,)");
  f("orientation", x.orientation, "rotation matrix, axes of B in the world, shape (3, 3)");
  f("velocity", x.velocity, "of the origin of B, world axes [m/s], shape (3,)");
  f("angular_velocity", x.angular_velocity, "world axes [rad/s], shape (3,)");
  f("angular_velocity_body", x.angular_velocity_body, "B axes [rad/s]; both are added");
  f("fixed_in_assembly", x.fixed_in_assembly, "the assembly leaves the position as given");
  f("keep_velocity", x.keep_velocity, "the assembly leaves the velocity as given");
  f("keep_angular_velocity", x.keep_angular_velocity, "the same of the angular velocity");
  f("rotation_length", x.rotation_length, "length that weighs rotations [m]; 0: chosen");
}

void List(Fields& f, PointMass& x) {
  f("name", x.name, "unique among bodies; empty: 'body_1', ...");
  f("mass", x.mass, "[kg], at least 0");
  f("position", x.position, "[m], world, shape (3,)");
  f("velocity", x.velocity, "[m/s], world, shape (3,)");
  f("fixed_in_assembly", x.fixed_in_assembly, "the assembly leaves the position as given");
  f("keep_velocity", x.keep_velocity, "the assembly leaves the velocity as given");
  f("fixed", x.fixed, "stays at `position`: a support, without unknowns");
}

void List(Fields& f, Marker& x) {
  f("name", x.name, "unique among markers; empty: 'marker_0', ...");
  f("body", x.body, "that it is fixed in");
  f("position", x.position, "in the reference frame of the body [m], shape (3,)");
  f("orientation", x.orientation, "rotation matrix in the body, shape (3, 3)");
}

void List(Fields& f, MarkerAt& x) {
  f("name", x.name, "unique among markers; empty: 'marker_0', ...");
  f("body", x.body, "that it is fixed in");
  f("point", x.point, "with the body as drawn [m], world, shape (3,)");
  f("z_axis", x.z_axis, "world, any length, shape (3,)");
  f("x_axis", x.x_axis, "world; only its part normal to z_axis counts; None: chosen");
}

void List(Fields& f, Geometry& x) {
  f("type", x.type, "box, sphere or cylinder");
  if (f.Has("size")) {
    const VectorXd size = ToVector(f.Get("size"), f.Label("size"));
    const int wanted = NumSizes(x.type);
    if (size.size() != wanted)
      throw py::value_error(f.Label("size") + " must have the shape (" + std::to_string(wanted) +
                            ",): edges of a box, (radius, length) of a cylinder, (radius,)");
    x.size.head(size.size()) = size;
  }
  f.Special("size", "ArrayLike", "()", "edges, (radius, length) along z, or (radius,) [m]");
  f("pose", x.X_BG, "of the shape in the reference frame of the body");
  f("colour", x.colour, "'#rrggbb'; empty: chosen");
}

void List(Fields& f, JointFriction& x) {
  f("coefficient", x.coefficient, "of friction, at least 0");
  f("stiction_velocity", x.stiction_velocity, "[m/s]: there 76 % of the friction are reached");
  f("radius", x.radius, "of the bearing [m]");
  f("axial_radius", x.axial_radius, "of the thrust collar [m]; 0: none");
  f("bending_arm", x.bending_arm, "[m]; 0: bending does not press");
  f("torsion_arm", x.torsion_arm, "[m]; 0: torsion does not press");
  f("preload", x.preload, "[N], at least 0");
}

namespace {

/// What both ways to give a joint have in common.
template <class T>
void ListJoint(Fields& f, T& x) {
  f("length", x.length, "of distance and revolute_spherical [m]; None: as drawn");
  f("pitch", x.pitch, "of screw: advance per radian [m]");
  f("friction",
    x.friction,
    "of revolute, prismatic, cylindrical: dict of coefficient, radius, ...");
  f("initial_coordinate", x.initial_coordinate, "wanted at the start [m or rad]");
  f("initial_rate", x.initial_rate, "wanted at the start [m/s or rad/s]");
}

}  // namespace

void List(Fields& f, JointBetween& x) {
  f("name", x.name, "unique among joints and constraints; empty: 'joint_0', ...");
  f("type", x.type, "the kind of joint, 'revolute', 'ball', ...: see JointType");
  f("a", x.a, "marker of the first body");
  f("b", x.b, "marker of the second body");
  ListJoint(f, x);
}

void List(Fields& f, JointAt& x) {
  f("name", x.name, "unique among joints and constraints; empty: 'joint_0', ...");
  f("type", x.type, "the kind of joint, 'revolute', 'ball', ...: see JointType");
  f("body_a", x.body_a, "the first body");
  f("body_b", x.body_b, "the second body");
  f("point", x.point, "with the bodies as drawn [m], world, shape (3,)");
  f("axis", x.axis, "z axis of the joint, world, any length, shape (3,)");
  f("x_axis", x.x_axis, "world; only its part normal to `axis` counts; None: chosen");
  f("point_b", x.point_b, "other end of a distance joint, guided point, ... [m], world");
  f("axis_b", x.axis_b, "axis on body b of universal and others, world");
  ListJoint(f, x);
}

void List(Fields& f, Motion& x) {
  f("name", x.name, "unique among joints and constraints");
  f("along", x.along, "the coordinate that follows the law");
  f("law", x.law, "its value over time [m or rad], with two derivatives");
}

void List(Fields& f, RollingDisc& x) {
  f("name", x.name, "unique among constraints");
  f("plane", x.plane, "marker whose x-y plane the disc rolls on");
  f("disc", x.disc, "marker in its centre, axis along z, on another body");
  f("radius", x.radius, "[m], above 0");
}

void List(Fields& f, KnifeEdge& x) {
  f("name", x.name, "unique among constraints");
  f("plane", x.plane, "marker whose z axis is the normal");
  f("blade", x.blade, "marker at the contact, blade along x, on another body");
}

void List(Fields& f, Coupling& x) {
  f("name", x.name, "unique among constraints");
  f("first", x.first, "coordinate: first - ratio * second = phase");
  f("second", x.second, "coordinate");
  f("ratio", x.ratio, "-r2/r1 of two external gears, the radius [m] of rack and pinion");
  f("phase", x.phase, "in the unit of `first`; None: as drawn");
}

}  // namespace trunnion::python
