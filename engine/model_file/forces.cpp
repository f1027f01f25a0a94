// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <functional>
#include <tuple>
#include <utility>

#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

/// Each function returns whether the force acts along an angle.
bool ReadLoad(Reading& reading, const Entry& entry, const std::string& name) {
  using Frame = AppliedVector::Frame;
  entry.RequireKeys({"name",
                     "type",
                     "body",
                     "point",
                     "marker",
                     "force",
                     "torque",
                     "force_frame",
                     "torque_frame"});
  entry.RequireOneOf({"marker", "body"});
  entry.RequireOneOf({"marker", "point"});
  AppliedLoad load;
  load.name = name;
  if (const auto e = entry.Find("marker")) {
    const Marker& marker = reading.model().marker(FindMarker(reading, *e));
    load.body = marker.body;
    load.point = marker.position;
  } else {
    load.body = FindBody(reading, entry.At("body"));
    Into(entry, "point", load.point, ReadVector);
  }
  const auto frame = [&](const char* key) {
    const auto e = entry.Find(key);
    return e ? ReadChoice<Frame>(*e, {{"world", Frame::world}, {"body", Frame::body}})
             : Frame::world;
  };
  if (!entry.Has("force") && !entry.Has("torque")) entry.Fail("give 'force', 'torque' or both");
  if (const auto e = entry.Find("force"))
    load.force = ReadAppliedVector(*e, reading.scope, frame("force_frame"));
  if (const auto e = entry.Find("torque"))
    load.torque = ReadAppliedVector(*e, reading.scope, frame("torque_frame"));
  entry.Guard([&] { return reading.model().AddAppliedLoad(load); });
  return false;
}

bool ReadSpring(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "along",
                     "stiffness",
                     "damping",
                     "free_length",
                     "preload",
                     "spring_curve",
                     "damper_curve"});
  SpringDamper spring;
  spring.name = name;
  const Coordinate along = ReadCoordinate(reading, entry.At("along"));
  spring.along = along.ref;
  Into(entry, "stiffness", spring.stiffness);
  Into(entry, "damping", spring.damping);
  if (const auto e = entry.Find("free_length")) spring.free_length = e->NumberOrAngle(along.angle);
  Into(entry, "preload", spring.preload);
  Into(entry, "spring_curve", spring.spring_curve, ReadPlainCurve);
  Into(entry, "damper_curve", spring.damper_curve, ReadPlainCurve);
  entry.Guard([&] { return reading.model().AddSpringDamper(spring); });
  return along.angle;
}

bool ReadStop(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "along",
                     "limit",
                     "side",
                     "stiffness",
                     "damping",
                     "onset",
                     "exponent",
                     "curve"});
  Stop stop;
  stop.name = name;
  const Coordinate along = ReadCoordinate(reading, entry.At("along"));
  stop.along = along.ref;
  stop.law.limit = entry.At("limit").NumberOrAngle(along.angle);
  stop.law.side = ReadChoice<StopSide>(entry.At("side"),
                                       {{"lower", StopSide::lower}, {"upper", StopSide::upper}});
  Into(entry, "stiffness", stop.law.stiffness);
  Into(entry, "damping", stop.law.damping);
  if (const auto e = entry.Find("onset")) stop.law.onset = e->NumberOrAngle(along.angle);
  Into(entry, "exponent", stop.law.exponent);
  Into(entry, "curve", stop.law.curve, ReadPlainCurve);
  entry.Guard([&] { return reading.model().AddStop(stop); });
  return along.angle;
}

bool ReadMotor(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name", "type", "along", "law"});
  Motor motor;
  motor.name = name;
  const Coordinate along = ReadCoordinate(reading, entry.At("along"));
  motor.along = along.ref;
  motor.law = ReadDrive(entry.At("law"), reading.scope, along.angle);
  entry.Guard([&] { return reading.model().AddMotor(motor); });
  return along.angle;
}

bool ReadMaxwell(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name", "type", "along", "stiffness", "damping"});
  const Coordinate along = ReadCoordinate(reading, entry.At("along"));
  const MaxwellElement element{.name = name,
                               .along = along.ref,
                               .stiffness = entry.At("stiffness").Number(),
                               .damping = entry.At("damping").Number()};
  entry.Guard([&] { return reading.model().AddMaxwell(element); });
  return along.angle;
}

Mat6 ReadSixBySix(const Entry& entry) {
  if (entry.json().is_array() && !entry.json().empty() && entry.json().front().is_array())
    return ReadMatrix(entry, 6);
  return Vec6(ReadNumbers(entry, 6)).asDiagonal();
}

void ReadBushingCurves(const Entry& entry, BushingParameters& parameters) {
  static constexpr std::array<const char*, 6> kAxes{"x", "y", "z", "rx", "ry", "rz"};
  entry.RequireKeys({"x", "y", "z", "rx", "ry", "rz"});
  for (std::size_t i = 0; i < 6; ++i) {
    const auto e = entry.Find(kAxes[i]);
    if (!e) continue;
    e->RequireKeys({"points", "interpolation", "linear", "cubic", "replaces_stiffness"});
    BushingCurve curve{.force = ReadCurve(*e)};
    Into(*e, "replaces_stiffness", curve.replaces_stiffness);
    parameters.curves[i] = std::move(curve);
  }
}

