// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/element.hpp"
#include "engine/core/element_events.hpp"
#include "engine/core/element_parameters.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/laws.hpp"
#include "engine/core/pair_coordinate.hpp"
#include "forces/laws.hpp"

namespace trunnion {

/// A scalar law along a coordinate c of two markers: spring-dampers, stops, motors.
///
///     f = (∂c/∂x) φ(c, c', t) ∈ ℝ¹²,   c' = (∂c/∂x) · v,   V = the energy of the law
///
/// φ is a force [N] for lengths and a torque [N·m] for angles; φ > 0 increases c. Because every c
/// depends on the relative pose only, forces and moments balance.
///
/// Angles may turn any number of times: c is the representative nearest to the value remembered at
/// the last accepted step (one memory slot).
///
/// At zero distance the direction is undefined, but a law without free length still is a smooth
/// force: with φ = φ_c c + φ_c' c' the force on B is φ_c d + φ_c' d (d·d')/|d|², and a motion
/// through zero along a line gives φ_c d + φ_c' d'. So below kZeroDistance the force is
///
///     F = φ_c(0, 0, t) d + φ_c'(0, 0, t) d'        on B at M, −F on A, tangents φ_c I and φ_c' I.
///
/// A constant part φ(0, 0, t) has no direction there and is left out.
///
/// Reference forces/README.md; coordinates: engine/core/pair_coordinate.hpp.
/// Verified  tests/forces/coordinate_force_test.cpp.
class CoordinateForce {
 public:
  static constexpr int kBodies = 2;
  static constexpr double kZeroDistance = 1e-10;  ///< [m]

  /// @param name  what error messages call the force.
  /// @throws ModelError if A and B are the same body or the law is empty.
  CoordinateForce(CoordinateKind kind,
                  const MarkerPair& pair,
                  ScalarLaw law,
                  const std::string& name = "coordinate force");

  /// A law of a spring and damper, made anew when one of its parameters changes.
  struct AdjustableLaw {
    LinearSpringDamper parameters{};
    std::function<ScalarLaw(const LinearSpringDamper&)> make{};
  };
  CoordinateForce(CoordinateKind kind,
                  const MarkerPair& pair,
                  AdjustableLaw law,
                  const std::string& name = "coordinate force");

  /// Of an AdjustableLaw: stiffness, damping, free length, preload (AdjustableElement).
  std::vector<ElementParameter> ListParameters() const;
  void SetParameter(int i, double value);

  std::array<BodyIndex, 2> bodies() const { return {pair_.A, pair_.B}; }
  CoordinateKind kind() const { return kind_; }
  const MarkerPair& pair() const { return pair_; }

  void CalcForce(const ElementContext& x, LocalVector<2>& f) const;
  void Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const;
  double CalcEnergy(const ElementContext& x) const;
  const BreakFinder& breaks() const { return law_.breaks(); }
  bool has_unknown_breaks() const { return !law_.breaks(); }
  double SampleLaw(double t) const { return law_(0, 0, t).f; }
  double SampleLaw(double c, double c_dot, double t) const { return law_(c, c_dot, t).f; }

  /// The coordinate, its rate and the law there.
  struct Report {
    double c = 0;      ///< [m or rad], multi-turn
    double c_dot = 0;  ///< [per s]
    LawValue law;
  };
  Report CalcReport(const ElementContext& x) const;
  ElementDescription Describe() const;
  void WriteReport(const ElementContext& x, std::span<double> out) const;
  /// Of a unit force or torque along the coordinate.
  LocalVector<2> CalcInputForce(const ElementContext& x, int input) const;

  /// Events: a law with kinks is smooth in the pieces between them, of c and of c', beyond which it
  /// goes on straight while a step lasts.
  int num_events() const { return (kinks_.empty() ? 0 : 2) + (rate_kinks_.empty() ? 0 : 2); }
  void CalcEvents(const ElementContext& x, std::span<double> values, std::span<double> rates) const;

  int num_memory() const { return rate_slot() - memory_ + (rate_kinks_.empty() ? 0 : 1); }
  void set_memory(int first) { memory_ = first; }
  /// Remembers the angle of an accepted state, and the piece that it is in or about to enter;
  /// `all_memory` may be the storage behind x.memory.
  void UpdateMemory(const ElementContext& x, std::span<double> all_memory) const;

 private:
  /// Between two kinks, or beyond the first or last one.
  struct Piece {
    double begin, end;
  };
  Report CalcReport(const ElementContext& x, const CoordinateDerivatives& at) const;
  static Piece PieceOf(const std::vector<double>& kinks, double number);
  Piece PieceOf(const ElementContext& x) const;
  Piece RatePieceOf(const ElementContext& x) const;
  int piece_slot() const { return memory_ + (is_angle(kind_) ? 1 : 0); }
  int rate_slot() const { return piece_slot() + (kinks_.empty() ? 0 : 1); }
  LawValue CalcLaw(const ElementContext& x, double c, double c_dot) const;
  bool IsAtZeroDistance(double c) const {
    return kind_ == CoordinateKind::distance && c < kZeroDistance;
  }

  CoordinateKind kind_;
  MarkerPair pair_;
  ScalarLaw law_;
  std::vector<double> kinks_, rate_kinks_;           // ascending
  std::shared_ptr<const AdjustableLaw> adjustable_;  // null: law_ stays
  int memory_ = 0;
};
static_assert(ForceElement<CoordinateForce>);
static_assert(ElementWithMemory<CoordinateForce> && ElementWithEvents<CoordinateForce>);

}  // namespace trunnion
