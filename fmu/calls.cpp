// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/calls.hpp"

#include <array>
#include <cstring>
#include <new>
#include <utility>

namespace trunnion::fmu {
namespace {

constexpr std::array<std::pair<Mode, const char*>, 8> kModes{
    {{instantiated, "instantiated"},
     {initialization, "initialization mode"},
     {event_mode, "event mode"},
     {step_mode, "step mode"},
     {step_failed, "step failed"},
     {intermediate, "intermediate update mode"},
     {terminated, "terminated"},
     {error_mode, "error"}}};

std::string Names(unsigned modes) {
  std::string text;
  for (const auto& [mode, name] : kModes)
    if ((modes & mode) != 0) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

int Digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

void RequireMode(const Instance& instance, unsigned modes) {
  if ((modes & instance.mode()) != 0) return;
  throw Failure("not allowed in the state '" + Names(instance.mode()) +
                (modes == 0 ? "', nor in any other of co-simulation"
                            : "'; the call belongs to: " + Names(modes)));
}

Status TellFailure(const Instance& instance, Log& log, const char* function) noexcept {
  const auto tell = [&](Status status, const char* what) {
    try {
      log.Tell(status,
               status == Status::discard ? kLogDiscard : kLogError,
               std::string(function) + ": " + instance.name() + ": " + what);
    } catch (...) {
      log.Tell(status, kLogError, function);
    }
    return status;
  };
  try {
    throw;
  } catch (const Failure& failure) {
    return tell(failure.status, failure.what());
  } catch (const std::bad_alloc&) {
    return tell(Status::error, "not enough memory");
  } catch (const std::exception& error) {
    return tell(Status::error, error.what());
  } catch (...) {
    return tell(Status::error, "an unknown exception");
  }
}

std::string FolderOf(const std::string& location) {
  if (!location.starts_with("file:")) {
    Expect(location.find("://") == std::string::npos,
           "the resource location '" + location + "' is no address of a file; unpack the FMU");
    return location;
  }
  std::string text = location.substr(5), path;
  if (text.starts_with("//")) {
    const std::size_t slash = text.find('/', 2);
    const std::string host = text.substr(2, slash == std::string::npos ? slash : slash - 2);
    Expect(slash != std::string::npos && (host.empty() || host == "localhost"),
           "the resource location '" + location + "' is on another machine; unpack the FMU here");
    text = text.substr(slash);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && Digit(text[i + 1]) >= 0 && Digit(text[i + 2]) >= 0;
    path += coded ? static_cast<char>(16 * Digit(text[i + 1]) + Digit(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return path;
}

void GetState(Instance& instance, void** pointer) {
  RequirePointer(pointer, 1, "FMU state");
  if (*pointer != nullptr) instance.Kept(*pointer);
  *pointer = instance.Keep(static_cast<SavedState*>(*pointer), instance.Save());
}

void SetState(Instance& instance, void* pointer) { instance.Load(instance.Kept(pointer)); }

void FreeState(Instance& instance, void** pointer) {
  if (pointer == nullptr || *pointer == nullptr) return;
  instance.Forget(*pointer);
  *pointer = nullptr;
}

void GetStateSize(Instance& instance, void* pointer, std::size_t* size) {
  RequirePointer(size, 1, "size");
  *size = instance.Kept(pointer).size();
}

void WriteState(Instance& instance, void* pointer, void* bytes, std::size_t size) {
  const std::string& kept = instance.Kept(pointer);
  RequirePointer(bytes, 1, "serialized state");
  Expect(size >= kept.size(),
         "the buffer has " + std::to_string(size) + " bytes, the state " +
             std::to_string(kept.size()));
  std::memcpy(bytes, kept.data(), kept.size());
}

void ReadState(Instance& instance, const void* bytes, std::size_t size, void** pointer) {
  RequirePointer(bytes, 1, "serialized state");
  RequirePointer(pointer, 1, "FMU state");
  const std::string_view text(static_cast<const char*>(bytes), size);
  instance.Verify(text);
  *pointer = instance.Keep(static_cast<SavedState*>(*pointer), std::string(text));
}

}  // namespace trunnion::fmu
