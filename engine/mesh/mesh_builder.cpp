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

void MeshBuilder::AddToNodeSet(const std::string& set, Number node, const std::string& where) {
  node_sets_[set].push_back({node, where});
}

void MeshBuilder::AddToElementSet(const std::string& set,
                                  Number element,
                                  const std::string& where) {
  element_sets_[set].push_back({element, where});
}

void MeshBuilder::Join(Sets& to,
                       const Sets& from,
                       const std::string& set,
                       const std::string& other,
                       int instance,
                       bool as_elements,
                       const std::string& where) {
  const auto found = from.find(other);
  Require(found != from.end(), where, "the set '" + other + "' is not defined above this line");
  std::vector<Member> members = found->second;
  for (Member& member : members) {
    if (instance >= 0) member.number.instance = instance;
    if (as_elements) member.is_element = true;
  }
  std::vector<Member>& all = to[set];
  all.insert(all.end(), members.begin(), members.end());
}

const MeshBuilder& MeshBuilder::Scope(int instance) const {
  return instance < 0 ? *this : *instances_[static_cast<std::size_t>(instance)].part;
}

void MeshBuilder::AddSetToNodeSet(const std::string& set,
                                  const std::string& other,
                                  int instance,
                                  const std::string& where) {
  Join(node_sets_, Scope(instance).node_sets_, set, other, instance, false, where);
}

void MeshBuilder::AddSetToElementSet(const std::string& set,
                                     const std::string& other,
                                     int instance,
                                     const std::string& where) {
  Join(element_sets_, Scope(instance).element_sets_, set, other, instance, false, where);
}

void MeshBuilder::AddElementsToNodeSet(const std::string& set,
                                       const std::string& elements,
                                       int instance,
                                       const std::string& where) {
  Join(node_sets_, Scope(instance).element_sets_, set, elements, instance, true, where);
}

void MeshBuilder::AddRigidTie(const std::string& node_set, Number reference, Number rotation) {
  ties_.push_back({node_set, reference, rotation});
}

void MeshBuilder::AddOrientation(const std::string& name, const Mat3& axes) {
  orientations_[name] = axes;
}

void MeshBuilder::AddSection(const MeshSection& section,
                             const std::string& orientation,
                             const std::string& where) {
  sections_.push_back({section, orientation, where});
}

void MeshBuilder::AddNotRead(const std::string& text, const std::string& where) {
  NotRead& entry = not_read_[text];
  if (entry.count++ == 0) entry.where = where;
}

void MeshBuilder::AddInstance(const std::string& name,
                              const std::string& part_name,
                              std::shared_ptr<const MeshBuilder> part,
                              const Pose& pose,
                              const std::string& where) {
  Require(!FindInstance(name), where, "the instance '" + name + "' is defined twice");
  instances_.push_back({name, part_name, std::move(part), pose});
}

std::optional<int> MeshBuilder::FindInstance(const std::string& name) const {
  for (std::size_t i = 0; i < instances_.size(); ++i)
    if (instances_[i].name == name) return static_cast<int>(i);
  return {};
}

std::vector<int> MeshBuilder::List(const Sets& sets,
                                   const std::string& set,
                                   const std::string& where) {
  const auto found = sets.find(set);
  Require(found != sets.end(), where, "the set '" + set + "' is not defined above this line");
  std::vector<int> ids;
  for (const Member& member : found->second)
    if (member.number.instance < 0 && !member.is_element) ids.push_back(member.number.id);
  SortUnique(ids);
  return ids;
}

std::vector<int> MeshBuilder::ListNodes(const std::string& set, const std::string& where) const {
  return List(node_sets_, set, where);
}

std::vector<int> MeshBuilder::ListElements(const std::string& set, const std::string& where) const {
  return List(element_sets_, set, where);
}

MeshBuilder::Number MeshBuilder::FindOnlyNode(const std::string& set,
                                              const std::string& where) const {
  const auto found = node_sets_.find(set);
  Require(found != node_sets_.end(),
          where,
          "'" + set + "' is no number of a node and no node set above this line");
  Require(found->second.size() == 1 && !found->second[0].is_element,
          where,
          "the node set '" + set + "' has not one node; name one");
  return found->second[0].number;
}

int MeshBuilder::FindNode(int id, const std::string& user) const {
  const std::vector<int>& ids = mesh_.node_ids;
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  Require(found != ids.end() && *found == id,
          user + " uses node " + mesh_.NameNumber(id) + ", which is not defined");
  return static_cast<int>(found - ids.begin());
}

int MeshBuilder::FindElement(int id, const std::string& user) const {
  const auto found =
      std::lower_bound(elements_.begin(), elements_.end(), id, [](const Element& e, int value) {
        return e.element.id < value;
      });
  Require(found != elements_.end() && found->element.id == id,
          user + " uses element " + mesh_.NameNumber(id) + ", which is not defined");
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
    const std::string user = entry.where + ": element " + mesh_.NameNumber(entry.element.id);
    mesh_.elements.push_back(entry.element);
    std::vector<int>& nodes = mesh_.elements.back().nodes;
    for (int& node : nodes) node = FindNode(node, user);
    std::vector<int> sorted = nodes;
    SortUnique(sorted);
    Require(sorted.size() == nodes.size(), user + " uses a node twice");
  }
}

void MeshBuilder::FinishSets() {
  for (const auto& [name, members] : element_sets_) {
    std::vector<int>& indices = mesh_.element_sets[name];
    for (const Member& m : members)
      indices.push_back(FindElement(m.number.id, m.where + ": the element set '" + name + "'"));
    SortUnique(indices);
  }
  for (const auto& [name, members] : node_sets_) {
    std::vector<int>& indices = mesh_.node_sets[name];
    for (const Member& m : members) {
      const std::string user = m.where + ": the node set '" + name + "'";
      if (!m.is_element) {
        indices.push_back(FindNode(m.number.id, user));
        continue;
      }
      const auto e = static_cast<std::size_t>(FindElement(m.number.id, user));
      const std::vector<int>& nodes = mesh_.elements[e].nodes;
      indices.insert(indices.end(), nodes.begin(), nodes.end());
    }
    SortUnique(indices);
  }
}

void MeshBuilder::FinishRest() {
  for (const Tie& tie : ties_) {
    const std::string user = mesh_.source + ": the rigid body of '" + tie.node_set + "'";
    mesh_.node_set(tie.node_set);
    mesh_.rigid_ties.push_back({tie.node_set,
                                FindNode(tie.reference.id, user),
                                tie.rotation.id > 0 ? FindNode(tie.rotation.id, user) : -1});
  }
  for (const auto& [text, entry] : not_read_) {
    const std::string times =
        entry.count > 1 ? " and " + std::to_string(entry.count - 1) + " times more" : "";
    mesh_.not_read.push_back(text + " (" + entry.where + times + ")");
  }
}

Mesh MeshBuilder::Finish() {
  FinishSections(*this, "", Mat3::Identity());
  if (!instances_.empty()) Flatten();
  FinishNodes();
  FinishElements();
  FinishSets();
  FinishRest();
  return std::move(mesh_);
}

}  // namespace trunnion
