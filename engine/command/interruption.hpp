// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion::command {

/// While it lives, the first SIGINT (Ctrl-C) or SIGTERM is only noted, so that a run can end in
/// order; the next one ends the process at once, if it comes 0.2 s later or more (one wish often
/// arrives twice). Signals that the process ignores stay ignored. There can be one at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool requested() const;
  int exit_code() const;  ///< that of shells for a process ended by the signal: 130 or 143
};

}  // namespace trunnion::command
