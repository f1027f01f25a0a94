// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/interruption.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <string_view>

namespace trunnion::command {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};
/// `timeout`, and a terminal with a program between, send a signal to the process and to its group:
/// what comes sooner after the first, in ms, is the same wish.
constexpr long kSameWish = 200;

std::atomic<int> noted_signal = 0, at_terminal = 0;  // lock-free: a handler can reach nothing else
std::atomic<long> noted_time = 0;

long Milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void NoteSignal(int number) {
  if (noted_signal != 0) {
    if (Milliseconds() - noted_time < kSameWish) return;
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  noted_time = Milliseconds();
  noted_signal = number;
  constexpr std::string_view kText = "\ntrunnion: ends after this step; once more kills it\n";
  if (at_terminal != 0) (void)!write(STDERR_FILENO, kText.data(), kText.size());
}

}  // namespace

Interruption::Interruption() {
  noted_signal = 0;
  at_terminal = isatty(STDERR_FILENO);
  for (const int s : kSignals)
    if (signal(s, NoteSignal) == SIG_IGN) signal(s, SIG_IGN);
}

Interruption::~Interruption() {
  for (const int s : kSignals)
    if (signal(s, SIG_DFL) == SIG_IGN) signal(s, SIG_IGN);
}

bool Interruption::requested() const { return noted_signal != 0; }
int Interruption::exit_code() const { return 128 + noted_signal; }

}  // namespace trunnion::command
