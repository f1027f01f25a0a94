// SPDX-License-Identifier: BSD-3-Clause
//
// Tyre formulas against tables of independent programs, and their derivatives.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "vehicle/tyre_forces.hpp"

namespace trunnion::vehicle {
namespace tyre_tables_test {

using Json = nlohmann::json;

const std::string kData = TRUNNION_SOURCE_DIR "/tests/data/vehicle/";
const std::string kShared = TRUNNION_SOURCE_DIR "/../shared/reference/import/tires/";

Slip<double> SlipOf(double Fz, double kappa, double alpha_deg, double gamma_deg) {
  return {Fz, kappa, alpha_deg * M_PI / 180, gamma_deg * M_PI / 180};
}

/// Six digits: of the number, or of the size that such a quantity has where it is nearly zero.
void ExpectSixDigits(double value, double table, double size, const std::string& what) {
  EXPECT_NEAR(value, table, 1e-6 * std::max(std::abs(table), 1e-3 * size)) << what;
}

Json Tables() {
  std::ifstream in(kData + "tyre_tables.json");
  return Json::parse(in);
}

TEST(Fiala, TableOfABrush) {
  const TyreData tyre = ReadTyre(kData + "fiala.tir");
  EXPECT_EQ(tyre.model, TyreModel::fiala);
  const Json rows = Tables()["fiala"];
  ASSERT_EQ(rows.size(), 20u);
  for (const Json& row : rows) {
    const auto f = CalcTyreForces(tyre, SlipOf(row[0], row[1], row[2], 0));
    ExpectSixDigits(f.Fx, row[3], row[0], row.dump());
    ExpectSixDigits(f.Fy, row[4], row[0], row.dump());
    ExpectSixDigits(f.Mz, row[5], row[0], row.dump());
  }
}

TEST(MagicFormula52, TableOfTwoPrograms) {
  TyreData tyre = ReadTyre(kData + "truck.tir");
  const Json tables = Tables();
  ASSERT_EQ(tables["magic_formula"].size(), 20u);
  for (const Json& row : tables["magic_formula"]) {
    const auto slip = SlipOf(row[0], row[1], row[2], row[3]);
    tyre.use_mode = 3;
    auto f = CalcTyreForces(tyre, slip);
    ExpectSixDigits(f.Fx, row[4], row[0], row.dump());
    ExpectSixDigits(f.Fy, row[5], row[0], row.dump());
    ExpectSixDigits(f.Mz, row[6], row[0], row.dump());
    tyre.use_mode = 4;
    f = CalcTyreForces(tyre, slip);
    ExpectSixDigits(f.Fx, row[7], row[0], row.dump());
    ExpectSixDigits(f.Fy, row[8], row[0], row.dump());
    ExpectSixDigits(f.Mz, row[9], row[0], row.dump());
  }
  for (const Json& row : tables["slopes"]) {
    const MagicFormula52<double> formula(tyre.coefficients, SlipOf(row[0], 0, 0, 0));
    EXPECT_NEAR(formula.Kx / double(row[1]), 1, 1e-12);
    EXPECT_NEAR(formula.Ky / double(row[2]), 1, 1e-12);
    EXPECT_NEAR(formula.mux / double(row[3]), 1, 1e-12);
    EXPECT_NEAR(formula.muy / double(row[4]), 1, 1e-12);
  }
}

/// Seven property files, 40 points each.
TEST(MagicFormula52, TablesOfPropertyFiles) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no property files of others here";
  std::ifstream in(kShared + "tires.json");
  const Json all = Json::parse(in);
  ASSERT_EQ(all["tyres"].size(), 7u);
  for (const Json& entry : all["tyres"]) {
    const std::string file = entry["file"];
    TyreData tyre = ReadTyre(kShared + file);
    EXPECT_NEAR(tyre.nominal_load, entry["fz0"], 1e-9 * double(entry["fz0"])) << file;
    EXPECT_NEAR(tyre.radius, entry["R0"], 1e-12) << file;
    ASSERT_EQ(entry["rows"].size(), 40u);
    for (const Json& row : entry["rows"]) {
      const auto slip = SlipOf(row["Fz"], row["kappa"], row["alpha_deg"], row["gamma_deg"]);
      const std::string what = file + row.dump();
      for (int mode : {3, 4}) {
        tyre.use_mode = mode;
        const auto f = CalcTyreForces(tyre, slip);
        const std::string end = mode == 3 ? "0" : "";
        ExpectSixDigits(f.Fx, row["Fx" + end], row["Fz"], what);
        ExpectSixDigits(f.Fy, row["Fy" + end], row["Fz"], what);
        ExpectSixDigits(f.Mz, row["Mz" + end], row["Fz"], what);
      }
      const auto [sx, sy] = CalcRelaxation(tyre, slip);
      ExpectSixDigits(sx, row["sigma_kappa"], 1, what);
      ExpectSixDigits(sy, row["sigma_alpha"], 1, what);
    }
  }
}

/// Derivatives over load, slips and camber by automatic differentiation, and by central differences
/// whose error falls by four as their step is halved.
void ExpectDerivatives(const TyreData& tyre, const Slip<double>& at) {
  using D = Dual<double, 4>;
  const Slip<D> slip{D::Variable(at.Fz, 0),
                     D::Variable(at.kappa, 1),
                     D::Variable(at.alpha, 2),
                     D::Variable(at.gamma, 3)};
  const TyreForces<D> f = CalcTyreForces(tyre, slip);
  const D exact[4] = {f.Fx, f.Fy, f.Mx, f.Mz};
  const double steps[4] = {2e-3 * at.Fz, 2e-4, 2e-4, 2e-4};
  for (int i = 0; i < 4; ++i) {
    const auto difference = [&](double h) {
      Eigen::Vector4d sum = Eigen::Vector4d::Zero();
      for (int sign : {1, -1}) {
        Slip<double> moved = at;
        (i == 0 ? moved.Fz : i == 1 ? moved.kappa : i == 2 ? moved.alpha : moved.gamma) += sign * h;
        const TyreForces<double> g = CalcTyreForces(tyre, moved);
        sum += sign / (2 * h) * Eigen::Vector4d(g.Fx, g.Fy, g.Mx, g.Mz);
      }
      return sum;
    };
    const Eigen::Vector4d coarse = difference(steps[i]), fine = difference(steps[i] / 2);
    for (int k = 0; k < 4; ++k) {
      const double size = std::abs(exact[k].d[i]) + at.Fz * 1e-3 / steps[i];
      const double error = std::abs(fine[k] - exact[k].d[i]);
      EXPECT_LT(error, std::max(0.3 * std::abs(coarse[k] - exact[k].d[i]), 1e-7 * size))
          << tyre.name << " force " << k << " over " << i << " at Fz " << at.Fz << " kappa "
          << at.kappa << " alpha " << at.alpha << " gamma " << at.gamma;
    }
  }
}

TEST(TyreForces, DerivativesAreExact) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  TyreData modern = ReadTyre(kData + "truck.tir");
  modern.model = TyreModel::magic_formula_61;
  modern.coefficients.PKY4 = 1.8;
  modern.coefficients.PKY6 = -0.4;
  modern.coefficients.QSX4 = 0.1;
  modern.coefficients.QSX5 = modern.coefficients.QSX6 = modern.coefficients.QSX7 = 0.7;
  modern.coefficients.QSX12 = modern.coefficients.QSX13 = 0.2;
  modern.coefficients.pressure_change = 0.1;
  modern.coefficients.PPX1 = modern.coefficients.PPY2 = 0.3;
  for (const TyreData& tyre :
       {ReadTyre(kData + "fiala.tir"), ReadTyre(kData + "truck.tir"), modern})
    for (int i = 0; i < 50; ++i)
      ExpectDerivatives(
          tyre,
          {9000 + 6000 * unit(random), 0.2 * unit(random), 0.2 * unit(random), 0.1 * unit(random)});
}

