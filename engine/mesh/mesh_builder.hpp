// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// Collects a mesh in the numbers of a file, in any order, and turns them into indices at the end.
class MeshBuilder {
 public:
  explicit MeshBuilder(const std::string& source);

  /// `where` is file and line, for messages.
  void AddNode(int id, const Vec3& position, const std::string& where);
  void AddElement(int id,
                  MeshElementType type,
                  const std::vector<int>& node_ids,
                  const std::string& where);
  void AddToNodeSet(const std::string& set, int node_id, const std::string& where);
  void AddToElementSet(const std::string& set, int element_id, const std::string& where);
  /// Joins the members so far of another set. @throws ModelError if it is not known yet.
  void AddSetToNodeSet(const std::string& set, const std::string& other, const std::string& where);
  void AddSetToElementSet(const std::string& set,
                          const std::string& other,
                          const std::string& where);
  void AddRigidTie(const std::string& node_set, int reference_id, int rotation_id);
  /// Named once a text; repetitions are counted.
  void AddNotRead(const std::string& text, const std::string& where);

  /// Materials and sections, which need no translation.
  Mesh& mesh() { return mesh_; }

  /// @throws ModelError with file and line: a number given twice, a node or element that a set or
  /// an
  ///         element uses and nobody defines, a mesh without nodes.
  Mesh Finish();

 private:
  struct Member {
    int id;
    std::string where;
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
  struct Tie {
    std::string node_set;
    int reference_id, rotation_id;
  };
  struct NotRead {
    std::string where;
    int count = 0;
  };
  using Sets = std::map<std::string, std::vector<Member>>;

  static void Join(Sets& sets,
                   const std::string& set,
                   const std::string& other,
                   const std::string& where);
  void FinishNodes();
  void FinishElements();
  int FindElement(int id, const std::string& where) const;
  int FindNode(int id, const std::string& user) const;

  Mesh mesh_;
  std::vector<Node> nodes_;
  std::vector<Element> elements_;
  Sets node_sets_, element_sets_;
  std::vector<Tie> ties_;
  std::map<std::string, NotRead> not_read_;
};

}  // namespace trunnion
