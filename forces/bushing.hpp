// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "engine/core/element.hpp"
#include "engine/core/element_parameters.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/pair_coordinate.hpp"
#include "engine/core/turn.hpp"
#include "forces/bushing_batch.hpp"
#include "forces/compact_matrix6.hpp"
#include "forces/curve.hpp"
#include "forces/relative_motion.hpp"
#include "forces/rotation_measure.hpp"

namespace trunnion {

/// How a bushing measures rotation and what its torques are conjugate to; see Bushing.
enum class BushingMeasure {
  energy,  ///< torques from the energy: conservative without damping
  plain,   ///< rotation vector θ, torque K θ in F axes
  bryant,  ///< small-angle Bryant (Cardan x-y-z) measures of Yen & Petzold, torque K θ in F axes
};

enum class BushingTangent {
  exact,         ///< all of ∂f/∂q
  gauss_newton,  ///< −Jᵀ K J and −Jᵀ D J only: symmetric, semidefinite for semidefinite K and D
};

/// Curve of the restoring force [N or N·m] over one component of e [m or rad].
struct BushingCurve {
  Curve force{};
  bool replaces_stiffness = true;  ///< in place of K(i, i); false: in addition to it
};

/// Parameters in F axes, translation before rotation; forces [N], torques [N·m], K couplings [N],
/// [N/rad] as their rows and columns say.
struct BushingParameters {
  Mat6 stiffness = Mat6::Zero();  ///< K; symmetric for measure energy
  Mat6 damping = Mat6::Zero();    ///< D; its symmetric part positive semidefinite
  Vec6 preload = Vec6::Zero();    ///< P, the restoring wrench at e = 0
  std::array<std::optional<BushingCurve>, 6> curves{};
  BushingMeasure measure = BushingMeasure::energy;
  /// Measure energy: the axis of F (0, 1, 2) about which M may turn many times; then θ is tilt and
  /// twist. −1: none, θ is the rotation vector. Not given: the axis that has no stiffness, preload
  /// and curve, if there is just one.
  std::optional<int> twist_axis{};
  BushingTangent tangent = BushingTangent::exact;
};

/// What a bushing feels and gives.
struct BushingDeformation {
  Vec6 e;       ///< deformation [m; rad]
  Vec6 e_rate;  ///< what D acts on [m/s; rad/s]: e', or (d', ω) for plain and bryant
  Vec6 wrench;  ///< force and torque on B at Mo, in F axes [N; N·m]
};

/// Viscoelastic connection of frame F (on body A) and frame M (on body B) in all six directions.
///
/// With d = R_Fᵀ (p_M − p_F), Q = R_FM, ω the relative angular velocity (all in F axes), θ a
/// measure of Q with ω-gradient G (forces/rotation_measure.hpp):
///
///     S = K e + D ė + P + curves(e)                    restoring wrench, conjugate to e
///     energy:  e = (d, θ),  ė = (d', G ω),  wrench on B = −(S_d, Gᵀ S_θ),  θ = Log Q, G = T(θ)⁻ᵀ,
///              or with a twist axis a (below) θ = tilt and twist about a
///     plain:   e = (d, Log Q),  ė = (d', ω),           wrench on B = −S
///     bryant:  e = (d, −Q₂₃, Q₁₃, atan(Q₂₁/Q₂₂)),  ė = (d', ω),  wrench on B = −S
///
/// The wrench acts on B at Mo and, reversed, on A at the same point, so that forces and moments
/// balance. `energy` is r = Jᵀ S with J = ∂e/∂(dr, dφ): without damping f = −∂V/∂q exactly, and D
/// takes the power ėᵀ D ė. The other two have no energy in general; they differ from `energy` by
/// terms of second order in θ (about |θ|/2 of the torque), except that `plain` equals it for
/// isotropic, uncoupled rotational stiffness.
///
/// Twist axis: given, or the one rotational axis without stiffness, preload and curve, as of a
/// bearing. The tilt then does not depend on the twist, which counts turns, and K, D and P act in
/// axes of F on it. Without any rotational stiffness, preload and curve, D acts on ω.
///
/// Yen & Petzold give K θ as the torque, not Jᵀ K θ, and the sines of the first two angles; this is
/// followed. Their damping force C R_Fᵀ d/dt(p_M − p_F) would damp a rigid rotation of the pair as
/// soon as d ≠ 0; here the rate is taken in F, the same when F does not turn.
///
/// Energy    V = ½ eᵀ K e + P·e + Σ ∫ curve        [J] (for plain and bryant the stored work of a
///           straight path, not an exact potential; of bryant the work of its sines,
///           ½ k e² · 2/(1 + Q₃₃), exact about one axis and for equal tilt stiffnesses)
/// Range     Log Q is followed to 345°; the factor of its tilt, ((φ/2)/sin(φ/2))², is 1.10 at 60°,
///           1.23 at 90°, 2.47 at 180°. Tilt of the twist axis: to 172°. bryant: sines, |Q₂₃| < 1
///           with stiffness about z. Turns: warnings from 90° (bryant: 45°) on, see CalcTurn.
/// Reference Yen & Petzold, On the numerical solution of constrained multibody dynamic systems
///           (1994), section 5; DESIGN: docs/theory, forces/README.md.
/// Verified  tests/forces/bushing_test.cpp, tests/forces/bushing_turns_test.cpp.
class Bushing {
 public:
  static constexpr int kBodies = 2;
  using Batch = BushingBatch;

