// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <string_view>

#include "engine/model_file/formula_text.hpp"
#include "engine/model_file/placement.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

using Home = PlacedElement::Home;

/// A point and vectors of a load or an impulse on a body, or at a marker.
void RequireInside(const PlacedElement& load, bool in_body) {
  if (load.Has("marker")) return;
  if (load.HomeOf("body") == Home::outside && (load.Has("point") || in_body))
    load.Fail(
        "its body is not of the part, and its frame is not moved: name a 'marker' of the "
        "part on it, with a 'point', and vectors of the world");
}

void PlacePointOfLoad(PlacedElement& load) {
  if (!load.Has("point")) return;
  if (load.HomeOf("body") == Home::ground)
    load.Point("point");
  else
    load.Turn("point", load.placement().S());
}

void PlaceLoad(PlacedElement& load) {
  const Placement& placement = load.placement();
  const auto in_body = [&](const char* key) { return load.json().value(key, "world") == "body"; };
  RequireInside(load, in_body("force_frame") || in_body("torque_frame"));
  const Home home = load.Has("marker") ? Home::part : load.HomeOf("body");
  const auto matrix = [&](const char* frame) {
    const bool body = in_body(frame) && home == Home::part;
    return body ? placement.S() : placement.M();
  };
  PlacePointOfLoad(load);
  load.TurnLaws("force", matrix("force_frame"));
  load.TurnLaws("torque", (load.mirrors() ? -1 : 1) * matrix("torque_frame"));
}

void PlaceSpring(PlacedElement& spring) {
  for (const char* key : {"free_length", "preload"}) spring.Negate(key);
  for (const char* key : {"spring_curve", "damper_curve"}) spring.FlipCurve(key);
}

void PlaceStop(PlacedElement& stop) {
  stop.Negate("limit");
  Json& side = stop.json()["side"];
  if (side == "upper" || side == "lower") side = side == "upper" ? "lower" : "upper";
}

/// What acts along a coordinate.
void PlaceAlong(PlacedElement& force) {
  if (!force.mirrors() || force.SignOf("along") > 0) return;
  const std::string type = force.type();
  if (type == "spring") PlaceSpring(force);
  if (type == "stop") PlaceStop(force);
  if (type == "motor" && force.Has("law"))
    force.json()["law"] = NegateLaw(force.json()["law"], true);
}

void PlaceBushing(PlacedElement& bushing) {
  if (!bushing.Has("a") && !bushing.Has("b")) {
    const Mat3 E = bushing.mirrors() ? MirrorAxesOfMarkers() : Mat3::Identity();
    bushing.Point("point");
    bushing.Orient("orientation", bushing.placement().M(), E);
  }
  if (!bushing.mirrors()) return;
  for (const char* key : {"a", "b"}) bushing.RequireAxes(key);
  for (const char* key : {"stiffness", "damping", "preload"}) bushing.MirrorSix(key);
  if (!bushing.Has("curves") || !bushing.json()["curves"].is_object()) return;
  PlacedElement curves = bushing.At("curves");
  for (const char* key : {"y", "rx", "rz"}) curves.FlipCurve(key);
}

void PlaceBeam(PlacedElement& beam) {
  beam.Turn("y_axis", (beam.mirrors() ? -1 : 1) * beam.placement().M());
  if (!beam.mirrors()) return;
  for (const char* key : {"a", "b"}) beam.RequireAxes(key);
  beam.MirrorSix("prestrain");
  if (!beam.Has("section") || !beam.json()["section"].is_object()) return;
  PlacedElement section = beam.At("section");
  section.Negate("orientation");
  for (const char* key : {"centroid", "shear_centre"})
    if (section.Has(key) && section.json()[key].is_array() && !section.json()[key].empty())
      section.json()[key][0] = Negated(section.json()[key][0]);
}

