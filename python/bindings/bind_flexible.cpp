// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <trunnion/flexible.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

namespace trunnion::python {
namespace {

void BindSections(py::module_& module) {
  const auto fields = DescribeFields<BeamSection>();
  Class<BeamSection> cls(module,
                         "BeamSection",
                         "(*, " + fields.parameters + ")",
                         "A homogeneous cross-section of a beam.\n\nParameters\n" + fields.table);
  cls.Init([](const py::kwargs& given) { return ReadFields<BeamSection>("BeamSection", given); });
  const auto number = [&](const char* name, double BeamSection::*field, const std::string& text) {
    cls.Property(
        name, [field](const BeamSection& s) { return s.*field; }, "float", text);
  };
  number("area", &BeamSection::area, "[m^2]");
  number("iy", &BeamSection::iy, "[m^4]");
  number("iz", &BeamSection::iz, "[m^4]");
  number("torsion", &BeamSection::torsion, "[m^4]");
  Function(module,
           "make_rectangular_section",
           &MakeRectangularSection,
           "(width: float, height: float, youngs_modulus: float, poisson_ratio: float, density: "
           "float) -> BeamSection",
           "Solid rectangle, `width` along y and `height` along z [m; N/m^2; -; kg/m^3].",
           py::arg("width"),
           py::arg("height"),
           py::arg("youngs_modulus"),
           py::arg("poisson_ratio"),
           py::arg("density"));
  Function(module,
           "make_circular_section",
           &MakeCircularSection,
           "(outer_radius: float, inner_radius: float, youngs_modulus: float, poisson_ratio: "
           "float, density: float) -> BeamSection",
           "Circular tube or bar (inner_radius 0) [m; N/m^2; -; kg/m^3].",
           py::arg("outer_radius"),
           py::arg("inner_radius"),
           py::arg("youngs_modulus"),
           py::arg("poisson_ratio"),
           py::arg("density"));
}

void BindMesh(py::module_& module) {
  Class<Mesh> cls(module, "Mesh", "()", "A finite-element mesh: read_inp(...), read_msh(...).");
  cls.Property(
      "num_nodes", [](const Mesh& m) { return m.nodes.size(); }, "int", "Number of nodes");
  cls.Property(
      "num_elements", [](const Mesh& m) { return m.elements.size(); }, "int", "Number of elements");
  cls.Property(
      "node_sets",
      [](const Mesh& m) {
        std::vector<std::string> names;
        for (const auto& [name, nodes] : m.node_sets) names.push_back(name);
        return names;
      },
      "list[str]",
      "Names of the node sets");
  cls.Method(
      "set_material",
      [](Mesh& m, const std::string& name, double E, double nu, double density) {
        SetMaterial(m, {.name = name, .E = E, .nu = nu, .density = density});
      },
      "(self, name: str, E: float, nu: float, density: float) -> None",
      "One isotropic material for all elements: E [Pa], nu [-], density [kg/m^3].",
      py::arg("name"),
      py::arg("E"),
      py::arg("nu"),
      py::arg("density"));
  Function(module,
           "read_inp",
           &ReadInp,
           "(path: str | PathLike[str]) -> Mesh",
           "Reads the mesh of a CalculiX or Abaqus input file.",
           py::arg("path"),
           Free());
  Function(
      module,
      "read_msh",
      [](const std::filesystem::path& p) { return ReadMsh(p); },
      "(path: str | PathLike[str]) -> Mesh",
      "Reads a mesh of Gmsh.",
      py::arg("path"),
      Free());
}

void BindReducedParts(py::module_& module) {
  Class<ReducedPart, std::shared_ptr<ReducedPart>> part(
      module, "ReducedPart", "()", "A flexible part ready for Model.add_reduced_body.");
  part.Property("num_shapes", &ReducedPart::num_shapes, "int", "Number of shapes");
  part.Property(
      "frequencies",
      [](const py::object& self) {
        const auto& f = self.cast<const ReducedPart&>().frequencies;
        return ViewVector(f.data(), f.size(), self);
      },
      "NDArray",
      "Of the free part [Hz], ascending; a view");
  Function(
      module,
      "make_reduced_part",
      [](const Mesh& mesh, const py::object& interfaces, int num_modes) {
        const auto list =
            Convert<std::vector<PartInterface>>::From(interfaces, "make_reduced_part: interfaces");
        const py::gil_scoped_release free;
        return std::make_shared<ReducedPart>(
            MakeReducedPart(mesh, LinearMesh(mesh), list, num_modes));
      },
      "(mesh: Mesh, interfaces: Sequence[dict[str, Any]], num_modes: int) -> ReducedPart",
      "Reduces a mesh to the motions of its interfaces and its lowest modes (Craig-Bampton).\n\n"
      "Interfaces are dicts of name, node_set, origin [m].",
      py::arg("mesh"),
      py::arg("interfaces"),
      py::arg("num_modes"));
  Class<ReducedBodyParts> parts(
      module, "ReducedBodyParts", "()", "What a reduced body consists of in a model.");
  parts.Property(
      "frame", [](const ReducedBodyParts& p) { return p.frame; }, "BodyId", "The floating frame");
  parts.Property(
      "interfaces",
      [](const ReducedBodyParts& p) { return p.interfaces; },
      "list[BodyId]",
      "What joints, forces and markers are on");
  parts.Property(
      "force",
      [](const ReducedBodyParts& p) { return p.force; },
      "ForceId",
      "Mass, weight, stiffness and damping");
}

}  // namespace

void BindFlexible(py::module_& module) {
  BindSections(module);
  BindMesh(module);
  BindReducedParts(module);
}

}  // namespace trunnion::python
