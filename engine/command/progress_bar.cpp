// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/progress_bar.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace trunnion::command {

ProgressBar::ProgressBar(double begin, double end, bool wanted)
    : begin_(begin), end_(end), active_(wanted && isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (active_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::Show(double t) {
  const auto now = std::chrono::steady_clock::now();
  if (!active_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const double part = end_ > begin_ ? std::clamp((t - begin_) / (end_ - begin_), 0.0, 1.0) : 1;
  const auto full = static_cast<std::size_t>(40 * part);
  fmt::print(stderr,
             "\r[{}{}] {:3.0f} %  t = {:.4g} s\033[K",
             std::string(full, '#'),
             std::string(40 - full, '.'),
             100 * part,
             t);
  std::fflush(stderr);
}

}  // namespace trunnion::command
