// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/model_file/entry.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion {
struct Mesh;
struct PartInterface;
struct ReducedPart;
}  // namespace trunnion

namespace trunnion::model_file {

/// Names of the nodes of a mesh that stand for bodies, beside "MESH.NUMBER".
struct MeshNodes {
  struct Set {
    std::size_t count = 0;         // of nodes with an element
    std::optional<BodyId> body{};  // of its only node
  };
  std::map<std::string, Set> sets;
  std::map<std::string, int> instances;  // offset of the numbers, by name
  std::string example;                   // a number, for messages
};

/// A model file while it is being read: what is known so far.
struct Reading {
  Reading(ModelFile& target, const OwnTypes& types) : file(target), own_types(types) {}

  ModelFile& file;
  const OwnTypes& own_types;
  std::vector<std::string> body_names{"ground"};
  std::vector<std::string> marker_names, joint_names, constraint_names, force_names, output_names;
  std::vector<std::string> event_names;
  std::vector<JointType> joint_types;  // in the order of joint_names
  // Whether a constraint, or a force along a coordinate, acts on an angle.
  std::vector<bool> constraint_angles, force_angles;
  std::set<std::string> force_wrenches;  // forces by formulas that have components
  /// By file, scale and mirrored axis.
  std::map<std::tuple<std::string, double, int>, std::shared_ptr<const TriangleMesh>> meshes;
  std::map<std::string, std::shared_ptr<const ReducedPart>> reduced_parts;  // by their description
  std::map<std::string, MeshNodes> mesh_nodes;  // by the name of the mesh
  LawScope scope;

  Model& model() { return file.model; }
};

/// The name of an element, required; sets the label of `element` to "<kind> '<name>'" and notes
/// its path.
std::string ReadName(Reading& reading, Entry& element, const std::string& kind);

BodyId FindBody(Reading& reading, const Entry& name);
MarkerId FindMarker(Reading& reading, const Entry& name);
JointId FindJoint(Reading& reading, const Entry& name);
ForceId FindForce(Reading& reading, const Entry& name);
ConstraintId FindConstraint(Reading& reading, const Entry& name);

/// A coordinate to act on: the name of a joint, {joint, coordinate}, or {a, b, kind}.
struct Coordinate {
  CoordinateRef ref;
  bool angle = false;
};
Coordinate ReadCoordinate(Reading& reading, const Entry& entry);

/// A body of type "reduced", in a file of its own.
void ReadReducedBody(Reading& reading, const Entry& entry, const std::string& name);
/// A body of type "mesh".
void ReadMeshBody(Reading& reading, const Entry& entry, const std::string& name);
/// In upper case, as the names of sets are.
std::string Upper(std::string text);
/// {name, node_set, origin} of a flexible part.
PartInterface ReadInterface(const Entry& entry);
/// The mesh that `entry` names, relative to the folder of the model file, with its material.
Mesh ReadMeshOf(const Reading& reading, const Entry& entry);
/// "MESH.SET" with a set of one node. @throws FileError if it is a mesh and no such node.
std::optional<BodyId> FindNode(const Reading& reading, const Entry& name);
/// A list of shapes, given to `body`.
void ReadShapes(Reading& reading, const Entry& list, BodyId body);

/// Types of forces that are in files of their own; each returns whether it acts along an angle.
bool ReadBeam(Reading& reading, const Entry& entry, const std::string& name);
bool ReadCable(Reading& reading, const Entry& entry, const std::string& name);
bool ReadSuperelement(Reading& reading, const Entry& entry, const std::string& name);
bool ReadForceByFormulas(Reading& reading, const Entry& entry, const std::string& name);

/// A force of a type of the program.
void ReadOwnForce(Reading& reading,
                  const Entry& entry,
                  const std::string& name,
                  const OwnTypes::Force& type);

/// The sections of the program.
void ReadOwnSections(Reading& reading, const Entry& root);

/// The sections of the file, to be read in this order.
void ReadInputs(Reading& reading, const Entry& list);
void ReadBodies(Reading& reading, const Entry& list);
void ReadMarkers(Reading& reading, const Entry& list);
void ReadJoints(Reading& reading, const Entry& list);
void ReadMotions(Reading& reading, const Entry& list);
void ReadCouplings(Reading& reading, const Entry& list);
void ReadConstraints(Reading& reading, const Entry& list);
void ReadForces(Reading& reading, const Entry& list);
void ReadOutputs(Reading& reading, const Entry& list);
void ReadFmus(Reading& reading, const Entry& list);
void ReadPlots(Reading& reading, const Entry& list);
void ReadEvents(Reading& reading, const Entry& list);
void ReadRun(Reading& reading, const Entry& object);
void ReadAnalyses(Reading& reading, const Entry& list);

}  // namespace trunnion::model_file
