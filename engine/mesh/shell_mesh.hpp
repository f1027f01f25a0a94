// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/mass_properties.hpp"
#include "engine/mesh/mesh.hpp"
#include "forces/elements/beam_section.hpp"
#include "forces/elements/shell_matrices.hpp"

/// Shells, beams and trusses of a mesh: what the sections of the file mean for elements of ours.
namespace trunnion {

/// S3, S4 or S8R.
bool IsShell(MeshElementType type);
/// A shell, B31 or T3D2: elements whose nodes are bodies with axes (trusses: points).
bool IsStructural(MeshElementType type);

/// Every S8R becomes four S4 around a new node in its middle, on the quadratic surface. New nodes
/// and elements have numbers above the others and indices after them; the first of the four keeps
/// the number of the S8R, all are in its sets. A new node is in the sets that have all eight nodes
/// of its S8R.
Mesh SplitQuadraticShells(const Mesh& mesh);

/// Gives all shells of a mesh one section.
/// @throws ModelError if the mesh has sections.
void SetShellSection(Mesh& mesh, const MeshMaterial& material, double thickness, double offset = 0);

struct BeamProfile {
  BeamSection section{};
  Vec3 y_axis = Vec3::Zero();  ///< direction 1 of the file, section axis y
  /// Distances (y, z) of the outermost points from the axis [m]: corners, or a circle if `round`.
  Eigen::Vector2d corner = Eigen::Vector2d::Zero();
  bool round = false;

  /// Largest axial stress [Pa] of the moments M_y and M_z [N·m], > 0.
  double CalcBendingStress(double my, double mz) const;
};
struct TrussSection {
  double area = 0;             ///< A [m²]
  double axial_stiffness = 0;  ///< E A [N]
  double mass_per_length = 0;  ///< [kg/m]
};

/// Sections of the structural elements; those of others are left as they are made.
struct StructuralSections {
  std::vector<ShellSection> shells{};  ///< one each *SHELL SECTION
  std::vector<BeamProfile> beams{};
  std::vector<TrussSection> trusses{};
  std::vector<int> of_element{};  ///< index in the list of its kind, −1: no structural element
};
/// @throws ModelError naming the element without section, the section whose numbers or material
/// are impossible, or a profile other than RECT, CIRC and PIPE.
StructuralSections CalcStructuralSections(const Mesh& mesh);

/// Mass, centre of mass and central inertia of the structural elements.
/// @throws ModelError as CalcStructuralSections, or for a shell without area.
MassProperties CalcStructuralMass(const Mesh& mesh);

/// Nodal forces [N], 3 each node, of a uniform traction [N/m²] on all shells: `traction` in axes of
/// the mesh, and `pressure` along the normal of each element (its nodes are counter-clockwise about
/// it). Dead loads on the undeformed surface.
MatrixXd CalcShellLoads(const Mesh& mesh, const Vec3& traction, double pressure = 0);

/// Section axes of a straight beam: x along it, y the part of `y_axis` across it.
/// @throws ModelError with `label` if the nodes are at one place or y_axis is along the beam.
Mat3 CalcBeamAxes(const Vec3& from, const Vec3& to, const Vec3& y_axis, const std::string& label);

/// Positions of the nodes of a shell, in columns.
template <int N>
Eigen::Matrix<double, 3, N> ShellNodes(const std::vector<Vec3>& nodes, const MeshElement& element) {
  Eigen::Matrix<double, 3, N> X;
  for (int i = 0; i < N; ++i)
    X.col(i) = nodes[static_cast<std::size_t>(element.nodes[static_cast<std::size_t>(i)])];
  return X;
}

}  // namespace trunnion
