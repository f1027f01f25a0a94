// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "engine/core/element.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/pair_coordinate.hpp"
#include "engine/core/turn.hpp"
#include "forces/elements/beam_section.hpp"
#include "forces/elements/corotated_inertia.hpp"

namespace trunnion {

/// Which stiffness a beam element has; the deformation e is the same.
enum class BeamFormulation {
  geometrically_exact,  ///< Simo-Reissner, linear interpolation, one integration point
  corotational,         ///< linear Timoshenko or Euler-Bernoulli beam in the co-rotated frame
};

/// Stiffness of the element in e ∈ ℝ⁶ˣ⁶ [N/m; N; N·m] for a length [m] along the x axis.
///
///     geometrically_exact   K = F⁻¹/L                          needs finite shear stiffness
///     corotational          K = (L F + L³/12 [X F_mm Xᵀ, 0; 0, 0])⁻¹,  X = e_x~
///
/// F is the flexibility of the section. The strains at the mid point of the linear interpolation
/// are Γ = u/L − e_x and κ = θ/L, so the first is one-point integration, which does not lock. The
/// second inverts the flexibility of the linear beam under the end loads (n, m), m(s) = m − s e_x ×
/// n: the textbook 12×12 stiffness with its factors 12 E I/(L³ (1 + Φ)), exact at the nodes of the
/// linear problem, F = 0 in shear (Euler-Bernoulli) included. The two differ by the bending
/// flexibility of the shear force, of order L².
/// @throws ModelError naming `label` if K does not exist or the length is not positive.
Mat6 CalcBeamStiffness(BeamFormulation formulation,
                       const BeamSectionMatrices& section,
                       double length,
                       const std::string& label);

/// Consistent mass matrix of the element for the velocities (translation, rotation) of its two ends
/// in its axes ∈ ℝ¹²ˣ¹² [kg; kg·m; kg·m²]: rotary inertia, offsets and shear deformation included.
/// The velocity between the ends is that of the linear beam under end loads (cubic polynomials),
/// exact integration. Reference Przemieniecki, Theory of Matrix Structural Analysis (1968),
/// section 11.3.
LocalMatrix<2> CalcBeamMass(const BeamSectionMatrices& section, double length);
/// Half of the mass of the element at each end, with its rotary inertia.
LocalMatrix<2> CalcLumpedBeamMass(const BeamSectionMatrices& section, double length);

struct BeamParameters {
  Mat6 stiffness = Mat6::Zero();  ///< K in (u, θ) [N/m; N; N·m], symmetric, positive semidefinite
  Vec6 free = Vec6::Zero();  ///< e₀, e without stress: (L, 0, 0, 0, 0, 0) if straight [m; rad]
  /// β of the damping force β K e' [s], ≥ 0: on the deformation only, ζ = β ω/2 of a mode ω.
  double damping_time = 0;
  LocalMatrix<2> mass = LocalMatrix<2>::Zero();  ///< for the velocities of the ends, element axes
  /// e₁ is the distance of the ends, not its part along the mid frame. For co-rotational beams,
  /// which are soft across: else a tension above 12 E I/L² turns the chord of an element against
  /// its ends, for free and further and further.
  bool chord = false;
};

/// What a beam feels at its mid point, in mid-frame axes.
struct BeamDeformation {
  Vec6 e;          ///< (u, θ) [m; rad]
  Vec6 e_rate;     ///< [m/s; rad/s]
  Vec6 resultant;  ///< (N, V_y, V_z, M_x, M_y, M_z) [N; N·m], N > 0 in tension
  Mat3 axes;       ///< of the mid frame in the world
};

/// Beam of two nodes: elastic deformation force between frame F on body A and frame M on body B.
///
///     e = (u, θ) of forces/elements/mid_frame.hpp,   S = K (e − e₀) + β K ė
///     V = ½ (e − e₀)ᵀ K (e − e₀) [J],   f = −(∂e/∂x)ᵀ S,   dissipated power ėᵀ β K ė [W]
///
/// The x axes of F and M are along the beam, or tangents of a curved one. Curved and twisted beams
/// and prestrain are in e₀: CalcBeamDeformation gives e₀ of a beam without stress as drawn. A
/// constant pose on either body (offset, rigid end) is that of the frame. Any large rotation. An
/// element may bend and twist by more than π between its ends, since θ is followed; but one element
/// is a poor beam then. From 90° of θ − θ₀ on CalcTurn warns, at 345° of θ it ends the run.
///
/// Energy, exactness  f = −∂V/∂q, exact tangent; no force under any rigid motion.
/// Order     2 in the length; linear problems with a corotational stiffness are exact at the nodes.
/// Mass      that of the parameters, constant in the axes of the mid frame: its inertia and weight
///           by forces/elements/corotated_inertia.hpp.
/// Reference Simo, Comput. Methods Appl. Mech. Eng. 49 (1985) 55-70; Crisfield & Jelenić, Proc. R.
///           Soc. London A 455 (1999) 1125-1147; MacNeal, Comput. Struct. 8 (1978) 175-183 (bending
///           flexibility added to the shear of a one-point element).
/// Verified  tests/forces/beam_test.cpp, tests/references/beam_statics_test.cpp,
///           tests/forces/half_turn_test.cpp.
class Beam {
 public:
  static constexpr int kBodies = 2;

  /// @throws ModelError if A and B are the same body, or K or the mass is not finite, symmetric and
  ///         positive semidefinite, or the damping is negative.
  Beam(const MarkerPair& pair, const BeamParameters& parameters, const std::string& name = "beam");

  std::array<BodyIndex, 2> bodies() const { return {pair_.A, pair_.B}; }
  const MarkerPair& pair() const { return pair_; }
  const BeamParameters& parameters() const { return parameters_; }

  void CalcForce(const ElementContext& x, LocalVector<2>& f) const;
  void Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const;
  double CalcEnergy(const ElementContext& x) const;       ///< V, and that of the weight [J]
  double CalcDissipation(const ElementContext& x) const;  ///< [W]
  void AddInertia(const ElementContext& x, LocalVector<2>& f) const;
  void LinearizeInertia(const ElementContext& x,
                        LocalMatrix<2>& M,
                        LocalMatrix<2>& f_q,
                        LocalMatrix<2>& f_v) const;
  double CalcKineticEnergy(const ElementContext& x) const;
  BeamDeformation CalcDeformation(const ElementContext& x) const;
  ElementDescription Describe() const { return {.type = "beam", .places = PlacesOf(pair_)}; }

  /// ElementWithMemory: θ [rad]; of a straight beam zero below 60°.
  int num_memory() const { return 3; }
  void set_memory(int first) { memory_ = first; }
  void UpdateMemory(const ElementContext& x, std::span<double> all_memory) const;
  Turn CalcTurn(const ElementContext& x) const;

 private:
  struct Evaluation;
  Evaluation Evaluate(const ElementContext& x) const;
  CorotatedFrame<2> CalcFrame(const ElementContext& x) const;  // of the mass

  MarkerPair pair_;
  BeamParameters parameters_;
  FrameGroup<2> frames_;
  CorotatedInertia<2> inertia_;
  int memory_ = 0;
};
static_assert(InertialElement<Beam> && ElementWithMemory<Beam> && TurningElement<Beam>);

/// e of frames F and M at given places, e.g. as drawn.
Vec6 CalcBeamDeformation(const Pose& X_WF, const Pose& X_WM, bool chord = false);

}  // namespace trunnion
