// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/formula_reading.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// Arguments of a kind of measure beside i, j: whether there are axes k and a frame l, and whether
/// it looks at the axes of i and j.
struct Signature {
  bool k, l, turns;
};
Signature SignatureOf(MeasureKind kind) {
  if (kind >= MeasureKind::ax) return {false, false, true};
  if (kind == MeasureKind::vm) return {false, true, false};
  if (kind == MeasureKind::dm || kind == MeasureKind::vr) return {false, false, false};
  if (kind == MeasureKind::wm) return {false, false, true};
  const bool spin = kind >= MeasureKind::wx;
  return {true, kind >= MeasureKind::vx && !spin, spin};
}

/// A word of coordinates, of b seen from a, and the measure that it stands for.
struct CoordinateWord {
  std::string_view word;
  MeasureKind kind;
};
constexpr CoordinateWord kWords[]{{"distance", MeasureKind::dm},
                                  {"distance_rate", MeasureKind::vr},
                                  {"offset_x", MeasureKind::dx},
                                  {"offset_y", MeasureKind::dy},
                                  {"offset_z", MeasureKind::dz},
                                  {"offset_x_rate", MeasureKind::vx},
                                  {"offset_y_rate", MeasureKind::vy},
                                  {"offset_z_rate", MeasureKind::vz},
                                  {"angle", MeasureKind::twist}};

}  // namespace

std::optional<int> MeasureReader::operator()(const std::string& function,
                                             const std::vector<std::string>& arguments) {
  std::optional<MarkerMeasure> measure = ReadWord(function, arguments);
  if (!measure) measure = ReadMeasure(function, arguments);
  if (!measure) return {};
  variables_.measures.push_back(*measure);
  return variables_.size() - 1;
}

std::optional<MarkerMeasure> MeasureReader::ReadMeasure(
    const std::string& function, const std::vector<std::string>& arguments) const {
  const auto kind = FindMeasureKind(function);
  if (!kind) return {};
  const Signature has = SignatureOf(*kind);
  MarkerMeasure m{.kind = *kind};
  std::vector<std::pair<ElementPlace*, bool>> targets{{&m.i, has.turns}, {&m.j, has.turns}};
  if (has.k) targets.emplace_back(&m.k, true);
  if (has.l) targets.emplace_back(&m.l, true);
  Require(!arguments.empty() && arguments.size() <= targets.size(),
          function + " takes one to " + std::to_string(targets.size()) + " markers");
  for (std::size_t n = 0; n < arguments.size(); ++n)
    *targets[n].first = Find(arguments[n], targets[n].second);
  return m;
}

std::optional<MarkerMeasure> MeasureReader::ReadWord(
    const std::string& function, const std::vector<std::string>& arguments) const {
  const auto word = std::find_if(
      std::begin(kWords), std::end(kWords), [&](const auto& w) { return w.word == function; });
  if (word == std::end(kWords)) return {};
  Require(arguments.size() == 2, function + " takes two markers");
  const bool turns = word->kind == MeasureKind::twist;
  const bool axes = word->kind != MeasureKind::dm && word->kind != MeasureKind::vr;
  const ElementPlace a = Find(arguments[0], axes), b = Find(arguments[1], turns);
  return MarkerMeasure{.kind = word->kind, .i = b, .j = a, .k = a, .l = a};
}

ElementPlace MeasureReader::Find(const std::string& name, bool axes) const {
  const std::optional<MarkerId> known = markers_.find(name);
  Require(name != "ground" || !known,
          "'ground' is the world, and the name of a marker; rename that");
  if (name == "ground") return {};
  MarkerId id = name == "a" ? markers_.a : name == "b" ? markers_.b : MarkerId();
  Require(!known || !id.is_set() || id == *known,
          "'" + name + "' is the marker of this force, and the name of another one; rename that");
  if (known) id = *known;
  Require(id.is_set(), "there is no marker '" + name + "'; define it, or correct the name");
  Require(!axes || !markers_.is_point(id),
          "marker '" + name + "' is on a point mass, which has no axes");
  return markers_.place(id);
}

}  // namespace trunnion
