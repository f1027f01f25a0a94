// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/measurement.hpp"

#include <algorithm>

#include "engine/core/rotation.hpp"
#include "engine/model_file/values.hpp"
#include "engine/simulation/measures.hpp"
#include "engine/system/system_reports.hpp"
#include "forces/applied_force.hpp"

namespace trunnion::model_file {
namespace {

/// 0, 1, 2 for x, y, z, 3 for the magnitude.
int ReadComponent(const Entry& entry) {
  return ReadChoice<int>(entry.At("component"), {{"x", 0}, {"y", 1}, {"z", 2}, {"magnitude", 3}});
}
double Component(const Vec3& v, int component) { return component < 3 ? v[component] : v.norm(); }

FrameRef ReadFrame(Reading& reading, const Entry& entry) {
  entry.RequireOneOf({"marker", "body"});
  if (const auto e = entry.Find("marker")) return FindMarker(reading, *e);
  if (const auto e = entry.Find("body")) return FindBody(reading, *e);
  entry.Fail("give the 'marker' or the 'body' that is measured");
}

FrameRef ReadFrom(Reading& reading, const Entry& entry) {
  const auto e = entry.Find("relative_to");
  return e ? FrameRef(FindMarker(reading, *e)) : FrameRef();
}

Measurement ReadMotion(Reading& reading, const Entry& entry, const std::string& type) {
  entry.RequireKeys({"name",
                     "type",
                     "unit",
                     "scale",
                     "from_initial",
                     "marker",
                     "body",
                     "relative_to",
                     "component"});
  const FrameRef frame = ReadFrame(reading, entry), from = ReadFrom(reading, entry);
  const int i = ReadComponent(entry);
  if (type == "position")
    return {"m",
            [=](const Simulation& s) { return Component(CalcFrameMotion(s, frame, from).X.p, i); }};
  if (type == "velocity")
    return {"m/s",
            [=](const Simulation& s) { return Component(CalcFrameMotion(s, frame, from).v, i); }};
  if (type == "acceleration")
    return {"m/s^2", [=](const Simulation& s) {
              return Component(CalcFrameMotion(s, frame, from, true).a, i);
            }};
  if (type == "angular_velocity")
    return {"rad/s",
            [=](const Simulation& s) { return Component(CalcFrameMotion(s, frame, from).w, i); }};
  return {"rad", [=](const Simulation& s) {
            return Component(RotationLog(CalcFrameMotion(s, frame, from).X.R), i);
          }};
}

Vec3 ReadDirection(const Entry& entry, const std::string& key, const Vec3& fallback) {
  Vec3 direction = fallback;
  const auto e = entry.Find(key);
  if (!e) return direction;
  direction = ReadVector(*e);
  const double norm = direction.stableNorm();
  if (!(norm > 1e-100 && norm < 1e100))
    e->Fail("the direction is zero or huge; give a unit vector");
  return direction / norm;
}

Measurement ReadInclination(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"name",
                     "type",
                     "unit",
                     "scale",
                     "from_initial",
                     "marker",
                     "body",
                     "relative_to",
                     "axis",
                     "normal"});
  const FrameRef frame = ReadFrame(reading, entry), from = ReadFrom(reading, entry);
  const int axis = ReadChoice<int>(entry.At("axis"), {{"x", 0}, {"y", 1}, {"z", 2}});
  const Vec3 normal = ReadDirection(entry, "normal", Vec3::UnitZ());
  return {"rad", [=](const Simulation& s) {
            return CalcInclination(CalcFrameMotion(s, frame, from).X.R.col(axis), normal);
          }};
}

Measurement ReadAzimuth(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"name",
                     "type",
                     "unit",
                     "scale",
                     "from_initial",
                     "marker",
                     "body",
                     "relative_to",
                     "axis",
                     "normal",
                     "zero"});
  const FrameRef frame = ReadFrame(reading, entry), from = ReadFrom(reading, entry);
  const int axis = ReadChoice<int>(entry.At("axis"), {{"x", 0}, {"y", 1}, {"z", 2}});
  const Vec3 normal = ReadDirection(entry, "normal", Vec3::UnitZ());
  const Vec3 zero = ReadDirection(entry, "zero", Vec3::UnitX());
  if (normal.cross(zero).norm() < 1e-6)
    entry.Fail("'zero' is along 'normal'; give a direction in the plane");
  return {"rad", [=](const Simulation& s) {
            return CalcAzimuth(CalcFrameMotion(s, frame, from).X.R.col(axis), normal, zero);
          }};
}

