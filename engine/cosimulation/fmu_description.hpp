// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/cosimulation/units.hpp"

namespace trunnion {

/// Types of variables; those of FMI 2.0 are float64, int32, boolean, text and enumeration.
enum class FmuType {
  float64,
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  text,
  enumeration,
  binary,
  clock,
};

/// A variable, as modelDescription.xml describes it.
struct FmuVariable {
  std::string name;
  unsigned reference = 0;
  FmuType type = FmuType::float64;
  std::string causality = "local";  ///< the word of the standard
  std::string variability = "continuous";
  bool array = false;
  fmu::Unit unit{};   ///< without a name: there is none
  double offset = 0;  ///< of the unit: base value = factor · value + offset
  std::vector<std::pair<std::string, long>> items{};  ///< of an enumeration
};

/// What modelDescription.xml says about an FMU for co-simulation.
struct FmuDescription {
  int fmi = 2;               ///< version of the standard, 2 or 3
  std::string model_name;    ///< of its author
  std::string token;         ///< guid, instantiation token
  std::string identifier;    ///< names the shared library
  double step_size = 0;      ///< between communication points, as it prefers [s]; 0: not said
  bool saves_state = false;  ///< it can be put back to a state of before
  bool serializes_state = false;
  bool differentiates = false;  ///< it has directional derivatives
  bool needs_tool = false;      ///< it works with the program that has written it only
  std::vector<FmuVariable> variables;

  /// The place of a variable. @throws ModelError with a similar name if there is none.
  int Find(const std::string& name) const;
};

/// @param folder  of the unpacked FMU.
/// @param name  of the FMU, for messages.
/// @throws FileError if there is no description or it is no XML; if it is of another version of the
/// standard than 2.0 and 3.0, or not for co-simulation.
FmuDescription ReadFmuDescription(const std::filesystem::path& folder, const std::string& name);

/// "a Boolean", "a real number", for messages.
std::string Describe(FmuType type);

}  // namespace trunnion
