// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/beam_section.hpp"

#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

using std::numbers::pi;

void RequirePositive(double x, const std::string& label, const std::string& what) {
  Require(x > 0 && !std::isnan(x),
          label,
          what + " is " + std::to_string(x) + "; it must be greater than 0");
}

void RequireFrom0(double x, const std::string& label, const std::string& what) {
  Require(std::isfinite(x) && x >= 0,
          label,
          what + " is " + std::to_string(x) + "; it must be 0 or greater");
}

void RequireValid(const BeamSection& s, const std::string& label) {
  RequirePositive(s.youngs_modulus, label, "Young's modulus");
  RequirePositive(s.shear_modulus, label, "the shear modulus");
  RequirePositive(s.area, label, "the area");
  RequirePositive(s.iy, label, "the second moment of area I_y");
  RequirePositive(s.iz, label, "the second moment of area I_z");
  RequirePositive(s.torsion, label, "the torsion constant J");
  RequireFrom0(s.density, label, "the density");
  RequireFrom0(s.shear_y, label, "the shear factor in y");
  RequireFrom0(s.shear_z, label, "the shear factor in z");
  Require(std::isfinite(s.orientation) && s.centroid.allFinite() && s.shear_centre.allFinite(),
          label,
          "an offset or the orientation of the section is not finite");
}

BeamSection MakeMaterial(double youngs_modulus,
                         double poisson_ratio,
                         double density,
                         const std::string& label) {
  Require(poisson_ratio > -1 && poisson_ratio <= 0.5,
          label,
          "Poisson's ratio must be between -1 and 0.5");
  return {.youngs_modulus = youngs_modulus,
          .shear_modulus = youngs_modulus / (2 * (1 + poisson_ratio)),
          .density = density};
}

/// Torsion constant of a rectangle with sides a ≥ b.
double CalcRectangleTorsion(double a, double b) {
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += std::tanh(n * pi * a / (2 * b)) / std::pow(n, 5);
  return a * b * b * b * (1.0 / 3 - 64 / std::pow(pi, 5) * b / a * sum);
}

}  // namespace

BeamSection MakeRectangularSection(
    double width, double height, double youngs_modulus, double poisson_ratio, double density) {
  const std::string label = "rectangular section";
  RequirePositive(width, label, "the width");
  RequirePositive(height, label, "the height");
  BeamSection s = MakeMaterial(youngs_modulus, poisson_ratio, density, label);
  s.area = width * height;
  s.iy = width * std::pow(height, 3) / 12;
  s.iz = height * std::pow(width, 3) / 12;
  s.torsion = CalcRectangleTorsion(std::max(width, height), std::min(width, height));
  s.shear_y = s.shear_z = 5.0 / 6;
  RequireValid(s, label);
  return s;
}

BeamSection MakeCircularSection(double outer_radius,
                                double inner_radius,
                                double youngs_modulus,
                                double poisson_ratio,
                                double density) {
  const std::string label = "circular section";
  RequirePositive(outer_radius, label, "the outer radius");
  Require(inner_radius >= 0 && inner_radius < outer_radius,
          label,
          "the inner radius must be from 0 to below the outer radius");
  BeamSection s = MakeMaterial(youngs_modulus, poisson_ratio, density, label);
  const double b2 = outer_radius * outer_radius, a2 = inner_radius * inner_radius;
  s.area = pi * (b2 - a2);
  s.iy = s.iz = pi / 4 * (b2 * b2 - a2 * a2);
  s.torsion = 2 * s.iy;
  const double m2 = a2 / b2, nu = poisson_ratio;
  s.shear_y = s.shear_z = 6 * (1 + nu) * (1 + m2) * (1 + m2) /
                          ((7 + 6 * nu) * (1 + m2) * (1 + m2) + (20 + 12 * nu) * m2);
  RequireValid(s, label);
  return s;
}

BeamSectionMatrices CalcSectionMatrices(const Vec6& stiffness,
                                        double mass,
                                        const Vec3& rotary_inertia,
                                        const std::string& label) {
  for (int i = 0; i < 6; ++i) RequirePositive(stiffness(i), label, "a stiffness of the section");
  RequireFrom0(mass, label, "the mass per length");
  for (int i = 0; i < 3; ++i) RequireFrom0(rotary_inertia(i), label, "the rotary inertia");
  BeamSectionMatrices m;
  m.flexibility.diagonal() = stiffness.cwiseInverse();
  m.mass.diagonal() << mass, mass, mass, rotary_inertia;
  return m;
}

BeamSectionMatrices CalcSectionMatrices(const BeamSection& s, const std::string& label) {
  RequireValid(s, label);
  const double E = s.youngs_modulus, G = s.shear_modulus, infinity = INFINITY;
  const auto shear = [&](double k) { return k > 0 ? k * G * s.area : infinity; };
  const Vec6 principal =
      (Vec6() << E * s.area, shear(s.shear_y), shear(s.shear_z), G * s.torsion, E * s.iy, E * s.iz)
          .finished();
  const BeamSectionMatrices at = CalcSectionMatrices(
      principal, s.density * s.area, s.density * Vec3(s.iy + s.iz, s.iy, s.iz), label);
  const Mat3 turn = RotationExp({s.orientation, 0, 0});
  Mat6 R = Mat6::Zero();
  R.topLeftCorner<3, 3>() = R.bottomRightCorner<3, 3>() = turn;
  // Elongation at the centroid and shear strains at the shear centre: Γ + κ × offset, row by row.
  const Mat3 c = Skew({0, s.centroid.x(), s.centroid.y()});
  const Mat3 sc = Skew({0, s.shear_centre.x(), s.shear_centre.y()});
  Mat6 T_inverse = Mat6::Identity(), to_centroid = Mat6::Identity();
  T_inverse.block<1, 3>(0, 3) = c.row(0);
  T_inverse.block<2, 3>(1, 3) = sc.bottomRows<2>();
  to_centroid.topRightCorner<3, 3>() = -c;  // v + w × c
  BeamSectionMatrices m;
  m.flexibility = T_inverse * R * at.flexibility * R.transpose() * T_inverse.transpose();
  m.mass = to_centroid.transpose() * R * at.mass * R.transpose() * to_centroid;
  return m;
}

}  // namespace trunnion
