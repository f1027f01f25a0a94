// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/suspension_file.hpp"

#include <algorithm>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/suspension_templates.hpp"

namespace trunnion::vehicle {
namespace {

using Names = std::vector<std::string>;

Vec3 VectorOr(const FileEntry& entry, const char* key, const Vec3& otherwise) {
  return entry.Has(key) ? entry.Vector(key) : otherwise;
}

/// Three or six moments and products of inertia, or a matrix.
Mat3 InertiaOf(const FileEntry& entry) {
  if (!entry.Has("inertia")) return Mat3::Zero();
  Mat3 inertia;
  if (entry.IsListOfLists("inertia")) {
    const auto rows = entry.Rows("inertia");
    Require(rows.size() == 3, "\"inertia\" needs three rows");
    for (std::size_t i = 0; i < 3; ++i) {
      Require(rows[i].size() == 3, "a row of \"inertia\" needs three numbers");
      inertia.row(static_cast<int>(i)) << rows[i][0], rows[i][1], rows[i][2];
    }
    return inertia;
  }
  const auto I = entry.Numbers("inertia");
  if (I.size() == 3) return Vec3(I[0], I[1], I[2]).asDiagonal();
  Require(I.size() == 6,
          "\"inertia\" has 3 or 6 numbers (Ixx, Iyy, Izz, Ixy, Ixz, Iyz), or is a matrix");
  inertia << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  return inertia;
}

/// Other keys are left to the caller.
SuspensionBody BodyOf(const FileEntry& entry) {
  return {.name = entry.name(),
          .mass = entry.Number("mass"),
          .com = entry.Vector("com"),
          .inertia = InertiaOf(entry),
          .allow_unphysical_inertia = entry.Flag("allow_unphysical_inertia", false)};
}

/// A body that has nothing else.
SuspensionBody PlainBodyOf(const FileEntry& entry) {
  entry.RequireKeys({"mass", "com", "inertia", "allow_unphysical_inertia"});
  return BodyOf(entry);
}

/// Six numbers, the diagonal, or a matrix.
Mat6 Matrix6(const FileEntry& entry, const char* key) {
  const std::string label = "\"" + std::string(key) + "\"";
  Mat6 matrix = Mat6::Zero();
  if (!entry.IsListOfLists(key)) {
    const auto diagonal = entry.Numbers(key);
    Require(diagonal.size() == 6, label + " has six numbers, or six rows of six");
    matrix.diagonal() = Eigen::Map<const Vec6>(diagonal.data());
    return matrix;
  }
  const auto rows = entry.Rows(key);
  Require(rows.size() == 6, label + " has six numbers, or six rows of six");
  for (std::size_t i = 0; i < 6; ++i) {
    Require(rows[i].size() == 6, label + " has six numbers, or six rows of six");
    matrix.row(static_cast<int>(i)) = Eigen::Map<const Vec6>(rows[i].data()).transpose();
  }
  return matrix;
}

Curve::Points PointsOf(const FileEntry& entry, const char* key) {
  Curve::Points points;
  for (const auto& row : entry.Rows(key)) {
    Require(row.size() == 2, "a point of \"" + std::string(key) + "\" has two numbers");
    points.push_back({row[0], row[1]});
  }
  return points;
}

Interpolation InterpolationOf(const FileEntry& entry) {
  if (!entry.Has("interpolation")) return Interpolation::linear;
  const std::string text = entry.Text("interpolation");
  Require(text == "linear" || text == "monotone_cubic",
          "\"interpolation\" is \"linear\" or \"monotone_cubic\"");
  return text == "linear" ? Interpolation::linear : Interpolation::monotone_cubic;
}

SuspensionBushing BushingOf(const FileEntry& entry) {
  SuspensionBushing bushing;
  if (entry.Has("stiffness")) bushing.stiffness = Matrix6(entry, "stiffness");
  Require(!entry.Has("damping") || !entry.Has("damping_time"),
          "a bushing has \"damping\" or \"damping_time\", not both");
  if (entry.Has("damping")) bushing.damping = Matrix6(entry, "damping");
  bushing.damping += entry.Number("damping_time", 0) * bushing.stiffness;
  if (entry.Has("preload")) {
    const auto P = entry.Numbers("preload");
    Require(P.size() == 6, "\"preload\" has six numbers");
    bushing.preload = Eigen::Map<const Vec6>(P.data());
  }
  bushing.interpolation = InterpolationOf(entry);
  if (entry.Has("curves")) {
    const auto curves = entry.Object("curves");
    const Names axes{"x", "y", "z", "rx", "ry", "rz"};
    curves->RequireKeys({"x", "y", "z", "rx", "ry", "rz"});
    for (std::size_t i = 0; i < 6; ++i)
      if (curves->Has(axes[i])) bushing.curves[i] = PointsOf(*curves, axes[i].c_str());
  }
  if (entry.Has("twist_axis")) {
    const std::string axis = entry.Text("twist_axis");
    const Names axes{"none", "x", "y", "z"};
    const auto found = std::find(axes.begin(), axes.end(), axis);
    Require(found != axes.end(), "\"twist_axis\" is \"x\", \"y\", \"z\" or \"none\"");
    bushing.twist_axis = static_cast<int>(found - axes.begin()) - 1;
  }
  if (entry.Has("axis")) bushing.axis = entry.Vector("axis");
  if (entry.Has("x_axis")) bushing.x_axis = entry.Vector("x_axis");
  return bushing;
}

std::optional<Curve> CurveOf(const FileEntry& entry, const char* key) {
  if (!entry.Has(key)) return std::nullopt;
  const auto curve = entry.Object(key);
  curve->RequireKeys({"points", "interpolation"});
  return Curve::Table(PointsOf(*curve, "points"), InterpolationOf(*curve), key);
}

StopLaw StopOf(const FileEntry& entry, StopSide side) {
  entry.RequireKeys({"length", "stiffness", "damping", "onset", "curve"});
  StopLaw stop{.limit = entry.Number("length"),
               .side = side,
               .stiffness = entry.Number("stiffness", 0),
               .damping = entry.Number("damping", 0)};
  stop.onset = entry.Number("onset", stop.onset);
  stop.curve = CurveOf(entry, "curve");
  return stop;
}

StrutData StrutOf(const FileEntry& entry) {
  entry.RequireKeys({"name",
                     "on",
                     "stiffness",
                     "damping",
                     "free_length",
                     "preload",
                     "gas_force",
                     "spring_curve",
                     "damper_curve",
                     "bump_stop",
                     "rebound_stop"});
  StrutData strut{.name = entry.Text("name")};
  if (entry.Has("on")) strut.on = entry.Text("on");
  SpringDamper& law = strut.law;
  law.stiffness = entry.Number("stiffness", 0);
  law.damping = entry.Number("damping", 0);
  if (entry.Has("free_length")) law.free_length = entry.Number("free_length");
  law.preload = entry.Number("preload", 0) - entry.Number("gas_force", 0);
  law.spring_curve = CurveOf(entry, "spring_curve");
  law.damper_curve = CurveOf(entry, "damper_curve");
  if (entry.Has("bump_stop"))
    strut.stops.push_back(StopOf(*entry.Object("bump_stop"), StopSide::lower));
  if (entry.Has("rebound_stop"))
    strut.stops.push_back(StopOf(*entry.Object("rebound_stop"), StopSide::upper));
  return strut;
}

RackSteering RackOf(const FileEntry& entry) {
  entry.RequireKeys(
      {"mass", "com", "inertia", "allow_unphysical_inertia", "axis", "ratio", "pinion"});
  RackSteering steering{.rack = BodyOf(entry), .axis = VectorOr(entry, "axis", Vec3::UnitY())};
  Require(entry.Has("ratio") == entry.Has("pinion"),
          "a rack has \"ratio\" and \"pinion\", or none of them");
  if (!entry.Has("ratio")) return steering;
  steering.ratio = entry.Number("ratio");
  const auto pinion = entry.Object("pinion");
  pinion->RequireKeys({"mass", "com", "inertia", "allow_unphysical_inertia", "axis"});
  steering.pinion = BodyOf(*pinion);
  steering.pinion_point = steering.pinion.com;
  steering.pinion_axis = VectorOr(*pinion, "axis", Vec3::UnitX());
  return steering;
}

PitmanSteering PitmanOf(const FileEntry& entry) {
  entry.RequireKeys(
      {"arm", "link", "pivot", "arm_end", "idler_pivot", "idler_end", "axis", "link_axis"});
  return {.arm = PlainBodyOf(*entry.Object("arm")),
          .link = PlainBodyOf(*entry.Object("link")),
          .pivot = entry.Vector("pivot"),
          .arm_end = entry.Vector("arm_end"),
          .idler_pivot = entry.Vector("idler_pivot"),
          .idler_end = entry.Vector("idler_end"),
          .axis = VectorOr(entry, "axis", Vec3::UnitZ()),
          .link_axis = VectorOr(entry, "link_axis", Vec3::UnitX())};
}

AntiRollBar BarOf(const FileEntry& entry) {
  entry.RequireKeys({"stiffness", "on"});
  AntiRollBar bar{.stiffness = entry.Number("stiffness")};
  if (entry.Has("on")) bar.on = entry.Text("on");
  return bar;
}

Subframe SubframeOf(const FileEntry& entry) {
  entry.RequireKeys(
      {"mass", "com", "inertia", "allow_unphysical_inertia", "mounts", "connections"});
  Subframe subframe{.body = BodyOf(entry)};
  if (entry.Has("connections")) subframe.connections = entry.Texts("connections");
  const auto mounts = entry.Object("mounts");
  for (const std::string& name : mounts->Keys()) {
    const auto mount = mounts->Object(name);
    mount->RequireKeys({"point",
                        "stiffness",
                        "damping",
                        "damping_time",
                        "preload",
                        "curves",
                        "interpolation",
                        "twist_axis",
                        "axis",
                        "x_axis"});
    subframe.mounts[name] = {mount->Vector("point"), BushingOf(*mount)};
  }
  return subframe;
}

/// f(object, name) for every object of the object `key`.
template <class F>
void ForEach(const FileEntry& entry, const char* key, const F& f) {
  if (!entry.Has(key)) return;
  const auto objects = entry.Object(key);
  for (const std::string& name : objects->Keys()) f(*objects, name);
}

SuspensionData DataOf(const FileEntry& entry) {
  SuspensionData data;
  data.name = entry.name();
  ForEach(entry, "hardpoints", [&](const FileEntry& points, const std::string& name) {
    data.points[name] = points.Vector(name);
  });
  ForEach(entry, "bodies", [&](const FileEntry& bodies, const std::string& name) {
    data.bodies[name] = PlainBodyOf(*bodies.Object(name));
  });
  ForEach(entry, "bushings", [&](const FileEntry& bushings, const std::string& name) {
    const auto bushing = bushings.Object(name);
    bushing->RequireKeys({"stiffness",
                          "damping",
                          "damping_time",
                          "preload",
                          "curves",
                          "interpolation",
                          "twist_axis",
                          "axis",
                          "x_axis"});
    data.bushings[name] = BushingOf(*bushing);
  });
  if (entry.Has("struts"))
    for (const auto& strut : entry.Objects("struts")) data.struts.push_back(StrutOf(*strut));
  data.wheel_radius = entry.Number("wheel_radius");
  if (entry.Has("toe")) data.toe = entry.Angle("toe");
  if (entry.Has("camber")) data.camber = entry.Angle("camber");
  Require(!entry.Has("rack") || !entry.Has("pitman"), "a suspension has one steering, not two");
  if (entry.Has("rack")) data.steering = RackOf(*entry.Object("rack"));
  if (entry.Has("pitman")) data.steering = PitmanOf(*entry.Object("pitman"));
  if (entry.Has("anti_roll_bar")) data.anti_roll_bar = BarOf(*entry.Object("anti_roll_bar"));
  if (entry.Has("subframe")) data.subframe = SubframeOf(*entry.Object("subframe"));
  return data;
}

}  // namespace

FileSuspension ReadSuspension(FileEntry& entry) {
  entry.RequireKeys({"name",
                     "kind",
                     "chassis",
                     "position",
                     "sides",
                     "hardpoints",
                     "bodies",
                     "bushings",
                     "struts",
                     "wheel_radius",
                     "toe",
                     "camber",
                     "rack",
                     "pitman",
                     "anti_roll_bar",
                     "subframe"});
  FileSuspension read{.suspension = MakeSuspension(entry.Text("kind"), DataOf(entry))};
  read.chassis = entry.Has("chassis") ? entry.Body("chassis") : Model::ground();
  read.X_BS.p = VectorOr(entry, "position", Vec3::Zero());
  const std::string sides = entry.Has("sides") ? entry.Text("sides") : "both";
  Require(sides == "both" || sides == "left" || sides == "right",
          "\"sides\" is \"both\", \"left\" or \"right\"");
  read.sides = sides == "both" ? Sides::both : sides == "left" ? Sides::left : Sides::right;
  return read;
}

}  // namespace trunnion::vehicle
