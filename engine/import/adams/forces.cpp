// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/expression.hpp"
#include "engine/import/adams/formula_writer.hpp"
#include "engine/import/adams/functions.hpp"
#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

struct Ends {
  long i, j;
  bool angle;

  /// 1 for measures of I relative to J, −1 for J relative to I, 0 for others.
  int OrderOf(const MarkerCall& call) const {
    if (call.ids.size() < 2) return 0;
    if (call.ids[0] == i && call.ids[1] == j) return 1;
    return call.ids[0] == j && call.ids[1] == i ? -1 : 0;
  }
};

/// A measure of I relative to J by the coordinate x and its rate v of a motor [m or rad].
std::optional<std::string> WriteOwnMeasure(const Translation& t,
                                           const Ends& ends,
                                           const MarkerCall& call) {
  const int order = ends.OrderOf(call);
  if (order == 0) return std::nullopt;
  const Units& units = t.data.units();
  const auto in_units = [](const char* variable, double unit) {
    return unit == 1 ? std::string(variable) : variable + std::string("/") + Write(unit);
  };
  if (!ends.angle) {
    if (call.name == "DM" && call.ids.size() == 2) return in_units("x", units.length);
    if (call.name == "VR" && call.ids.size() == 2) return in_units("v", units.velocity());
    return std::nullopt;
  }
  const std::string sign = order > 0 ? "" : "-";
  if (call.name == "AZ" && call.ids.size() == 2) return sign + "x";
  const bool own_axes = call.ids.size() == 3 && (call.ids[2] == ends.i || call.ids[2] == ends.j);
  if (call.name == "WZ" && own_axes) return sign + in_units("v", 1 / units.time);
  return std::nullopt;
}

Json AlongEnds(const Translation& t, const Statement& s, bool angle) {
  const PartMarker &i = t.data.marker(s, "I"), &j = t.data.marker(s, "J");
  const double c = t.data.CalcPose(i).R.col(2).dot(t.data.CalcPose(j).R.col(2));
  if (angle && c < 1 - 1e-6)
    throw Refusal(s.line, "the z axes of I and J must be parallel for a torque about them");
  return {{"a", t.data.NameOf(*j.statement)},
          {"b", t.data.NameOf(*i.statement)},
          {"kind", angle ? "angle" : "distance"}};
}

bool ActsOnAngle(const Statement& s, const char* translation, const char* rotation) {
  const bool slides = s.Has("TRANSLATIONAL") || s.Has(translation);
  const bool turns = s.Has("ROTATIONAL") || s.Has(rotation);
  if (slides == turns) throw Refusal(s.line, "say whether it is TRANSLATIONAL or ROTATIONAL");
  return turns;
}

/// Whether a law of a motor is smooth; of others the force by formulas finds the kinks.
bool IsSmooth(const std::string& formula) {
  return !Expression(formula, {"t", "x", "v"}).has_kinks();
}

/// The law of a motor between I and J, if that can say it.
std::optional<std::string> WriteMotor(const Translation& t,
                                      const Statement& s,
                                      const Ends& ends,
                                      double unit) {
  try {
    const std::string formula = Scale(
        unit,
        TranslateFunction(
            t.data, GetText(s, "FUNCTION"), Get(s, "FUNCTION").line, [&](const MarkerCall& call) {
              return WriteOwnMeasure(t, ends, call);
            }));
    if (IsSmooth(formula)) return formula;
  } catch (const Refusal&) {  // the force by formulas says what it is
  }
  return std::nullopt;
}

/// A force or torque on the part of I alone along z of J, a function of the time.
std::optional<Json> MakeLoad(const Translation& t, const Statement& s, bool angle, double unit) {
  const PartMarker &i = t.data.marker(s, "I"), &j = t.data.marker(s, "J");
  const bool fixed = t.data.part(j.part, s.line).ground;
  if (!fixed && i.part != j.part) return std::nullopt;
  std::string law;
  try {
    law = TranslateTimeFunction(t.data, GetText(s, "FUNCTION"), Get(s, "FUNCTION").line);
  } catch (const Refusal&) {
    return std::nullopt;
  }
  if (!IsSmooth(law)) return std::nullopt;
  Json components = Json::array();
  for (const double z : Vec3(j.X.R.col(2))) {
    if (std::abs(z) < 1e-15)
      components.push_back(0);
    else
      components.push_back({{"type", "expression"}, {"expression", Scale(z * unit, law)}});
  }
  Json load{{"name", t.data.NameOf(s)}, {"type", "load"}, {"marker", t.data.NameOf(*i.statement)}};
  load[angle ? "torque" : "force"] = components;
  load[angle ? "torque_frame" : "force_frame"] = fixed ? "world" : "body";
  return load;
}

