// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "engine/cosimulation/fmi3.hpp"
#include "fmu/calls.hpp"

/// What the functions of FMI 3.0 have in common.
namespace trunnion::fmu::fmi3 {

/// An instance, with what its host wants of it.
class Component final : public Instance {
 public:
  using Instance::Instance;
  bool uses_events = false, returns_early = false;
  void* environment = nullptr;
  fmi3IntermediateUpdateCallback update = nullptr;
  std::vector<fmi3ValueReference> intermediates{};  // that may be got during a step
};

inline constexpr unsigned kGet = instantiated | kBetweenSteps | terminated | error_mode;
inline constexpr unsigned kSet = instantiated | kBetweenSteps;

/// Errors end the run, as the standard wants it.
template <class F>
fmi3Status Do(fmi3Instance c, const char* function, unsigned modes, const F& f) noexcept {
  return static_cast<fmi3Status>(Call<Component>(c, function, modes, true, f));
}
inline fmi3Status Refuse(fmi3Instance c, const char* function, const char* why) noexcept {
  return Do(c, function, kAnyMode, [&](Component&) { throw Failure(why); });
}
/// Variables of a type that no FMU of ours has.
inline fmi3Status GetNone(fmi3Instance c, const char* function, size_t n) noexcept {
  return Do(c, function, kGet | intermediate, [&](Component&) {
    Expect(n == 0, "there are no variables of this type");
  });
}
inline fmi3Status SetNone(fmi3Instance c, const char* function, size_t n) noexcept {
  return Do(c, function, kSet, [&](Component&) {
    Expect(n == 0, "there are no variables of this type");
  });
}

/// f(reference, value) for each.
template <class T, class F>
void ForEach(const fmi3ValueReference* vr, size_t n, T* value, size_t n_values, const F& f) {
  Expect(n == n_values, "all variables are scalars: give one value for each");
  RequirePointer(vr, n, "value references");
  RequirePointer(value, n, "values");
  for (size_t i = 0; i < n; ++i) f(vr[i], value[i]);
}

}  // namespace trunnion::fmu::fmi3
