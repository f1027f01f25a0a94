// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"

/// The 22 single-body cases of MSC Adams in tests/data/adams: every quantity at every row within
/// the tolerance that the file suggests, which is the accuracy of the Adams output itself. Models
/// are built from the definitions in the file; its conventions (reactions on the ground about the
/// ground-fixed point, everything in global axes) are followed here.
namespace trunnion {
namespace adams_test {

using nlohmann::json;

const std::string kFolder = TRUNNION_SOURCE_DIR "/tests/data/adams/";

json ReadDefinitions() {
  std::ifstream file(kFolder + "adams_joints.json");
  return json::parse(file);
}

Vec3 ToVec3(const json& j) { return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>()}; }

/// The rows of a CSV file by column name.
std::map<std::string, std::vector<double>> ReadTable(const std::string& name) {
  std::ifstream file(kFolder + name);
  std::string line, cell;
  std::getline(file, line);
  std::vector<std::string> names;
  for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
  std::map<std::string, std::vector<double>> table;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    for (const auto& column : names) {
      std::getline(cells, cell, ',');
      table[column].push_back(std::stod(cell));
    }
  }
  return table;
}

/// One body on the ground with the elements of a case.
struct Case {
  Model model;
  BodyId body;
  std::vector<JointId> joints;
  std::vector<ForceId> forces;
  MotionId motion;
  Vec3 point = Vec3::Zero();  ///< ground-fixed, about which torques are reported

  explicit Case(const json& definition);

 private:
  void AddBody(const json& body);
  void AddJoint(const json& element);
  void AddMotion(const json& element);
  void AddSpring(const json& element);
  std::pair<MarkerId, MarkerId> AddMarkers(const Vec3& a, const Vec3& b, const Vec3& axis) {
    return {model.AddMarkerAt({.body = model.ground(), .point = a, .z_axis = axis}),
            model.AddMarkerAt({.body = body, .point = b, .z_axis = axis})};
  }
};

Case::Case(const json& definition) {
  model.set_gravity(ToVec3(definition["gravity"]));
  AddBody(definition["bodies"][1]);
  for (const json& element : definition["elements"]) {
    const std::string type = element["type"];
    if (type == "prescribed_translation") {
      AddMotion(element);
    } else if (type.find("spring") != std::string::npos) {
      AddSpring(element);
    } else {
      AddJoint(element);
    }
  }
}

void Case::AddBody(const json& b) {
  const json& q = b["quaternion_wxyz"];
  const Eigen::Quaterniond rotation(
      q[0].get<double>(), q[1].get<double>(), q[2].get<double>(), q[3].get<double>());
  Mat3 inertia;
  for (int i = 0; i < 3; ++i) {
    inertia.row(i) = ToVec3(b["inertia_tensor_body_axes"][i]).transpose();
  }
  body = model.AddRigidBody({.name = "body",
                             .mass = b["mass"],
                             .inertia = inertia,
                             .position = ToVec3(b["com"]),
                             .orientation = rotation.normalized().toRotationMatrix(),
                             .velocity = ToVec3(b["velocity"]),
                             .angular_velocity = ToVec3(b["angular_velocity_global"])});
}

void Case::AddJoint(const json& e) {
  const std::string type = e["type"];
  JointAt joint{.name = type, .body_a = model.ground(), .body_b = body};
  joint.type = type == "spherical"     ? JointType::ball
               : type == "universal"   ? JointType::universal
               : type == "prismatic"   ? JointType::prismatic
               : type == "cylindrical" ? JointType::cylindrical
               : type == "distance"    ? JointType::distance
               : type == "revolute"    ? JointType::revolute
                                       : JointType::revolute_spherical;
  for (const char* key : {"point", "point_ground"}) {
    if (e.contains(key)) joint.point = ToVec3(e[key]);
  }
  for (const char* key : {"axis", "axis_ground"}) {
    if (e.contains(key)) joint.axis = ToVec3(e[key]);
  }
  if (e.contains("axis_body_initial")) joint.axis_b = ToVec3(e["axis_body_initial"]);
  if (e.contains("frame_x")) joint.x_axis = ToVec3(e["frame_x"]);
  if (e.contains("point_body_initial")) joint.point_b = ToVec3(e["point_body_initial"]);
  if (e.contains("distance")) joint.length = e["distance"];
  point = joint.point;
  joints.push_back(model.AddJointAt(joint));
}