  /// @param name  what error messages call the bushing.
  /// @throws ModelError if A and B are the same body, or a matrix is not finite, K is not symmetric
  ///         (measure energy) or the symmetric part of D is not positive semidefinite, or a twist
  ///         axis is given for another measure.
  Bushing(const MarkerPair& pair,
          const BushingParameters& parameters,
          const std::string& name = "bushing");

  std::array<BodyIndex, 2> bodies() const { return {pair_.A, pair_.B}; }
  const MarkerPair& pair() const { return pair_; }
  const BushingParameters& parameters() const { return *parameters_; }
  /// True for measure energy without a twist axis, diagonal K and D, no curves.
  bool is_plain() const;

  void CalcForce(const ElementContext& x, LocalVector<2>& f) const;
  void Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const;
  double CalcEnergy(const ElementContext& x) const;       ///< V [J]
  double CalcDissipation(const ElementContext& x) const;  ///< ėᵀ D ė [W]
  BushingDeformation CalcDeformation(const ElementContext& x) const;
  ElementDescription Describe() const;
  void WriteReport(const ElementContext& x, std::span<double> out) const;

  /// θ is remembered (ElementWithMemory); zero where it is a rotation vector below 60°.
  int num_memory() const { return follows_ ? 3 : 0; }
  void set_memory(int first) { memory_ = first; }
  void UpdateMemory(const ElementContext& x, std::span<double> all_memory) const;
  Turn CalcTurn(const ElementContext& x) const;

  /// Diagonals of K and D, and P (AdjustableElement).
  std::vector<ElementParameter> ListParameters() const;
  void SetParameter(int i, double value);

 private:
  struct Evaluation;
  RotationMeasure MeasureRotation(const Mat3& Q, std::span<const double> memory) const;
  Evaluation Evaluate(const ElementContext& x) const;
  Mat3 CalcRotation(const ElementContext& x) const;  // Q
  // What a force evaluation reads lies together; the rest is behind a pointer.
  MarkerPair pair_;
  CompactMatrix6 stiffness_, damping_;  // K without the entries that curves replace
  Vec6 preload_;
  BushingMeasure measure_;
  bool has_curves_, follows_;  // follows_: the law depends on the rotation
  int twist_axis_;             // −1: none
  int memory_ = 0;
  std::shared_ptr<const BushingParameters> parameters_;
};
static_assert(ForceElement<Bushing> && ElementWithMemory<Bushing> && TurningElement<Bushing>);

}  // namespace trunnion
