// SPDX-License-Identifier: BSD-3-Clause
// Nodes and elements that a file makes from others: *NGEN, *NFILL, *NCOPY, *ELGEN, *ELCOPY.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/inp_reader.hpp"

namespace trunnion {
namespace {

/// Most that a file may generate; more is a typing error.
constexpr std::int64_t kMostMade = 10'000'000;

/// Points from a to b, all on a circle about c: the share s of the angle between them.
class Arc {
 public:
  Arc(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, const std::string& where)
      : centre_(c), start_(a - c) {
    const Vec3 end = b - c;
    axis_ = normal.norm() > 0 ? normal.normalized() : start_.cross(end);
    Require(axis_.norm() > 1e-9 * start_.norm() * end.norm() && start_.norm() > 0,
            where,
            "the arc of *NGEN has no plane; give the normal of its plane");
    axis_.normalize();
    angle_ = std::atan2(axis_.dot(start_.cross(end)), start_.dot(end));
    if (angle_ < 0) angle_ += 2 * std::acos(-1.0);
    growth_ = end.norm() / start_.norm() - 1;
  }
  Vec3 At(double s) const {
    return centre_ + (1 + growth_ * s) * (RotationExp(Vec3(s * angle_ * axis_)) * start_);
  }

 private:
  Vec3 centre_, start_, axis_;
  double angle_ = 0, growth_ = 0;
};

}  // namespace

void InpReader::RequireRoom(std::int64_t count) {
  made_ = count > kMostMade ? kMostMade + 1 : made_ + count;
  if (made_ > kMostMade)
    throw FileError(line_.where + ": more than " + std::to_string(kMostMade) +
                    " nodes, elements and members of sets are generated; is a number wrong?");
}

/// number + by. @throws FileError if that is no int.
int InpReader::Shifted(int number, std::int64_t by) const {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(std::int64_t{number}, by, &sum) ||
      sum < std::numeric_limits<int>::min() || sum > std::numeric_limits<int>::max())
    throw FileError(line_.where + ": *" + keyword_.keyword + " makes a number beyond " +
                    std::to_string(std::numeric_limits<int>::max()));
  return static_cast<int>(sum);
}

std::map<int, Vec3> InpReader::ListPositions() const {
  std::map<int, Vec3> positions;
  for (const MeshBuilder::Node& node : scope_->nodes()) positions[node.id] = node.position;
  return positions;
}

Vec3 InpReader::PositionOf(const std::map<int, Vec3>& positions, int id) const {
  const auto found = positions.find(id);
  Require(found != positions.end(),
          line_.where + ": *" + keyword_.keyword + " uses node " + std::to_string(id) +
              ", which is not defined above this line");
  return found->second;
}

/// First, last, step; LINE=C: then the node in the centre, or its coordinates and the normal.
void InpReader::GenerateNodes() {
  AllowParameters({"NSET", "LINE"});
  const bool arc = Has("LINE");
  Require(!arc || Parameter("LINE") == "C",
          keyword_.where + ": *NGEN, LINE=" + (arc ? Parameter("LINE") : "") +
              " is not read; C and straight lines are");
  std::map<int, Vec3> positions = ListPositions();
  const std::string set = Has("NSET") ? Parameter("NSET") : "";
  while (NextData()) {
    const int first = IntegerOr(0, 0), last = IntegerOr(1, 0), step = IntegerOr(2, 1);
    const std::int64_t length = std::int64_t{last} - first;
    Require(step != 0 && last != first && length % step == 0 && length / step > 0,
            line_.where + ": *NGEN needs first, last and a step that leads from one to the other");
    const Vec3 a = PositionOf(positions, first), b = PositionOf(positions, last);
    const std::int64_t count = length / step;
    RequireRoom(count);
    std::array<double, 6> own{};
    for (std::size_t i = 0; i < 6; ++i)
      if (line_.fields.size() > 4 + i && !line_.fields[4 + i].empty()) own[i] = Number(4 + i);
    const bool by_node = IntegerOr(3, 0) > 0;
    const Vec3 centre = !arc      ? Vec3(Vec3::Zero())
                        : by_node ? PositionOf(positions, IntegerOr(3, 0))
                                  : system_ * Vec3(own[0], own[1], own[2]);
    const Vec3 normal = system_.R * Vec3(own[3], own[4], own[5]);
    for (std::int64_t k = 0; k <= count; ++k) {
      const int id = Shifted(first, k * step);
      if (!set.empty()) scope_->AddToNodeSet(set, id, line_.where);
      if (k == 0 || k == count) continue;
      const double s = static_cast<double>(k) / static_cast<double>(count);
      positions[id] = arc ? Arc(a, b, centre, normal, line_.where).At(s) : Vec3(a + s * (b - a));
      scope_->AddNode(id, positions[id], line_.where);
    }
  }
}

