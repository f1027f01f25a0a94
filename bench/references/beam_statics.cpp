// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numbers>

#include "bench/references/beams.hpp"
#include "bench/references/rod.hpp"

namespace trunnion::references {
namespace {

using std::numbers::pi;

/// Slender: longitudinal and shear flexibility count 1e-7 of the bending of the unit length.
Rod SlenderRod() { return {.EA = 1e7, .GA = 1e7}; }

struct Cantilever {
  Model model;
  BeamLineParts parts;
  BodyId tip() const { return parts.nodes.back(); }
};

/// Clamped at the first point, the origin.
Cantilever MakeCantilever(BeamFormulation formulation,
                          const BeamSectionMatrices& section,
                          const std::vector<Vec3>& points,
                          const Vec3& y_axis = Vec3::UnitY()) {
  Cantilever c;
  c.parts = AddBeamLine(c.model,
                        {.name = "rod",
                         .points = points,
                         .y_axis = y_axis,
                         .section = section,
                         .formulation = formulation,
                         .start = Model::ground()});
  return c;
}

std::vector<Vec3> UnitLine(int elements) {
  return PointsBetween(Vec3::Zero(), Vec3::UnitX(), elements);
}

}  // namespace

double LargestError(const Rows& rows) {
  double most = 0;
  for (const ReferenceRow& row : rows) most = std::max(most, row.relative_error);
  return most;
}

Rows RunElastica(BeamFormulation formulation, int elements, int load) {
  Cantilever c = MakeCantilever(formulation, SlenderRod().Section(), UnitLine(elements));
  c.model.AddAppliedLoad({.body = c.tip(), .force = Growing({0, 1.0 * load, 0})});
  const BodyState tip = StaticRun(c.model).body(c.tip());
  const auto& reference = BeamData()["elastica_tip_load"]["values"][std::to_string(load)];
  const std::string id = "elastica_tip_load", a = ", P L^2/EI = " + std::to_string(load);
  const std::string mesh = MeshName(formulation, elements);
  return {MakeRow(id, "w/L" + a, mesh, reference[1], tip.r.y(), 1),
          MakeRow(id, "u/L" + a, mesh, reference[2], 1 - tip.r.x(), 1)};
}

Rows RunRollUp(BeamFormulation formulation, int elements, double turns) {
  Cantilever c = MakeCantilever(formulation, SlenderRod().Section(), UnitLine(elements));
  const double angle = 2 * pi * turns;
  c.model.AddAppliedLoad({.body = c.tip(), .torque = Growing({0, 0, angle})});
  const BodyState tip = StaticRun(c.model).body(c.tip());
  const std::string id = "roll_up", mesh = MeshName(formulation, elements);
  const std::string at = ", " + std::to_string(turns).substr(0, 4) + " turns";
  return {MakeRow(id, "x/L" + at, mesh, std::sin(angle) / angle, tip.r.x(), 1),
          MakeRow(id, "y/L" + at, mesh, (1 - std::cos(angle)) / angle, tip.r.y(), 1)};
}

Rows RunPostBuckling(BeamFormulation formulation, int elements, int angle) {
  const auto& reference = BeamData()["euler_buckling"]["post_buckling"][std::to_string(angle)];
  const double P = reference[0].get<double>() * pi * pi / 4;
  Cantilever c = MakeCantilever(formulation, SlenderRod().Section(), UnitLine(elements));
  // A lateral force leads past the bifurcation and is gone at the end.
  const VectorLaw law = [P](double t) -> Vec3 { return {-P * t, 0.2 * P * t * (1 - t), 0}; };
  c.model.AddAppliedLoad({.body = c.tip(), .force = {.law = law}});
  const BodyState tip = StaticRun(c.model).body(c.tip());
  const std::string id = "euler_buckling", mesh = MeshName(formulation, elements);
  const std::string at = ", tip turned by " + std::to_string(angle) + " deg";
  return {MakeRow(id, "x/L" + at, mesh, reference[1], tip.r.x(), 1),
          MakeRow(id, "y/L" + at, mesh, reference[2], tip.r.y(), 1)};
}

namespace {

struct Column {
  std::string name;
  bool clamped_start, clamped_end, guided_end;
};

/// Lateral stiffness under the load P, at the middle or, where it is free, at the end: it falls
/// nearly in a line to zero at the critical load.
double LateralStiffness(const Column& column, BeamFormulation formulation, int elements, double P) {
  constexpr double kSmall = 1e-6;
  Rod rod = SlenderRod();
  rod.EIy = 3;  // buckles in the plane x-y
  Model model;
  BeamLine line{.name = "column",
                .points = UnitLine(elements),
                .section = rod.Section(),
                .formulation = formulation};
  if (column.clamped_start) line.start = Model::ground();
  const BeamLineParts parts = AddBeamLine(model, line);
  if (!column.clamped_start)
    model.AddJointAt({.name = "start",
                      .type = JointType::revolute,
                      .body_a = Model::ground(),
                      .body_b = parts.nodes.front(),
                      .axis = Vec3::UnitZ()});
  if (column.guided_end) {
    const MarkerId rail = model.AddMarkerAt(
        {.body = Model::ground(), .z_axis = Vec3::UnitX(), .x_axis = Vec3::UnitZ()});
    const MarkerId end = model.AddMarkerAt({.body = parts.nodes.back(),
                                            .point = Vec3::UnitX(),
                                            .z_axis = Vec3::UnitX(),
                                            .x_axis = Vec3::UnitZ()});
    model.AddJoint({.name = "end",
                    .type = column.clamped_end ? JointType::prismatic : JointType::point_on_line,
                    .a = rail,
                    .b = end});
  }
  const std::size_t at = static_cast<std::size_t>(column.guided_end ? elements / 2 : elements);
  model.AddAppliedLoad({.body = parts.nodes.back(), .force = Growing({-P, 0, 0})});
  model.AddAppliedLoad({.body = parts.nodes[at], .force = Growing({0, kSmall, 0})});
  return kSmall / StaticRun(model).body(parts.nodes[at]).r.y();
}

}  // namespace

Rows RunColumns(BeamFormulation formulation, int elements) {
  Rows rows;
  for (const Column& column : {Column{"fixed_free", true, false, false},
                               Column{"pinned_pinned", false, false, true},
                               Column{"fixed_pinned", true, false, true},
                               Column{"fixed_fixed", true, true, true}}) {
    const double reference = BeamData()["euler_buckling"]["c"][column.name];
    const auto k = [&](double P) { return LateralStiffness(column, formulation, elements, P); };
    const double a = 0.99 * reference, b = 0.995 * reference, k_a = k(a), k_b = k(b);
    const double critical = b - k_b * (b - a) / (k_b - k_a);
    rows.push_back(MakeRow("euler_buckling",
                           "critical P L^2/EI, " + column.name,
                           MeshName(formulation, elements),
                           reference,
                           critical));
  }
  return rows;
}

Rows RunBend45(BeamFormulation formulation, int elements) {
  Rows rows;
  std::vector<Vec3> points;
  for (int i = 0; i <= elements; ++i) {
    const double angle = pi / 4 * i / elements;
    points.emplace_back(100 * std::sin(angle), 100 * (1 - std::cos(angle)), 0);
  }
  for (const auto& reference : BeamData()["bend_45"]["values"]) {
    const double P = reference["P"], EI = 1e7 / 12;
    const Rod rod{.EA = 1e7, .GA = reference["GA"], .GJ = reference["GJ"], .EIy = EI, .EIz = EI};
    Cantilever c = MakeCantilever(formulation, rod.Section(), points, Vec3::UnitZ());
    c.model.AddAppliedLoad({.body = c.tip(), .force = Growing({0, 0, P})});
    const BodyState tip = StaticRun(c.model).body(c.tip());
    for (int i = 0; i < 3; ++i)
      rows.push_back(MakeRow("bathe_bolourchi_45",
                             std::string(1, static_cast<char>('x' + i)) +
                                 " [m], P = " + std::to_string(static_cast<int>(P)) +
                                 ", GJ = " + std::to_string(static_cast<int>(rod.GJ)),
                             MeshName(formulation, elements),
                             reference["tip"][static_cast<std::size_t>(i)],
                             tip.r(i),
                             100));
  }
  return rows;
}

namespace {

Vec6 PrincetonStiffness(const nlohmann::json& p) {
  const double h = p["h"], t = p["t"], E = p["E"], nu = p["nu"], J = p["J"];
  const double G = E / (2 * (1 + nu)), shear = 5.0 / 6 * G * t * h;
  return (Vec6() << E * t * h, shear, shear, G * J, E * h * t * t * t / 12, E * t * h * h * h / 12)
      .finished();
}

}  // namespace

/// The tip load has its edgewise part along y, its flapwise part along z.
Rows RunPrinceton(BeamFormulation formulation, int elements) {
  Rows rows;
  const auto& data = BeamData()["princeton_beam"];
  const double L = data["parameters"]["L"];
  const BeamSectionMatrices section = CalcSectionMatrices(
      PrincetonStiffness(data["parameters"]), 1, Vec3::Ones(), "Princeton beam");
  for (const std::vector<double> reference : data["values"]) {
    const double P = reference[0], angle = reference[1] * pi / 180;
    Cantilever c = MakeCantilever(
        formulation, section, PointsBetween(Vec3::Zero(), L * Vec3::UnitX(), elements));
    const Vec3 load(0, P * std::cos(angle), P * std::sin(angle));
    c.model.AddAppliedLoad({.body = c.tip(), .force = Growing(load)});
    const BodyState tip = StaticRun(c.model).body(c.tip());
    const std::string at = ", P = " + std::to_string(P).substr(0, 6) + " N, " +
                           std::to_string(static_cast<int>(reference[1])) + " deg";
    const double size = std::hypot(reference[2], reference[3]);
    const std::string id = "princeton_beam", mesh = MeshName(formulation, elements);
    rows.push_back(MakeRow(id, "edgewise [m]" + at, mesh, reference[2], tip.r.y(), size));
    rows.push_back(MakeRow(id, "flapwise [m]" + at, mesh, reference[3], tip.r.z(), size));
    if (reference[5] != 0) {
      const double twist = std::atan2(tip.R(2, 1), tip.R(1, 1)) * 180 / pi;
      rows.push_back(MakeRow(id, "twist [deg]" + at, mesh, reference[5], twist));
    }
  }
  return rows;
}

}  // namespace trunnion::references
