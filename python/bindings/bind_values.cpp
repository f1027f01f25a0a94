// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/operators.h>

#include <exception>

#include <trunnion/trunnion.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

namespace trunnion::python {
namespace {

template <class Id>
void BindHandle(py::module_& module, const char* name, const std::string& of) {
  Class<Id> cls(module, name, "()", "Refers to a " + of + " of a model.");
  cls.Property("index", &Id::index, "int", "Place among those of its kind");
  cls.def("__eq__",
          [](Id a, const py::object& b) { return py::isinstance<Id>(b) && a == b.cast<Id>(); });
  cls.def("__hash__", [](Id a) { return a.index(); });
  cls.def("__repr__",
          [name](Id a) { return std::string(name) + "(" + std::to_string(a.index()) + ")"; });
}

void BindHandles(py::module_& module) {
  BindHandle<BodyId>(module, "BodyId", "body");
  BindHandle<MarkerId>(module, "MarkerId", "marker");
  BindHandle<JointId>(module, "JointId", "joint");
  BindHandle<ForceId>(module, "ForceId", "force");
  BindHandle<ConstraintId>(module, "ConstraintId", "motion, coupling or other constraint");
  BindHandle<MeshId>(module, "MeshId", "mesh");
}

void BindPose(py::module_& module) {
  Class<Pose> pose(module,
                   "Pose",
                   "(R: ArrayLike = None, p: ArrayLike = (0, 0, 0))",
                   "Pose of a frame B in a frame A: rotation matrix R (columns: axes of B in A), "
                   "origin p [m].\n\n`X * Y` is the product, `X * q` the point q of B in A.");
  pose.Init(
      [](const py::object& R, const py::object& p) {
        const Mat3 axes = R.is_none() ? Mat3(Mat3::Identity()) : Mat3(ToMatrix(R, "Pose: R", 3, 3));
        return Pose{axes, ToVector(p, "Pose: p", 3)};
      },
      py::arg("R") = py::none(),
      py::arg("p") = py::make_tuple(0, 0, 0));
  pose.Property(
      "R",
      [](const Pose& X) { return CopyMatrix(X.R); },
      "NDArray",
      "Rotation matrix, shape (3, 3)");
  pose.Property(
      "p", [](const Pose& X) { return CopyVector(X.p); }, "NDArray", "Origin [m], shape (3,)");
  pose.Method("inverse", &Pose::Inverse, "(self) -> Pose", "Pose of A in B.");
  pose.def("__mul__", [](const Pose& X, const py::object& other) -> py::object {
    if (py::isinstance<Pose>(other)) return py::cast(X * other.cast<Pose>());
    return CopyVector(X * Vec3(ToVector(other, "Pose: a point", 3)));
  });
  pose.def("__repr__", [](const Pose& X) {
    return "Pose(R=" + std::string(py::str(CopyMatrix(X.R).attr("tolist")())) +
           ", p=" + std::string(py::str(CopyVector(X.p).attr("tolist")())) + ")";
  });
}

void BindCoordinates(py::module_& module) {
  Class<CoordinateRef>(
      module,
      "Coordinate",
      "()",
      "A scalar coordinate: coordinate_of(joint), between(a, b), disc_height(...).");
  Function(
      module,
      "coordinate_of",
      [](JointId joint, int index) { return CoordinateOf(joint, index); },
      "(joint: JointId, index: int = 0) -> Coordinate",
      "Coordinate `index` of a joint [m or rad].",
      py::arg("joint"),
      py::arg("index") = 0);
  Function(
      module,
      "between",
      [](MarkerId a, MarkerId b, const py::object& kind) {
        return Between(a, b, Convert<CoordinateKind>::From(kind, "between: kind"));
      },
      "(a: MarkerId, b: MarkerId, kind: CoordinateKind | str = 'distance') -> Coordinate",
      "Coordinate of two markers: their distance or an offset in axes of `a` [m], or the twist "
      "about the z axis of `a` [rad].",
      py::arg("a"),
      py::arg("b"),
      py::arg("kind") = "distance");
  Function(module,
           "disc_height",
           &DiscHeight,
           "(plane: MarkerId, disc: MarkerId, radius: float) -> Coordinate",
           "Height of the lowest point of a disc over a plane [m].",
           py::arg("plane"),
           py::arg("disc"),
           py::arg("radius"));
  Function(
      module,
      "rotation",
      [](const py::object& vector) {
        return CopyMatrix(RotationExp(ToVector(vector, "rotation: vector", 3)));
      },
      "(vector: ArrayLike) -> NDArray",
      "Rotation matrix, shape (3, 3), of a rotation vector [rad]: axis times angle.",
      py::arg("vector"));
}

template <class E>
void BindEnum(py::module_& module, const std::string& text) {
  py::list members;
  for (const auto& [name, value] : Names<E>::kAll) members.append(py::make_tuple(name, name));
  const py::object cls = py::module_::import("enum").attr("Enum")(
      Names<E>::kName, members, py::arg("module") = "trunnion");
  cls.attr("__doc__") = text + " The names may be given as strings, too.";
  module.attr(Names<E>::kName) = cls;
}

void BindEnums(py::module_& module) {
  BindEnum<JointType>(module, "Kinds of joints.");
  BindEnum<CoordinateKind>(module, "Coordinates of two markers.");
  BindEnum<AppliedVector::Frame>(module, "Axes of an applied force.");
  BindEnum<StopSide>(module, "Side of the limit on which a stop acts.");
  BindEnum<BushingMeasure>(module, "How a bushing measures rotation.");
  BindEnum<BushingTangent>(module, "What the tangent of a bushing contains.");
  BindEnum<Interpolation>(module, "How a table is read between its points.");
  BindEnum<BeamFormulation>(module, "Stiffness of a beam element.");
  BindEnum<BeamMass>(module, "Where the mass of a beam is.");
  BindEnum<Geometry::Type>(module, "Shapes of bodies in pictures.");
  BindEnum<Crossing>(module, "Which crossings of zero an event waits for.");
  BindEnum<IncrementAxes>(module, "Axes in which increments are seen.");
}

void Raise(const char* type, const Error& error) {
  const py::object cls = py::module_::import("trunnion._errors").attr(type);
  const py::object made = cls(error.what(), error.element(), error.file(), error.place());
  PyErr_SetObject(cls.ptr(), made.ptr());
}

void BindErrors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const ModelError& error) {
      Raise("ModelError", error);
    } catch (const FileError& error) {
      Raise("FileError", error);
    } catch (const SolverError& error) {
      Raise("SolverError", error);
    } catch (const Error& error) {
      Raise("Error", error);
    }
  });
}

}  // namespace

void BindValues(py::module_& module) {
  BindErrors();
  BindHandles(module);
  BindPose(module);
  BindCoordinates(module);
  BindEnums(module);
}

}  // namespace trunnion::python
