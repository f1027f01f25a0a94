// SPDX-License-Identifier: BSD-3-Clause
#include "forces/formula_force.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/seeded_bodies.hpp"

namespace trunnion {
namespace {

/// Derivatives of formulas are taken for so many variables at a time.
constexpr int kChunk = 8;

std::vector<BodyIndex> Unique(std::vector<BodyIndex> bodies) {
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

std::vector<BodyIndex> BodiesOf(const MarkerMeasure& m) {
  return Unique({m.i.body, m.j.body, m.k.body, m.l.body});
}

std::vector<BodyIndex> BodiesOf(const FormulaForce::Parts& parts) {
  std::vector<BodyIndex> bodies{parts.a.body, parts.b.body, parts.axes.body};
  for (const MarkerMeasure& m : parts.variables.measures)
    for (const BodyIndex body : BodiesOf(m)) bodies.push_back(body);
  return Unique(std::move(bodies));
}

using Moving = FormulaForce::Moving;

/// Of the distance to an end of a piece; NaN where it depends on velocities.
double RateOf(const Moving& distance) {
  return distance.d[1] == 0 ? distance.d[0] : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

FormulaForce::FormulaForce(Parts parts, const std::string& name)
    : parts_(std::move(parts)), bodies_(BodiesOf(parts_)) {
  const std::size_t count = parts_.action == FormulaAction::wrench ? 6 : 1;
  Require(parts_.formulas.size() == count,
          name,
          "needs " + std::to_string(count) + (count == 1 ? " formula" : " formulas"));
  Require(!parts_.reaction || parts_.a.body != parts_.b.body,
          name,
          "both markers are on the same body, which its force cannot move");
  for (const MarkerMeasure& m : parts_.variables.measures) num_angles_ += IsMultiTurn(m.kind);
  for (const Expression& formula : parts_.formulas) num_switches_ += formula.num_switches();
}

Eigen::Index FormulaForce::IndexOf(BodyIndex body) const {
  return std::lower_bound(bodies_.begin(), bodies_.end(), body) - bodies_.begin();
}

bool FormulaForce::has_pieces(const ElementContext& x) const {
  return x.in_pieces && num_switches_ > 0;
}

std::span<const double> FormulaForce::PiecesOf(std::size_t formula,
                                               std::span<const double> memory) const {
  std::size_t first = static_cast<std::size_t>(memory_ + num_angles_);
  for (std::size_t i = 0; i < formula; ++i)
    first += static_cast<std::size_t>(parts_.formulas[i].num_switches());
  return memory.subspan(first, static_cast<std::size_t>(parts_.formulas[formula].num_switches()));
}

std::vector<double> FormulaForce::CalcVariables(const ElementContext& x) const {
  const auto first = static_cast<std::size_t>(memory_),
             count = static_cast<std::size_t>(num_angles_);
  const bool remembers = first + count <= x.memory.size();
  return CalcFormulaVariables(
      parts_.variables, x, remembers ? x.memory.subspan(first, count) : std::span<const double>());
}

template <class S>
S FormulaForce::Evaluate(std::size_t formula,
                         const ElementContext& x,
                         std::span<const S> variables) const {
  const Expression& f = parts_.formulas[formula];
  return has_pieces(x) ? f.EvaluateIn(variables, PiecesOf(formula, x.memory))
                       : f.Evaluate(variables);
}

std::vector<double> FormulaForce::CalcValues(const ElementContext& x) const {
  const std::vector<double> variables = CalcVariables(x);
  std::vector<double> values;
  for (std::size_t i = 0; i < parts_.formulas.size(); ++i)
    values.push_back(Evaluate(i, x, std::span(variables)));
  return values;
}

MatrixXd FormulaForce::CalcFormulaGradients(const ElementContext& x) const {
  using S = Dual<double, kChunk>;
  const std::vector<double> values = CalcVariables(x);
  const int count = static_cast<int>(values.size());
  MatrixXd gradients(parts_.formulas.size(), count);
  std::vector<S> variables(values.begin(), values.end());
  for (int first = 0; first < count; first += kChunk) {
    const int end = std::min(first + kChunk, count);
    for (int i = first; i < end; ++i) variables[static_cast<std::size_t>(i)].d[i - first] = 1;
    for (std::size_t f = 0; f < parts_.formulas.size(); ++f)
      gradients.row(static_cast<Eigen::Index>(f)).segment(first, end - first) =
          Evaluate(f, x, std::span<const S>(variables)).d.head(end - first);
    for (int i = first; i < end; ++i) variables[static_cast<std::size_t>(i)].d[i - first] = 0;
  }
  return gradients;
}

void FormulaForce::AddMeasureGradients(const ElementContext& x,
                                       MatrixXd& e_q,
                                       MatrixXd& e_v) const {
  const MatrixXd gradients = CalcFormulaGradients(x);
  Eigen::Index column = 1 + static_cast<Eigen::Index>(parts_.variables.laws.size());
  for (const MarkerMeasure& m : parts_.variables.measures) {
    for (const BodyIndex body : BodiesOf(m)) {
      const MeasureGradient of = CalcMeasureGradient(m, x, body);
      const Eigen::Index at = 6 * IndexOf(body);
      e_q.middleCols<6>(at) += gradients.col(column) * of.q.transpose();
      e_v.middleCols<6>(at) += gradients.col(column) * of.v.transpose();
    }
    ++column;
  }
}

/// What acts on b, in the world.
template <class S>
struct FormulaForce::Action {
  using Vector = Eigen::Matrix<S, 3, 1>;
  Vector F = Vector::Constant(S(0.0)), T = F;
};

/// @param line  from a to b, in the world. @param axes  the axes of the force.
template <class S>
FormulaForce::Action<S> FormulaForce::CalcAction(const std::vector<double>& values,
                                                 const Eigen::Matrix<S, 3, 1>& line,
                                                 const Eigen::Matrix<S, 3, 3>& axes) const {
  using std::sqrt;
  Action<S> on_b;
  if (parts_.action == FormulaAction::along) {
    const S square = line.dot(line);
    if (PlainValue(square) != 0) on_b.F = line * S(S(values[0]) / sqrt(square));
  } else if (parts_.action == FormulaAction::about) {
    on_b.T = axes.col(2) * S(values[0]);
  } else {
    for (int i = 0; i < 3; ++i) {
      on_b.F += axes.col(i) * S(values[static_cast<std::size_t>(i)]);
      on_b.T += axes.col(i) * S(values[static_cast<std::size_t>(i) + 3]);
    }
  }
  return on_b;
}

/// f = H(q) e with derivatives along the increments of one body, variables 0 .. 5 of a Dual S.
template <class S>
Eigen::Matrix<S, Eigen::Dynamic, 1> FormulaForce::Apply(const ElementContext& x,
                                                        const std::vector<double>& values,
                                                        BodyIndex seeded) const {
  using Vector = Eigen::Matrix<S, 3, 1>;
  const auto state = [&]([[maybe_unused]] BodyIndex body) -> BodyStateT<S> {
    const BodyState& at = x.bodies[static_cast<std::size_t>(body)];
    if constexpr (!std::is_same_v<S, double>)
      if (body == seeded) return SeedBody<S>(at, 0, 6);
    return {at.r.template cast<S>(), at.R.template cast<S>(), Vector::Zero(), Vector::Zero()};
  };
  const BodyStateT<S> A = state(parts_.a.body), B = state(parts_.b.body);
  const Vector arm_A = A.R * parts_.a.X_CF.p.template cast<S>();
  const Vector arm_B = B.R * parts_.b.X_CF.p.template cast<S>();
  const Vector from_A = (B.r - A.r) + arm_B;  // the place of b from the centre of mass of a
  const Action<S> on_b = CalcAction<S>(
      values, from_A - arm_A, state(parts_.axes.body).R * parts_.axes.X_CF.R.template cast<S>());
  Eigen::Matrix<S, Eigen::Dynamic, 1> f(6 * static_cast<Eigen::Index>(bodies_.size()));
  f.setConstant(S(0.0));
  const auto add = [&](BodyIndex body, const BodyStateT<S>& at, const Vector& arm, double sign) {
    const Vector torque = at.R.transpose() * Vector(arm.cross(on_b.F) + on_b.T);
    f.template segment<3>(6 * IndexOf(body)) += on_b.F * S(sign);
    f.template segment<3>(6 * IndexOf(body) + 3) += torque * S(sign);
  };
  add(parts_.b.body, B, arm_B, 1);
  // A force along the line acts on a in its own place as well, without a torque on a point.
  if (parts_.reaction)
    add(parts_.a.body, A, parts_.action == FormulaAction::along ? arm_A : from_A, -1);
  return f;
}

void FormulaForce::CalcForce(const ElementContext& x, VectorXd& f) const {
  f = Apply<double>(x, CalcValues(x), kGround);
}

void FormulaForce::Linearize(const ElementContext& x, MatrixXd& f_q, MatrixXd& f_v) const {
  using S = Dual<double, 12>;
  const auto size = 6 * static_cast<Eigen::Index>(bodies_.size());
  const auto count = static_cast<Eigen::Index>(parts_.formulas.size());
  const std::vector<double> values = CalcValues(x);
  MatrixXd e_q = MatrixXd::Zero(count, size), e_v = e_q;
  AddMeasureGradients(x, e_q, e_v);
  MatrixXd H(size, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    std::vector<double> unit(values.size(), 0.0);
    unit[static_cast<std::size_t>(i)] = 1;
    H.col(i) = Apply<double>(x, unit, kGround);
  }
  f_q.noalias() = H * e_q;
  f_v.noalias() = H * e_v;
  for (const BodyIndex body : Unique({parts_.a.body, parts_.b.body, parts_.axes.body})) {
    const auto f = Apply<S>(x, values, body);
    const Eigen::Index at = 6 * IndexOf(body);
    for (Eigen::Index row = 0; row < size; ++row)
      f_q.row(row).segment<6>(at) += f[row].d.head<6>().matrix().transpose();
  }
}

BreakFinder FormulaForce::breaks() const {
  std::vector<BreakFinder> all{NoBreaks()};
  for (const MotionLaw& law : parts_.variables.laws) all.push_back(law.breaks());
  return FirstOf(std::move(all));
}

std::vector<Moving> FormulaForce::CalcMovingVariables(const ElementContext& x) const {
  const std::vector<double> values = CalcVariables(x);
  std::vector<Moving> moving{Moving(x.t, {1, 0})};
  for (const MotionLaw& law : parts_.variables.laws) {
    const MotionValue at = law(x.t);
    moving.push_back(Moving(at.s, {at.s_dot, 0}));
  }
  for (const MarkerMeasure& m : parts_.variables.measures) {
    double rate = 0;
    if (!DependsOnVelocity(m.kind))
      for (const BodyIndex b : BodiesOf(m)) {
        const BodyState& body = x.bodies[static_cast<std::size_t>(b)];
        const Vec6 q = CalcMeasureGradient(m, x, b).q;
        rate += q.head<3>().dot(body.v) + q.tail<3>().dot(body.w);
      }
    moving.push_back(Moving(values[moving.size()], {rate, DependsOnVelocity(m.kind) ? 1.0 : 0.0}));
  }
  return moving;
}

void FormulaForce::CalcEvents(const ElementContext& x,
                              std::span<double> values,
                              std::span<double> rates) const {
  const std::vector<Moving> variables = CalcMovingVariables(x);
  std::size_t first = 0;
  std::vector<Expression::Ends<Moving>> ends;
  for (std::size_t i = 0; i < parts_.formulas.size(); ++i) {
    ends.resize(static_cast<std::size_t>(parts_.formulas[i].num_switches()));
    parts_.formulas[i].CalcSwitches(
        std::span<const Moving>(variables), PiecesOf(i, x.memory), std::span(ends));
    for (const auto& end : ends)
      for (const Moving& distance : {end.lower, end.upper}) {
        values[first] = distance.a;
        rates[first++] = RateOf(distance);
      }
  }
}

void FormulaForce::UpdateMemory(const ElementContext& x, std::span<double> all_memory) const {
  if (num_memory() == 0) return;
  const std::vector<Moving> variables = CalcMovingVariables(x);
  auto slot = static_cast<std::size_t>(memory_);
  std::size_t i = 1 + parts_.variables.laws.size();
  for (const MarkerMeasure& m : parts_.variables.measures) {
    if (IsMultiTurn(m.kind)) all_memory[slot++] = variables[i].a;
    ++i;
  }
  for (const Expression& formula : parts_.formulas) {
    const auto count = static_cast<std::size_t>(formula.num_switches());
    formula.UpdatePieces(
        std::span<const Moving>(variables), kNearEnd, RateOf, all_memory.subspan(slot, count));
    slot += count;
  }
}

ElementDescription FormulaForce::Describe() const {
  const bool both = parts_.reaction || parts_.action == FormulaAction::along;
  ElementDescription own{.type = "expression", .places = {parts_.b}};
  if (both) own.places.insert(own.places.begin(), parts_.a);
  if (parts_.action == FormulaAction::along) {
    own.columns.push_back({"force", "N", "positive if it pushes b from a"});
  } else if (parts_.action == FormulaAction::about) {
    own.columns.push_back({"torque", "Nm", "on b, about the z axis"});
  } else {
    AddXyz(own.columns, "force_", "N", "on b, in the axes of the force");
    AddXyz(own.columns, "torque_", "Nm", "on b, in the axes of the force");
  }
  return own;
}

void FormulaForce::WriteReport(const ElementContext& x, std::span<double> out) const {
  const std::vector<double> values = CalcValues(x);
  std::copy(values.begin(), values.end(), out.begin());
}

}  // namespace trunnion
