// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

/// Fields of beams, cables, superelements and reduced bodies.
namespace trunnion::python {

/// From make_rectangular_section(...) or a dict.
template <>
struct Convert<std::variant<BeamSection, BeamSectionMatrices>> {
  using Value = std::variant<BeamSection, BeamSectionMatrices>;
  static Value From(py::handle v, const std::string& label) {
    if (py::isinstance<BeamSection>(v)) return v.cast<BeamSection>();
    if (!py::isinstance<py::dict>(v)) FailType(label, "a BeamSection or a dict", v);
    return ReadFields<BeamSection>(label, py::reinterpret_borrow<py::dict>(v));
  }
  static std::string Type() { return "BeamSection | dict[str, Any]"; }
  static std::string Show(const Value&) { return "{}"; }
};

template <>
struct Convert<std::shared_ptr<const ReducedPart>> {
  static std::shared_ptr<const ReducedPart> From(py::handle v, const std::string& label) {
    if (!py::isinstance<ReducedPart>(v)) FailType(label, "a ReducedPart", v);
    return v.cast<std::shared_ptr<ReducedPart>>();
  }
  static std::string Type() { return "ReducedPart"; }
  static std::string Show(const std::shared_ptr<const ReducedPart>&) { return "None"; }
};

void List(Fields& f, BeamSection& x) {
  f("youngs_modulus", x.youngs_modulus, "E [N/m^2], above 0");
  f("shear_modulus", x.shear_modulus, "G [N/m^2], above 0");
  f("density", x.density, "[kg/m^3], at least 0");
  f("area", x.area, "[m^2], above 0");
  f("iy", x.iy, "second moment of bending in the plane x-z [m^4], above 0");
  f("iz", x.iz, "second moment of bending in the plane x-y [m^4], above 0");
  f("torsion", x.torsion, "J of the torsional stiffness G J [m^4], above 0");
  f("shear_y", x.shear_y, "shear factor; 0: rigid in shear");
  f("shear_z", x.shear_z, "shear factor; 0: rigid in shear");
  f("orientation", x.orientation, "of the principal axes about x [rad]");
  f("centroid", x.centroid, "(y, z) [m]");
  f("shear_centre", x.shear_centre, "(y, z) [m]");
}

void List(Fields& f, BeamBetween& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("a", x.a, "marker at the first end");
  f("b", x.b, "marker at the second end");
  f("section", x.section, "make_rectangular_section(...), make_circular_section(...) or a dict");
  f("formulation", x.formulation, "corotational or geometrically_exact");
  f("y_axis", x.y_axis, "section axis y, world, as drawn; None: the axes of the markers");
  f("prestrain", x.prestrain, "strain as drawn [-; 1/m], shape (6,)");
  f("damping_time", x.damping_time, "damping over stiffness [s], at least 0");
  f("mass", x.mass, "consistent, lumped or none");
}

void List(Fields& f, BeamLine& x) {
  f("name", x.name, "nodes are '<name>.node_0', ..., elements '<name>.0', ...");
  f("points", x.points, "of the nodes, as drawn [m], world, shape (n, 3)");
  f("y_axis", x.y_axis, "section axis y, world, shape (3,)");
  f("section", x.section, "make_rectangular_section(...), make_circular_section(...) or a dict");
  f("formulation", x.formulation, "corotational or geometrically_exact");
  f("damping_time", x.damping_time, "damping over stiffness [s], at least 0");
  f("mass", x.mass, "consistent, lumped or none");
  f("start", x.start, "body that takes the place of the first node");
  f("end", x.end, "body that takes the place of the last node");
}

void List(Fields& f, Cable& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("a", x.a, "marker at the first end");
  f("b", x.b, "marker at the second end");
  f("axial_stiffness", x.axial_stiffness, "E A [N], above 0");
  f("length", x.length, "without stress [m]; None: as drawn");
  f("damping_time", x.damping_time, "damping over stiffness [s], at least 0");
  f("compression", x.compression, "False: slack when shorter than `length`");
  f("onset", x.onset, "strain within which a slack cable tightens, above 0");
}

void List(Fields& f, SuperelementBetween& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("markers", x.markers, "two to six, on rigid bodies");
  f("stiffness", x.stiffness, "[N/m; N; N m], shape (6n, 6n), each marker's translations first");
  f("damping", x.damping, "the same times seconds; (): none");
  f("damping_time", x.damping_time, "times the stiffness is added to the damping [s]");
  f("mass", x.mass, "[kg; kg m; kg m^2], shape (6n, 6n); (): none");
  f("axes", x.axes, "of the matrices in the world, as drawn, shape (3, 3)");
}

void List(Fields& f, PartInterface& x) {
  f("name", x.name, "the frame becomes the body '<part>.<name>'");
  f("node_set", x.node_set, "of the mesh");
  f("origin", x.origin, "of the frame, in the mesh [m]; None: mean of the nodes");
}

void List(Fields& f, ReducedBody& x) {
  f("name", x.name, "unique among bodies, not empty");
  f("part", x.part, "make_reduced_part(...)");
  f("position", x.position, "origin of the mesh in the world [m], shape (3,)");
  f("orientation", x.orientation, "rotation matrix, shape (3, 3)");
  f("velocity", x.velocity, "of that origin [m/s], world, shape (3,)");
  f("angular_velocity", x.angular_velocity, "world axes [rad/s], shape (3,)");
  f("angular_velocity_body", x.angular_velocity_body, "axes of the mesh; both are added");
  f("damping_ratios", x.damping_ratios, "fraction of critical damping: one for all, or each shape");
}

}  // namespace trunnion::python
