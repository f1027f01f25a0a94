// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_law.hpp"

#include <Eigen/LU>
#include <array>
#include <cmath>

namespace trunnion {
namespace {

// Row and column of each component in the Voigt order.
constexpr std::array<int, 6> kRow{0, 1, 2, 0, 0, 1}, kCol{0, 1, 2, 1, 2, 2};

/// Bonet & Wood, Nonlinear continuum mechanics for finite element analysis (1997), (5.28), (5.30):
/// S = μ (I − G) + λ ln J G, ∂S/∂E = λ G ⊗ G + (μ − λ ln J)(G_ik G_jl + G_il G_jk), G = (FᵀF)⁻¹.
SolidStress CalcNeoHookean(double lambda, double mu, const Mat3& F) {
  const Mat3 right = F.transpose() * F, G = right.inverse();
  const double ln_J = std::log(F.determinant());
  SolidStress out;
  out.energy = 0.5 * mu * (right.trace() - 3) - mu * ln_J + 0.5 * lambda * ln_J * ln_J;
  for (std::size_t a = 0; a < 6; ++a) {
    const int i = kRow[a], j = kCol[a];
    out.stress[static_cast<int>(a)] = mu * ((i == j) - G(i, j)) + lambda * ln_J * G(i, j);
    for (std::size_t b = 0; b < 6; ++b) {
      const int k = kRow[b], l = kCol[b];
      out.tangent(static_cast<int>(a), static_cast<int>(b)) =
          lambda * G(i, j) * G(k, l) +
          (mu - lambda * ln_J) * (G(i, k) * G(j, l) + G(i, l) * G(j, k));
    }
  }
  return out;
}

}  // namespace

Vec6 CalcGreenStrain(const Mat3& F) {
  const Mat3 right = F.transpose() * F;
  Vec6 E;
  E << 0.5 * (right(0, 0) - 1), 0.5 * (right(1, 1) - 1), 0.5 * (right(2, 2) - 1), right(0, 1),
      right(0, 2), right(1, 2);
  return E;
}

SolidStress CalcStress(const SolidLaw& law, const Mat3& F) {
  if (law.kind == SolidLaw::Kind::neo_hookean) return CalcNeoHookean(law.C(0, 1), law.C(3, 3), F);
  const Vec6 E = CalcGreenStrain(F), S = law.C * E;
  return {0.5 * E.dot(S), S, law.C};
}

}  // namespace trunnion
