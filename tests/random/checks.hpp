// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What must hold of every random mechanism.
namespace trunnion::random {

struct CheckOptions {
  /// Every formulation, order, frame and number of threads; else two of them, by the seed.
  bool all = false;
  /// Steps times bodies of the run at the tolerance, about: the simulated time is cut to that.
  double work = 2000;
};

/// A value over its bound: ≤ 1 passes.
struct Measure {
  std::string check;
  double ratio = 0;
};

/// A run that ended with an error.
struct Refusal {
  std::string run;  ///< "coordinate_splitting", ...
  std::string message;
  bool names_element = false;
};

struct Report {
  std::uint64_t seed = 0;
  int bodies = 0;
  int redundant = 0;
  double tolerance = 0;
  double seconds = 0;
  long steps = 0;                  ///< of the run at the tolerance
  std::vector<std::string> kinds;  ///< of its elements
  std::vector<Measure> measures;
  std::vector<Refusal> refusals;
  bool refused = false;  ///< by the default integrator
};

/// Checks mechanism number `seed`.
Report CheckMechanism(std::uint64_t seed, const CheckOptions& options = {});

/// A message with names and numbers left out, so that like ones compare equal.
std::string GeneralForm(const std::string& message);

}  // namespace trunnion::random
