// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/incompatible_solid.hpp"

#include <Eigen/LU>
#include <limits>

#include "forces/elements/strain_rate.hpp"

namespace trunnion {
namespace {

constexpr int kModes = 9;
using ModeMatrix = Eigen::Matrix<double, kModes, kModes>;
using CouplingMatrix = Eigen::Matrix<double, kModes, 24>;

/// ∂a/∂r of the modes in equilibrium.
CouplingMatrix ModesOverPoints(const Eigen::Matrix<double, 33, 33>& H) {
  const ModeMatrix aa = H.bottomRightCorner<kModes, kModes>();
  const CouplingMatrix ar = H.bottomLeftCorner<kModes, 24>();
  return -aa.partialPivLu().solve(ar);
}

}  // namespace

void IncompatibleSolid::Differentiate(const Places& places,
                                      Gradients& g,
                                      Hessian* H,
                                      bool stresses) const {
  g.setZero();
  if (H) H->setZero();
  Eigen::Matrix<double, 6, 33> B, CB;
  for (const Point& p : points_) {
    const Mat3 F = places * p.gradient;
    const SolidStress law = CalcStress(*law_, F);
    for (int i = 0; i < 11; ++i) B.middleCols<3>(3 * i) = StrainBlock(F, p.gradient.row(i));
    g.noalias() += p.volume * B.transpose() * law.stress;
    if (!H) continue;
    CB.noalias() = p.volume * law.tangent * B;
    H->noalias() += B.transpose() * CB;
    if (!stresses) continue;
    const Eigen::Matrix<double, 11, 11> geometric =
        p.volume * p.gradient * StressMatrix(law.stress) * p.gradient.transpose();
    for (int j = 0; j < 11; ++j)
      for (int i = 0; i < 11; ++i)
        for (int c = 0; c < 3; ++c) (*H)(3 * i + c, 3 * j + c) += geometric(i, j);
  }
}

IncompatibleSolid::Places IncompatibleSolid::Solve(const Eigen::Matrix<double, 3, 8>& r) const {
  constexpr int kMaxIterations = 20;
  Places places;
  places.leftCols<8>() = r;
  places.rightCols<3>().setZero();
  const double size = r.norm();
  Gradients g;
  Hessian H;
  for (int i = 0; i < kMaxIterations; ++i) {
    Differentiate(places, g, &H, true);
    const ModeMatrix aa = H.bottomRightCorner<kModes, kModes>();
    const Eigen::Matrix<double, kModes, 1> step = aa.partialPivLu().solve(g.tail<kModes>());
    Eigen::Map<Eigen::Matrix<double, kModes, 1>>(places.data() + 24) -= step;
    // Quadratic convergence: after a step of 1e-9 the next would be below rounding.
    if (step.norm() <= 1e-9 * size) return places;
    if (!(step.norm() < 1e3 * size)) break;
  }
  places.setConstant(std::numeric_limits<double>::quiet_NaN());
  return places;
}

IncompatibleSolid::Hessian IncompatibleSolid::CalcDamping(const Places& places) const {
  Hessian D = Hessian::Zero();
  Eigen::Matrix<double, 6, 33> B, CB;
  for (const Point& p : points_) {
    const Mat3 F = places * p.gradient;
    for (int i = 0; i < 11; ++i) B.middleCols<3>(3 * i) = StrainBlock(F, p.gradient.row(i));
    CB.noalias() = law_->viscosity * p.volume * law_->C * B;
    D.noalias() += B.transpose() * CB;
  }
  return D;
}

void IncompatibleSolid::CalcForce(const ElementContext& x, Vector& f) const {
  const Places places = Solve(inertia_.Shape(x));
  Gradients g;
  if (law_->viscosity > 0) {
    Hessian H;
    Differentiate(places, g, &H, true);
    const CouplingMatrix modes = ModesOverPoints(H);
    const Vector v = Vector::Map(inertia_.Velocities(x).eval().data());
    Gradients rate;
    rate.head<24>() = v;
    rate.tail<kModes>() = modes * v;
    const Gradients damping = CalcDamping(places) * rate;
    f = -g.head<24>() - damping.head<24>() - modes.transpose() * damping.tail<kModes>();
  } else {
    Differentiate(places, g, nullptr, false);
    f = -g.head<24>();
  }
  inertia_.AddForce(x, f);
}

void IncompatibleSolid::Linearize(const ElementContext& x, Matrix& f_q, Matrix& f_v) const {
  const Places places = Solve(inertia_.Shape(x));
  Gradients g;
  Hessian H;
  Differentiate(places, g, &H, !law_->gauss_newton);
  const CouplingMatrix modes = ModesOverPoints(H);
  f_q = -H.topLeftCorner<24, 24>();
  f_q.noalias() -= H.topRightCorner<24, kModes>() * modes;
  f_v.setZero();
  if (law_->viscosity > 0) {
    Eigen::Matrix<double, 33, 24> all;
    all << Matrix::Identity(), modes;
    f_v = -all.transpose() * CalcDamping(places) * all;
  }
  inertia_.AddVelocityGradient(f_v);
}

double IncompatibleSolid::CalcStrainEnergy(const ElementContext& x) const {
  const Places places = Solve(inertia_.Shape(x));
  double energy = 0;
  for (const Point& p : points_) energy += p.volume * CalcStress(*law_, places * p.gradient).energy;
  return energy;
}

std::array<Mat3, 8> IncompatibleSolid::CalcDeformationGradients(
    const Eigen::Matrix<double, 3, 8>& r) const {
  const Places places = Solve(r.colwise() - Vec3(r.col(0)));
  std::array<Mat3, 8> gradients;
  for (std::size_t p = 0; p < points_.size(); ++p) gradients[p] = places * points_[p].gradient;
  return gradients;
}

double IncompatibleSolid::CalcEnergy(const ElementContext& x) const {
  return CalcStrainEnergy(x) + inertia_.CalcPotentialEnergy(x);
}

}  // namespace trunnion