BushingParameters ReadBushingParameters(const Entry& entry) {
  entry.RequireOneOf({"damping", "damping_time"});
  BushingParameters p;
  Into(entry, "stiffness", p.stiffness, ReadSixBySix);
  Into(entry, "damping", p.damping, ReadSixBySix);
  if (const auto e = entry.Find("damping_time")) {
    if (e->Number() < 0) e->Fail("damping_time is negative; it must be a time >= 0");
    p.damping = e->Number() * p.stiffness;
  }
  Into(entry, "preload", p.preload, [](const Entry& e) { return Vec6(ReadNumbers(e, 6)); });
  if (const auto e = entry.Find("curves")) ReadBushingCurves(*e, p);
  Into(entry, "measure", p.measure, [](const Entry& e) {
    return ReadChoice<BushingMeasure>(e,
                                      {{"energy", BushingMeasure::energy},
                                       {"plain", BushingMeasure::plain},
                                       {"bryant", BushingMeasure::bryant}});
  });
  if (const auto e = entry.Find("twist_axis"))
    p.twist_axis = ReadChoice<int>(*e, {{"x", 0}, {"y", 1}, {"z", 2}, {"none", -1}});
  Into(entry, "tangent", p.tangent, [](const Entry& e) {
    return ReadChoice<BushingTangent>(
        e, {{"exact", BushingTangent::exact}, {"gauss_newton", BushingTangent::gauss_newton}});
  });
  return p;
}

/// Markers "<name>.a" and "<name>.b" in one place in the world, for a bushing given by a point.
std::pair<MarkerId, MarkerId> MakeMarkers(Reading& reading,
                                          const Entry& entry,
                                          const std::string& name) {
  Mat3 R = Mat3::Identity();
  Into(entry, "orientation", R, ReadOrientation);
  const Vec3 point = ReadVector(entry.At("point"));
  const auto marker = [&](const char* end, const char* key) {
    const BodyId body = FindBody(reading, entry.At(key));
    const MarkerId id = entry.Guard([&] {
      return reading.model().AddMarkerAt({name + end, body, point, R.col(2), Vec3(R.col(0))});
    });
    reading.marker_names.push_back(name + end);
    return id;
  };
  const MarkerId a = marker(".a", "body_a");
  return {a, marker(".b", "body_b")};
}

bool ReadBushing(Reading& reading, const Entry& entry, const std::string& name) {
  BushingBetween bushing;
  bushing.name = name;
  if (entry.Has("a") || entry.Has("b")) {
    entry.RequireKeys({"name",
                       "type",
                       "a",
                       "b",
                       "stiffness",
                       "damping",
                       "damping_time",
                       "preload",
                       "curves",
                       "measure",
                       "twist_axis",
                       "tangent"});
    bushing.a = FindMarker(reading, entry.At("a"));
    bushing.b = FindMarker(reading, entry.At("b"));
  } else {
    entry.RequireKeys({"name",
                       "type",
                       "body_a",
                       "body_b",
                       "point",
                       "orientation",
                       "stiffness",
                       "damping",
                       "damping_time",
                       "preload",
                       "curves",
                       "measure",
                       "twist_axis",
                       "tangent"});
    std::tie(bushing.a, bushing.b) = MakeMarkers(reading, entry, name);
  }
  bushing.parameters = ReadBushingParameters(entry);
  entry.Guard([&] { return reading.model().AddBushing(bushing); });
  return false;
}

using ReadForce = std::function<bool(Reading&, const Entry&, const std::string&)>;

/// The engine's types, then those of the program.
ReadForce FindType(const Reading& reading, const Entry& type) {
  std::vector<std::pair<const char*, ReadForce>> known{{"load", ReadLoad},
                                                       {"spring", ReadSpring},
                                                       {"stop", ReadStop},
                                                       {"motor", ReadMotor},
                                                       {"maxwell", ReadMaxwell},
                                                       {"bushing", ReadBushing},
                                                       {"beam", ReadBeam},
                                                       {"cable", ReadCable},
                                                       {"superelement", ReadSuperelement},
                                                       {"expression", ReadForceByFormulas}};
  for (const auto& own : reading.own_types.forces())
    known.emplace_back(own.first.c_str(),
                       [&own](Reading& r, const Entry& entry, const std::string& name) {
                         ReadOwnForce(r, entry, name, own.second);
                         return false;
                       });
  return ReadChoice<ReadForce>(type, known);
}

}  // namespace

void ReadForces(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    const std::string name = ReadName(reading, entry, "force");
    const Entry type = entry.At("type");
    const ReadForce read = FindType(reading, type);
    reading.force_angles.push_back(read(reading, entry, name));
    reading.force_names.push_back(name);
    reading.file.force_types.push_back(type.Text());
  }
}

}  // namespace trunnion::model_file
