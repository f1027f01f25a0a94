// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/command/terminal.hpp"

namespace trunnion::command {
namespace {

/// "42 s", "3 min 05 s", "2 h 10 min".
std::string ShowDuration(double seconds) {
  const auto s = static_cast<long>(std::min(seconds, 1e9) + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

/// At the pace of the run so far [s]; NaN, in JSON null, at the start.
double TimeLeft(double part, double elapsed) {
  return part > 0 ? elapsed * (1 - part) / part : NAN;
}

}  // namespace

Progress::Progress(Span span, ProgressStyle style)
    : span_(std::move(span)), style_(style), start_(std::chrono::steady_clock::now()) {
  if (style_ == ProgressStyle::bar && isatty(STDERR_FILENO) == 0) style_ = ProgressStyle::none;
}

Progress::~Progress() {
  if (style_ == ProgressStyle::bar) PrintError("\r\033[K");
}

void Progress::Show(const Simulation& simulation) {
  const double t = simulation.t();
  const auto now = std::chrono::steady_clock::now();
  const bool line = style_ == ProgressStyle::json;
  if (style_ == ProgressStyle::none || (now < next_ && !(line && t >= span_.end))) return;
  next_ = now + std::chrono::milliseconds(line ? 500 : 100);
  const double length = span_.end - span_.begin;
  const double part = length > 0 ? std::clamp((t - span_.begin) / length, 0.0, 1.0) : 1;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  line ? WriteLine(simulation, part, elapsed) : DrawBar(simulation, part, elapsed);
  std::fflush(stderr);
}

void Progress::DrawBar(const Simulation& simulation, double part, double elapsed) const {
  const auto full = static_cast<std::size_t>(30 * part);
  std::string text = fmt::format("\r[{}{}] {:3.0f} %  t = {:.4g} s",
                                 std::string(full, '#'),
                                 std::string(30 - full, '.'),
                                 100 * part,
                                 simulation.t());
  if (span_.integrates && simulation.last_step() > 0) {
    text +=
        fmt::format("  step {:.1e} s, order {}", simulation.last_step(), simulation.last_order());
  }
  if (part > 0 && elapsed > 1) text += "  " + ShowDuration(TimeLeft(part, elapsed)) + " left";
  PrintError(text + "\033[K");
}

void Progress::WriteLine(const Simulation& simulation, double part, double elapsed) const {
  const Statistics& s = simulation.statistics();
  nlohmann::ordered_json line{{"analysis", span_.name},
                              {"time", simulation.t()},
                              {"end", span_.end},
                              {"part", part},
                              {"seconds", elapsed},
                              {"seconds_left", TimeLeft(part, elapsed)}};
  if (span_.integrates) {
    line["step_size"] = simulation.last_step();
    line["order"] = simulation.last_order();
    line["steps"] = s.steps;
    line["rejected_steps"] = s.error_test_failures + s.convergence_failures + s.singular_failures;
  }
  using OnError = nlohmann::ordered_json::error_handler_t;
  PrintError(line.dump(-1, ' ', false, OnError::replace) + "\n");
}

}  // namespace trunnion::command
