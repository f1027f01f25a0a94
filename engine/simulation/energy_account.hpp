// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

class Archive;

/// Where the mechanical energy of a run has come from and gone to, from its start to the end of its
/// last step [J]:
///
///     stored = loads + motions + jumps − damping − friction + defect
struct EnergyAccount {
  double stored = 0;          ///< change of kinetic and potential energy
  double loads = 0;           ///< work of forces, but for dampers and what potentials give back
  double motions = 0;         ///< work of motions, ∫ λ·g_t dt
  double jumps = 0;           ///< of velocities at events
  double damping = 0;         ///< what dampers have taken, as CalcDampingPower
  double friction = 0;        ///< what friction of joints has taken
  double defect = 0;          ///< what nothing has done: the error of the run
  double largest_defect = 0;  ///< its largest magnitude so far
  /// What the defect is to be compared with: the largest kinetic energy so far or the work that all
  /// forces, motions and friction have done in either direction, whichever is more.
  double turnover = 0;
  double unresolved = 0;  ///< of all bodies at one tolerance a second: less means nothing

  /// How far the motion runs ahead of its true course, or behind [s]: speeds that are wrong by the
  /// part defect/(2 T) go the same way at another pace,
  ///
  ///     lead = ∫ defect/(2 T) dt,   T the largest kinetic energy so far.
  ///
  /// Where no motion prescribes a pace and dampers and friction take little, which bring speeds
  /// back to their own: see has_lead().
  double lead = 0;
  double lead_distance = 0;  ///< the largest |lead|·|r'| of a body so far [m]
  double lead_angle = 0;     ///< the largest |lead|·|w| [rad]
  int lead_distance_body = 0, lead_angle_body = 0;  ///< whose they are, BodyIndex
  /// The larger of both in tolerances of the run; 0 with a relative tolerance.
  double lead_tolerances = 0;

  bool driven = false;  ///< constraints with a speed of their own have acted

  bool has_lead() const { return !driven && damping + friction <= 0.1 * turnover; }

  void Serialize(Archive& archive);
};

}  // namespace trunnion
