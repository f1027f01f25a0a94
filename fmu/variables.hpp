// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/cosimulation/units.hpp"
#include "engine/hosting/stepped_simulation.hpp"
#include "engine/model_file/entry.hpp"

namespace trunnion::fmu {

enum class Causality { independent, input, parameter, output };
enum class Kind { real, integer, text };

/// A variable of modelDescription.xml. Its value reference is its place in the list, from 0 on.
struct Variable {
  std::string name{};
  std::string description{};
  Causality causality = Causality::output;
  Kind kind = Kind::real;
  bool tunable = false;  ///< of a parameter: else fixed
  Unit unit{};
  double start = 0;
  double nominal = 1;
  int index = -1;              ///< in the list of the host; −1: of the FMU itself
  std::vector<int> inputs{};   ///< value references that an output follows at once
  bool declared = false;       ///< an output of the model file
  bool drives_motion = false;  ///< an input that has no jumps
};

/// Value references of what each FMU has beside its model.
struct OwnVariables {
  int threads = -1, results_file = -1;
};

inline constexpr int kTime = 0;  ///< value reference of the independent variable
/// Models with more columns of results show the outputs of the model file only.
inline constexpr std::size_t kMostOutputs = 2000;

/// All variables, the same here and in the FMU: time, inputs, parameters, options of the FMU,
/// outputs. Names are unique.
/// @param document  of the model file, with its section "outputs".
std::vector<Variable> ListVariables(SteppedSimulation& host, const model_file::Json& document);
OwnVariables FindOwn(const std::vector<Variable>& variables);

/// Names are what the standard calls structured: identifiers with dots between.
bool HasStructuredNames(const std::vector<Variable>& variables);

}  // namespace trunnion::fmu
