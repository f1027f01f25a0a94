// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstdlib>

#include "engine/import/adams/functions.hpp"
#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

constexpr std::array<const char*, 4> kComponents{"x", "y", "z", "magnitude"};

/// Frames of a measure: the ground where a marker is not given.
const PartMarker* FindFrame(const Translation& t, const Statement& s, const char* argument) {
  return s.Has(argument) && GetId(s, argument) != 0 ? &t.data.marker(s, argument) : nullptr;
}

/// A motion of I relative to J in the ground, in axes of `axes`. A model file sees motions from a
/// marker, so that J and the axes must be on the ground.
Json MakeMotionOutput(Translation& t,
                      const Statement& s,
                      const PartMarker& i,
                      const PartMarker* j,
                      const PartMarker* axes) {
  for (const PartMarker* frame : {j, axes})
    if (frame && !t.data.part(frame->part, s.line).ground)
      throw Refusal(s.line, "there is no output for motions seen from a part that moves");
  Json output{{"name", ""}, {"type", ""}, {"marker", t.data.NameOf(*i.statement)}};
  Pose from;
  if (j) from.p = j->X.p;
  if (axes) from.R = axes->X.R;
  if (from.p == Vec3::Zero() && from.R == Mat3::Identity()) return output;
  const std::string name = t.data.NameOf(s) + ".from";
  Json marker{{"name", name}, {"body", "ground"}};
  AddPose(marker, from);
  bool known = false;
  for (const Json& other : t.markers) known |= other["name"] == name;
  if (!known) t.markers.push_back(marker);
  output["relative_to"] = name;
  return output;
}

void AddThree(
    Translation& t, const std::string& name, const char* prefix, const char* type, Json output) {
  constexpr std::array<const char*, 3> kNames{"X", "Y", "Z"};
  output["type"] = type;
  for (std::size_t i = 0; i < 3; ++i) {
    output["name"] = name + "." + prefix + kNames[i];
    output["component"] = kComponents[i];
    t.outputs.push_back(output);
  }
}

/// The joint of an equation GCON, JOINT or JPRIM that the model file has under its name.
const Json* FindJointJson(const Translation& t, const std::string& name) {
  for (const Json& joint : t.joints)
    if (joint["name"] == name) return &joint;
  return nullptr;
}

/// The reaction on the part of marker `on` of the only joint between two markers.
void AddForceRequest(Translation& t, const Statement& s) {
  const std::string i = t.data.NameOf(*t.data.marker(s, "I").statement);
  const std::string j = t.data.NameOf(*t.data.marker(s, "J").statement);
  const Json* found = nullptr;
  for (const Json& joint : t.joints) {
    const bool between =
        (joint["a"] == i && joint["b"] == j) || (joint["a"] == j && joint["b"] == i);
    if (between && found) throw Refusal(s.line, "there are several joints between I and J");
    if (between) found = &joint;
  }
  for (const Json& force : t.forces)
    if (force.contains("along") && force["along"].contains("a")) {
      const Json& along = force["along"];
      if ((along["a"] == i && along["b"] == j) || (along["a"] == j && along["b"] == i))
        found = nullptr;
    }
  if (!found)
    throw Refusal(s.line, "there is no output but for the reaction of a joint of I and J");
  Json output{{"name", ""}, {"type", ""}, {"joint", (*found)["name"]}};
  if (const PartMarker* axes = FindFrame(t, s, "RM"))
    output["relative_to"] = t.data.NameOf(*axes->statement);
  const bool on_b = (*found)["b"] == i;
  if (!on_b) output["scale"] = -1;
  AddThree(t, t.data.NameOf(s), "F", "reaction_force", output);
  if (on_b) AddThree(t, t.data.NameOf(s), "T", "reaction_torque", output);
}

void AddKinematicRequest(Translation& t, const Statement& s) {
  const Json output =
      MakeMotionOutput(t, s, t.data.marker(s, "I"), FindFrame(t, s, "J"), FindFrame(t, s, "RM"));
  const std::string name = t.data.NameOf(s);
  if (s.Has("DISPLACEMENT")) {
    AddThree(t, name, "", "position", output);
    t.Ignore(s, "its angles; a model file has no output for Euler angles");
  } else if (s.Has("VELOCITY")) {
    AddThree(t, name, "V", "velocity", output);
    AddThree(t, name, "W", "angular_velocity", output);
  } else {
    AddThree(t, name, "ACC", "acceleration", output);
    t.Ignore(s, "its angular accelerations; a model file has no output for these");
  }
}

