// SPDX-License-Identifier: BSD-3-Clause
//
// Backward Euler on the linear mechanical examples with the formulations of Ascher & Petzold
// (1993): Tables 4.3 to 4.9.
#include <cmath>

#include "bench/problems/mechanical_problems.hpp"
#include "bench/tables/paper_table.hpp"
#include "engine/core/error.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion::tables {
namespace {

/// From the exact solution p = v = eᵗ(1, 1) to t = 1: μ, the larger errors of p and v, and the
/// drift of the level that the formulation does not enforce.
RowValues Integrate(problems::LinearMechanicalSystem system, IntegratorOptions options, double h) {
  options.fixed_step = h;
  options.bdf.max_order = 1;
  options.tolerance = 1e-9;
  options.relative_tolerance = 1;  // solutions grow to 1e153
  options.error_test = ErrorTest::positions;
  options.bdf.reuse_matrix = false;
  Bdf bdf(system, options);
  const VectorXd one = VectorXd::Ones(2);
  bdf.Start(0, one, one, one, VectorXd::Constant(1, 0.5));
  const int steps = static_cast<int>(std::lround(1 / h));
  try {
    for (int i = 0; i < steps; ++i) bdf.Step();
  } catch (const SolverError&) {
    return {};  // row "d-2", ν = 100 of Table 4.7: the step to t = 0.99 is exactly singular
  }

  Residuals r;
  DynamicsMatrices unused;
  system.InitializePatterns(r, unused);
  system.CalcResiduals(1, bdf.q(), bdf.v(), one, r);
  const VectorXd velocity_residual = r.GT.transpose() * bdf.v() + r.g_t;
  const bool index2 = options.bdf.formulation == FormulationKind::index2;
  const VectorXd exact = VectorXd::Constant(2, std::exp(1.0));
  RowValues values{{"Error(p)", (bdf.q() - exact).cwiseAbs().maxCoeff()},
                   {"Error(v)", (bdf.v() - exact).cwiseAbs().maxCoeff()},
                   {"Drift", index2 ? r.g.norm() : velocity_residual.norm()}};
  if (bdf.position_multipliers().size() > 0) values["mu"] = bdf.position_multipliers().norm();
  return values;
}

/// Rows "B", "CT", "unit" are directions D of the formulation; "d-2" is the direct index-2 form.
/// @param damping  of the second coordinate, in units of 1/((2 + t)ν).
RowFunction DirectionRow(FormulationKind formulation, double damping) {
  return [=](const Json& row) {
    const auto word = row.at("projection").get<std::string>();
    IntegratorOptions options;
    options.bdf.formulation = word == "d-2" ? FormulationKind::index2 : formulation;
    if (word == "B") options.bdf.correction_direction = CorrectionDirection::inverse_mass;
    if (word == "unit")
      options.bdf.correction_direction = CorrectionDirection::dependent_coordinates;
    return Integrate(
        problems::HeterogeneousMasses(row.at("nu").get<double>(), damping), options, 0.01);
  };
}

/// Pa, Pb, Pc and S with D = Cᵀ.
RowValues VariantRow(const Json& row) {
  const auto word = row.at("formulation").get<std::string>();
  IntegratorOptions options;
  options.bdf.formulation =
      word == "S" ? FormulationKind::stabilized_index2 : FormulationKind::projected_invariants;
  options.bdf.invariant_levels = word == "Pb"   ? InvariantLevels::both
                                 : word == "Pc" ? InvariantLevels::coupled
                                                : InvariantLevels::positions;
  return Integrate(problems::StiffTurningConstraint(row.at("nu").get<double>()),
                   options,
                   row.at("h").get<double>());
}

}  // namespace

std::vector<Definition> MechanicalTables() {
  const auto projected = FormulationKind::projected_invariants;
  const auto stabilized = FormulationKind::stabilized_index2;
  return {
      {"AP93-4.3", "Example 3, E = 1/((2+t)nu): projected invariants", DirectionRow(projected, 1)},
      {"AP93-4.4", "Example 3, E = 1/((2+t)nu): stabilized index 2", DirectionRow(stabilized, 1)},
      {"AP93-4.5", "Example 3, E = 0: projected invariants", DirectionRow(projected, 0)},
      {"AP93-4.6", "Example 3, E = 0: stabilized index 2", DirectionRow(stabilized, 0)},
      {"AP93-4.7", "Example 3, E = 2/((2+t)nu): projected invariants", DirectionRow(projected, 2)},
      {"AP93-4.8", "Example 3, E = 2/((2+t)nu): stabilized index 2", DirectionRow(stabilized, 2)},
      {"AP93-4.9", "Example 4: Pa, Pb, Pc and stabilized index 2", VariantRow}};
}

}  // namespace trunnion::tables
