// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <trunnion/model.hpp>
#include <trunnion/model_file.hpp>

#include "vehicle/road.hpp"
#include "vehicle/tyre_contact.hpp"
#include "vehicle/tyre_data.hpp"

namespace trunnion::vehicle {

/// A tyre between a wheel and a road that is fixed in the world.
///
/// What acts: at the contact point C the force Fx x + Fy y + Fz n, and the moments Mx about x, My
/// about the wheel's axis, Mz about n; ISO-W axes of the road's plane below the wheel
/// (vehicle/tyre_contact.hpp). Deflection ρ = R₀ − loaded radius, Fz = F(ρ) + c ρ' ≥ 0, the damping
/// growing from zero over the first 5 mm.
///
/// Own states x, y [m], the deflections of the carcass; forces are the steady-state ones
/// (vehicle/tyre_forces.hpp) at κ = x/σκ, α = atan(y/σα):
///
///     x' = −Vsx − V x/σκ,   y' = Vsy − V y/σα,   V = max(|Vx|, |Vsx|/κ_max, |Vsy|/tan α_max)
///
/// In steady rolling these are the slips of the definition, limited to κ_max and α_max. At rest the
/// tyre is a spring: it holds a vehicle on a slope. Below VXLOW a slip of damping is added, as
/// Besselink has it (Pacejka 2012, 8.6), of the wanted ratio of critical damping with the mass
/// Fz0/g. Off the ground the states decay within 20 ms.
///
/// Loads outside FZMIN .. FZMAX take the coefficients of the nearest end: forces fall with the load
/// to zero below, stay beyond. Camber counts up to CAMMIN, CAMMAX (0.35 rad where there are none).
///
/// Valid for roads that are smooth over the footprint, a wheel upright to within 75 degrees, below
/// about 15 Hz: no modes of the belt. Verified  tests/vehicle/tyre_test.cpp.
struct Tyre {
  std::string name{};
  /// On the wheel: the origin is its centre, y its axis of spin, to the left of the vehicle. The
  /// mass centre of the body must not be changed after the tyre was added.
  MarkerId wheel{};
  TyreData data{};
  std::shared_ptr<const Road> road{};  ///< null: the plane z = 0
  /// Where the tyre is mounted. Data of the other side are mirrored; unknown: as they are.
  TyreSide side = TyreSide::unknown;

  int points_along = 3, points_across = 2;  ///< in which it feels the road, ≥ 2
  double footprint_length = 0;              ///< [m]; 0: 0.3 R₀
  double footprint_width = 0;               ///< [m]; 0: 0.8 of its width
  /// Where the data have none [m]; 0: R₀/2.
  double relaxation_x = 0, relaxation_y = 0;
  double low_speed_damping = 0.3;  ///< ratio of critical damping at rest [-], ≥ 0
};

/// The force element, with columns Fx, Fy, Fz, Mx, My, Mz, kappa, alpha, gamma, deflection,
/// rolling_radius, contact_x, contact_y, contact_z of its results.
/// @throws ModelError for values out of range, a wheel on the ground.
ForceId AddTyre(Model& model, Tyre tyre);

/// The type "tyre" of model files (docs/vehicle.md). Files are relative to that of the model; a
/// road file that several tyres name is read once.
void AddTyreType(OwnTypes& types);

}  // namespace trunnion::vehicle
