// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cfenv>
#include <string>
#include <vector>

#include "fmu/description.hpp"
#include "fmu/instance.hpp"

/// What the exported functions of both versions have in common.
namespace trunnion::fmu {

/// The floating-point environment of the library within a call: the host may trap or round.
class FloatingPoint {
 public:
  FloatingPoint() {
    std::feholdexcept(&host_);
    std::fesetround(FE_TONEAREST);
  }
  ~FloatingPoint() { std::fesetenv(&host_); }
  FloatingPoint(const FloatingPoint&) = delete;
  FloatingPoint& operator=(const FloatingPoint&) = delete;

 private:
  std::fenv_t host_{};
};

inline constexpr unsigned kAnyMode = ~0U;
inline constexpr unsigned kBetweenSteps = initialization | event_mode | step_mode;

/// Throws Failure unless the instance is in one of the modes.
void RequireMode(const Instance& instance, unsigned modes);
/// Tells of the exception that is being handled. @return the status for it.
Status TellFailure(const Instance& instance, Log& log, const char* function) noexcept;
/// Folder of a "file:" address, or a plain path. @throws Failure if it is neither.
std::string FolderOf(const std::string& location);

/// f(instance) guarded; returns ok unless it throws. @param ends  an error ends the run.
template <class T, class F>
Status Call(void* pointer, const char* function, unsigned modes, bool ends, const F& f) noexcept {
  if (pointer == nullptr) return Status::error;
  T& instance = *static_cast<T*>(pointer);
  const FloatingPoint environment;
  try {
    RequireMode(instance, modes);
    if constexpr (requires { static_cast<Status>(f(instance)); }) return f(instance);
    f(instance);
    return Status::ok;
  } catch (...) {
    const Status status = TellFailure(instance, instance.log(), function);
    if (ends && status == Status::error) instance.set_mode(error_mode);
    return status;
  }
}

template <class T>
void RequirePointer(const T* pointer, std::size_t count, const char* name) {
  Expect(pointer != nullptr || count == 0, std::string(name) + ": a null pointer");
}

/// Keeps, restores, frees and writes states; `pointer` is what the host calls its state.
void GetState(Instance& instance, void** pointer);
void SetState(Instance& instance, void* pointer);
void FreeState(Instance& instance, void** pointer);
void GetStateSize(Instance& instance, void* pointer, std::size_t* size);
void WriteState(Instance& instance, void* pointer, void* bytes, std::size_t size);
void ReadState(Instance& instance, const void* bytes, std::size_t size, void** pointer);

}  // namespace trunnion::fmu
