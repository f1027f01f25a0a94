// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/model_file/own_types.hpp"
#include "engine/study/reduction.hpp"

/// Studies of a model over its parameters; the file is described in docs/studies.md.
namespace trunnion {

/// A parameter of the model that a study varies, in the unit of the model file.
struct StudyParameter {
  std::string name;
  std::vector<double> values{};  ///< levels; empty: a range or a normal distribution
  std::optional<double> mean{};  ///< normal distribution, with `deviation` > 0
  double deviation = 0;          ///< standard deviation
  double from = 0, to = 0;       ///< range
  int levels = 5;                ///< of a range, in grids; ≥ 2
  double nominal = 0;            ///< of one_at_a_time

  /// The value with the distribution function u ∈ ]0, 1[: uniform over the range or the values.
  double Quantile(double u) const;
  std::vector<double> ListLevels() const;
};

enum class SamplingType { grid, one_at_a_time, latin_hypercube, monte_carlo, sobol };

struct Sampling {
  SamplingType type = SamplingType::grid;
  int runs = 0;            ///< of latin_hypercube and monte_carlo; of sobol the base N
  std::uint64_t seed = 1;  ///< of random numbers
};

/// One number of a run.
struct StudyOutput {
  std::string name;
  std::string signal;    ///< an output of the model
  std::string analysis;  ///< empty: the last one that has outputs
  Reduction reduction;
};

struct Study {
  std::string source;  ///< the file
  std::filesystem::path model;
  Sampling sampling;
  std::vector<StudyParameter> parameters;  ///< in alphabetical order
  std::vector<StudyOutput> outputs;
  std::uint64_t fingerprint = 0;  ///< of the study and the text of the model with its includes
};

using MakeTypes = std::function<OwnTypes()>;

/// Reads a study and its model once, to check both.
/// @param types  of forces and sections of the program.
/// @throws FileError as ReadModelFile, of either file.
Study ReadStudy(const std::filesystem::path& path, const MakeTypes& types);

/// One row a run, one column a parameter, in the order of the study: the same for the same study.
/// @throws ModelError if there would be more than 10⁶ runs.
MatrixXd MakeSamples(const Study& study);

}  // namespace trunnion