Measurement ReadCoordinateOutput(Reading& reading, const Entry& entry, bool rate) {
  entry.RequireKeys({"name", "type", "unit", "scale", "from_initial", "along"});
  const Coordinate along = ReadCoordinate(reading, entry.At("along"));
  const std::string unit = along.angle ? "rad" : "m";
  return {rate ? unit + "/s" : unit, [ref = along.ref, rate](const Simulation& s) {
            return rate ? s.rate(ref) : s.coordinate(ref);
          }};
}

Measurement ReadReaction(Reading& reading, const Entry& entry, bool torque) {
  entry.RequireKeys(
      {"name", "type", "unit", "scale", "from_initial", "joint", "relative_to", "component"});
  const JointId joint = FindJoint(reading, entry.At("joint"));
  const int i = ReadComponent(entry);
  const FrameRef axes = ReadFrom(reading, entry);
  return {torque ? "Nm" : "N", [=](const Simulation& s) {
            const Reaction r = s.reaction(joint);
            const Vec3& in_world = torque ? r.torque : r.force;
            if (!axes.is_set()) return Component(in_world, i);
            return Component(CalcFrameMotion(s, axes).X.R.transpose() * in_world, i);
          }};
}

Measurement ReadDriveOutput(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"name", "type", "unit", "scale", "from_initial", "motion"});
  const ConstraintId motion = FindConstraint(reading, entry.At("motion"));
  const bool angle = reading.constraint_angles[static_cast<std::size_t>(motion.index())];
  return {angle ? "Nm" : "N", [motion](const Simulation& s) { return s.drive(motion); }};
}

/// Three columns of a force, `prefix` + "x", "y" and "z", or their magnitude.
double ReportedComponent(const Simulation& s, ForceId force, const std::string& prefix, int i) {
  return Component(
      {s.report(force, prefix + "x"), s.report(force, prefix + "y"), s.report(force, prefix + "z")},
      i);
}

/// force, torque, deformation and rate of a bushing.
Measurement ReadBushingOutput(const Entry& entry, const std::string& type, ForceId force) {
  const int i = ReadComponent(entry);
  const bool wrench = type == "force" || type == "torque";
  const bool rotation = type == "torque" || type == "deformation_angle";
  const std::string prefix = wrench ? type + "_" : rotation ? "theta_" : "d";
  return {wrench ? (rotation ? "Nm" : "N") : (rotation ? "rad" : "m"),
          [=](const Simulation& s) { return ReportedComponent(s, force, prefix, i); }};
}

/// The force on the body of a load, in the world.
Measurement ReadLoadOutput(const Entry& entry, const std::string& type, ForceId force) {
  if (type != "force") entry.At("type").Fail("of a load only the force is an output");
  const int i = ReadComponent(entry);
  return {"N", [=](const Simulation& s) { return ReportedComponent(s, force, "force_", i); }};
}

Measurement ReadForceOutput(Reading& reading, const Entry& entry, const std::string& type) {
  entry.RequireKeys({"name", "type", "unit", "scale", "from_initial", "force", "component"});
  const ForceId force = FindForce(reading, entry.At("force"));
  const auto f = static_cast<std::size_t>(force.index());
  const std::string& kind = reading.file.force_types[f];
  if (kind == "bushing") return ReadBushingOutput(entry, type, force);
  if (kind == "load") return ReadLoadOutput(entry, type, force);
  if (reading.force_wrenches.contains(entry.At("force").Text())) {
    const bool torque = type == "torque";
    if (!torque && type != "force")
      entry.At("type").Fail("outputs of this force are its 'force' and its 'torque'");
    const int i = ReadComponent(entry);
    return {torque ? "Nm" : "N",
            [=](const Simulation& s) { return ReportedComponent(s, force, type + "_", i); }};
  }
  if (kind == "reduced")
    entry.At("force").Fail("a reduced body has no single force; give a joint at its interface");
  if (const auto e = entry.Find("component"))
    e->Fail("a " + kind + " acts along one coordinate; remove 'component'");
  const bool angle = reading.force_angles[f];
  if (type != (angle ? "torque" : "force"))
    entry.At("type").Fail(angle ? "this " + kind + " acts on an angle; its output is a 'torque'"
                                : "this " + kind + " acts on a length; its output is a 'force'");
  return {angle ? "Nm" : "N", [force, type](const Simulation& s) { return s.report(force, type); }};
}

