// SPDX-License-Identifier: BSD-3-Clause
//
// Backward Euler on the linear index-2 examples: Ascher & Petzold (1993) Tables 4.1 and 4.2,
// Ascher, Qin & Reich (1992) Table 1.1. ν = 1000, h = 0.01, t = 1.
#include <limits>

#include "bench/problems/stability_problems.hpp"
#include "bench/tables/paper_table.hpp"

namespace trunnion::tables {
namespace {

constexpr double kNu = 1000;

/// Errors at t = 1: the larger one of x, and |C x + r|.
struct EndErrors {
  double error, drift;
};

EndErrors Integrate(const HessenbergDae& dae, const HessenbergOptions& options) {
  HessenbergBackwardEuler integrator(dae, options);
  integrator.Start(0, problems::HessenbergSolution(0));
  constexpr int steps = 100;
  for (int i = 0; i < steps; ++i) integrator.Step(1.0 / steps);
  return {(integrator.x() - problems::HessenbergSolution(1)).cwiseAbs().maxCoeff(),
          integrator.Drift().cwiseAbs().maxCoeff()};
}

double Gamma(const Json& row) {
  const auto text = row.at("gamma").get<std::string>();
  return text == "inf" ? std::numeric_limits<double>::infinity() : std::stod(text);
}

RowFunction FormulationRow(HessenbergDae dae) {
  return [dae](const Json& row) -> RowValues {
    const auto method = row.at("method").get<std::string>();
    HessenbergOptions options;
    if (method == "Baumgarte") {
      options.gamma = Gamma(row);
    } else {
      options.form = method == "Projected invariant" ? HessenbergForm::projected_invariant
                                                     : HessenbergForm::state_space;
    }
    const auto [error, drift] = Integrate(dae, options);
    return {{"Error", error}, {"Drift", drift}};
  };
}

/// Columns 0, 1, 2: D = B(C B)⁻¹, Cᵀ(C Cᵀ)⁻¹, Cᵀ.
RowValues StabilizationRow(const Json& row) {
  RowValues values;
  int column = 0;
  for (auto direction : {HessenbergDirection::control,
                         HessenbergDirection::pseudoinverse,
                         HessenbergDirection::transpose}) {
    const HessenbergOptions options{
        .form = HessenbergForm::stabilized_ode, .gamma = Gamma(row), .direction = direction};
    const auto [error, drift] = Integrate(problems::LongControl(kNu), options);
    const auto suffix = std::to_string(column++);
    values["Error" + suffix] = error;
    values["Drift" + suffix] = drift;
  }
  return values;
}

}  // namespace

std::vector<Definition> HessenbergTables() {
  return {{"AP93-4.1",
           "Example 1, turning constraint: Baumgarte, projected invariant, state space",
           FormulationRow(problems::TurningConstraint(kNu))},
          {"AP93-4.2",
           "Example 2, long control vector: Baumgarte, projected invariant, state space",
           FormulationRow(problems::LongControl(kNu))},
          {"AQR92-1.1", "Example 2: three stabilizations of the invariant", StabilizationRow}};
}

}  // namespace trunnion::tables
