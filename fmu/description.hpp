// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fmu/variables.hpp"

namespace trunnion::fmu {

/// Names of the shared library, without its ending.
inline constexpr const char* kModelIdentifier = "trunnion_fmi";
/// Categories of messages, of both versions of the standard.
inline constexpr const char* kLogEvents = "logEvents";
inline constexpr const char* kLogWarning = "logStatusWarning";
inline constexpr const char* kLogDiscard = "logStatusDiscard";
inline constexpr const char* kLogError = "logStatusError";

/// What modelDescription.xml says.
struct Description {
  int fmi = 3;        ///< version of the standard, 2 or 3
  std::string name;   ///< of the model
  std::string text;   ///< may be empty
  std::string token;  ///< guid, instantiation token
  std::string date;   ///< "2026-01-31T12:00:00Z"
  bool has_events = false;
  double stop_time = 1, tolerance = 1e-5, step_size = 0.01;
  std::vector<Variable> variables;
};

/// The text of modelDescription.xml, for co-simulation.
std::string WriteXml(const Description& description);

}  // namespace trunnion::fmu
