// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/terminal.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "engine/command/commands.hpp"
#include "engine/core/one_line.hpp"

namespace trunnion::command {
namespace {

int output_error = 0;                 // the first errno of standard output
sighandler_t pipe_handler = SIG_DFL;  // what a closed pipe does to the processes of our parent

void NoteError(bool failed) {
  if (failed && output_error == 0) output_error = errno != 0 ? errno : EIO;
}

}  // namespace

void PrepareTerminal() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest that is free is this one. Opened the wrong way round, it refuses what it is for.
    (void)!open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  pipe_handler = signal(SIGPIPE, SIG_IGN);
}

void Print(std::string_view text) {
  errno = 0;
  NoteError(std::fwrite(text.data(), 1, text.size(), stdout) != text.size());
}

void PrintError(std::string_view text) { (void)!std::fwrite(text.data(), 1, text.size(), stderr); }

void Tell(std::string_view message) { PrintError("trunnion: " + OneLine(message) + "\n"); }

int FinishTerminal(int code) {
  errno = 0;
  NoteError(std::fflush(stdout) != 0);
  NoteError(std::ferror(stdout) != 0);
  if (output_error == 0) return code;
  if (output_error == EPIPE) {
    signal(SIGPIPE, pipe_handler);
    raise(SIGPIPE);
  }
  Tell(std::string("cannot write to standard output: ") + std::strerror(output_error));
  return code != kDone ? code : static_cast<int>(kRunFailed);
}

}  // namespace trunnion::command
