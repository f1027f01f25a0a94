// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forces/elements/elastic_material.hpp"
#include "forces/elements/solid_shape.hpp"

/// A finite-element mesh as files describe it; SI units, one global frame. Nodes and elements are
/// sorted by their numbers in the file; everything else refers to them by index from 0. Names of
/// sets and materials are in upper case.
namespace trunnion {

/// Element types of CalculiX and Abaqus that the readers know.
enum class MeshElementType { c3d4, c3d10, c3d8, c3d8i, c3d20, c3d20r, s3, s4, s8r, b31, t3d2 };

/// "C3D4", ...
const char* ToString(MeshElementType type);
int NumNodes(MeshElementType type);
/// Our element for a solid type, none for shells, beams and trusses.
std::optional<SolidType> SolidTypeOf(MeshElementType type);

struct MeshElement {
  int id;  ///< number in the file
  MeshElementType type;
  std::vector<int> nodes;  ///< indices, in the order of CalculiX
};

struct MeshMaterial {
  std::string name;
  double E = 0, nu = 0;                               ///< [Pa], [-]; unless orthotropic
  std::optional<OrthotropicConstants> orthotropic{};  ///< its axes are the section's
  double density = 0;                                 ///< [kg/m³]
};

enum class SectionKind { solid, shell, beam };

struct MeshSection {
  SectionKind kind;
  std::string element_set, material;
  Mat3 axes = Mat3::Identity();  ///< orientation of orthotropic material, columns
  std::string profile = {};      ///< beam: RECT, CIRC, ...
  std::vector<double> values{};  ///< thickness; beam: dimensions, then direction 1; truss: area
  /// Shell: of the surface of the nodes from the mid-surface along the normal, over the thickness;
  /// with ½ the nodes are on the top surface.
  double offset = 0;
};

/// Nodes that move rigidly with a reference node.
struct RigidTie {
  std::string node_set;
  int reference_node;      ///< index
  int rotation_node = -1;  ///< index; −1: the reference node carries the rotation
};

/// An instance of a part of the file. Its number n is offset + n in the mesh.
struct MeshInstance {
  std::string name;  ///< empty: the assembly itself, for its reference points
  std::string part;
  int offset = 0;
};

struct Mesh {
  std::string source;  ///< path, for messages
  std::vector<int> node_ids;
  std::vector<Vec3> nodes;  ///< positions [m]
  std::vector<MeshElement> elements;
  std::map<std::string, std::vector<int>> node_sets, element_sets;  ///< ascending indices
  std::map<std::string, MeshMaterial> materials;
  std::vector<MeshSection> sections;
  std::vector<RigidTie> rigid_ties;
  /// What the file says and the reader does not take, with file and line.
  std::vector<std::string> not_read;
  std::vector<MeshInstance> instances;  ///< ascending offsets, from 0; empty: a file without parts

  /// Index of the node with a number. @throws ModelError if there is none.
  int FindNode(int id) const;
  /// @throws ModelError that lists the sets of the mesh.
  const std::vector<int>& node_set(const std::string& name) const;
  const std::vector<int>& element_set(const std::string& name) const;
  /// The positions of an element's nodes, for solids.
  NodeMatrix CalcNodePositions(const MeshElement& element) const;
  /// "12", or "ARM-1.12" in one of several instances.
  std::string NameNumber(int id) const;
  /// "element 12 of 'arm.inp'", for messages.
  std::string Describe(const MeshElement& element) const;
};

/// A material with its axes; those of isotropic material do not matter.
/// @throws ModelError as ElasticMaterial::Isotropic and MakeOrthotropic.
ElasticMaterial MakeElasticMaterial(const MeshMaterial& material,
                                    const Mat3& axes = Mat3::Identity());

/// Gives all elements a solid section of this material, for meshes without one.
/// @throws ModelError if the mesh has sections.
void SetMaterial(Mesh& mesh, const MeshMaterial& material);

/// The material of every element, in their order, in global axes; elements that are no solids have
/// the default (no stiffness).
/// @throws ModelError naming a solid element without section, a section whose set or material does
///         not exist, or a material that is refused (density 0, ...).
std::vector<ElasticMaterial> CalcElementMaterials(const Mesh& mesh);

}  // namespace trunnion