/// JOINT(id, jflag, component, axes): the reaction on I, or that on J.
Json WriteReaction(const Translation& t, const Statement& s, const MarkerCall& call) {
  const Statement* joint = t.data.Find(call.name, call.ids[0]);
  const Json* json = joint ? FindJointJson(t, t.data.NameOf(*joint)) : nullptr;
  const long component = call.ids[2];
  if (!json || (*json).contains("length"))
    throw Refusal(s.line, "there is no output for the reaction of this joint");
  const bool torque = component > 4;
  if (component < 1 || component > 8 || (torque && call.ids[1] != 0))
    throw Refusal(s.line, "there is no output for this component");
  const long index = (component + 2) % 4;  // 2 3 4 are x y z, 1 is the magnitude
  Json output{{"name", ""},
              {"type", torque ? "reaction_torque" : "reaction_force"},
              {"joint", (*json)["name"]},
              {"component", kComponents[static_cast<std::size_t>(index)]}};
  if (call.ids[1] != 0 && index < 3) output["scale"] = -1;
  if (call.ids[3] != 0) output["relative_to"] = t.data.NameOfMarker(call.ids[3], s.line);
  return output;
}

/// DX(i, j, k), VY(i, j, k), WZ(i, j, k), ACCX(i, j, k): with j and k on the ground.
Json WriteMotion(Translation& t, const Statement& s, const MarkerCall& call, const char* type) {
  const auto frame = [&](std::size_t n) {
    return call.ids.size() > n && call.ids[n] != 0 ? &t.data.marker(call.ids[n], s.line) : nullptr;
  };
  if (call.ids.empty() || call.ids.size() > 3)
    throw Refusal(s.line, "there is no output for " + call.name + " with these markers");
  Json output = MakeMotionOutput(t, s, t.data.marker(call.ids[0], s.line), frame(1), frame(2));
  output["type"] = type;
  output["component"] = kComponents[static_cast<std::size_t>(call.name.back() - 'X')];
  return output;
}

/// A measure that nothing else shows, in SI; any other function in the units of the dataset.
Json WriteAsFormula(const Translation& t,
                    const Statement& s,
                    const std::optional<MarkerCall>& call,
                    const std::string& function) {
  Json output = WriteFormulaOutput(t, s, function);
  if (call)
    if (const auto measure = WriteMeasure(t, *call, s.line, true)) output["expression"] = *measure;
  return output;
}

bool IsOnGround(const Translation& t, const MarkerCall& call, int line) {
  for (std::size_t n = 1; n < call.ids.size(); ++n)
    if (call.ids[n] != 0 && !t.data.part(t.data.marker(call.ids[n], line).part, line).ground)
      return false;
  return call.ids.size() <= 3;
}

Json WriteOutput(Translation& t, const Statement& s, const std::string& function) {
  const auto call = ParseMarkerCall(function);
  if (!call) return WriteAsFormula(t, s, call, function);
  if ((call->name == "JOINT" || call->name == "JPRIM") && call->ids.size() == 4)
    return WriteReaction(t, s, *call);
  const char last = call->name.back();
  const std::string stem = call->name.substr(0, call->name.size() - 1);
  if (last >= 'X' && last <= 'Z') {
    if (stem == "ACC") return WriteMotion(t, s, *call, "acceleration");
    if (!IsOnGround(t, *call, s.line)) return WriteAsFormula(t, s, call, function);
    if (stem == "D") return WriteMotion(t, s, *call, "position");
    if (stem == "V") return WriteMotion(t, s, *call, "velocity");
    if (stem == "W") return WriteMotion(t, s, *call, "angular_velocity");
  }
  return WriteAsFormula(t, s, call, function);
}

}  // namespace

Json WriteFormulaOutput(const Translation& t, const Statement& s, const std::string& function) {
  Json tables = Json::object();
  const auto measure = [&](const MarkerCall& call) -> std::optional<std::string> {
    const bool turns = call.name == "AX" || call.name == "AY" || call.name == "AZ";
    return turns ? std::nullopt : WriteMeasure(t, call, s.line);
  };
  Json output{{"name", ""},
              {"type", "expression"},
              {"expression", TranslateFunction(t.data, function, s.line, measure, &tables)}};
  if (!tables.empty()) output["tables"] = tables;
  return output;
}

void TranslateRequest(Translation& t, const Statement& s) {
  if (s.Has("DISPLACEMENT") || s.Has("VELOCITY") || s.Has("ACCELERATION"))
    return AddKinematicRequest(t, s);
  if (s.Has("FORCE") || s.Has("F")) return AddForceRequest(t, s);
  bool any = false;
  for (const Argument& argument : s.arguments) {
    if (argument.name.size() != 2 || argument.name[0] != 'F' || argument.values.empty()) continue;
    any = true;
    try {
      Json output = WriteOutput(t, s, argument.values[0]);
      output["name"] = t.data.NameOf(s) + "." + argument.name;
      t.outputs.push_back(output);
    } catch (const Refusal& refusal) {
      t.Ignore(s, argument.name + ": " + refusal.what());
    }
  }
  if (!any) throw Refusal(s.line, "its kind is not understood");
}

void TranslateIntegrator(Translation& t, const Statement& s) {
  if (s.Has("HMAX")) t.run["max_step"] = t.data.units().time * GetNumber(s, "HMAX");
  t.Ignore(s, "but for HMAX; 'tolerance' of the run says how exact it is");
}

}  // namespace trunnion::adams
