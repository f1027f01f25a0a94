// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>

#include <trunnion/elements.hpp>

#include "vehicle/tyre_setup.hpp"

namespace trunnion::vehicle {

/// All that a tyre does at a state.
template <class S>
struct TyreState {
  Contact<S> contact;
  S deflection{0.0}, rolling_radius{0.0};
  Slip<S> slip;  ///< transient, not mirrored, load not limited
  TyreForces<S> forces;
  S My{0.0};
  std::array<S, 2> rates{S(0.0), S(0.0)};  ///< x', y' [m/s]
};

/// The law of a tyre as a force with own states (forces/user_state_force.hpp); see
/// vehicle/tyre.hpp.
class TyreLaw {
 public:
  static constexpr int kStates = 2;

  explicit TyreLaw(std::shared_ptr<const TyreSetup> setup) : setup_(std::move(setup)) {}

  /// S: double or a Dual. @param state  x, y [m].
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 1>& wheel,
                  const Eigen::Matrix<S, 2, 1>& state,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f,
                  Eigen::Matrix<S, 2, 1>& rate) const;

  double Energy(double t, const std::array<BodyState, 1>& wheel) const;
  ElementDescription Describe() const;
  void WriteReport(double t,
                   const std::array<BodyState, 1>& wheel,
                   const Eigen::Matrix<double, 2, 1>& state,
                   std::span<double> out) const;

  template <class S>
  TyreState<S> Calc(const BodyStateT<S>& wheel, const Eigen::Matrix<S, 2, 1>& state) const;

 private:
  template <class S>
  void CalcLoad(const BodyStateT<S>& wheel, TyreState<S>& tyre) const;
  template <class S>
  void CalcSlip(const BodyStateT<S>& wheel,
                const Eigen::Matrix<S, 2, 1>& state,
                TyreState<S>& tyre) const;
  template <class S>
  void CalcForces(const S& Vx, const S& rolling, TyreState<S>& tyre) const;

  std::shared_ptr<const TyreSetup> setup_;
};

}  // namespace trunnion::vehicle
