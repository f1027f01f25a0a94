// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/cosimulation/fmi2.hpp"
#include "fmu/calls.hpp"

/// What the functions of FMI 2.0 have in common.
namespace trunnion::fmu::fmi2 {

using Component = Instance;

inline constexpr unsigned kGet = kBetweenSteps | step_failed | terminated | error_mode;
inline constexpr unsigned kSet = instantiated | initialization | step_mode;

template <class F>
fmi2Status Do(fmi2Component c, const char* function, unsigned modes, const F& f) noexcept {
  return static_cast<fmi2Status>(Call<Component>(c, function, modes, false, f));
}

inline fmi2Status Refuse(fmi2Component c, const char* function, const char* why) noexcept {
  return Do(c, function, kAnyMode, [&](Component&) { throw Failure(why); });
}
inline fmi2Status RefuseModelExchange(fmi2Component c, const char* function) noexcept {
  return Refuse(c, function, "the FMU is for co-simulation; model exchange is not offered");
}
inline fmi2Status RefuseStatus(fmi2Component c, const char* function) noexcept {
  return Do(c, function, kGet, [&](Component&) {
    throw Failure("steps are never pending: this status is not kept", Status::discard);
  });
}

/// One call of f(reference, value) for each.
template <class T, class F>
void ForEach(const fmi2ValueReference* vr, std::size_t n, T* value, const F& f) {
  RequirePointer(vr, n, "value references");
  RequirePointer(value, n, "values");
  for (std::size_t i = 0; i < n; ++i) f(vr[i], value[i]);
}

}  // namespace trunnion::fmu::fmi2
