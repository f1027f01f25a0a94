// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>

#include "forces/elements/corotational_solid.hpp"
#include "forces/elements/incompatible_solid.hpp"
#include "forces/elements/solid_matrices.hpp"
#include "forces/elements/total_lagrangian_solid.hpp"

/// Force elements from the reference shape X of a solid (n×3, [m]): what they keep is computed
/// here, once. All throw ModelError as CalcSolidPoints does; `name` is what messages call the
/// element.
namespace trunnion {

enum class SolidMass { consistent, lumped };

template <int N>
SolidInertia<N> MakeSolidInertia(const std::array<BodyIndex, N>& points,
                                 SolidType type,
                                 const NodeMatrix& X,
                                 double density,
                                 SolidMass kind = SolidMass::consistent,
                                 double alpha = 0) {
  Eigen::Matrix<double, N, N> mass = CalcConsistentMass(type, X, MassRule(type), density);
  if (kind == SolidMass::lumped) {
    const NodeVector lumped = CalcLumpedMass(mass);
    mass.setZero();
    mass.diagonal() = lumped;
  }
  return {points, mass, alpha};
}

/// Of hex8_incompatible: MakeIncompatible.
template <int N, int P>
TotalLagrangianSolid<N, P> MakeTotalLagrangian(const SolidInertia<N>& inertia,
                                               SolidType type,
                                               const NodeMatrix& X,
                                               std::shared_ptr<const SolidLaw> law,
                                               const std::string& name) {
  const SolidPoints solid = CalcSolidPoints(type, X, StiffnessRule(type), name);
  std::array<typename TotalLagrangianSolid<N, P>::Point, P> points;
  for (int p = 0; p < P; ++p)
    points[static_cast<std::size_t>(p)] = {solid.gradient(p), solid.volumes[p]};
  return {inertia, points, std::move(law)};
}

/// Of hex8_incompatible.
inline IncompatibleSolid MakeIncompatible(const SolidInertia<8>& inertia,
                                          const NodeMatrix& X,
                                          std::shared_ptr<const SolidLaw> law,
                                          const std::string& name) {
  const SolidType type = SolidType::hex8_incompatible;
  const SolidPoints solid = CalcSolidPoints(type, X, StiffnessRule(type), name);
  std::array<IncompatibleSolid::Point, 8> points;
  for (int p = 0; p < 8; ++p) {
    IncompatibleSolid::Point& point = points[static_cast<std::size_t>(p)];
    point.gradient << solid.gradient(p), solid.mode_gradient(p);
    point.volume = solid.volumes[p];
  }
  return {inertia, points, std::move(law)};
}

template <int N>
CorotationalSolid<N> MakeCorotational(const SolidInertia<N>& inertia,
                                      SolidType type,
                                      const NodeMatrix& X,
                                      const SolidLaw& law,
                                      const std::string& name) {
  const SolidPoints solid = CalcSolidPoints(type, X, StiffnessRule(type), name);
  NodeMatrix mean = NodeMatrix::Zero(N, 3);
  for (int p = 0; p < solid.num_points(); ++p) mean += solid.volumes[p] * solid.gradient(p);
  mean /= solid.volumes.sum();
  return {inertia,
          X.transpose(),
          CalcStiffness(solid, law.C),
          mean.transpose(),
          law.viscosity,
          law.gauss_newton};
}

}  // namespace trunnion
