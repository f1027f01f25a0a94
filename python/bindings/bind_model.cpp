// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include <trunnion/trunnion.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"
#include "python/bindings/python_force.hpp"

namespace trunnion::python {
namespace {

using ModelClass = Class<Model>;

/// A function of the class that takes a description as keywords and adds it to the object.
template <class Description, class C, class F>
void Add(C& cls, const char* name, F add, const std::string& returns, const std::string& text) {
  const auto fields = DescribeFields<Description>();
  cls.Method(
      name,
      [name, add](typename C::type& self, const py::args& positional, const py::kwargs& given) {
        if (!positional.empty())
          throw py::type_error(std::string(name) + " takes keywords only, e.g. name='...'");
        return add(self, ReadFields<Description>(name, given));
      },
      "(self, *, " + fields.parameters + ") -> " + returns,
      text + "\n\nParameters\n" + fields.table);
}

void BindBodies(ModelClass& cls) {
  Add<RigidBody>(
      cls,
      "add_rigid_body",
      [](Model& m, RigidBody x) { return m.AddRigidBody(std::move(x)); },
      "BodyId",
      "Adds a rigid body.");
  Add<PointMass>(
      cls,
      "add_point_mass",
      [](Model& m, PointMass x) { return m.AddPointMass(std::move(x)); },
      "BodyId",
      "Adds a mass without rotation.");
  Add<Marker>(
      cls,
      "add_marker",
      [](Model& m, Marker x) { return m.AddMarker(std::move(x)); },
      "MarkerId",
      "Adds a frame fixed in a body, by its pose in the body.");
  Add<MarkerAt>(
      cls,
      "add_marker_at",
      [](Model& m, const MarkerAt& x) { return m.AddMarkerAt(x); },
      "MarkerId",
      "Adds a frame fixed in a body, by its pose in the world as drawn.");
  cls.Method(
      "set_geometry",
      [](Model& m, BodyId body, const py::object& shapes) {
        m.SetGeometry(body, Convert<std::vector<Geometry>>::From(shapes, "set_geometry: shapes"));
      },
      "(self, body: BodyId, shapes: Sequence[dict[str, Any]]) -> None",
      "What a body looks like: dicts of type ('box', 'sphere', 'cylinder'), size, pose, colour.\n\n"
      "Sizes [m] are the edges of a box, (radius,) of a sphere, (radius, length) of a cylinder.",
      py::arg("body"),
      py::arg("shapes"));
}

void BindConstraints(ModelClass& cls) {
  Add<JointBetween>(
      cls,
      "add_joint",
      [](Model& m, JointBetween x) { return m.AddJoint(std::move(x)); },
      "JointId",
      "Adds a joint between two markers.");
  Add<JointAt>(
      cls,
      "add_joint_at",
      [](Model& m, const JointAt& x) { return m.AddJointAt(x); },
      "JointId",
      "Adds a joint by a point and an axis in the world, as drawn.");
  Add<Motion>(
      cls,
      "add_motion",
      [](Model& m, Motion x) { return m.AddMotion(std::move(x)); },
      "ConstraintId",
      "Adds a prescribed motion: a coordinate follows a law of time.");
  Add<Coupling>(
      cls,
      "add_coupling",
      [](Model& m, Coupling x) { return m.AddCoupling(std::move(x)); },
      "ConstraintId",
      "Adds first - ratio * second = phase: gears, rack and pinion.");
  Add<RollingDisc>(
      cls,
      "add_rolling_disc",
      [](Model& m, RollingDisc x) { return m.AddRollingDisc(std::move(x)); },
      "ConstraintId",
      "Adds rolling of a thin disc without slip on a plane.");
  Add<KnifeEdge>(
      cls,
      "add_knife_edge",
      [](Model& m, KnifeEdge x) { return m.AddKnifeEdge(std::move(x)); },
      "ConstraintId",
      "Adds a blade that may not move sideways over a plane.");
  cls.Method(
      "set_initial_coordinate",
      [](Model& m,
         JointId joint,
         int index,
         std::optional<double> value,
         std::optional<double> rate) { m.SetInitialCoordinate(joint, index, value, rate); },
      "(self, joint: JointId, index: int = 0, value: float | None = None, rate: float | None = "
      "None) -> None",
      "Wanted initial value [m or rad] and rate of a coordinate of a joint.",
      py::arg("joint"),
      py::arg("index") = 0,
      py::arg("value") = py::none(),
      py::arg("rate") = py::none());
}

void BindForces(ModelClass& cls) {
  Add<AppliedLoad>(
      cls,
      "add_applied_load",
      [](Model& m, AppliedLoad x) { return m.AddAppliedLoad(std::move(x)); },
      "ForceId",
      "Adds a force and a torque on one body, constant or over time.");
  Add<SpringDamper>(
      cls,
      "add_spring_damper",
      [](Model& m, SpringDamper x) { return m.AddSpringDamper(std::move(x)); },
      "ForceId",
      "Adds a spring and damper along a coordinate, tension positive.");
  Add<Stop>(
      cls,
      "add_stop",
      [](Model& m, Stop x) { return m.AddStop(std::move(x)); },
      "ForceId",
      "Adds a one-sided stop along a coordinate.");
  Add<Motor>(
      cls,
      "add_motor",
      [](Model& m, Motor x) { return m.AddMotor(std::move(x)); },
      "ForceId",
      "Adds a drive along a coordinate.");
  Add<MaxwellElement>(
      cls,
      "add_maxwell",
      [](Model& m, MaxwellElement x) { return m.AddMaxwell(std::move(x)); },
      "ForceId",
      "Adds a spring and dashpot in series along a coordinate.");
  Add<BushingBetween>(
      cls,
      "add_bushing",
      [](Model& m, BushingBetween x) { return m.AddBushing(std::move(x)); },
      "ForceId",
      "Adds a bushing, elastic in six directions, between two markers.");
  cls.Method(
      "add_user_force",
      [](Model& m,
         const std::string& name,
         const std::vector<BodyId>& bodies,
         const py::object& function) {
        std::vector<BodyIndex> list;
        for (const BodyId body : bodies) list.push_back(body.index());
        return m.AddForceElement(
            name, PythonForce(std::move(list), Callable(function, "force '" + name + "'")));
      },
      "(self, name: str, bodies: Sequence[BodyId], function: Callable[[float, list[BodyState]], "
      "ArrayLike]) -> ForceId",
      "Adds a force of your own on some bodies, function(t, bodies) -> array of shape (n, 6):\n"
      "for each body a force [N], world, and a torque about the centre of mass [N m], body "
      "axes.\n\n"
      "It must be smooth and depend on its arguments only. Its slopes are central differences.\n"
      "Its energy counts as 0.",
      py::arg("name"),
      py::arg("bodies"),
      py::arg("function"));
}

void BindBeams(ModelClass& cls) {
  Add<BeamBetween>(
      cls,
      "add_beam",
      [](Model& m, BeamBetween x) { return m.AddBeam(std::move(x)); },
      "ForceId",
      "Adds a beam element between two markers.");
  Add<BeamLine>(
      cls,
      "add_beam_line",
      [](Model& m, const BeamLine& x) {
        BeamLineParts parts = AddBeamLine(m, x);
        return py::make_tuple(parts.nodes, parts.elements);
      },
      "tuple[list[BodyId], list[ForceId]]",
      "Adds a line of beam elements with a rigid body as node at each point.\n\nReturns the nodes "
      "and the elements.");
  Add<Cable>(
      cls,
      "add_cable",
      [](Model& m, Cable x) { return m.AddCable(std::move(x)); },
      "ForceId",
      "Adds a cable or bar between two markers.");
  Add<SuperelementBetween>(
      cls,
      "add_superelement",
      [](Model& m, SuperelementBetween x) { return m.AddSuperelement(std::move(x)); },
      "ForceId",
      "Adds a linear elastic part between two to six markers.");
  Add<ReducedBody>(
      cls,
      "add_reduced_body",
      [](Model& m, const ReducedBody& x) { return m.AddReducedBody(x); },
      "ReducedBodyParts",
      "Adds a flexible body in a floating frame, with a body for each interface.");
}

void BindInputs(ModelClass& cls) {
  cls.Method(
      "add_input",
      [](Model& m, const std::string& name, const std::string& unit, double start) {
        return m.AddInput(name, unit, start);
      },
      "(self, name: str, unit: str, start: float = 0) -> MotionLaw",
      "Adds an input, a function of time that a host sets (SteppedSimulation).\n\nIt stands "
      "wherever a law stands. `start` is its value until it is set.",
      py::arg("name"),
      py::arg("unit"),
      py::arg("start") = 0.0);
}

template <class Id>
void BindFind(ModelClass& cls,
              const char* name,
              std::optional<Id> (Model::*find)(std::string_view) const,
              const std::string& type,
              const std::string& what) {
  cls.Method(
      name,
      [find](const Model& m, const std::string& of) { return (m.*find)(of); },
      "(self, name: str) -> " + type + " | None",
      "The " + what + " of this name, or None.",
      py::arg("name"));
}

void BindLookup(ModelClass& cls) {
  BindFind<BodyId>(cls, "find_body", &Model::FindBody, "BodyId", "body");
  BindFind<MarkerId>(cls, "find_marker", &Model::FindMarker, "MarkerId", "marker");
  BindFind<JointId>(cls, "find_joint", &Model::FindJoint, "JointId", "joint");
  BindFind<ConstraintId>(cls,
                         "find_constraint",
                         &Model::FindConstraint,
                         "ConstraintId",
                         "motion, coupling or other constraint");
  BindFind<ForceId>(cls, "find_force", &Model::FindForce, "ForceId", "force");
  const std::string ground =
      Document("Model", "ground", "() -> BodyId", "The body that stands still.");
  cls.def_static("ground", &Model::ground, ground.c_str());
  cls.Property("num_bodies", &Model::num_bodies, "int", "Number of bodies, the ground included");
  cls.Property(
      "gravity",
      [](const Model& m) { return CopyVector(m.gravity()); },
      "NDArray",
      "Acceleration of free fall [m/s^2], world, shape (3,)");
  cls.Method(
      "set_gravity",
      [](Model& m, const py::object& gravity) {
        m.set_gravity(ToVector(gravity, "set_gravity: gravity", 3));
      },
      "(self, gravity: ArrayLike) -> None",
      "Acceleration of free fall [m/s^2], world, shape (3,); zero until it is set.",
      py::arg("gravity"));
  cls.Method(
      "compile",
      [](const Model& m) {
        const Model copy = m;  // another thread may change it meanwhile
        const py::gil_scoped_release free;
        return std::make_shared<System>(copy.Compile());
      },
      "(self) -> System",
      "The system of the model as it is now.");
}

void BindBodyState(py::module_& module) {
  Class<BodyView> cls(module, "BodyState", "()", "What a user force sees of a body.");
  cls.Property(
      "r",
      [](const BodyView& b) { return CopyVector(b.state.r); },
      "NDArray",
      "Position of the centre of mass [m], world, shape (3,)");
  cls.Property(
      "R",
      [](const BodyView& b) { return CopyMatrix(b.state.R); },
      "NDArray",
      "Rotation matrix, shape (3, 3)");
  cls.Property(
      "v",
      [](const BodyView& b) { return CopyVector(b.state.v); },
      "NDArray",
      "Velocity of the centre of mass [m/s], world, shape (3,)");
  cls.Property(
      "w",
      [](const BodyView& b) { return CopyVector(b.state.w); },
      "NDArray",
      "Angular velocity [rad/s], body axes, shape (3,)");
}

void BindSystem(py::module_& module) {
  Class<System, std::shared_ptr<System>> cls(
      module, "System", "()", "A compiled model, for any number of simulations: Model.compile().");
  cls.Property("num_bodies", &System::num_bodies, "int", "Number of bodies, the ground included");
  cls.Property("num_velocities", &System::num_velocities, "int", "Velocities n");
  cls.Property("num_constraints", &System::num_constraints, "int", "Constraint equations m");
}

}  // namespace

void BindModel(py::module_& module) {
  BindBodyState(module);
  BindSystem(module);
  ModelClass cls(module,
                 "Model",
                 "()",
                 "A multibody model. Add bodies, joints and forces, then simulate it.\n\n"
                 "Functions that add something take keywords, and check what they get: a\n"
                 "ModelError names the element and the remedy. Arrays may be lists.");
  cls.Init([] { return Model(); });
  BindBodies(cls);
  BindConstraints(cls);
  BindForces(cls);
  BindBeams(cls);
  BindInputs(cls);
  BindLookup(cls);
}

}  // namespace trunnion::python