void Case::AddMotion(const json& e) {
  const auto [a, b] =
      AddMarkers(ToVec3(e["point_ground"]), ToVec3(e["point_body_initial"]), ToVec3(e["axis"]));
  const double speed = e["v"];
  motion = model.AddMotion({.name = "actuator",
                            .along = Between(a, b, CoordinateKind::offset_z),
                            .law = [speed](double t) {
                              return MotionValue{speed * t, speed, 0};
                            }});
}

void Case::AddSpring(const json& e) {
  const bool turning = e["type"] == "rotational_spring_damper";
  const char* key = turning ? "point" : "point_ground";
  point = ToVec3(e[key]);
  const auto [a, b] = AddMarkers(point,
                                 ToVec3(e[turning ? "point" : "point_body_initial"]),
                                 turning ? ToVec3(e["axis"]) : Vec3(0, 0, 1));
  const CoordinateRef along =
      Between(a, b, turning ? CoordinateKind::angle : CoordinateKind::distance);
  const double l0 = e[turning ? "theta0" : "l0"];
  forces.push_back(model.AddSpringDamper({.name = "spring",
                                          .along = along,
                                          .stiffness = e["k"],
                                          .damping = e["c"],
                                          .free_length = l0}));
  if (!e.contains("k2")) return;
  const double k2 = e["k2"];
  const auto quadratic = [k2, l0](auto l, auto /*rate*/, double /*t*/) {
    return -k2 * ((l - l0) * (l - l0)) * (l < l0 ? -1.0 : 1.0);
  };
  forces.push_back(model.AddMotor(
      {.name = "quadratic spring", .along = along, .law = MakeScalarLaw(quadratic)}));
}

/// What joints and forces exert on the ground: force and torque about the point of the case.
Reaction OnGround(const Case& c, const Simulation& run) {
  const System& system = run.system();
  const ElementContext& x = run.context();
  Reaction sum;
  for (const JointId id : c.joints) {
    const ElementInfo& info = system.parts().joints[static_cast<std::size_t>(id.index())];
    const double* own = run.lambda().data() + system.first_row(info);
    const Reaction r =
        GetJoint(system, id)
            .CalcReactionOnA(x, {own, static_cast<std::size_t>(system.num_rows(info))});
    sum.force += r.force;
    sum.torque += r.torque;  // A is the ground, the origin of F is the point of the case
  }
  for (const ForceId id : c.forces) {
    for (const auto& [body, load] : system.CalcLoads(id.index(), x)) {
      if (body != kGround) continue;
      sum.force += load.head<3>();
      sum.torque += load.tail<3>() - c.point.cross(load.head<3>());
    }
  }
  return sum;
}

/// What the actuator exerts on the body: force, and torque about the centre of mass.
Reaction OfActuator(const Case& c, const Simulation& run, SystemEvaluator& evaluator) {
  Residuals r;
  DynamicsMatrices m;
  evaluator.InitializePatterns(r, m);
  evaluator.CalcResiduals(run.t(), run.q(), run.v(), run.v_dot(), r);
  const auto& info = run.system().parts().constraints[static_cast<std::size_t>(c.motion.index())];
  const int row = run.system().first_row(info);
  const Vec6 load = -(r.GT.col(row) * run.lambda()[row]);
  return {load.head<3>(), run.body(c.body.index()).R * load.tail<3>()};
}

