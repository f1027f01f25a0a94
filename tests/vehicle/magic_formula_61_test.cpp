// SPDX-License-Identifier: BSD-3-Clause
//
// Magic Formula 6.1 and 6.2: against 5.2 where they agree, and slopes in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "vehicle/tyre_forces.hpp"

namespace trunnion::vehicle {
namespace magic_formula_61_test {

TyreData Truck(TyreModel model) {
  TyreData tyre = ReadTyre(TRUNNION_SOURCE_DIR "/tests/data/vehicle/truck.tir");
  tyre.model = model;
  tyre.coefficients.PKY4 = 2;
  tyre.coefficients.PHY3 = 0;  // of 5.2 only
  return tyre;
}
TyreData Truck52() { return Truck(TyreModel::magic_formula_52); }
TyreData Truck61() { return Truck(TyreModel::magic_formula_61); }

/// 6.1 takes the tangent of the slip angle for it.
TEST(MagicFormula61, IsThatOf52WithoutCamber) {
  const TyreData k52 = Truck52(), k61 = Truck61();
  for (double Fz : {4000.0, 9000.0, 26000.0})
    for (double kappa : {-0.2, -0.01, 0.0, 0.05, 0.3})
      for (double alpha : {-0.2, -0.03, 0.0, 0.01, 0.15}) {
        const auto f52 = CalcTyreForces(k52, Slip<double>{Fz, kappa, alpha, 0});
        const auto f61 = CalcTyreForces(k61, Slip<double>{Fz, kappa, std::atan(alpha), 0});
        EXPECT_NEAR(f61.Fx, f52.Fx, 1e-9 * Fz);
        EXPECT_NEAR(f61.Fy, f52.Fy, 1e-9 * Fz);
        EXPECT_NEAR(f61.Mx, f52.Mx, 1e-9 * Fz);
      }
  TyreData plain52 = k52, plain61 = k61;
  plain52.use_mode = plain61.use_mode = 3;
  for (double Fz : {4000.0, 9000.0, 26000.0}) {
    const Slip<double> slip{Fz, 0, 0, 0};
    EXPECT_NEAR(CalcTyreForces(plain61, slip).Mz, CalcTyreForces(plain52, slip).Mz, 1e-9 * Fz);
  }
}

/// ∂Fy/∂γ at no slip, without shifts: the camber stiffness Fz (PKY6 + PKY7 dfz)(1 + PPY5 dp).
TEST(MagicFormula61, CamberStiffness) {
  TyreData tyre = Truck61();
  auto& c = tyre.coefficients;
  c.PHY1 = c.PHY2 = c.PVY1 = c.PVY2 = 0;
  c.PKY6 = -0.9, c.PKY7 = 0.2, c.PPY5 = -0.4, c.pressure_change = 0.25, c.LKYC = 1.1;
  for (double Fz : {5000.0, 20000.0}) {
    const double dfz = Fz / c.Fz0() - 1, h = 1e-5;
    const double slope = (CalcTyreForces(tyre, Slip<double>{Fz, 0, 0, h}).Fy -
                          CalcTyreForces(tyre, Slip<double>{Fz, 0, 0, -h}).Fy) /
                         (2 * h);
    EXPECT_NEAR(slope, Fz * (-0.9 + 0.2 * dfz) * (1 - 0.4 * 0.25) * 1.1, 1e-5 * Fz);
  }
}

/// Slopes over κ and α, with pressure.
TEST(MagicFormula61, SlipStiffnessOverPressure) {
  TyreData tyre = Truck61();
  auto& c = tyre.coefficients;
  c.PHX1 = c.PHX2 = c.PHY1 = c.PHY2 = c.PVY1 = c.PVY2 = c.RHX1 = c.RHY1 = c.RHY2 = 0;
  c.RVY1 = c.RVY2 = c.RVY3 = 0;
  c.PPX1 = -0.35, c.PPX2 = 0.2, c.PPY1 = 0.6, c.PPY2 = 1.1, c.PKY4 = 1.7, c.pressure_change = -0.2;
  const double Fz = 15000, dfz = Fz / c.Fz0() - 1, h = 1e-5, dp = -0.2;
  const auto force = [&](double kappa, double alpha) {
    return CalcTyreForces(tyre, Slip<double>{Fz, kappa, alpha, 0});
  };
  EXPECT_NEAR((force(h, 0).Fx - force(-h, 0).Fx) / (2 * h),
              Fz * (c.PKX1 + c.PKX2 * dfz) * std::exp(c.PKX3 * dfz) * (1 + 0.35 * 0.2 + 0.2 * 0.04),
              1e-4 * Fz);
  EXPECT_NEAR((force(0, h).Fy - force(0, -h).Fy) / (2 * h),
              c.PKY1 * c.Fz0() * (1 + 0.6 * dp) *
                  std::sin(1.7 * std::atan(Fz / c.Fz0() / (c.PKY2 * (1 + 1.1 * dp)))),
              1e-4 * Fz);
}

/// A tyre without conicity and ply steer gives, turned to the other side, the opposite.
TEST(MagicFormula61, SymmetricTyreIsSymmetric) {
  TyreData tyre = Truck61();
  auto& c = tyre.coefficients;
  c.PHY1 = c.PHY2 = c.PVY1 = c.PVY2 = c.PEY3 = c.RBY3 = c.RVY1 = c.RVY2 = c.RHX1 = 0;
  c.QBZ4 = c.QDZ6 = c.QDZ7 = c.QEZ4 = c.QHZ1 = c.QHZ2 = c.SSZ1 = c.QSX1 = 0;
  c.PKY6 = -0.8, c.QDZ10 = 0.1, c.QSX7 = c.QSX8 = c.QSX9 = c.QSX4 = c.QSX12 = c.QSX13 = 0.2;
  const auto left = CalcTyreForces(tyre, Slip<double>{9000, 0, 0.05, 0.04});
  const auto right = CalcTyreForces(tyre, Slip<double>{9000, 0, -0.05, -0.04});
  EXPECT_NEAR(left.Fx, right.Fx, 1e-9);
  EXPECT_NEAR(left.Fy, -right.Fy, 1e-9);
  EXPECT_NEAR(left.Mx, -right.Mx, 1e-9);
  EXPECT_GT(std::abs(left.Mz), 1);
}

/// 6.2: QSX12 to QSX14 of the overturning moment.
TEST(MagicFormula61, OverturningMoment) {
  TyreData tyre = Truck61();
  const Slip<double> slip{9000, 0, 0.05, -0.04};
  const double before = CalcTyreForces(tyre, slip).Mx, Fy = CalcTyreForces(tyre, slip).Fy;
  auto& c = tyre.coefficients;
  c.QSX12 = 0.3, c.QSX13 = 0.02, c.QSX14 = 0.5, c.QSX10 = 0.2, c.QSX11 = 1.5, c.LMX = 0.9;
  const double R0 = tyre.radius;
  EXPECT_NEAR(CalcTyreForces(tyre, slip).Mx - before,
              R0 * 0.9 *
                  (Fy * (0.02 + 0.5 * 0.04) + 9000 * 0.3 * 0.04 * 0.04 -
                   9000 * 0.2 * std::atan(1.5 * 9000 / c.Fz0()) * 0.04),
              1e-9 * 9000);
}

}  // namespace magic_formula_61_test
}  // namespace trunnion::vehicle
