// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/butcher_tableau.hpp"

#include <initializer_list>

namespace trunnion {
namespace {

VectorXd Vector(std::initializer_list<double> values) {
  return VectorXd::Map(values.begin(), static_cast<Eigen::Index>(values.size()));
}

/// The rows of A are given up to their last nonzero element; c is their sum.
ButcherTableau MakeTableau(int order,
                           std::initializer_list<std::initializer_list<double>> rows,
                           std::initializer_list<double> b,
                           std::initializer_list<double> error = {},
                           std::initializer_list<double> dense = {}) {
  const auto s = static_cast<Eigen::Index>(b.size());
  ButcherTableau tableau{order, MatrixXd::Zero(s, s), Vector(b), {}, Vector(error), Vector(dense)};
  Eigen::Index i = 1;
  for (const auto& row : rows) {
    tableau.A.row(i++).head(static_cast<Eigen::Index>(row.size())) = Vector(row).transpose();
  }
  tableau.c = tableau.A.rowwise().sum();
  return tableau;
}

ButcherTableau MakeDormandPrince() {
  return MakeTableau(
      5,
      {{1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
      {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
      {-12715105075.0 / 11282082432,
       0,
       87487479700.0 / 32700410799,
       -10690763975.0 / 1880347072,
       701980252875.0 / 199316789632,
       -1453857185.0 / 822651844,
       69997945.0 / 29380423});
}

}  // namespace

const ButcherTableau& TableauOf(ExplicitMethod method) {
  static const ButcherTableau euler = MakeTableau(1, {}, {1});
  static const ButcherTableau midpoint = MakeTableau(2, {{0.5}}, {0, 1});
  static const ButcherTableau classical =
      MakeTableau(4, {{0.5}, {0, 0.5}, {0, 0, 1}}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6});
  static const ButcherTableau dormand_prince = MakeDormandPrince();
  static const ButcherTableau half_explicit =
      MakeTableau(3, {{1.0 / 3}, {-1, 2}}, {0, 3.0 / 4, 1.0 / 4});
  switch (method) {
    case ExplicitMethod::midpoint:
      return midpoint;
    case ExplicitMethod::runge_kutta4:
      return classical;
    case ExplicitMethod::dormand_prince:
      return dormand_prince;
    case ExplicitMethod::half_explicit:
      return half_explicit;
    case ExplicitMethod::forward_euler:
    case ExplicitMethod::adams_bashforth:
      break;
  }
  return euler;
}

}  // namespace trunnion