Measurement ReadEnergy(const Entry& entry, const std::string& type) {
  entry.RequireKeys({"name", "type", "unit", "scale", "from_initial"});
  const bool kinetic = type != "potential_energy", potential = type != "kinetic_energy";
  return {"J", [=](const Simulation& s) {
            return (kinetic ? s.kinetic_energy() : 0.0) + (potential ? s.potential_energy() : 0.0);
          }};
}

/// An own state of a force; the first one unless it is named.
Measurement ReadState(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"name", "type", "unit", "scale", "from_initial", "force", "state"});
  const Entry name = entry.At("force");
  const ForceId force = FindForce(reading, name);
  const auto& states = reading.model().states(force);
  if (states.empty()) name.Fail("this force has no states of its own; measure its force");
  int i = 0;
  if (const auto e = entry.Find("state")) {
    std::vector<std::string> names;
    for (const StateInfo& state : states) names.push_back(state.name);
    const auto found = std::find(names.begin(), names.end(), e->Text());
    if (found == names.end()) e->Fail("unknown state; the force has " + List(names));
    i = static_cast<int>(found - names.begin());
  }
  const auto f = static_cast<std::size_t>(force.index());
  return {states[static_cast<std::size_t>(i)].unit, [f, i](const Simulation& s) {
            return s.v()[s.system().state_component(s.system().parts().forces[f], i)];
          }};
}

enum class Group {
  motion,
  inclination,
  azimuth,
  coordinate,
  reaction,
  drive,
  force,
  state,
  formula,
  energy
};

Group ReadGroup(const Entry& type) {
  return ReadChoice<Group>(type,
                           {{"position", Group::motion},
                            {"velocity", Group::motion},
                            {"acceleration", Group::motion},
                            {"rotation", Group::motion},
                            {"angular_velocity", Group::motion},
                            {"inclination", Group::inclination},
                            {"azimuth", Group::azimuth},
                            {"coordinate", Group::coordinate},
                            {"rate", Group::coordinate},
                            {"reaction_force", Group::reaction},
                            {"reaction_torque", Group::reaction},
                            {"drive", Group::drive},
                            {"force", Group::force},
                            {"torque", Group::force},
                            {"deformation", Group::force},
                            {"deformation_angle", Group::force},
                            {"state", Group::state},
                            {"expression", Group::formula},
                            {"kinetic_energy", Group::energy},
                            {"potential_energy", Group::energy},
                            {"energy", Group::energy}});
}

}  // namespace

Measurement ReadMeasurement(Reading& reading, const Entry& entry) {
  const Entry at = entry.At("type");
  const Group group = ReadGroup(at);
  const std::string type = at.Text();
  switch (group) {
    case Group::motion:
      return ReadMotion(reading, entry, type);
    case Group::inclination:
      return ReadInclination(reading, entry);
    case Group::azimuth:
      return ReadAzimuth(reading, entry);
    case Group::coordinate:
      return ReadCoordinateOutput(reading, entry, type == "rate");
    case Group::reaction:
      return ReadReaction(reading, entry, type == "reaction_torque");
    case Group::drive:
      return ReadDriveOutput(reading, entry);
    case Group::force:
      return ReadForceOutput(reading, entry, type);
    case Group::state:
      return ReadState(reading, entry);
    case Group::formula:
      return ReadFormulaOutput(reading, entry);
    case Group::energy:
      break;
  }
  return ReadEnergy(entry, type);
}

}  // namespace trunnion::model_file
