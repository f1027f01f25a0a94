// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "engine/core/element.hpp"
#include "engine/core/laws.hpp"
#include "engine/core/pair_coordinate.hpp"

namespace trunnion {

/// One term c · q of a coupling: a coordinate q of two markers and its coefficient.
struct CouplingTerm {
  double coefficient = 1;
  CoordinateKind kind = CoordinateKind::angle;
  MarkerPair pair;
};

/// A linear relation of one or two relative coordinates: prescribed motions, gears, racks.
///
/// Unknowns   x: increments of up to four bodies (bodies that two markers share appear once;
///            unused slots are the ground), one multiplier λ.
/// Equation   g = Σ c_i q_i(x) − s(t) , c_0 = 1 , in the unit of q_0              [m or rad]
/// Blocks     G = Σ c_i ∂q_i/∂x , g_t = −s' , γ = s'' − Σ c_i ẋᵀ H_i ẋ , K = λ Σ c_i H_i ,
///            L = Σ c_i ẋᵀ H_i.
/// Reaction   −λ is the force [N] or torque [N·m] along q_0 that the coupling exerts, −c_1 λ that
///            along q_1: the drive force of a motion, the tooth force times radius of a gear.
/// Memory     one slot for each angle: its last accepted multi-turn value [rad]. Without memory in
///            the context angles are in ]−π, π].
/// Range      a step must turn each angle by less than π. The twist angle is that of a hinge where
///            the z axes coincide, so pair it with joints that keep them so.
/// Verified   tests/joints/coordinate_coupling_test.cpp: all blocks, gear over many turns.
class CoordinateCoupling {
 public:
  static constexpr int kBodies = 4;
  static constexpr int kMaxRows = 1;

  /// @param terms  one or two; the first coefficient is 1, the others are relative to it.
  /// @param s      right-hand side; empty: the constant `s0` [m or rad].
  /// @throws ModelError if the number of terms, a coefficient, a frame or a body is impossible.
  CoordinateCoupling(std::span<const CouplingTerm> terms, MotionLaw s, double s0 = 0);

  std::array<BodyIndex, 4> bodies() const { return bodies_; }
  int num_rows() const { return 1; }
  bool is_rotational(int) const { return is_angle(terms_[0].kind); }
  int num_terms() const { return num_terms_; }
  const CouplingTerm& term(int i) const { return terms_[i]; }

  /// The blocks of the ConstraintElement concept.
  void Calc(const ElementContext& context,
            LocalRows<1>& g,
            LocalRows<1>& g_t,
            LocalJacobian<4, 1>& G) const;
  void CalcGamma(const ElementContext& context, LocalRows<1>& gamma) const;
  void CalcGeometricStiffness(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalMatrix<4>& K) const;
  void CalcVelocityGradient(const ElementContext& context, LocalJacobian<4, 1>& L) const;

  /// Of the accelerations, which take the second derivative of s.
  BreakFinder breaks() const { return s_ ? OfDerivatives(s_.breaks(), 2) : NoBreaks(); }
  bool has_unknown_breaks() const { return s_ && !s_.breaks(); }
  double SampleLaw(double t) const { return CalcMotion(t).s; }
  bool has_law() const { return static_cast<bool>(s_); }
  MotionValue CalcMotion(double t) const;  ///< s(t), or the constant

  /// Force [N] or torque [N·m] exerted along q_i, positive if it tends to increase q_i.
  double CalcDrive(int i, double lambda) const { return -terms_[i].coefficient * lambda; }
  /// q_i, multi-turn [m or rad].
  double CalcCoordinateOf(int i, const ElementContext& context) const;

  /// Element memory (ElementWithMemory).
  int num_memory() const { return num_memory_; }
  void set_memory(int first) { memory_ = first; }
  void UpdateMemory(const ElementContext& context, std::span<double> all_memory) const;
  /// The first value: angles in ]−π, π], and for a function s(t) the turn nearest to it.
  void InitializeMemory(const ElementContext& context, std::span<double> all_memory) const;

 private:
  double Unwrap(int i, double value, const ElementContext& context) const;
  void Evaluate(int i, const ElementContext& context, CoordinateDerivatives& out) const;
  void AddHessians(const ElementContext& context, double weight, LocalMatrix<4>& H) const;

  int num_terms_ = 0;
  int num_memory_ = 0;
  int memory_ = 0;
  std::array<CouplingTerm, 2> terms_;
  std::array<std::array<int, 2>, 2> slot_{};  // [term][A or B]: place in bodies_
  std::array<int, 2> memory_slot_{};          // of the angles, relative to memory_
  std::array<BodyIndex, 4> bodies_{};
  MotionLaw s_;
  double s0_ = 0;
};
static_assert(ConstraintElement<CoordinateCoupling> && ElementWithMemory<CoordinateCoupling>);

/// Prescribed motion: q = s(t), for q one coordinate of M relative to F (of a joint, or free).
/// −λ is the drive force [N] or torque [N·m] along q.
CoordinateCoupling MakeMotion(CoordinateKind kind, const MarkerPair& pair, MotionLaw s);

/// Gear: angle_0 − ratio · angle_1 = phase, the twist angles of two hinges [rad]. Two external
/// gears with radii r_0, r_1 on parallel hinge axes have the ratio −r_1/r_0, internal ones
/// +r_1/r_0.
CoordinateCoupling MakeGear(const MarkerPair& hinge_0,
                            const MarkerPair& hinge_1,
                            double ratio,
                            double phase = 0);

/// Rack and pinion: offset_z − radius · angle = phase [m]: the travel along z_F of `rack` (say, of
/// a prismatic joint) against the twist of `pinion`. A negative radius reverses the sense.
CoordinateCoupling MakeRackAndPinion(const MarkerPair& rack,
                                     const MarkerPair& pinion,
                                     double radius,
                                     double phase = 0);

}  // namespace trunnion
