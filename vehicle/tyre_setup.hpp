// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "vehicle/tyre.hpp"

namespace trunnion::vehicle {

/// What a tyre needs to know; constant, shared by the copies of its law.
struct TyreSetup {
  TyreData data;
  std::shared_ptr<const Road> road;
  bool mirrored = false;  ///< α, γ, Fy, Mx, Mz change their signs
  Footprint footprint;
  BodyIndex body = kGround;
  Vec3 centre = Vec3::Zero();  ///< of the wheel, from the centre of mass, body frame [m]
  Vec3 axis = Vec3::UnitY();   ///< body frame
  double relaxation_x = 0, relaxation_y = 0;  ///< where the data have none [m]
  /// Slip of damping at rest over Vsx and over Vsy [s/m].
  double damping_x = 0, damping_y = 0;
  double static_deflection = 0;              ///< at Fz0 [m]
  double lowest_load = 0, highest_load = 0;  ///< between which coefficients are taken [N]
  double greatest_kappa = 1.5, greatest_tangent = 5.8;
  std::pair<double, double> gamma_range{-0.35, 0.35};
  /// Load [N] over deflection [m], from (0, 0).
  std::vector<std::pair<double, double>> load_curve;

  double Load(double deflection) const { return LoadAndSlope(deflection).first; }
  std::pair<double, double> LoadAndSlope(double deflection) const;
  double Energy(double deflection) const;  ///< ∫ Load [J]
};

/// @param marker  of the wheel.  @param com  of its body, in the body frame [m].
/// @throws ModelError as AddTyre.
std::shared_ptr<const TyreSetup> MakeTyreSetup(const Tyre& tyre,
                                               const Marker& marker,
                                               const Vec3& com);

}  // namespace trunnion::vehicle
