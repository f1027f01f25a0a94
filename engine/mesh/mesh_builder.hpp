// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// Collects a mesh in the numbers of a file, in any order, and turns them into indices at the end.
/// Instances of parts keep their own numbers until then; Mesh::instances says what becomes of them.
class MeshBuilder {
 public:
  /// A node or element by its number: in an instance, or (−1) among what is added here.
  struct Number {
    Number(int of_id, int of_instance = -1) : id(of_id), instance(of_instance) {}
    int id, instance;
  };
  struct Node {
    int id;
    Vec3 position;
    std::string where;
  };
  struct Element {
    MeshElement element;  // nodes by number
    std::string where;
  };

  explicit MeshBuilder(const std::string& source);

  /// `where` is file and line, for messages.
  void AddNode(int id, const Vec3& position, const std::string& where);
  void AddElement(int id,
                  MeshElementType type,
                  const std::vector<int>& node_ids,
                  const std::string& where);
  void AddToNodeSet(const std::string& set, Number node, const std::string& where);
  void AddToElementSet(const std::string& set, Number element, const std::string& where);
  /// Joins the members so far of another set, of an instance or (−1) added here.
  /// @throws ModelError if it is not known yet.
  void AddSetToNodeSet(const std::string& set,
                       const std::string& other,
                       int instance,
                       const std::string& where);
  void AddSetToElementSet(const std::string& set,
                          const std::string& other,
                          int instance,
                          const std::string& where);
  /// The same with the nodes of a set of elements.
  void AddElementsToNodeSet(const std::string& set,
                            const std::string& elements,
                            int instance,
                            const std::string& where);
  /// @param rotation  0: the reference node carries the rotation.
  void AddRigidTie(const std::string& node_set, Number reference, Number rotation);
  void AddOrientation(const std::string& name, const Mat3& axes);
  /// @param orientation  name, resolved at the end; empty: none.
  void AddSection(const MeshSection& section,
                  const std::string& orientation,
                  const std::string& where);
  void AddNotRead(const std::string& text, const std::string& where);

  /// All of `part`, moved by `pose`. @throws ModelError if the name is taken.
  void AddInstance(const std::string& name,
                   const std::string& part_name,
                   std::shared_ptr<const MeshBuilder> part,
                   const Pose& pose,
                   const std::string& where);
  std::optional<int> FindInstance(const std::string& name) const;

  bool has_instances() const { return !instances_.empty(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Element>& elements() const { return elements_; }
  /// Ascending numbers of a set so far, without those in instances.
  /// @throws ModelError if there is no such set.
  std::vector<int> ListNodes(const std::string& set, const std::string& where) const;
  std::vector<int> ListElements(const std::string& set, const std::string& where) const;
  /// @throws ModelError if there is no such set or it has not one node.
  Number FindOnlyNode(const std::string& set, const std::string& where) const;

  Mesh& mesh() { return mesh_; }  ///< for its materials

  /// @throws ModelError with file and line: a number given twice, a node or element that a set or
  ///         an element uses and nobody defines, a mesh without nodes.
  Mesh Finish();

 private:
  struct Member {
    Number number;
    std::string where;
    bool is_element = false;  // in a node set: stands for all nodes of an element
  };
  struct Tie {
    std::string node_set;
    Number reference, rotation;
  };
  struct NotRead {
    std::string where;
    int count = 0;
  };
  struct Section {
    MeshSection section;
    std::string orientation, where;
  };
  struct Instance {
    std::string name, part_name;
    std::shared_ptr<const MeshBuilder> part;
    Pose pose;
  };
  using Sets = std::map<std::string, std::vector<Member>>;

  static void Join(Sets& to,
                   const Sets& from,
                   const std::string& set,
                   const std::string& other,
                   int instance,
                   bool as_elements,
                   const std::string& where);
  const MeshBuilder& Scope(int instance) const;
  static std::vector<int> List(const Sets& sets, const std::string& set, const std::string& where);
  int LargestNumber() const;
  void FinishSections(const MeshBuilder& scope, const std::string& prefix, const Mat3& R);
  void Flatten();
  void Append(const Instance& instance, int offset);
  void Shift(int own, const std::vector<int>& of_instances);
  void NameSetsShortly(Sets& sets) const;
  void FinishNodes();
  void FinishElements();
  void FinishSets();
  void FinishRest();
  int FindElement(int id, const std::string& user) const;
  int FindNode(int id, const std::string& user) const;

  Mesh mesh_;
  std::vector<Node> nodes_;
  std::vector<Element> elements_;
  Sets node_sets_, element_sets_;
  std::vector<Section> sections_;
  std::map<std::string, Mat3> orientations_;
  std::vector<Tie> ties_;
  std::map<std::string, NotRead> not_read_;
  std::vector<Instance> instances_;
};

}  // namespace trunnion
