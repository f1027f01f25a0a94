// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numbers>
#include <utility>
#include <vector>

#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

using Action = std::function<void(EventActions&)>;

const Signal& FindSignal(Reading& reading, const Entry& name) {
  for (const Signal& signal : reading.file.signals)
    if (signal.name == name.Text()) return signal;
  name.Fail("unknown output '" + name.Text() + "'; list it among 'outputs'" +
            Suggest(name.Text(), reading.output_names));
}

/// A number in the unit of the output, or an angle "30 deg".
double ReadThreshold(const Entry& entry, const std::string& unit) {
  if (!entry.json().is_string()) return entry.Number();
  if (unit == "rad") return entry.Angle();
  if (unit == "deg") return entry.Angle() * 180 / std::numbers::pi;
  entry.Fail("the output is in " + unit + "; give a number in this unit");
}

void ReadWhen(Reading& reading, const Entry& entry, UserEvent& event) {
  if (const auto e = entry.Find("time")) {
    entry.RequireKeys({"time"});
    event.time = e->Number();
    return;
  }
  entry.RequireKeys({"output", "crosses", "direction"});
  if (!entry.Has("output")) entry.Fail("give a 'time', or an 'output' with what it 'crosses'");
  const Signal& signal = FindSignal(reading, entry.At("output"));
  const double value = ReadThreshold(entry.At("crosses"), signal.unit);
  event.function = [f = signal.evaluate, value](const Simulation& s) { return f(s) - value; };
  if (const auto e = entry.Find("direction"))
    event.direction = ReadChoice<Crossing>(*e,
                                           {{"rising", Crossing::rising},
                                            {"falling", Crossing::falling},
                                            {"either", Crossing::either}});
}

/// Off or on again, of a joint, a motion or coupling, or a force.
Action ReadSwitch(Reading& reading, const Entry& entry, bool on) {
  entry.RequireKeys({"type", "joint", "motion", "force"});
  entry.RequireOneOf({"joint", "motion", "force"});
  const auto act = [on](auto id) -> Action {
    return [id, on](EventActions& actions) {
      if constexpr (std::is_same_v<decltype(id), JointId>)
        on ? actions.SwitchOn(id) : actions.Release(id);
      else
        on ? actions.SwitchOn(id) : actions.SwitchOff(id);
    };
  };
  if (const auto e = entry.Find("joint")) return act(FindJoint(reading, *e));
  if (const auto e = entry.Find("motion")) return act(FindConstraint(reading, *e));
  if (const auto e = entry.Find("force")) return act(FindForce(reading, *e));
  entry.Fail("give the 'joint', the 'motion' or the 'force' that is switched");
}

Action ReadRelease(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"type", "joint"});
  return [id = FindJoint(reading, entry.At("joint"))](EventActions& act) { act.Release(id); };
}

Action ReadScale(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"type", "force", "factor"});
  const ForceId id = FindForce(reading, entry.At("force"));
  return [id, factor = entry.At("factor").Number()](EventActions& act) { act.Scale(id, factor); };
}

Action ReadImpulse(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"type", "body", "point", "marker", "impulse", "angular_impulse"});
  entry.RequireOneOf({"marker", "body"});
  entry.RequireOneOf({"marker", "point"});
  BodyId body;
  Vec3 point = Vec3::Zero(), impulse = Vec3::Zero(), angular = Vec3::Zero();
  if (const auto e = entry.Find("marker")) {
    const Marker& marker = reading.model().marker(FindMarker(reading, *e));
    body = marker.body;
    point = marker.position;
  } else {
    body = FindBody(reading, entry.At("body"));
    Into(entry, "point", point, ReadVector);
  }
  if (!entry.Has("impulse") && !entry.Has("angular_impulse"))
    entry.Fail("give 'impulse', 'angular_impulse' or both");
  Into(entry, "impulse", impulse, ReadVector);
  Into(entry, "angular_impulse", angular, ReadVector);
  return [=](EventActions& act) { act.ApplyImpulse(body, impulse, point, angular); };
}

enum class ActionType { stop, release, off, on, scale, gravity, impulse };

Action ReadAction(Reading& reading, const Entry& entry) {
  const auto type = ReadChoice<ActionType>(entry.At("type"),
                                           {{"stop", ActionType::stop},
                                            {"release", ActionType::release},
                                            {"switch_off", ActionType::off},
                                            {"switch_on", ActionType::on},
                                            {"scale", ActionType::scale},
                                            {"gravity", ActionType::gravity},
                                            {"impulse", ActionType::impulse}});
  switch (type) {
    case ActionType::release:
      return ReadRelease(reading, entry);
    case ActionType::off:
    case ActionType::on:
      return ReadSwitch(reading, entry, type == ActionType::on);
    case ActionType::scale:
      return ReadScale(reading, entry);
    case ActionType::gravity:
      entry.RequireKeys({"type", "value"});
      return [g = ReadVector(entry.At("value"))](EventActions& act) { act.set_gravity(g); };
    case ActionType::impulse:
      return ReadImpulse(reading, entry);
    case ActionType::stop:
      break;
  }
  entry.RequireKeys({"type"});
  return [](EventActions& act) { act.Stop(); };
}

}  // namespace

void ReadEvents(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    UserEvent event;
    event.name = ReadName(reading, entry, "event");
    auto& names = reading.event_names;
    if (std::find(names.begin(), names.end(), event.name) != names.end())
      entry.At("name").Fail("the name is taken; give every event its own");
    names.push_back(event.name);
    entry.RequireKeys({"name", "when", "once", "actions"});
    ReadWhen(reading, entry.At("when"), event);
    Into(entry, "once", event.once);
    std::vector<Action> actions;
    for (const Entry& item : entry.At("actions").Items())
      actions.push_back(ReadAction(reading, item));
    if (actions.empty()) entry.At("actions").Fail("there is none; add one");
    event.action = [actions = std::move(actions)](EventActions& act) {
      for (const Action& action : actions) action(act);
    };
    reading.file.run.events.push_back(std::move(event));
  }
}

}  // namespace trunnion::model_file
