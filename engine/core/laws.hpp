// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "engine/core/breaks.hpp"
#include "engine/core/types.hpp"

/// User-supplied functions of time and of one coordinate. Each may be given with its breaks over
/// time, `{function, MakeBreaks({{0.5, 0}, {0.501, 0}})}`: an integrator stops there, and so does
/// not step over what happens between them.
namespace trunnion {

/// A motion s(t) with its first two derivatives. The orders of its breaks are those of s.
struct MotionValue {
  double s = 0;       ///< [m or rad]
  double s_dot = 0;   ///< [per s]
  double s_ddot = 0;  ///< [per s²]
};
using MotionLaw = BrokenFunction<MotionValue(double t)>;

/// Vector function of time, e.g. an applied force [N] or torque [N·m].
using VectorLaw = BrokenFunction<Vec3(double t)>;
/// Scalar function of time, e.g. a pressure [Pa].
using TimeLaw = BrokenFunction<double(double t)>;

/// Value of a scalar force law f(c, c', t), acting on the coordinate c in the sense that f > 0
/// increases c.
struct LawValue {
  double f = 0;       ///< force [N] or torque [N·m]
  double df_dc = 0;   ///< ∂f/∂c
  double df_dcd = 0;  ///< ∂f/∂c'
  double energy = 0;  ///< V(c) of the conservative part, f = −dV/dc [J]; 0 if none
};
class ScalarLaw : public BrokenFunction<LawValue(double c, double c_dot, double t)> {
 public:
  using BrokenFunction::BrokenFunction;
  ScalarLaw() = default;
  /// @param kinks  values of c at which f is not smooth: integrators stop where c passes them.
  /// @param rate_kinks  the same for values of c'.
  template <class F>
  ScalarLaw(F f, BreakFinder breaks, std::vector<double> kinks, std::vector<double> rate_kinks = {})
      : BrokenFunction(std::move(f), std::move(breaks)),
        kinks_(std::move(kinks)),
        rate_kinks_(std::move(rate_kinks)) {}

  const std::vector<double>& kinks() const { return kinks_; }
  const std::vector<double>& rate_kinks() const { return rate_kinks_; }

 private:
  std::vector<double> kinks_, rate_kinks_;
};

}  // namespace trunnion
