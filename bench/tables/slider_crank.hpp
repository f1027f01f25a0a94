// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bench/tables/paper_table.hpp"
#include "engine/core/types.hpp"
#include "solvers/problem/explicit_options.hpp"

/// The slider-crank of Ascher, Qin & Reich (1992), example 4: Adams-Bashforth 2 with h = 0.1, four
/// kinds of stabilization.
namespace trunnion::tables {

/// What is recorded at t = 0, 0.1, 0.2, … 20 s.
struct SliderCrankRun {
  std::vector<double> slider;          ///< cos θ + 3 cos ψ [m]
  std::vector<double> x2;              ///< [m]
  std::vector<double> position_drift;  ///< |g|
  std::vector<double> velocity_drift;  ///< |G v|
  VectorXd q, v;                       ///< at the end
};

/// @param steps  a tenth of a second has so many.
SliderCrankRun RunSliderCrank(ExplicitMethod method, StabilizedLevels levels, int steps);

/// Levels by the word of the reference: "none", "pos", "vel", "both".
StabilizedLevels LevelsOf(const std::string& word);

/// Row of AQR92-Ex4; the error of the slider is that against the same method with h = 0.01.
RowValues SliderCrankRow(const Json& row);

}  // namespace trunnion::tables