void PlaceSuperelement(PlacedElement& element) {
  const Mat3 E = element.mirrors() ? MirrorAxesOfMarkers() : Mat3::Identity();
  element.Orient("orientation", element.placement().M(), E);
  if (!element.mirrors() || !element.Has("markers")) return;
  element.RequireAxes("markers");
  VectorXd d(6 * static_cast<int>(element.json()["markers"].size()));
  constexpr std::array<double, 6> kSigns{1, -1, 1, -1, 1, -1};
  for (int i = 0; i < d.size(); ++i) d[i] = kSigns[static_cast<std::size_t>(i % 6)];
  for (const char* key : {"stiffness", "damping", "mass"})
    element.TurnSquare(key, MatrixXd(d.asDiagonal()));
}

/// Formulas of measures, which see the frame of the part in place of the world.
class PlacedFormulas {
 public:
  PlacedFormulas(PlacedElement& force, const std::string& ground, bool& needed)
      : force_(force), ground_(ground), needed_(needed) {}

  void Place() {
    for (const char* key : {"a", "b", "axes"}) force_.RequireAxes(key);
    if (!force_.Has("a") && !force_.Has("axes") && (force_.Has("force") || force_.Has("torque"))) {
      force_.json()["axes"] = ground_;
      needed_ = true;
    }
    ChangeFormulas(force_.json(), [&](const std::string& text, const auto& tables) {
      FormulaChange change;
      change.measure = [&](const MeasureForm& form, const FormulaChange::Arguments& names) {
        return std::optional(Change(form, names));
      };
      return ChangeFormula(text, change, tables);
    });
    if (!force_.mirrors()) return;
    force_.Negate("about");
    NegateOf("force", {1});
    NegateOf("torque", {0, 2});
  }

 private:
  std::string Change(const MeasureForm& form, FormulaChange::Arguments names) {
    if (form.defaults && names.size() < form.markers) names.resize(form.markers, "ground");
    std::string call = std::string(form.name) + "(";
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == "ground") {
        names[i] = ground_;
        needed_ = true;
      }
      force_.RequireAxes(force_.entry(), names[i]);
      call += (i > 0 ? ", '" : "'") + names[i] + "'";
    }
    call += ")";
    if (!force_.mirrors() || form.mirror_sign == 1) return call;
    if (form.mirror_sign == 0)
      force_.Fail("the measure '" + std::string(form.name) +
                  "' is another one in a mirror; use yaw, pitch and roll, or ax, ay and az");
    return "(-" + call + ")";
  }

  void NegateOf(const char* key, std::initializer_list<std::size_t> components) {
    if (!force_.Has(key) || !force_.json()[key].is_array()) return;
    for (const std::size_t i : components)
      if (i < force_.json()[key].size()) force_.json()[key][i] = Negated(force_.json()[key][i]);
  }

  PlacedElement& force_;
  const std::string& ground_;
  bool& needed_;
};

/// A type of the program, whose values only its reader knows.
void PlaceOwnForce(PlacedElement& force) {
  if (force.mirrors())
    force.Fail(
        "a force of type '" + force.type() +
        "' cannot be mirrored; take it out of the part and name the markers of the instance");
  for (const auto& [key, value] : force.json().items())
    if (value.is_array())
      force.Fail("nobody knows how '" + key + "' of a force of type '" + force.type() +
                 "' moves; take the force out of the part");
}

