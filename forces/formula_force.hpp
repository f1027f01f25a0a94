// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/element.hpp"
#include "engine/core/element_events.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/expression.hpp"
#include "forces/formula_variables.hpp"

namespace trunnion {

/// What a force by formulas does with their values.
enum class FormulaAction {
  along,   ///< one formula: a force [N] along the line from a to b, positive if it pushes b from a
  about,   ///< one formula: a torque [N·m] on b about the z axis of `axes`
  wrench,  ///< six: force [N], then torque [N·m] on b, in the axes of `axes`
};

/// A force by formulas of the time, of inputs and of measures between any markers, on marker b with
/// its reaction on marker a:
///
///     F, T on b at its origin, −F, −T on a at the place of b,  so that moments balance
///     f = H(q) e,   e = the values of the formulas,   V = 0
///
/// Its bodies are those of all markers that it names. Along a line without length the force is
/// zero. Without reaction a only gives the line.
///
/// Where formulas are not smooth are events: the force goes on smoothly in the pieces between them
/// while a step lasts. Multi-turn angles are the representatives nearest to those remembered at the
/// last accepted step; a slot of memory each, then one for each switch of the formulas.
///
/// Derivatives are exact: those of the formulas and of the measures by automatic differentiation.
/// Verified  tests/forces/formula_force_test.cpp, tests/system/user_formulas_test.cpp.
class FormulaForce {
 public:
  static constexpr int kBodies = Eigen::Dynamic;
  static constexpr double kNearEnd = 1e-9;  ///< what counts as at the end of a piece, in its unit

  struct Parts {
    FormulaAction action = FormulaAction::along;
    ElementPlace a{}, b{};  ///< a of the ground: no reaction is felt
    ElementPlace axes{};    ///< of `about` and `wrench`
    bool reaction = true;
    std::vector<Expression> formulas{};  ///< of `variables`, one or six
    FormulaVariables variables{};
  };
  /// @throws ModelError if the number of formulas is not that of the action, or if a reaction acts
  /// on the body of b.
  explicit FormulaForce(Parts parts, const std::string& name = "formula force");

  const std::vector<BodyIndex>& bodies() const { return bodies_; }

  void CalcForce(const ElementContext& x, VectorXd& f) const;
  void Linearize(const ElementContext& x, MatrixXd& f_q, MatrixXd& f_v) const;
  double CalcEnergy(const ElementContext&) const { return 0; }
  /// Of the laws of time; kinks of the formulas are events.
  BreakFinder breaks() const;

  ElementDescription Describe() const;
  void WriteReport(const ElementContext& x, std::span<double> out) const;

  int num_events() const { return 2 * num_switches_; }
  void CalcEvents(const ElementContext& x, std::span<double> values, std::span<double> rates) const;
  int num_memory() const { return num_angles_ + num_switches_; }
  void set_memory(int first) { memory_ = first; }
  void UpdateMemory(const ElementContext& x, std::span<double> all_memory) const;

  /// A value with its rate over time, and 1 where it depends on velocities: then its rate needs
  /// accelerations and is not known here.
  using Moving = Dual<double, 2>;

 private:
  std::vector<double> CalcVariables(const ElementContext& x) const;
  std::vector<Moving> CalcMovingVariables(const ElementContext& x) const;
  template <class S>
  S Evaluate(std::size_t formula, const ElementContext& x, std::span<const S> variables) const;
  std::vector<double> CalcValues(const ElementContext& x) const;
  /// ∂e/∂(variables), a row for each formula.
  MatrixXd CalcFormulaGradients(const ElementContext& x) const;
  /// Adds ∂e/∂x through the measures to e_q and e_v, columns by bodies().
  void AddMeasureGradients(const ElementContext& x, MatrixXd& e_q, MatrixXd& e_v) const;
  template <class S>
  struct Action;
  template <class S>
  Action<S> CalcAction(const std::vector<double>& values,
                       const Eigen::Matrix<S, 3, 1>& line,
                       const Eigen::Matrix<S, 3, 3>& axes) const;
  template <class S>
  Eigen::Matrix<S, Eigen::Dynamic, 1> Apply(const ElementContext& x,
                                            const std::vector<double>& values,
                                            BodyIndex seeded) const;
  bool has_pieces(const ElementContext& x) const;
  std::span<const double> PiecesOf(std::size_t formula, std::span<const double> memory) const;
  Eigen::Index IndexOf(BodyIndex body) const;

  Parts parts_;
  std::vector<BodyIndex> bodies_;
  int num_angles_ = 0, num_switches_ = 0;
  int memory_ = 0;
};
static_assert(ForceElement<FormulaForce> && ElementWithMemory<FormulaForce>);
static_assert(ElementWithEvents<FormulaForce> && ReportingElement<FormulaForce>);

}  // namespace trunnion
