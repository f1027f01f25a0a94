// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <string_view>

namespace trunnion::command {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};
volatile sig_atomic_t noted_signal = 0, at_terminal = 0;  // a handler can reach nothing else

extern "C" void NoteSignal(int number) {
  noted_signal = number;
  for (const int s : kSignals) signal(s, SIG_DFL);
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