bool IsAnyOf(std::string_view type, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

Json Negated(const Json& value) {
  if (value.is_number()) return 0.0 - value.get<double>();
  if (!value.is_string()) return value;
  const std::string text = value;
  if (text.ends_with(" deg") && text.find('(') == std::string::npos)
    return text.starts_with('-') ? text.substr(1) : "-" + text;
  return "-(" + text + ")";
}

Json FlippedCurve(Json curve) {
  if (!curve.is_object() || !curve.contains("points") || !curve["points"].is_array()) return curve;
  Json& points = curve["points"];
  for (Json& point : points)
    if (point.is_array())
      for (Json& number : point) number = Negated(number);
  std::reverse(points.begin(), points.end());
  return curve;
}

Json NegateLaw(const Json& law, bool drive) {
  if (!law.is_object()) return Negated(law);
  Json negative = law;
  const std::string type = law.value("type", "");
  if (type == "over_speed" || type == "over_coordinate") return FlippedCurve(law);
  if (type == "servo" && law.contains("target")) {
    negative["target"] = NegateLaw(law["target"], false);
  } else if (type == "expression" && law.contains("expression") && law["expression"].is_string()) {
    FormulaChange change;
    change.name = [](const std::string& name) -> std::optional<std::string> {
      if (name == "x" || name == "v") return "(-" + name + ")";
      return {};
    };
    const std::string text = law["expression"];
    negative["expression"] = "-(" + (drive ? ChangeFormula(text, change) : text) + ")";
  } else if (type == "sum" && law.contains("terms") && law["terms"].is_array()) {
    for (Json& term : negative["terms"]) term = NegateLaw(term, drive);
  } else {
    negative = ScaleLaw(law, -1);
  }
  return negative;
}

Json ScaleLaw(const Json& law, double factor) {
  const auto scale = [factor](Json& value) {
    if (value.is_number())
      value = factor * value.get<double>() + 0.0;
    else if (factor == -1)
      value = Negated(value);  // of another factor the reader refuses an angle
  };
  Json scaled = law;
  if (!law.is_object()) {
    scale(scaled);
    return scaled;
  }
  if (law.value("type", "") == "input" && !law.contains("scale")) scaled["scale"] = 1;
  for (const char* key : {"value", "offset", "rate", "amplitude", "from", "to", "scale"})
    if (scaled.contains(key)) scale(scaled[key]);
  for (const char* key : {"coefficients", "points", "terms"}) {
    if (!scaled.contains(key) || !scaled[key].is_array()) continue;
    for (Json& item : scaled[key]) {
      if (item.is_object())
        item = ScaleLaw(item, factor);
      else if (!item.is_array())
        scale(item);
      else if (item.size() == 2)
        scale(item[1]);
    }
  }
  if (scaled.contains("expression") && scaled["expression"].is_string())
    scaled["expression"] =
        PrintNumber(factor) + "*(" + scaled["expression"].get<std::string>() + ")";
  return scaled;
}

void PlaceForce(PlacedElement force, const std::string& ground, bool& needed) {
  const std::string type = force.type();
  if (type == "load") return PlaceLoad(force);
  if (type == "bushing") return PlaceBushing(force);
  if (type == "beam") return PlaceBeam(force);
  if (type == "superelement") return PlaceSuperelement(force);
  if (type == "expression") return PlacedFormulas(force, ground, needed).Place();
  if (IsAnyOf(type, {"spring", "stop", "motor", "maxwell"})) return PlaceAlong(force);
  if (type != "cable") PlaceOwnForce(force);
}

void PlaceEvent(PlacedElement event) {
  if (event.mirrors() && event.Has("when") && event.json()["when"].contains("output"))
    event.Fail(
        "an event that waits for an output cannot be mirrored, for outputs are not; take it "
        "out of the part and name the output of the instance");
  if (!event.Has("actions")) return;
  PlacedElement actions = event.At("actions");
  for (std::size_t i = 0; i < actions.entry().Items().size(); ++i) {
    PlacedElement action = actions.Item(i);
    if (action.type() == "gravity")
      action.Fail("gravity belongs to the model; take the event out of the part");
    if (action.type() != "impulse") continue;
    RequireInside(action, false);
    PlacePointOfLoad(action);
    action.Turn("impulse", action.placement().M());
    action.Turn("angular_impulse", (action.mirrors() ? -1 : 1) * action.placement().M());
  }
}

}  // namespace trunnion::model_file
