// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/core/expression.hpp"
#include "engine/import/adams/functions.hpp"
#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

/// What a motion is along: the coordinate of I relative to J, and its value as drawn [m, rad].
struct Along {
  Json coordinate;
  bool angle = false;
  double drawn = 0;
};

Along AlongMarkers(const Translation& t, const PartMarker& i, const PartMarker& j, int axis) {
  static constexpr const char* kKinds[]{"offset_x", "offset_y", "offset_z", "angle"};
  const Pose X = t.data.CalcPose(j).Inverse() * t.data.CalcPose(i);
  Along along;
  along.coordinate = {{"a", t.data.NameOf(*j.statement)},
                      {"b", t.data.NameOf(*i.statement)},
                      {"kind", kKinds[axis]}};
  along.angle = axis == 3;
  along.drawn = along.angle ? std::atan2(X.R(1, 0), X.R(0, 0)) : X.p[axis];
  return along;
}

Along AlongJoint(const Translation& t, const Statement& s) {
  const Statement* joint = &GetTranslatedJoint(t, GetId(s, "JOINT"), Get(s, "JOINT").line);
  const bool rotation = s.Has("ROTATION") || s.Has("ROTATIONAL");
  const bool translation = s.Has("TRANSLATION") || s.Has("TRANSLATIONAL");
  const bool turns = joint->Has("REVOLUTE") || joint->Has("CYLINDRICAL");
  const bool slides = joint->Has("TRANSLATIONAL") || joint->Has("CYLINDRICAL");
  const bool angle = rotation || (!translation && !slides);
  if (!(angle ? turns : slides) || (!rotation && !translation && turns == slides))
    throw Refusal(s.line, joint->label() + " has no such coordinate, or it is not said which");
  Along along =
      AlongMarkers(t, t.data.marker(*joint, "I"), t.data.marker(*joint, "J"), angle ? 3 : 2);
  along.coordinate = {{"joint", t.data.NameOf(*joint)}, {"coordinate", angle ? "angle" : "offset"}};
  return along;
}

Along FindAlong(const Translation& t, const Statement& s) {
  if (s.Has("JOINT")) return AlongJoint(t, s);
  static constexpr const char* kAxes[]{"X", "Y", "Z"};
  for (int axis = 0; axis < 3; ++axis)
    if (s.Has(kAxes[axis]))
      return AlongMarkers(t, t.data.marker(s, "I"), t.data.marker(s, "J"), axis);
  throw Refusal(s.line, "the motion needs JOINT, or I and J with X, Y or Z");
}

/// The value of a formula without variables; none if it depends on the time.
std::optional<double> Constant(const std::string& formula) {
  const Expression expression(formula, {"t"});
  if (expression.uses(0)) return std::nullopt;
  const double zero = 0;
  return expression({&zero, 1});
}

/// The law of a displacement, in the units of the dataset; `drawn` in these, too.
std::string WriteLaw(const Translation& t, const Statement& s, double drawn, Json& tables) {
  const bool velocity = s.Has("VELOCITY"), acceleration = s.Has("ACCELERATION");
  const bool displacement = !velocity && !acceleration;
  const std::string formula = TranslateTimeFunction(
      t.data, GetText(s, "FUNCTION"), Get(s, "FUNCTION").line, displacement ? &tables : nullptr);
  if (displacement) return formula;
  const auto rate = Constant(formula);
  if (!rate)
    throw Refusal(
        s.line,
        "a velocity or an acceleration that changes with the time is not integrated; give "
        "the displacement as a function");
  const double time = t.data.units().time;
  const std::string start = Write(GetNumber(s, "ICDISP", drawn));
  if (velocity) return start + "+" + Write(*rate / time) + "*t";
  return start + "+" + Write(GetNumber(s, "ICVEL", 0) / time) + "*t+" +
         Write(*rate / (2 * time * time)) + "*t^2";
}

/// M − REST = 0 with a measure M, or REST − M = 0.
struct Equation {
  MarkerCall measure;
  std::string rest;  ///< of the dataset
};

std::optional<Equation> SplitEquation(const std::string& text) {
  const std::size_t close = text.find(')');
  if (close != std::string::npos) {
    const std::string rest(Trim(text.substr(close + 1)));
    const auto call = ParseMarkerCall(text.substr(0, close + 1));
    if (call && (rest.empty() || rest[0] == '-' || rest[0] == '+'))
      return Equation{*call, "-(0" + rest + ")"};
  }
  if (text.empty() || text.back() != ')') return std::nullopt;
  const std::size_t minus = text.rfind('-');
  if (minus == std::string::npos) return std::nullopt;
  const auto call = ParseMarkerCall(std::string(Trim(text.substr(minus + 1))));
  if (!call) return std::nullopt;
  return Equation{*call, text.substr(0, minus)};
}

Along AlongMeasure(const Translation& t, const Statement& s, const MarkerCall& call) {
  if (call.ids.size() < 2) throw Refusal(s.line, call.name + " needs two markers here");
  const int line = Get(s, "FUNCTION").line;
  const PartMarker &i = t.data.marker(call.ids[0], line), &j = t.data.marker(call.ids[1], line);
  if (call.name == "DM") {
    Along along = AlongMarkers(t, i, j, 0);
    along.coordinate["kind"] = "distance";
    return along;
  }
  static const std::string kNames[]{"DX", "DY", "DZ", "AZ"};
  const auto name = std::find(std::begin(kNames), std::end(kNames), call.name);
  const bool in_axes_of_j =
      call.name == "AZ" || (call.ids.size() > 2 && call.ids[2] == call.ids[1]);
  if (name == std::end(kNames) || !in_axes_of_j)
    throw Refusal(s.line, "the equation holds DM(i,j), AZ(i,j) or DX, DY, DZ(i,j,j) only");
  return AlongMarkers(t, i, j, static_cast<int>(name - std::begin(kNames)));
}

}  // namespace

void TranslateMotion(Translation& t, const Statement& s) {
  const Along along = FindAlong(t, s);
  const double unit = along.angle ? 1 : t.length();
  Json tables = Json::object();
  const std::string law = WriteLaw(t, s, along.drawn / unit, tables);
  t.motions.push_back({{"name", t.data.NameOf(s)},
                       {"along", along.coordinate},
                       {"law", MakeExpressionLaw(Scale(unit, law), tables)}});
}

void TranslateGeneralConstraint(Translation& t, const Statement& s) {
  const int line = Get(s, "FUNCTION").line;
  const auto equation = SplitEquation(GetText(s, "FUNCTION"));
  if (!equation)
    throw Refusal(line,
                  "the equation is not understood; write a measure minus its value, as DM(2,1)-5");
  const Along along = AlongMeasure(t, s, equation->measure);
  const std::string law = TranslateTimeFunction(t.data, equation->rest, line);
  const auto value = Constant(law);
  const double unit = along.angle ? 1 : t.length();
  if (value && along.coordinate["kind"] == "distance") {
    t.joints.push_back({{"name", t.data.NameOf(s)},
                        {"type", "distance"},
                        {"a", along.coordinate["a"]},
                        {"b", along.coordinate["b"]},
                        {"length", unit * *value}});
  } else {
    t.motions.push_back({{"name", t.data.NameOf(s)},
                         {"along", along.coordinate},
                         {"law", MakeExpressionLaw(Scale(unit, law), Json::object())}});
  }
}

}  // namespace trunnion::adams
