// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "engine/core/rotation.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"
#include "examples/models/benchmark_models.hpp"

/// The problems of tests/data/test_problems.json as rigid bodies and joints in space, with their
/// reference solutions. Equations and sources are in the file; SI units.
namespace trunnion::models {

struct ProblemError {
  double position = 0;  ///< largest error of lengths [m] and angles [rad]
  double velocity = 0;  ///< largest error of their rates over max(1, largest reference rate)
};

struct ReferenceProblem {
  std::string name{};
  Model model{};
  /// Reference values at some times; the last is the end of the run.
  std::vector<std::pair<double, VectorXd>> samples{};
  std::function<ProblemError(const Simulation&, const VectorXd& reference)> compare{};
  std::vector<JointId> closures{};  ///< of andrews: K3, K4, K6 on K2

  double end() const { return samples.back().first; }
};

/// How closed planar loops are drawn.
enum class Loops { redundant, determinate };

inline double ReadNumber(const nlohmann::json& j) {
  return j.is_string() ? std::stod(j.get<std::string>()) : j.get<double>();
}
inline VectorXd ReadNumbers(const nlohmann::json& j) {
  VectorXd v(static_cast<Eigen::Index>(j.size()));
  for (std::size_t i = 0; i < j.size(); ++i) v[static_cast<Eigen::Index>(i)] = ReadNumber(j[i]);
  return v;
}
/// {"1": [...], "10": [...]} in the order of time.
inline std::vector<std::pair<double, VectorXd>> ReadSamples(const nlohmann::json& j) {
  std::vector<std::pair<double, VectorXd>> samples;
  for (const auto& [t, values] : j.items()) samples.emplace_back(std::stod(t), ReadNumbers(values));
  std::sort(samples.begin(), samples.end(), [](auto& a, auto& b) { return a.first < b.first; });
  return samples;
}
inline const nlohmann::json& FindProblem(const nlohmann::json& file, const std::string& id) {
  const auto& list = file["problems"];
  return *std::find_if(list.begin(), list.end(), [&](auto& p) { return p["id"] == id; });
}

/// Errors of values and rates that are listed one after the other in the reference.
inline ProblemError CompareLists(const VectorXd& x, const VectorXd& rate, const VectorXd& ref) {
  const VectorXd ref_rate = ref.segment(x.size(), rate.size());
  const double scale = std::max(1.0, ref_rate.cwiseAbs().maxCoeff());
  return {(x - ref.head(x.size())).cwiseAbs().maxCoeff(),
          (rate - ref_rate).cwiseAbs().maxCoeff() / scale};
}

/// The angle of a joint, over any number of turns, with its rate.
inline CoordinateValue AngleOf(const Simulation& run, JointId joint) {
  return {run.coordinate(joint), run.rate(joint)};
}

inline Mat3 TurnZ(double angle) { return RotationExp({0, 0, angle}); }

/// A body of a planar mechanism: its frame B has the origin at `origin` and is turned by `angle`.
inline BodyId AddPlanarBody(Model& model,
                            const std::string& name,
                            double mass,
                            double inertia,
                            const Vec3& origin,
                            double angle,
                            const Vec3& com) {
  // About the in-plane axes, where it does not matter, a thin plate.
  return model.AddRigidBody({.name = name,
                             .mass = mass,
                             .com = com,
                             .inertia = Vec3(inertia / 2, inertia / 2, inertia).asDiagonal(),
                             .position = origin,
                             .orientation = TurnZ(angle)});
}

inline JointId AddHinge(Model& model, const std::string& name, BodyId a, BodyId b, const Vec3& p) {
  return model.AddJointAt({.name = name, .body_a = a, .body_b = b, .point = p});
}
/// Closes a loop: a hinge, or the two equations of it that the others do not imply.
inline JointId AddClosure(
    Model& model, const std::string& name, BodyId a, BodyId b, const Vec3& p, Loops loops) {
  return model.AddJointAt(
      {.name = name,
       .type = loops == Loops::redundant ? JointType::revolute : JointType::point_on_line,
       .body_a = a,
       .body_b = b,
       .point = p});
}

/// Reference: crank angle, slider position, rod angle, their rates, multipliers.
inline ReferenceProblem MakeSliderCrank(const nlohmann::json& file, Loops loops) {
  const auto& problem = FindProblem(file, "sundials_slider_crank");
  const auto& p = problem["parameters"];
  const double a = p["a"], pi = std::numbers::pi;
  ReferenceProblem out{.name = "sundials_slider_crank",
                       .samples = ReadSamples(problem["reference"]["recomputed"])};
  Model& model = out.model;
  const double rod_angle = std::asin(-0.5), x = std::cos(rod_angle);
  // J1 is about the pivot; J2 and m2 are about and in the slider pin: part of m2 on the rod.
  const double m1 = 1, I1 = p["J1"].get<double>() - m1 * a * a / 4;
  const BodyId crank = AddPlanarBody(model, "crank", m1, I1, Vec3::Zero(), pi / 2, {a / 2, 0, 0});
  const double m2 = p["m2"];
  const BodyId rod =
      AddPlanarBody(model, "rod", 0.4 * m2, p["J2"], {x, 0, 0}, rod_angle, Vec3::Zero());
  const BodyId slider = AddPlanarBody(model, "slider", 0.6 * m2, 1, {x, 0, 0}, 0, Vec3::Zero());
  const JointId pivot = AddHinge(model, "pivot", Model::ground(), crank, Vec3::Zero());
  const JointId guide = model.AddJointAt({.name = "guide",
                                          .type = JointType::prismatic,
                                          .body_a = Model::ground(),
                                          .body_b = slider,
                                          .point = {x, 0, 0},
                                          .axis = {1, 0, 0}});
  AddHinge(model, "slider pin", slider, rod, {x, 0, 0});
  AddClosure(model, "crank pin", crank, rod, {0, a, 0}, loops);
  const MarkerId on_crank = model.AddMarker({.body = crank, .position = {a / 2, 0, 0}});
  const MarkerId on_rod = model.AddMarker({.body = rod, .position = {-0.5, 0, 0}});
  model.AddSpringDamper({.name = "spring",
                         .along = Between(on_crank, on_rod),
                         .stiffness = p["k"],
                         .damping = p["c"],
                         .free_length = p["l0"].get<double>()});
  model.AddAppliedLoad({.name = "push",
                        .body = rod,
                        .point = {1, 0, 0},
                        .force = {.constant = {p["F"].get<double>(), 0, 0}}});
  out.compare = [=](const Simulation& run, const VectorXd& ref) {
    const CoordinateValue angle = AngleOf(run, pivot), shift = AngleOf(run, guide);
    const BodyState r = run.body(rod.index());
    const double p_now = std::atan2(r.R(1, 0), r.R(0, 0));
    return CompareLists(Vec3(angle.value + pi / 2, shift.value + x, p_now),
                        Vec3(angle.rate, shift.rate, r.w.z()),
                        ref);
  };
  return out;
}

/// A body without rotational inertia on a hinge. Reference: x, y, angular velocity.
inline ReferenceProblem MakePendulumA01(const nlohmann::json& file) {
  const auto& problem = FindProblem(file, "iftomm_A01_pendulum");
  ReferenceProblem out{.name = "iftomm_A01_pendulum",
                       .samples = ReadSamples(problem["reference"]["recomputed"])};
  out.model.set_gravity({0, -problem["parameters"]["g"].get<double>(), 0});
  const BodyId bob = out.model.AddRigidBody({.name = "bob", .mass = 1, .position = {-1, 0, 0}});
  AddHinge(out.model, "hinge", Model::ground(), bob, Vec3::Zero());
  out.compare = [bob](const Simulation& run, const VectorXd& ref) {
    const BodyState b = run.body(bob.index());
    return CompareLists(b.r.head<2>(), VectorXd::Constant(1, b.w.z()), ref);
  };
  return out;
}

/// The ladder of n four-bar loops. Reference: B0 x, y, the angle of the uprights and its rate.
inline ReferenceProblem MakeLadderA02(const nlohmann::json& file, int n, Loops loops) {
  const std::string id = "iftomm_A02_n_fourbar_" + std::to_string(n);
  Ladder ladder = MakeLadder(
      n, loops == Loops::redundant ? LadderJoints::revolutes : LadderJoints::determinate);
  ReferenceProblem out{.name = id,
                       .model = std::move(ladder.model),
                       .samples = ReadSamples(FindProblem(file, id)["reference"]["recomputed"])};
  const JointId foot = *out.model.FindJoint("foot 0");
  out.compare = [foot, top = ladder.top](const Simulation& run, const VectorXd& ref) {
    const Vec3 b = run.pose(top).p;
    const CoordinateValue angle = AngleOf(run, foot);
    return CompareLists(Vec3(b.x(), b.y(), -angle.value), VectorXd::Constant(1, -angle.rate), ref);
  };
  return out;
}

/// The fast cuspidal top. Reference: u = cos θ, θ, u', φ, ψ of R = Rz(φ) Ry(θ) Rz(ψ).
inline ReferenceProblem MakeTop(const nlohmann::json& file) {
  const auto& problem = FindProblem(file, "lagrange_top_cusp");
  const auto& p = problem["parameters"];
  const double m = p["m"], l = p["l"], A = p["A"], C = p["C"];
  ReferenceProblem out{.name = "lagrange_top_cusp",
                       .samples = ReadSamples(problem["reference"]["values"])};
  out.model.set_gravity({0, 0, -p["g"].get<double>()});
  const double transverse = A - m * l * l;
  const BodyId top =
      out.model.AddRigidBody({.name = "top",
                              .mass = m,
                              .com = {0, 0, l},
                              .inertia = Vec3(transverse, transverse, C).asDiagonal(),
                              .orientation = RotationExp({0, std::numbers::pi / 3, 0}),
                              .angular_velocity_body = {0, 0, 100}});
  out.model.AddJointAt({.name = "tip",
                        .type = JointType::ball,
                        .body_a = Model::ground(),
                        .body_b = top,
                        .point = Vec3::Zero()});
  out.compare = [top](const Simulation& run, const VectorXd& ref) {
    const Mat3 R = TurnZ(ref[3]) * RotationExp({0, ref[1], 0}) * TurnZ(ref[4]);
    const BodyState b = run.body(top.index());
    const Vec3 axis_rate = b.R * b.w.cross(Vec3::UnitZ());
    return ProblemError{RotationLog(R.transpose() * b.R).norm(), std::abs(axis_rate.z() - ref[2])};
  };
  return out;
}

/// Reference: the quaternion, then the angular velocity in body axes.
inline ReferenceProblem MakeFreeBody(const nlohmann::json& file) {
  const auto& problem = FindProblem(file, "torque_free_asymmetric");
  ReferenceProblem out{.name = "torque_free_asymmetric",
                       .samples = ReadSamples(problem["reference"]["quaternion_scalar_first"])};
  for (const auto& [t, w] : ReadSamples(problem["reference"]["w"])) {
    for (auto& [time, values] : out.samples) {
      if (time != t) continue;
      values.conservativeResize(7);
      values.tail(3) = w;
    }
  }
  const Vec3 inertia = ReadNumbers(problem["parameters"]["I"]);
  const Vec3 w = ReadNumbers(problem["initial_values"]["w"]);
  const BodyId body = out.model.AddRigidBody(
      {.name = "body", .mass = 1, .inertia = inertia.asDiagonal(), .angular_velocity_body = w});
  out.compare = [body](const Simulation& run, const VectorXd& ref) {
    const BodyState b = run.body(body.index());
    const Mat3 R = Eigen::Quaterniond(ref[0], ref[1], ref[2], ref[3]).toRotationMatrix();
    return ProblemError{RotationLog(R.transpose() * b.R).norm(),
                        (b.w - ref.tail<3>()).cwiseAbs().maxCoeff()};
  };
  return out;
}

/// Andrews' squeezing mechanism. Reference: q1..q7, rates, accelerations, multipliers.
inline ReferenceProblem MakeAndrews(const nlohmann::json& file, Loops loops) {
  const auto& problem = FindProblem(file, "andrews");
  const auto p = [&](const char* key) { return problem["parameters"][key].get<double>(); };
  const VectorXd q = ReadNumbers(problem["initial_values"]["q"]);
  ReferenceProblem out{.name = "andrews",
                       .samples = {{0.01, ReadNumbers(problem["reference"]["recomputed_t_0_01"])},
                                   {0.03, ReadNumbers(problem["reference"]["recomputed_t_end"])}}};
  Model& model = out.model;
  const Vec3 O = Vec3::Zero(), A(p("xa"), p("ya"), 0), B(p("xb"), p("yb"), 0);
  // Angles of the bodies K1 .. K7 in the plane.
  const double angle[] = {0, q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]};
  const auto at = [&](const Vec3& origin, int k, const Vec3& local) -> Vec3 {
    return origin + TurnZ(angle[k]) * local;
  };
  const Vec3 crank_pin = at(O, 1, {p("rr"), 0, 0}), P = at(crank_pin, 2, {-p("d"), 0, 0});
  const Vec3 E = at(A, 5, {p("zt"), 0, 0}), H = at(A, 7, {0, -p("u"), 0});
  const auto body = [&](int k, const Vec3& origin, const Vec3& com) {
    const std::string n = std::to_string(k);
    return AddPlanarBody(
        model, "K" + n, p(("m" + n).c_str()), p(("I" + n).c_str()), origin, angle[k], com);
  };
  const BodyId K1 = body(1, O, {p("ra"), 0, 0}), K2 = body(2, crank_pin, {-p("da"), 0, 0}),
               K3 = body(3, B, {p("sb"), -p("sa"), 0}),
               K4 = body(4, E, {0, -(p("e") - p("ea")), 0}),
               K5 = body(5, A, {p("tb"), -p("ta"), 0}), K6 = body(6, H, {p("zf") - p("fa"), 0, 0}),
               K7 = body(7, A, {p("ua"), -p("ub"), 0});
  const JointId h1 = AddHinge(model, "O", Model::ground(), K1, O);
  const JointId h2 = AddHinge(model, "crank pin", K1, K2, crank_pin);
  const JointId h3 = AddHinge(model, "B", Model::ground(), K3, B);
  const JointId h5 = AddHinge(model, "A5", Model::ground(), K5, A);
  const JointId h4 = AddHinge(model, "E", K5, K4, E);
  const JointId h7 = AddHinge(model, "A7", Model::ground(), K7, A);
  const JointId h6 = AddHinge(model, "H", K7, K6, H);
  for (const auto& [name, b] : {std::pair("P3", K3), std::pair("P4", K4), std::pair("P6", K6)}) {
    out.closures.push_back(AddClosure(model, name, K2, b, P, loops));
  }
  model.AddAppliedLoad({.name = "motor", .body = K1, .torque = {.constant = {0, 0, p("mom")}}});
  const MarkerId C = model.AddMarker({.body = Model::ground(), .position = {p("xc"), p("yc"), 0}});
  const MarkerId D = model.AddMarker({.body = K3, .position = {p("sd"), -p("sc"), 0}});
  model.AddSpringDamper(
      {.name = "spring", .along = Between(C, D), .stiffness = p("c0"), .free_length = p("l0")});
  const std::array<JointId, 7> hinges{h1, h2, h3, h4, h5, h6, h7};
  out.compare = [hinges, q](const Simulation& run, const VectorXd& ref) {
    VectorXd x(7), rate(7);
    for (int i = 0; i < 7; ++i) {
      const CoordinateValue c = AngleOf(run, hinges[static_cast<std::size_t>(i)]);
      x[i] = q[i] + c.value;
      rate[i] = c.rate;
    }
    return CompareLists(x, rate, ref);
  };
  return out;
}

}  // namespace trunnion::models
