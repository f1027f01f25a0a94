// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <numbers>

#include "bench/references/beams.hpp"
#include "bench/references/rod.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion::references {
namespace {

using std::numbers::pi;

/// Frequency of the mode nearest to `reference` [rad/s].
double NearestFrequency(Simulation& simulation, double reference) {
  double nearest = 0;
  const ModeOptions options{.damping = false, .count = 6, .near = reference / (2 * pi)};
  for (const Mode& mode : CalcModes(simulation, options)) {
    const double w = std::abs(mode.eigenvalue);
    if (std::abs(w - reference) < std::abs(nearest - reference)) nearest = w;
  }
  return nearest;
}

/// Rows of all values at the times of the table of a problem, up to t_end.
Rows CompareInTime(const std::string& id,
                   const std::string& mesh,
                   const std::vector<std::string>& names,
                   double scale,
                   double t_end,
                   Simulation& simulation,
                   const std::function<VectorXd()>& values) {
  std::map<double, std::vector<double>> table;
  for (const auto& [t, row] : BeamData()[id]["values"].items())
    table[std::stod(t)] = row.get<std::vector<double>>();
  Rows rows;
  for (const auto& [t, reference] : table) {
    if (t <= 0 || t > t_end) continue;
    simulation.advance_to(t);
    const VectorXd ours = values();
    for (std::size_t i = 0; i < names.size(); ++i)
      rows.push_back(MakeRow(id,
                             names[i] + ", t = " + std::to_string(t).substr(0, 4),
                             mesh,
                             reference[i],
                             ours(static_cast<Eigen::Index>(i)),
                             scale));
  }
  return rows;
}

std::unique_ptr<Simulation> Start(const System& system, double tolerance) {
  return std::make_unique<Simulation>(
      system, SimulationOptions{.integrator = {.tolerance = tolerance}, .threads = 1});
}

VectorXd PointsOf(const Simulation& simulation, const std::vector<BodyId>& bodies, int components) {
  VectorXd x(components * static_cast<int>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    x.segment(components * static_cast<int>(i), components) =
        simulation.body(bodies[i].index()).r.head(components);
  return x;
}

Rod RodOf(const nlohmann::json& p) {
  Rod rod{.EA = p["EA"], .GA = p["GA"], .EIy = p["EI"], .EIz = p["EI"]};
  rod.GJ = p.value("GJ", rod.EIz);
  rod.mass = p["rhoA"];
  rod.rotary = p.contains("rhoI") ? Vec3(2 * p["rhoI"].get<double>(), p["rhoI"], p["rhoI"])
                                  : Vec3(p["rhoJ"][0], p["rhoJ"][1], p["rhoJ"][2]);
  return rod;
}

}  // namespace

Rows RunFrequencies(BeamFormulation formulation, int elements) {
  Rod rod{.EA = 1e8, .GA = 1e8, .GJ = 1e3};
  rod.rotary = 1e-7 * Vec3(2, 1, 1);
  Rows rows;
  for (const std::string ends : {"clamped_free", "free_free", "clamped_pinned"}) {
    Model model;
    BeamLine line{.name = "beam",
                  .points = PointsBetween(Vec3::Zero(), Vec3::UnitX(), elements),
                  .section = rod.Section(),
                  .formulation = formulation};
    if (ends != "free_free") line.start = Model::ground();
    const BeamLineParts parts = AddBeamLine(model, line);
    if (ends == "clamped_pinned")
      model.AddJointAt({.type = JointType::ball,
                        .body_a = Model::ground(),
                        .body_b = parts.nodes.back(),
                        .point = Vec3::UnitX()});
    const System system = model.Compile();
    Simulation simulation(system);
    for (int i = 0; i < 3; ++i) {
      const double beta =
          BeamData()["beam_frequencies"][ends + "_beta"][static_cast<std::size_t>(i)];
      rows.push_back(MakeRow("beam_plate_frequencies",
                             "w sqrt(mL^4/EI) of mode " + std::to_string(i + 1) + ", " + ends,
                             MeshName(formulation, elements),
                             beta * beta,
                             NearestFrequency(simulation, beta * beta)));
    }
  }
  return rows;
}

namespace {

/// Positions of the nodes of bars EA/h with consistent mass m h/6 [2 1; 1 2] that turn with the
/// speed Ω about the first.
VectorXd StretchedChain(int elements, double EA, double mass, double speed) {
  const double h = 1.0 / elements;
  VectorXd x(elements + 1), force(elements + 1);
  for (int i = 0; i <= elements; ++i) x(i) = i * h;
  for (int sweep = 0; sweep < 60; ++sweep) {
    force.setZero();
    for (int i = 0; i < elements; ++i) {
      force(i) += speed * speed * mass * h / 6 * (2 * x(i) + x(i + 1));
      force(i + 1) += speed * speed * mass * h / 6 * (x(i) + 2 * x(i + 1));
    }
    for (int i = 0; i < elements; ++i)
      x(i + 1) = x(i) + h * (1 + force.tail(elements - i).sum() / EA);
  }
  return x;
}

}  // namespace

Rows RunRotatingBeam(BeamFormulation formulation, int elements) {
  Rod rod{.EA = 1e6, .GA = 1e6, .GJ = 1e2};
  rod.rotary = 1e-6 * Vec3(2, 1, 1);
  Rows rows;
  for (const int eta : {2, 6, 12}) {
    Model model;
    const BodyId hub = model.AddRigidBody({.name = "hub",
                                           .mass = 1,
                                           .inertia = Mat3::Identity(),
                                           .angular_velocity = {0, 0, 1.0 * eta}});
    const BeamLineParts parts =
        AddBeamLine(model,
                    {.name = "beam",
                     .points = PointsBetween(Vec3::Zero(), Vec3::UnitX(), elements),
                     .section = rod.Section(),
                     .formulation = formulation,
                     .start = hub});
    const JointId axle = model.AddJointAt({.body_a = Model::ground(), .body_b = hub});
    const double speed = eta;
    model.AddMotion({.along = axle, .law = [speed](double t) {
                       return MotionValue{speed * t, speed, 0};
                     }});
    const System system = model.Compile();
    Simulation simulation(system);
    VectorXd q = simulation.q(), v = simulation.v();
    const VectorXd x = StretchedChain(elements, rod.EA, rod.mass, speed);
    for (int i = 1; i <= elements; ++i) {
      const BodyIndex node = parts.nodes[static_cast<std::size_t>(i)].index();
      BodyState state = simulation.body(node);
      state.r = {x(i), 0, 0};
      state.v = {0, speed * x(i), 0};
      state.w = {0, 0, speed};
      system.SetBodyState(node, state, q, v);
    }
    simulation.Restart(0, q, v);
    const auto modes = CalcModes(simulation, {.axes = IncrementAxes::body});
    const auto& reference = BeamData()["rotating_beam"]["values"][std::to_string(eta)];
    for (const std::string direction : {"flap", "chord"})
      for (std::size_t i = 0; i < 2; ++i) {
        const double wanted = reference[direction][i];
        double nearest = 0;
        for (const Mode& mode : modes)
          if (std::abs(std::abs(mode.eigenvalue) - wanted) < std::abs(nearest - wanted))
            nearest = std::abs(mode.eigenvalue);
        rows.push_back(MakeRow("rotating_beam_southwell",
                               direction + " " + std::to_string(i + 1) +
                                   ", Omega sqrt(mL^4/EI) = " + std::to_string(eta),
                               MeshName(formulation, elements),
                               wanted,
                               nearest));
      }
  }
  return rows;
}

Rows RunSpinUp(BeamFormulation formulation, int elements, double tolerance, double t_end) {
  const std::string id = "simo_spin_up_2d";
  Model model;
  const BodyId hub = model.AddRigidBody({.name = "hub", .mass = 1, .inertia = Mat3::Identity()});
  const BeamLineParts parts =
      AddBeamLine(model,
                  {.name = "beam",
                   .points = PointsBetween(Vec3::Zero(), {10, 0, 0}, elements),
                   .section = RodOf(BeamData()[id]["parameters"]).Section(),
                   .formulation = formulation,
                   .start = hub});
  const JointId axle = model.AddJointAt({.body_a = Model::ground(), .body_b = hub});
  const auto psi = [](double t) {
    const double a = 6.0 / 15, w = 2 * pi / 15;
    if (t >= 15) return MotionValue{6 * t - 45, 6, 0};
    return MotionValue{a * (t * t / 2 + (std::cos(w * t) - 1) / (w * w)),
                       a * (t - std::sin(w * t) / w),
                       a * (1 - std::cos(w * t))};
  };
  model.AddMotion({.along = axle, .law = psi});
  const System system = model.Compile();
  const auto run = Start(system, tolerance);
  const auto tip = [&]() -> VectorXd {
    const double angle = psi(run->t()).s;
    const Vec3 r = RotationExp({0, 0, -angle}) * run->body(parts.nodes.back().index()).r;
    return (r - Vec3(10, 0, 0)).head<2>();
  };
  return CompareInTime(id, MeshName(formulation, elements), {"u1", "u2"}, 0.5713, t_end, *run, tip);
}

namespace {

/// A free beam from (6, 0, 0) to (0, 8, 0), loaded at its first end.
struct FreeBeam {
  Model model;
  BeamLineParts parts;
};

FreeBeam MakeFreeBeam(const std::string& id, BeamFormulation formulation, int elements) {
  FreeBeam beam;
  beam.parts = AddBeamLine(beam.model,
                           {.name = "beam",
                            .points = PointsBetween({6, 0, 0}, {0, 8, 0}, elements),
                            .y_axis = Vec3::UnitZ(),
                            .section = RodOf(BeamData()[id]["parameters"]).Section(),
                            .formulation = formulation});
  return beam;
}

}  // namespace

Rows RunFlyingBeam2D(
    BeamFormulation formulation, int elements, int EI, double tolerance, double t_end) {
  const std::string id = "flying_spaghetti_2d_EI" + std::to_string(EI);
  FreeBeam beam = MakeFreeBeam(id, formulation, elements);
  const auto while_loaded = [](const Vec3& load) -> VectorLaw {
    return [load](double t) -> Vec3 { return t < 2.5 ? load : Vec3::Zero(); };
  };
  beam.model.AddAppliedLoad({.body = beam.parts.nodes.front(),
                             .force = {.law = while_loaded({8, 0, 0})},
                             .torque = {.law = while_loaded({0, 0, -80})}});
  const System system = beam.model.Compile();
  const auto run = Start(system, tolerance);
  const std::vector<BodyId> ends{beam.parts.nodes.back(), beam.parts.nodes.front()};
  return CompareInTime(id,
                       MeshName(formulation, elements),
                       {"free end x", "free end y", "loaded end x", "loaded end y"},
                       10,
                       t_end,
                       *run,
                       [&] { return PointsOf(*run, ends, 2); });
}

Rows RunFlyingBeam3D(BeamFormulation formulation, int elements, double tolerance, double t_end) {
  const std::string id = "flying_spaghetti_3d_J20";
  FreeBeam beam = MakeFreeBeam(id, formulation, elements);
  const auto T = [](double t) { return t < 2.5 ? 80 * t : std::max(0.0, 80 * (5 - t)); };
  beam.model.AddAppliedLoad({.body = beam.parts.nodes.front(),
                             .force = {.law = [T](double t) -> Vec3 {
                               return {T(t) / 10, 0, 0};
                             }},
                             .torque = {.law = [T](double t) -> Vec3 {
                               return {0, -T(t) / 2, -T(t)};
                             }}});
  const System system = beam.model.Compile();
  const auto run = Start(system, tolerance);
  const std::vector<BodyId> ends{beam.parts.nodes.back(), beam.parts.nodes.front()};
  return CompareInTime(
      id,
      MeshName(formulation, elements),
      {"free end x", "free end y", "free end z", "loaded end x", "loaded end y", "loaded end z"},
      10,
      t_end,
      *run,
      [&] { return PointsOf(*run, ends, 3); });
}

Rows RunRightAngle(BeamFormulation formulation, int elements, double tolerance, double t_end) {
  const std::string id = "right_angle_cantilever";
  const BeamSectionMatrices section = RodOf(BeamData()[id]["parameters"]).Section();
  Model model;
  const auto leg = [&](const std::string& name, const Vec3& from, const Vec3& to, BodyId start) {
    return AddBeamLine(model,
                       {.name = name,
                        .points = PointsBetween(from, to, elements),
                        .y_axis = Vec3::UnitZ(),
                        .section = section,
                        .formulation = formulation,
                        .start = start});
  };
  const BodyId elbow = leg("first", Vec3::Zero(), {10, 0, 0}, Model::ground()).nodes.back();
  const BodyId tip = leg("second", {10, 0, 0}, {10, 10, 0}, elbow).nodes.back();
  model.AddAppliedLoad(
      {.body = elbow, .force = {.law = [](double t) -> Vec3 {
                        return {0, 0, t < 1 ? 50 * t : std::max(0.0, 50 * (2 - t))};
                      }}});
  const System system = model.Compile();
  const auto run = Start(system, tolerance);
  return CompareInTime(id,
                       MeshName(formulation, elements) + " a leg",
                       {"tip x", "tip y", "tip z", "elbow x", "elbow y", "elbow z"},
                       10,
                       t_end,
                       *run,
                       [&] {
                         return PointsOf(*run, {tip, elbow}, 3);
                       });
}

Rows RunFallingPendulum(BeamFormulation formulation, int elements, double tolerance, double t_end) {
  const std::string id = "falling_flexible_pendulum";
  const auto& p = BeamData()[id]["parameters"];
  const double E = p["E"], A = p["A"], I = p["I"], nu = p["nu"], rho = p["rho"];
  const double G = E / (2 * (1 + nu));
  Rod rod{.EA = E * A, .GA = 5.0 / 6 * G * A, .GJ = 2 * G * I, .EIy = E * I, .EIz = E * I};
  rod.mass = rho * A;
  rod.rotary = rho * I * Vec3(2, 1, 1);
  Model model;
  model.set_gravity({0, -9.81, 0});
  const BeamLineParts parts =
      AddBeamLine(model,
                  {.name = "beam",
                   .points = PointsBetween(Vec3::Zero(), {1.2, 0, 0}, elements),
                   .section = rod.Section(),
                   .formulation = formulation});
  model.AddJointAt({.body_a = Model::ground(), .body_b = parts.nodes.front()});
  const System system = model.Compile();
  const auto run = Start(system, tolerance);
  return CompareInTime(
      id, MeshName(formulation, elements), {"tip x", "tip y"}, 1.2, t_end, *run, [&] {
        return PointsOf(*run, {parts.nodes.back()}, 2);
      });
}

}  // namespace trunnion::references
