// SPDX-License-Identifier: BSD-3-Clause
//
// Meshes of shells in a model against published solutions.
#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include "engine/core/rotation.hpp"
#include "engine/mesh/read_inp.hpp"
#include "examples/models/shell_solutions.hpp"

namespace trunnion {
namespace shell_test {

using models::CalcRatio;
using models::MakeShellMesh;
using models::ShellCells;
using models::ShellModel;
using models::ShellProblem;

/// Errors of a problem on n×n cells for each n, against a value of the same theory.
std::vector<double> Errors(ShellProblem (*make)(Mesh),
                           Vec3 (*surface)(double, double),
                           ShellCells cells,
                           double scale,
                           double expected,
                           const std::vector<int>& sizes) {
  std::vector<double> errors;
  for (const int n : sizes)
    errors.push_back(
        std::abs(CalcRatio(make(MakeShellMesh(n, n, surface, cells)), scale) - expected));
  return errors;
}

void ExpectFalling(const std::vector<double>& errors, double last) {
  for (std::size_t i = 1; i < errors.size(); ++i) EXPECT_LT(errors[i], errors[i - 1]) << i;
  EXPECT_LT(errors.back(), last);
}

TEST(ShellProblems, ScordelisLoRoof) {
  for (const ShellCells cells : {ShellCells::quads, ShellCells::triangles})
    ExpectFalling(Errors(models::MakeRoof, models::RoofSurface, cells, 1e-3, 1, {4, 8, 16}), 5e-3);
  ExpectFalling(
      Errors(models::MakeRoof, models::RoofSurface, ShellCells::quadratic, 1e-3, 1, {4, 8}), 5e-3);
}

// The published solution is a series of thin shells; shear under the point load adds 1.5 %. So the
// shell here is stiff in transverse shear.
ShellProblem MakeThinCylinder(Mesh mesh) {
  const double E = 3e6, nu = 0.3, G = E / (2 * (1 + nu));
  MeshMaterial material{.name = "thin", .density = 1};
  material.orthotropic =
      OrthotropicConstants{.E = {E, E, E}, .nu = {nu, nu, nu}, .G = {G, 1e4 * G, 1e4 * G}};
  SetShellSection(mesh, material, 3);
  return models::MakePinchedCylinder(std::move(mesh));
}

TEST(ShellProblems, PinchedCylinder) {
  ExpectFalling(
      Errors(MakeThinCylinder, models::CylinderSurface, ShellCells::quads, 1, 1, {8, 16, 48}),
      1e-2);
  ExpectFalling(
      Errors(MakeThinCylinder, models::CylinderSurface, ShellCells::triangles, 1, 1, {8, 16, 32}),
      1e-2);
}

TEST(ShellProblems, HemisphereWithHole) {
  ExpectFalling(Errors(models::MakeHemisphere,
                       models::HemisphereSurface,
                       ShellCells::triangles,
                       1e-3,
                       1,
                       {8, 16, 40}),
                1e-2);
  // Quadrilaterals are close on any mesh.
  for (const double error : Errors(models::MakeHemisphere,
                                   models::HemisphereSurface,
                                   ShellCells::quads,
                                   1e-3,
                                   1,
                                   {8, 16, 32}))
    EXPECT_LT(error, 1e-2);
}

TEST(ShellProblems, TwistedBeam) {
  for (const ShellCells cells : {ShellCells::quads, ShellCells::triangles, ShellCells::quadratic})
    for (const int direction : {1, 2}) {
      const int n = cells == ShellCells::quadratic ? 1 : 2;
      const auto error = [&](int factor) {
        const Mesh mesh = MakeShellMesh(6 * n * factor, n * factor, models::TwistedSurface, cells);
        return std::abs(CalcRatio(models::MakeTwistedBeam(mesh, direction), 1e-2) - 1);
      };
      EXPECT_LT(error(1), 1e-2) << direction;
      EXPECT_LT(error(2), 3e-3) << direction;
    }
}

Mesh ReadMesh(const std::string& name) {
  return ReadInp(std::filesystem::path(TRUNNION_SOURCE_DIR) / "bench/data/meshes" / name);
}

TEST(ShellProblems, MeshesOfFiles) {
  EXPECT_NEAR(CalcRatio(models::MakeRoof(ReadMesh("scordelis_s4_16.inp")), 1e-3), 1, 5e-3);
  EXPECT_NEAR(CalcRatio(models::MakeRoof(ReadMesh("scordelis_s8r_8.inp")), 1e-3), 1, 5e-3);
  EXPECT_NEAR(CalcRatio(models::MakeHemisphere(ReadMesh("hemi_s4_16.inp")), 1e-3), 1, 6e-3);
  EXPECT_NEAR(CalcRatio(models::MakeHemisphere(ReadMesh("hemi_s8r_8.inp")), 1e-3), 1, 6e-3);
  for (const int direction : {1, 2}) {
    EXPECT_NEAR(
        CalcRatio(models::MakeTwistedBeam(ReadMesh("twisted_s4_12x2.inp"), direction), 1e-2),
        1,
        1e-2);
    EXPECT_NEAR(
        CalcRatio(models::MakeTwistedBeam(ReadMesh("twisted_s8r_12x2.inp"), direction), 1e-2),
        1,
        4e-3);
  }
}

class Plate : public testing::TestWithParam<ShellCells> {};
INSTANTIATE_TEST_SUITE_P(, Plate, testing::Values(ShellCells::quads, ShellCells::triangles));

TEST_P(Plate, DeflectsAsTheThinPlate) {
  const auto error = [&](int n, const models::PlateCase& plate, double published) {
    const Mesh mesh = MakeShellMesh(n, n, models::PlateSurface, GetParam());
    return std::abs(models::CalcPlateDeflection(mesh, plate, published) - 1);
  };
  const auto& cases = models::PlateCases();
  EXPECT_LT(error(16, cases[0], 0.0006579664), 1.4e-2);
  EXPECT_LT(error(16, cases[0], 0.0006579664), 0.4 * error(8, cases[0], 0.0006579664));
  EXPECT_LT(error(16, cases[1], 0.002112422), 2e-3);
}

// The errors of frequencies fall with the square of the cell: extrapolated by it, two coarse meshes
// give the thin plate. bench/flexible_references has finer meshes.
TEST_P(Plate, VibratesAsTheThinPlate) {
  for (const models::PlateCase& plate : models::PlateCases()) {
    const auto frequencies = [&](int n) {
      return models::MakePlate(MakeShellMesh(n, n, models::PlateSurface, GetParam()), plate)
          .CalcFrequencies(static_cast<int>(plate.frequencies.size()), plate.near);
    };
    const auto coarse = frequencies(8), fine = frequencies(16);
    double worst_coarse = 0, worst_fine = 0;
    for (std::size_t i = 0; i < fine.size(); ++i) {
      const double exact = plate.frequencies[i];
      worst_coarse = std::max(worst_coarse, std::abs(coarse[i] / exact - 1));
      worst_fine = std::max(worst_fine, std::abs(fine[i] / exact - 1));
      EXPECT_NEAR((4 * fine[i] - coarse[i]) / 3 / exact, 1, 1e-2) << plate.name << " " << i;
    }
    EXPECT_LT(worst_fine, 0.35 * worst_coarse) << plate.name;
  }
}

/// A strip of one row of cells, clamped at x = 0; turned in space, as nothing depends on it.
struct Strip {
  Strip(double length, int n, ShellCells cells)
      : mesh(MakeShellMesh(
            n, 1, [length](double u, double v) { return Vec3(length * u, v, 0); }, cells)),
        shell(Part(mesh)) {}
  static MeshBody Part(Mesh& mesh) {
    SetShellSection(mesh, {.name = "strip", .E = 1.2e6, .nu = 0, .density = 1}, 0.1);
    return {.mesh = mesh, .X_WM = {Turn(), Vec3(3, -2, 5)}, .fixed_sets = {"U0"}};
  }
  static Mat3 Turn() { return RotationExp(Vec3(0.3, -1.2, 0.7)); }
  /// Of the middle of the end, in axes of the mesh.
  Vec3 CalcTip(const Vec3& force, const Vec3& torque) {
    const std::vector<int> end = mesh.node_set("U1");
    for (const int node : end) shell.AddLoad(node, Turn() * force / 2, Turn() * torque / 2);
    const auto u = shell.CalcDisplacements(end);
    return Turn().transpose() * (u[0] + u[1]) / 2;
  }
  Mesh mesh;
  ShellModel shell;
};

// P L²/(E I) = 4: the elastica, inextensible and without shear (Mattiasson 1981), which adds less
// than 2e-3 here.
TEST(ShellLargeRotation, CantileverIsTheElastica) {
  for (const ShellCells cells : {ShellCells::quads, ShellCells::triangles}) {
    const Vec3 tip = Strip(10, 16, cells).CalcTip({0, 0, 4}, Vec3::Zero());
    EXPECT_NEAR(-tip.x() / 10, 0.32894, 5e-4);
    EXPECT_NEAR(tip.z() / 10, 0.66996, 1e-3);
  }
}

// The moment 2π E I/L bends the strip into a full circle. The load is a moment in body axes, which
// stay parallel to the axis of bending.
TEST(ShellLargeRotation, StripRollsUpIntoACircle) {
  const double moment = 2 * std::numbers::pi * 100 / 12;
  EXPECT_LT(
      (Strip(12, 10, ShellCells::quads).CalcTip(Vec3::Zero(), {0, -moment, 0}) - Vec3(-12, 0, 0))
          .norm(),
      1e-6);
  // Triangles are not symmetric, their error falls with refinement.
  const auto error = [&](int n) {
    return (Strip(12, n, ShellCells::triangles).CalcTip(Vec3::Zero(), {0, -moment, 0}) -
            Vec3(-12, 0, 0))
        .norm();
  };
  EXPECT_LT(error(16), 1e-2);
  EXPECT_LT(error(24), 0.6 * error(16));
}

}  // namespace shell_test
}  // namespace trunnion