std::vector<double> ToList(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// Every quantity of the file at the state of the run, by the name it has there.
std::map<std::string, std::vector<double>> CalcQuantities(const Case& c,
                                                          const Simulation& run,
                                                          SystemEvaluator& evaluator) {
  const BodyState body = run.body(c.body.index());
  const Eigen::Quaterniond q(body.R);
  const VectorXd& a = run.v_dot();
  const Reaction ground = OnGround(c, run);
  std::map<std::string, std::vector<double>> out{
      {"Pos", ToList(body.r)},
      {"Vel", ToList(body.v)},
      {"Acc", ToList(a.head<3>())},
      {"Quat", {q.w(), q.x(), q.y(), q.z()}},
      {"Avel", ToList(body.R * body.w)},
      {"Aacc", ToList(body.R * a.tail<3>())},
  };
  for (const char* name : {"Rforce", "Rforce_Body1", "RforceP"}) out[name] = ToList(ground.force);
  for (const char* name : {"Rtorque", "Rtorque_Body1", "RtorqueP"}) {
    out[name] = ToList(ground.torque);
  }
  if (c.motion.is_set()) {
    const Reaction actuator = OfActuator(c, run, evaluator);
    out["RforceA"] = ToList(actuator.force);
    out["RtorqueA"] = ToList(actuator.torque);
  } else if (!c.joints.empty()) {
    const Reaction on_body = run.reaction(c.joints[0]);
    out["Rforce_Body2"] = ToList(on_body.force);
    out["Rtorque_Body2"] = ToList(on_body.torque);
  }
  return out;
}

/// The largest difference over the columns of a quantity; quaternions up to sign.
double Difference(const std::map<std::string, std::vector<double>>& table,
                  const json& columns,
                  std::size_t row,
                  const std::vector<double>& ours) {
  double same = 0, opposite = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double theirs = table.at(columns[i])[row];
    same = std::max(same, std::abs(theirs - ours[i]));
    opposite = std::max(opposite, std::abs(theirs + ours[i]));
  }
  return ours.size() == 4 ? std::min(same, opposite) : same;
}

class Adams : public testing::TestWithParam<int> {};

TEST_P(Adams, EveryQuantityAtEveryRow) {
  const json definition = ReadDefinitions()["cases"][GetParam()];
  const auto table = ReadTable(definition["data_file"]);
  const Case c(definition);
  const System system = c.model.Compile();
  Simulation run(system, {.integrator = {.tolerance = 1e-10}, .threads = 1});
  SystemEvaluator evaluator(system);
  const std::vector<double>& times = table.at("t");
  ASSERT_EQ(times.size(), 101u);

  std::map<std::string, double> worst;
  for (std::size_t row = 0; row < times.size(); ++row) {
    run.advance_to(times[row]);
    const auto ours = CalcQuantities(c, run, evaluator);
    for (const auto& [name, quantity] : definition["quantities"].items()) {
      ASSERT_EQ(quantity["columns"].size(), ours.at(name).size());
      const double tolerance = definition["adams_accuracy"][name]["suggested_tolerance_abs"];
      const double difference = Difference(table, quantity["columns"], row, ours.at(name));
      EXPECT_LE(difference, tolerance) << name << " at t = " << times[row];
      worst[name] = std::max(worst[name], difference / tolerance);
    }
  }
  std::printf("| %s |", definition["name"].get<std::string>().c_str());
  for (const auto& [name, ratio] : worst) std::printf(" %s %.2g,", name.c_str(), ratio);
  std::printf(" %ld steps |\n", run.statistics().steps);
}

std::string NameOfCase(const testing::TestParamInfo<int>& info) {
  return ReadDefinitions()["cases"][info.param]["name"];
}
INSTANTIATE_TEST_SUITE_P(Cases, Adams, testing::Range(0, 22), NameOfCase);

}  // namespace adams_test
}  // namespace trunnion
