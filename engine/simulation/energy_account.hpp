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

  void Serialize(Archive& archive);
};

}  // namespace trunnion
