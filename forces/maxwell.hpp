// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/element.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/pair_coordinate.hpp"

namespace trunnion {

/// Maxwell element: a spring k and a dashpot d in series along a coordinate c of two markers, as
/// the relaxing part of a rubber mount.
///
/// State      its tension T [N or N·m], positive if it pulls c together.
/// Equations  T' = k (c' − T/d);   generalized forces −T ∂c/∂x on the two bodies.
/// Energy     T²/(2 k) in the spring; power of the dashpot −T²/d ≤ 0.
/// Range      k, d > 0; a held elongation relaxes with the time d/k.
/// Reference  Ward & Sweeney, Mechanical Properties of Solid Polymers (2013), section 5.2.
/// Verified   tests/forces/maxwell_test.cpp: automatic differentiation;
/// tests/system/states_test.cpp:
///            relaxation and oscillation in closed form.
class Maxwell {
 public:
  static constexpr int kBodies = 3;  // the two bodies and the block of the state

  Maxwell(CoordinateKind kind,
          const MarkerPair& pair,
          BodyIndex state,
          double stiffness,
          double damping)
      : kind_(kind), pair_(pair), state_(state), k_(stiffness), d_(damping) {}

  CoordinateKind kind() const { return kind_; }
  const MarkerPair& pair() const { return pair_; }
  std::array<BodyIndex, 3> bodies() const { return {pair_.A, pair_.B, state_}; }
  void CalcForce(const ElementContext& x, LocalVector<3>& f) const;
  void Linearize(const ElementContext& x, LocalMatrix<3>& f_q, LocalMatrix<3>& f_v) const;
  double CalcEnergy(const ElementContext& x) const;
  ElementDescription Describe() const {
    return {.type = "maxwell", .kind = ToString(kind_), .places = PlacesOf(pair_)};
  }

 private:
  const BodyState& A(const ElementContext& x) const { return x.bodies[pair_.A]; }
  const BodyState& B(const ElementContext& x) const { return x.bodies[pair_.B]; }
  double Tension(const ElementContext& x) const { return x.bodies[state_].v[0]; }
  Vec12 Velocities(const ElementContext& x) const;

  CoordinateKind kind_;
  MarkerPair pair_;
  BodyIndex state_;
  double k_, d_;
};
static_assert(ForceElement<Maxwell>);

}  // namespace trunnion
