// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/mesh_builder.hpp"

#include <algorithm>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// Sorts by number. @throws ModelError if one comes twice.
template <class Item, class Id>
void SortById(std::vector<Item>& items, Id id, const char* what) {
  std::stable_sort(
      items.begin(), items.end(), [&](const Item& a, const Item& b) { return id(a) < id(b); });
  for (std::size_t i = 1; i < items.size(); ++i)
    Require(id(items[i - 1]) != id(items[i]),
            items[i].where + ": " + what + " " + std::to_string(id(items[i])) +
                " is defined twice, first at " + items[i - 1].where);
}

void SortUnique(std::vector<int>& indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

}  // namespace

MeshBuilder::MeshBuilder(const std::string& source) { mesh_.source = source; }

void MeshBuilder::AddNode(int id, const Vec3& position, const std::string& where) {
  nodes_.push_back({id, position, where});
}

void MeshBuilder::AddElement(int id,
                             MeshElementType type,
                             const std::vector<int>& node_ids,
                             const std::string& where) {
  elements_.push_back({{id, type, node_ids}, where});
}

void MeshBuilder::AddToNodeSet(const std::string& set, int node_id, const std::string& where) {
  node_sets_[set].push_back({node_id, where});
}

void MeshBuilder::AddToElementSet(const std::string& set, int id, const std::string& where) {
  element_sets_[set].push_back({id, where});
}

void MeshBuilder::Join(Sets& sets,
                       const std::string& set,
                       const std::string& other,
                       const std::string& where) {
  const auto found = sets.find(other);
  Require(found != sets.end(), where + ": the set '" + other + "' is not defined above this line");
  const std::vector<Member> members = found->second;
  std::vector<Member>& to = sets[set];
  to.insert(to.end(), members.begin(), members.end());
}

void MeshBuilder::AddSetToNodeSet(const std::string& set,
                                  const std::string& other,
                                  const std::string& where) {
  Join(node_sets_, set, other, where);
}

void MeshBuilder::AddSetToElementSet(const std::string& set,
                                     const std::string& other,
                                     const std::string& where) {
  Join(element_sets_, set, other, where);
}

void MeshBuilder::AddRigidTie(const std::string& node_set, int reference_id, int rotation_id) {
  ties_.push_back({node_set, reference_id, rotation_id});
}

void MeshBuilder::AddNotRead(const std::string& text, const std::string& where) {
  NotRead& entry = not_read_[text];
  if (entry.count++ == 0) entry.where = where;
}

int MeshBuilder::FindNode(int id, const std::string& user) const {
  const std::vector<int>& ids = mesh_.node_ids;
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  Require(found != ids.end() && *found == id,
          user + " uses node " + std::to_string(id) + ", which is not defined");
  return static_cast<int>(found - ids.begin());
}

int MeshBuilder::FindElement(int id, const std::string& user) const {
  const auto found =
      std::lower_bound(elements_.begin(), elements_.end(), id, [](const Element& e, int value) {
        return e.element.id < value;
      });
  Require(found != elements_.end() && found->element.id == id,
          user + " uses element " + std::to_string(id) + ", which is not defined");
  return static_cast<int>(found - elements_.begin());
}

void MeshBuilder::FinishNodes() {
  Require(!nodes_.empty(), mesh_.source + ": the mesh has no nodes");
  SortById(
      nodes_, [](const Node& node) { return node.id; }, "node");
  for (const Node& node : nodes_) {
    mesh_.node_ids.push_back(node.id);
    mesh_.nodes.push_back(node.position);
  }
}

void MeshBuilder::FinishElements() {
  SortById(
      elements_, [](const Element& e) { return e.element.id; }, "element");
  for (const Element& entry : elements_) {
    const std::string user = entry.where + ": element " + std::to_string(entry.element.id);
    mesh_.elements.push_back(entry.element);
    std::vector<int>& nodes = mesh_.elements.back().nodes;
    for (int& node : nodes) node = FindNode(node, user);
    std::vector<int> sorted = nodes;
    SortUnique(sorted);
    Require(sorted.size() == nodes.size(), user + " uses a node twice");
  }
}

Mesh MeshBuilder::Finish() {
  FinishNodes();
  FinishElements();
  for (const auto& [name, members] : node_sets_) {
    std::vector<int>& indices = mesh_.node_sets[name];
    for (const Member& m : members)
      indices.push_back(FindNode(m.id, m.where + ": the node set '" + name + "'"));
    SortUnique(indices);
  }
  for (const auto& [name, members] : element_sets_) {
    std::vector<int>& indices = mesh_.element_sets[name];
    for (const Member& m : members)
      indices.push_back(FindElement(m.id, m.where + ": the element set '" + name + "'"));
    SortUnique(indices);
  }
  for (const Tie& tie : ties_) {
    const std::string user = mesh_.source + ": the rigid body of '" + tie.node_set + "'";
    mesh_.node_set(tie.node_set);
    mesh_.rigid_ties.push_back({tie.node_set,
                                FindNode(tie.reference_id, user),
                                tie.rotation_id > 0 ? FindNode(tie.rotation_id, user) : -1});
  }
  for (const auto& [text, entry] : not_read_) {
    const std::string times =
        entry.count > 1 ? " and " + std::to_string(entry.count - 1) + " times more" : "";
    mesh_.not_read.push_back(text + " (" + entry.where + times + ")");
  }
  return std::move(mesh_);
}

}  // namespace trunnion