/// Three numbers of an argument times a factor; zero where they are not given.
void AppendThree(const Statement& s, const char* argument, double factor, Json& list) {
  const Vec3 values = GetVector(s, argument, Vec3::Zero());
  for (const double value : values) list.push_back(value == 0 ? 0.0 : factor * value);
}

}  // namespace

void TranslateSingleForce(Translation& t, const Statement& s) {
  const bool angle = ActsOnAngle(s, "TRANSLATIONAL", "ROTATIONAL");
  const bool action_only = s.Has("ACTIONONLY");
  const double unit = angle ? t.data.units().torque() : t.data.units().force;
  const Ends ends{.i = GetId(s, "I"), .j = GetId(s, "J"), .angle = angle};
  if (action_only) {
    if (const auto load = MakeLoad(t, s, angle, unit)) return t.forces.push_back(*load);
  } else {
    const Json along = AlongEnds(t, s, angle);
    if (const auto law = WriteMotor(t, s, ends, unit))
      return t.forces.push_back({{"name", t.data.NameOf(s)},
                                 {"type", "motor"},
                                 {"along", along},
                                 {"law", MakeExpressionLaw(*law, Json::object())}});
  }
  FormulaWriter formulas(t, s, t.data.marker(s, "I"), t.data.marker(s, "J"));
  const std::string formula = formulas.Write("FUNCTION", unit);
  if (!action_only) {
    formulas.force()[angle ? "about" : "along"] = formula;
  } else {
    formulas.force()["reaction"] = false;
    formulas.force()[angle ? "torque" : "force"] = Json::array({0, 0, formula});
  }
  formulas.Add();
}

/// F = −C VR − K (DM − LENGTH) + FORCE pushes apart; our preload pulls.
void TranslateSpringDamper(Translation& t, const Statement& s) {
  const bool angle = ActsOnAngle(s, "TRANSLATION", "ROTATION");
  const Units& units = t.data.units();
  const double force = angle ? units.torque() : units.force, unit = angle ? 1 : units.length;
  const double preload = -force * GetNumber(s, angle ? "TORQUE" : "FORCE", 0);
  Json spring{{"name", t.data.NameOf(s)}, {"type", "spring"}, {"along", AlongEnds(t, s, angle)}};
  spring["stiffness"] = force / unit * GetNumber(s, angle ? "KT" : "K", 0);
  spring["damping"] = force / unit * units.time * GetNumber(s, angle ? "CT" : "C", 0);
  spring["free_length"] = unit * GetNumber(s, angle ? "ANGLE" : "LENGTH", 0);
  if (preload != 0) spring["preload"] = preload;
  t.forces.push_back(spring);
}

void TranslateBushing(Translation& t, const Statement& s) {
  const Units& units = t.data.units();
  Json stiffness = Json::array(), damping = Json::array(), preload = Json::array();
  AppendThree(s, "K", units.force / units.length, stiffness);
  AppendThree(s, "KT", units.torque(), stiffness);
  AppendThree(s, "C", units.force / units.velocity(), damping);
  AppendThree(s, "CT", units.torque() * units.time, damping);
  AppendThree(s, "FORCE", -units.force, preload);
  AppendThree(s, "TORQUE", -units.torque(), preload);
  t.forces.push_back({{"name", t.data.NameOf(s)},
                      {"type", "bushing"},
                      {"a", t.data.NameOf(*t.data.marker(s, "J").statement)},
                      {"b", t.data.NameOf(*t.data.marker(s, "I").statement)},
                      {"stiffness", stiffness},
                      {"damping", damping},
                      {"preload", preload}});
}

}  // namespace trunnion::adams
