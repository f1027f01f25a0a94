// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>

#include "engine/core/breaks.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/error.hpp"
#include "engine/core/seeded_bodies.hpp"

namespace trunnion {

/// A force on K bodies given as one templated function; Jacobians by forward automatic
/// differentiation. F is any type with
///
///     template <class S>
///     void operator()(const S& t, const std::array<BodyStateT<S>, K>& bodies,
///                     std::array<Eigen::Matrix<S, 6, 1>, K>& f) const;
///
/// that fills f with the generalized forces: force in the world [N], then torque about the centre
/// of mass in the body frame [N·m]. It must be pure, and branches on values are allowed where the
/// force is continuous. If F has `double Energy(double t, const std::array<BodyState, K>&) const`
/// [J], it is reported; else the energy counts as 0. If F has `BreakFinder Breaks() const`, those
/// are its breaks over time (engine/core/breaks.hpp). If F has `ElementDescription Describe()
/// const` and `void WriteReport(double t, const std::array<BodyState, K>&, std::span<double>)
/// const`, its columns are in the results (engine/core/element_report.hpp).
///
/// Evaluated with S = Dual<double, 12 K>: variables are the increments (dr, dφ) and (r', w) of all
/// bodies, R(dφ) = R (I + dφ~), exact to first order.
/// Verified  tests/forces/user_force_test.cpp; it is itself the check of all built-in forces.
template <class F, int K>
class UserForce {
 public:
  static constexpr int kBodies = K;

  /// @throws ModelError if a body appears twice.
  UserForce(const std::array<BodyIndex, K>& bodies,
            F function,
            const std::string& name = "user force")
      : bodies_(bodies), function_(std::move(function)) {
    for (size_t i = 0; i < K; ++i)
      for (size_t j = 0; j < i; ++j)
        Require(bodies[i] != bodies[j], name, "a body appears twice in its list");
  }

  std::array<BodyIndex, K> bodies() const { return bodies_; }
  const F& function() const { return function_; }

  void CalcForce(const ElementContext& x, LocalVector<K>& f) const {
    std::array<Vec6, K> values;
    values.fill(Vec6::Zero());
    function_(x.t, States(x), values);
    for (size_t i = 0; i < K; ++i) f.template segment<6>(static_cast<int>(6 * i)) = values[i];
  }

  void Linearize(const ElementContext& x, LocalMatrix<K>& f_q, LocalMatrix<K>& f_v) const {
    std::array<BodyStateT<S>, K> states;
    for (size_t i = 0; i < K; ++i)
      states[i] = SeedBody<S>(x.bodies[static_cast<size_t>(bodies_[i])],
                              static_cast<int>(6 * i),
                              static_cast<int>(6 * (K + i)));
    std::array<Eigen::Matrix<S, 6, 1>, K> values;
    for (auto& value : values) value.setConstant(S(0.0));
    function_(S(x.t), states, values);
    for (int row = 0; row < 6 * K; ++row) {
      const auto& d = values[static_cast<size_t>(row / 6)](row % 6).d;
      f_q.row(row) = d.template head<6 * K>().matrix().transpose();
      f_v.row(row) = d.template tail<6 * K>().matrix().transpose();
    }
  }

  BreakFinder breaks() const {
    if constexpr (requires { function_.Breaks(); }) return function_.Breaks();
    return {};
  }

  ElementDescription Describe() const requires requires(const F& f) { f.Describe(); }
  { return function_.Describe(); }
  void WriteReport(const ElementContext& x, std::span<double> out) const requires
      requires(const F& f, const std::array<BodyState, K>& bodies) {
    f.WriteReport(0.0, bodies, out);
  }
  { function_.WriteReport(x.t, States(x), out); }

  double CalcEnergy(const ElementContext& x) const {
    if constexpr (requires { function_.Energy(x.t, States(x)); })
      return function_.Energy(x.t, States(x));
    else
      return 0;
  }

 private:
  using S = Dual<double, 12 * K>;

  std::array<BodyState, K> States(const ElementContext& x) const {
    std::array<BodyState, K> states;
    for (size_t i = 0; i < K; ++i) states[i] = x.bodies[static_cast<size_t>(bodies_[i])];
    return states;
  }

  std::array<BodyIndex, K> bodies_;
  F function_;
};

}  // namespace trunnion