/// Two sets, the number of intervals between them, the step of the numbers.
void InpReader::FillNodes() {
  AllowParameters({"NSET"});
  const std::map<int, Vec3> positions = ListPositions();
  const std::string set = Has("NSET") ? Parameter("NSET") : "";
  while (NextData()) {
    const std::size_t given = line_.fields.size();
    Require(given >= 3, line_.where + ": *NFILL needs two node sets, a number and a step");
    const std::vector<int> a = scope_->ListNodes(ToUpper(line_.fields[0]), line_.where),
                           b = scope_->ListNodes(ToUpper(line_.fields[1]), line_.where);
    const int intervals = IntegerOr(2, 1), step = IntegerOr(3, 1);
    Require(a.size() == b.size() && intervals > 0 && step > 0,
            line_.where + ": *NFILL needs two sets of as many nodes, and positive numbers");
    RequireRoom(static_cast<std::int64_t>(a.size()) * intervals);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Vec3 from = PositionOf(positions, a[i]), to = PositionOf(positions, b[i]);
      for (int k = 0; k <= intervals; ++k) {
        const int id = k == intervals ? b[i] : Shifted(a[i], std::int64_t{k} * step);
        if (!set.empty()) scope_->AddToNodeSet(set, id, line_.where);
        if (k == 0 || k == intervals) continue;
        scope_->AddNode(id, from + static_cast<double>(k) / intervals * (to - from), line_.where);
      }
    }
  }
}

/// SHIFT: a translation, then a rotation, as of *INSTANCE.
void InpReader::CopyNodes() {
  AllowParameters({"CHANGE NUMBER", "OLD SET", "NEW SET", "SHIFT"});
  Require(Has("SHIFT"), keyword_.where + ": *NCOPY needs SHIFT; other copies are not read");
  const InpLine keyword = keyword_;
  const int change = IntegerParameter("CHANGE NUMBER");
  const std::string old = Parameter("OLD SET"), set = Has("NEW SET") ? Parameter("NEW SET") : "";
  const std::map<int, Vec3> positions = ListPositions();
  const Pose shift = ReadPose();
  for (const int id : scope_->ListNodes(old, keyword.where)) {
    const auto found = positions.find(id);
    Require(found != positions.end(),
            keyword.where + ": *NCOPY copies node " + std::to_string(id) +
                ", which is not defined above this line");
    const int copy = Shifted(id, change);
    scope_->AddNode(copy, shift * found->second, keyword.where);
    if (!set.empty()) scope_->AddToNodeSet(set, copy, keyword.where);
  }
}

/// The number of the first element, then of up to three directions the count, the step of the node
/// numbers and that of the element numbers.
void InpReader::GenerateElements() {
  AllowParameters({"ELSET"});
  const std::string set = Has("ELSET") ? Parameter("ELSET") : "";
  std::map<int, MeshElement> known;
  for (const MeshBuilder::Element& e : scope_->elements()) known[e.element.id] = e.element;
  while (NextData()) {
    const auto found = known.find(IntegerOr(0, 0));
    Require(found != known.end(),
            line_.where + ": *ELGEN uses element " + std::to_string(IntegerOr(0, 0)) +
                ", which is not defined above this line");
    std::vector<MeshElement> all{found->second};
    for (std::size_t direction = 0; direction < 3; ++direction) {
      const std::size_t at = 1 + 3 * direction, size = all.size();
      const int count = IntegerOr(at, 1);
      Require(count >= 1, line_.where + ": *ELGEN needs counts of at least 1");
      RequireRoom(static_cast<std::int64_t>(size) * (count - 1));
      for (int k = 1; k < count; ++k)
        for (std::size_t i = 0; i < size; ++i) {
          MeshElement element = all[i];
          for (int& node : element.nodes)
            node = Shifted(node, std::int64_t{k} * IntegerOr(at + 1, 1));
          element.id = Shifted(element.id, std::int64_t{k} * IntegerOr(at + 2, 1));
          all.push_back(std::move(element));
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) scope_->AddElement(all[i].id, all[i].type, all[i].nodes, line_.where);
      if (!set.empty()) scope_->AddToElementSet(set, all[i].id, line_.where);
    }
  }
}

void InpReader::CopyElements() {
  AllowParameters({"ELEMENT SHIFT", "SHIFT NODES", "OLD SET", "NEW SET"});
  const int shift = IntegerParameter("ELEMENT SHIFT"), nodes = IntegerParameter("SHIFT NODES");
  const std::string set = Has("NEW SET") ? Parameter("NEW SET") : "";
  const std::vector<int> old = scope_->ListElements(Parameter("OLD SET"), keyword_.where);
  std::map<int, MeshElement> known;
  for (const MeshBuilder::Element& e : scope_->elements()) known[e.element.id] = e.element;
  for (const int id : old) {
    const auto found = known.find(id);
    Require(found != known.end(),
            keyword_.where + ": *ELCOPY copies element " + std::to_string(id) +
                ", which is not defined above this line");
    MeshElement copy = found->second;
    for (int& node : copy.nodes) node = Shifted(node, nodes);
    copy.id = Shifted(id, shift);
    scope_->AddElement(copy.id, copy.type, copy.nodes, keyword_.where);
    if (!set.empty()) scope_->AddToElementSet(set, copy.id, keyword_.where);
  }
  SkipData();
}

}  // namespace trunnion