TEST(TyreForces, NothingOffTheGround) {
  for (const char* file : {"fiala.tir", "truck.tir"})
    for (double Fz : {0.0, -100.0}) {
      const auto f = CalcTyreForces(ReadTyre(kData + file), SlipOf(Fz, 0.1, 3, 1));
      EXPECT_EQ(std::abs(f.Fx) + std::abs(f.Fy) + std::abs(f.Mx) + std::abs(f.Mz), 0);
    }
}

/// USE_MODE 1 and 2 give a part of what 3 gives.
TEST(TyreForces, ModesLeaveForcesOut) {
  TyreData tyre = ReadTyre(kData + "truck.tir");
  const auto slip = SlipOf(9000, 0.05, 3, 1);
  tyre.use_mode = 3;
  const auto all = CalcTyreForces(tyre, slip);
  tyre.use_mode = 1;
  EXPECT_EQ(CalcTyreForces(tyre, slip).Fx, all.Fx);
  EXPECT_EQ(CalcTyreForces(tyre, slip).Fy, 0);
  tyre.use_mode = 2;
  EXPECT_EQ(CalcTyreForces(tyre, slip).Fx, 0);
  EXPECT_EQ(CalcTyreForces(tyre, slip).Mz, all.Mz);
  tyre.use_mode = 0;
  EXPECT_EQ(CalcTyreForces(tyre, slip).Fx, 0);
}

}  // namespace tyre_tables_test
}  // namespace trunnion::vehicle
