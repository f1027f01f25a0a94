// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "forces/user_force.hpp"

namespace trunnion {
namespace internal {

/// F as a function of K + 1 "bodies", the last of which holds the states in (r', w) and takes their
/// rates as its generalized force.
template <class F, int K>
struct StatesAsBody {
  static constexpr int kStates = F::kStates;
  F function;

  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, K + 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, K + 1>& f) const {
    std::array<BodyStateT<S>, K> own;
    std::array<Eigen::Matrix<S, 6, 1>, K> forces;
    Eigen::Matrix<S, kStates, 1> states, rates;
    for (std::size_t k = 0; k < K; ++k) own[k] = bodies[k], forces[k] = f[k];
    for (int i = 0; i < kStates; ++i) {
      states[i] = i < 3 ? bodies[K].v[i] : bodies[K].w[i - 3];
      rates[i] = S(0.0);
    }
    function(t, own, states, forces, rates);
    for (std::size_t k = 0; k < K; ++k) f[k] = forces[k];
    f[K].template head<kStates>() = rates;
  }

  double Energy(double t, const std::array<BodyState, K + 1>& bodies) const requires
      requires(const F& f, const std::array<BodyState, K>& own) {
    f.Energy(t, own);
  }
  { return function.Energy(t, Own(bodies)); }
  ElementDescription Describe() const requires requires(const F& f) { f.Describe(); }
  { return function.Describe(); }
  void WriteReport(double t,
                   const std::array<BodyState, K + 1>& bodies,
                   std::span<double> out) const requires
      requires(const F& f,
               const std::array<BodyState, K>& own,
               const Eigen::Matrix<double, F::kStates, 1>& s) {
    f.WriteReport(t, own, s, out);
  }
  {
    Vec6 states;
    states << bodies[K].v, bodies[K].w;
    function.WriteReport(t, Own(bodies), states.template head<kStates>().eval(), out);
  }

 private:
  static std::array<BodyState, K> Own(const std::array<BodyState, K + 1>& bodies) {
    std::array<BodyState, K> own;
    std::copy(bodies.begin(), bodies.begin() + K, own.begin());
    return own;
  }
};

}  // namespace internal

/// A force on K bodies with up to six states of its own, given as one templated function; Jacobians
/// by forward automatic differentiation. F has
///
///     static constexpr int kStates;
///     template <class S>
///     void operator()(const S& t, const std::array<BodyStateT<S>, K>& bodies,
///                     const Eigen::Matrix<S, kStates, 1>& s,
///                     std::array<Eigen::Matrix<S, 6, 1>, K>& f,
///                     Eigen::Matrix<S, kStates, 1>& rate) const;
///
/// f as in UserForce; rate = F(t, bodies, s) of s' = F, or 0 = F where the state is algebraic (then
/// ∂F/∂s must be regular). Its WriteReport takes the states as well: (t, bodies, s, out).
/// Verified  tests/system/states_test.cpp: closed forms.
template <class F, int K>
class UserStateForce final : public UserForce<internal::StatesAsBody<F, K>, K + 1> {
 public:
  static_assert(F::kStates >= 1 && F::kStates <= 6, "a force has one to six states");

  /// @param states  the block that holds the states.
  UserStateForce(const std::array<BodyIndex, K>& bodies,
                 BodyIndex states,
                 F function,
                 const std::string& name = "user force")
      : UserForce<internal::StatesAsBody<F, K>, K + 1>(
            Append(bodies, states), {std::move(function)}, name) {}

 private:
  static std::array<BodyIndex, K + 1> Append(const std::array<BodyIndex, K>& bodies,
                                             BodyIndex states) {
    std::array<BodyIndex, K + 1> all;
    std::copy(bodies.begin(), bodies.end(), all.begin());
    all[K] = states;
    return all;
  }
};

}  // namespace trunnion
