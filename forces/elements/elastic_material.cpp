// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/elastic_material.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// Row and column of the tensor that each Voigt component stands for.
constexpr std::array<std::array<int, 2>, 6> kVoigt{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

void RequireRange(bool condition,
                  const std::string& material,
                  const char* quantity,
                  double value,
                  const char* range) {
  if (condition) return;
  std::ostringstream text;
  text << "material '" << material << "': " << quantity << " is " << value << "; it must be "
       << range;
  throw ModelError(text.str());
}

void RequireDensity(const std::string& material, double density) {
  RequireRange(std::isfinite(density) && density > 0,
               material,
               "the density [kg/m^3]",
               density,
               "positive; check the units");
}

}  // namespace

ElasticMaterial ElasticMaterial::Isotropic(const std::string& name,
                                           double E,
                                           double nu,
                                           double density) {
  RequireRange(std::isfinite(E) && E > 0, name, "Young's modulus [Pa]", E, "positive");
  RequireRange(nu > -1 && nu < 0.5, name, "Poisson's ratio", nu, "between -1 and 0.5");
  RequireDensity(name, density);
  const double lambda = E * nu / ((1 + nu) * (1 - 2 * nu)), G = E / (2 * (1 + nu));
  Mat6 C = Mat6::Zero();
  C.topLeftCorner<3, 3>().setConstant(lambda);
  C.diagonal() += (Vec6() << 2 * G, 2 * G, 2 * G, G, G, G).finished();
  return {.name = name, .stiffness = C, .density = density};
}

ElasticMaterial MakeOrthotropic(const std::string& name,
                                const OrthotropicConstants& c,
                                double density) {
  RequireRange(
      c.E.allFinite() && c.E.minCoeff() > 0, name, "the least E", c.E.minCoeff(), "positive");
  RequireRange(
      c.G.allFinite() && c.G.minCoeff() > 0, name, "the least G", c.G.minCoeff(), "positive");
  RequireDensity(name, density);
  Require((c.axes.transpose() * c.axes - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-9 &&
              c.axes.determinant() > 0,
          "material '" + name + "': the axes are not orthonormal and right-handed");
  Mat3 S = c.E.cwiseInverse().asDiagonal();
  S(0, 1) = S(1, 0) = -c.nu[0] / c.E[0];
  S(0, 2) = S(2, 0) = -c.nu[1] / c.E[0];
  S(1, 2) = S(2, 1) = -c.nu[2] / c.E[1];
  const Eigen::LLT<Mat3> compliance(S);
  Require(c.nu.allFinite() && compliance.info() == Eigen::Success,
          "material '" + name +
              "': the compliance is not positive definite; check Poisson's ratios "
              "(nu_12^2 < E_1/E_2 and so on)");
  Mat6 C0 = Mat6::Zero();
  C0.topLeftCorner<3, 3>() = compliance.solve(Mat3::Identity());
  C0.diagonal().tail<3>() = c.G;
  const Mat6 T = CalcStressRotation(c.axes);
  const Mat6 C = T * C0 * T.transpose();
  return {.name = name, .stiffness = 0.5 * (C + C.transpose()), .density = density};
}

Mat6 CalcStressRotation(const Mat3& R) {
  Mat6 T;
  for (int row = 0; row < 6; ++row) {
    const auto [i, j] = kVoigt[static_cast<std::size_t>(row)];
    for (int column = 0; column < 6; ++column) {
      const auto [k, l] = kVoigt[static_cast<std::size_t>(column)];
      T(row, column) = R(i, k) * R(j, l) + (k != l ? R(i, l) * R(j, k) : 0.0);
    }
  }
  return T;
}

double CalcVonMises(const Vec6& s) {
  const double xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
  return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * s.tail<3>().squaredNorm());
}

}  // namespace trunnion
