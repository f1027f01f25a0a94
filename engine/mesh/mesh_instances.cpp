// SPDX-License-Identifier: BSD-3-Clause
// The part of MeshBuilder that turns instances of parts into one mesh.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/core/error.hpp"
#include "engine/mesh/mesh_builder.hpp"

namespace trunnion {
namespace {

/// Axes of the material and direction 1 of beams, turned with the part; that of beams is (0, 0, −1)
/// where none is given.
void TurnSection(MeshSection& section, const Mat3& R) {
  section.axes = R * section.axes;
  if (section.kind != SectionKind::beam) return;
  const std::size_t dimensions = section.profile == "CIRC" ? 1 : 2;
  if (section.values.size() < dimensions) return;  // refused where it is used
  section.values.resize(std::max(section.values.size(), dimensions + 2), 0);
  if (section.values.size() == dimensions + 2) section.values.push_back(-1);
  Eigen::Map<Vec3> direction(section.values.data() + dimensions);
  direction = (R * direction).eval();
}

/// a + b, or the nearest int. Beyond that there is no node or element, as Flatten has made sure.
int Sum(int a, int b) {
  using Limits = std::numeric_limits<int>;
  const std::int64_t sum = std::int64_t{a} + b;
  return static_cast<int>(std::clamp<std::int64_t>(sum, Limits::min(), Limits::max()));
}

}  // namespace

/// The sections of `scope` in the order of the file, with their axes.
void MeshBuilder::FinishSections(const MeshBuilder& scope,
                                 const std::string& prefix,
                                 const Mat3& R) {
  for (const Section& entry : scope.sections_) {
    MeshSection section = entry.section;
    section.element_set = prefix + section.element_set;
    if (!entry.orientation.empty()) {
      const bool own = scope.orientations_.contains(entry.orientation);
      Require(own || orientations_.contains(entry.orientation),
              entry.where + ": the orientation '" + entry.orientation + "' does not exist");
      section.axes = (own ? scope : *this).orientations_.at(entry.orientation);
    }
    if (&scope != this) TurnSection(section, R);
    mesh_.sections.push_back(std::move(section));
  }
}

int MeshBuilder::LargestNumber() const {
  int largest = 0;
  for (const Node& node : nodes_) largest = std::max(largest, node.id);
  for (const Element& e : elements_) largest = std::max(largest, e.element.id);
  return largest;
}

/// Own numbers and those in instances become numbers of the whole.
void MeshBuilder::Shift(int own, const std::vector<int>& of_instances) {
  const auto shift = [&](Number& number) {
    const bool is_own = number.instance < 0;
    number.id =
        Sum(number.id, is_own ? own : of_instances[static_cast<std::size_t>(number.instance)]);
    number.instance = -1;
  };
  for (Node& node : nodes_) node.id = Sum(node.id, own);
  for (Element& e : elements_) {
    e.element.id = Sum(e.element.id, own);
    for (int& node : e.element.nodes) node = Sum(node, own);
  }
  for (Sets* sets : {&node_sets_, &element_sets_})
    for (auto& [name, members] : *sets)
      for (Member& member : members) shift(member.number);
  for (Tie& tie : ties_) {
    shift(tie.reference);
    if (tie.rotation.id > 0) shift(tie.rotation);
  }
}

void MeshBuilder::Append(const Instance& instance, int offset) {
  MeshBuilder part = *instance.part;
  part.Shift(offset, {});
  const std::string prefix = instance.name + ".";
  for (Node& node : part.nodes_) {
    node.position = instance.pose * node.position;
    nodes_.push_back(std::move(node));
  }
  std::move(part.elements_.begin(), part.elements_.end(), std::back_inserter(elements_));
  for (auto& [name, members] : part.node_sets_) node_sets_[prefix + name] = std::move(members);
  for (auto& [name, members] : part.element_sets_)
    element_sets_[prefix + name] = std::move(members);
  for (Tie& tie : part.ties_) {
    tie.node_set = prefix + tie.node_set;
    ties_.push_back(std::move(tie));
  }
  FinishSections(*instance.part, prefix, instance.pose.R);
}

/// A set of one instance only goes by its short name too, if no other has it.
void MeshBuilder::NameSetsShortly(Sets& sets) const {
  std::map<std::string, std::vector<std::string>> owners;
  for (const Instance& instance : instances_)
    for (const auto& [name, members] : sets)
      if (name.starts_with(instance.name + "."))
        owners[name.substr(instance.name.size() + 1)].push_back(name);
  for (const auto& [name, full] : owners)
    if (full.size() == 1 && !sets.contains(name)) sets[name] = sets.at(full[0]);
}

/// Numbers of instance i, from 0, are shifted by i times a power of ten above all numbers; those of
/// the assembly itself come last.
void MeshBuilder::Flatten() {
  std::int64_t step = 1;
  const auto count = static_cast<std::int64_t>(instances_.size());
  for (const Instance& instance : instances_)
    while (step <= instance.part->LargestNumber()) step *= 10;
  Require(count * step + LargestNumber() < std::numeric_limits<int>::max(),
          mesh_.source + ": " + std::to_string(count) + " instances with numbers up to " +
              std::to_string(step) + " have too large numbers together; renumber the parts");
  std::vector<int> offsets;
  for (const Instance& instance : instances_) {
    offsets.push_back(static_cast<int>(step) * static_cast<int>(offsets.size()));
    mesh_.instances.push_back({instance.name, instance.part_name, offsets.back()});
  }
  const int own = static_cast<int>(step * count);
  if (!nodes_.empty()) mesh_.instances.push_back({"", "", own});
  Shift(own, offsets);
  for (std::size_t i = 0; i < instances_.size(); ++i) Append(instances_[i], offsets[i]);
  NameSetsShortly(node_sets_);
  NameSetsShortly(element_sets_);
}

}  // namespace trunnion
