// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_inertia.hpp"

#include "engine/core/matrix_products.hpp"

namespace trunnion {

template <int N>
void SolidInertia<N>::AddForce(const ElementContext& x, Vector& f) const {
  for (int i = 0; i < N; ++i) f.template segment<3>(3 * i) += mass_.col(i).sum() * x.gravity;
  if (alpha_ > 0) Points::Map(f.data()) -= alpha_ * Product(Velocities(x), mass_);
}

template <int N>
void SolidInertia<N>::AddInertia(const ElementContext& x, Vector& f) const {
  Points a;
  for (int i = 0; i < N; ++i)
    a.col(i) = x.accelerations[static_cast<std::size_t>(points_[static_cast<std::size_t>(i)])]
                   .template head<3>();
  Points::Map(f.data()) -= Product(a, mass_);
}

template <int N>
double SolidInertia<N>::CalcKineticEnergy(const ElementContext& x) const {
  const Points v = Velocities(x);
  return 0.5 * Product(v, mass_).cwiseProduct(v).sum();
}

template <int N>
double SolidInertia<N>::CalcPotentialEnergy(const ElementContext& x) const {
  double energy = 0;
  for (int i = 0; i < N; ++i) energy -= mass_.col(i).sum() * x.gravity.dot(at(x, i).r);
  return energy;
}

template class SolidInertia<4>;
template class SolidInertia<8>;
template class SolidInertia<10>;
template class SolidInertia<20>;

}  // namespace trunnion
