// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// Explicit methods for the underlying ODE of the index-1 form.
enum class ExplicitMethod {
  forward_euler,    ///< order 1
  midpoint,         ///< explicit midpoint rule, order 2
  runge_kutta4,     ///< the classical method, order 4
  dormand_prince,   ///< order 5 with error estimate of order 4, the only one that chooses its steps
  adams_bashforth,  ///< two-step, order 2; the first step is forward Euler
  half_explicit,    ///< Runge-Kutta, order 3, G v + g_t = 0 solved exactly in every stage
};

/// Which constraints the stabilization works on.
enum class StabilizedLevels { none, position, velocity, both };

/// F of the step z − α F h toward h = (g, G v + g_t) = 0, with L = ∂(G v + g_t)/∂q and
/// Gᵀ standing for W⁻¹Gᵀ. Source: Ascher, Qin & Reich (1992).
enum class StabilizationMatrix {
  decoupled,  ///< (4.8): Gᵀ(G Gᵀ)⁻¹ on both levels
  coupled,    ///< (1.13) with D = diag(Gᵀ, Gᵀ) of (4.7): D (H D)⁻¹, H = [G 0; L G]
  transpose,  ///< (1.14) with D of (4.7): F = D. Stable for α below 2 over the norm of G Gᵀ only.
};

/// Where F h is evaluated.
enum class StabilizationPoint {
  end,  ///< eq. (3.9): at the end of the unstabilized step; drift O(h²ᵖ⁺²) where (1.13) is used
  start,  ///< eq. (3.4), "forward Euler stabilization": at the start of the step
};

/// What IntegratorKind::explicit_method reads. The last three belong to levels other than none.
struct ExplicitOptions {
  ExplicitMethod method = ExplicitMethod::dormand_prince;
  StabilizedLevels stabilized_levels = StabilizedLevels::both;
  StabilizationMatrix stabilization_matrix = StabilizationMatrix::decoupled;
  StabilizationPoint stabilization_point = StabilizationPoint::end;
  /// 0 < α < 2 where F = D (H D)⁻¹; 1 is a Newton step toward the constraints.
  double stabilization_alpha = 1;
};

}  // namespace trunnion
