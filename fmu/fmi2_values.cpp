// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of FMI 2.0 that get and set variables and states.
#include "fmu/fmi2_component.hpp"

using namespace trunnion::fmu;
using namespace trunnion::fmu::fmi2;

extern "C" {

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  return Do(c, "fmi2GetReal", kGet, [&](Component& component) {
    ForEach(vr, n, value, [&](auto r, fmi2Real& x) { x = component.GetReal(r); });
  });
}

fmi2Status fmi2GetInteger(fmi2Component c,
                          const fmi2ValueReference vr[],
                          size_t n,
                          fmi2Integer value[]) {
  return Do(c, "fmi2GetInteger", kGet, [&](Component& component) {
    ForEach(vr, n, value, [&](auto r, fmi2Integer& x) { x = component.GetInteger(r); });
  });
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference[], size_t n, fmi2Boolean[]) {
  return Do(c, "fmi2GetBoolean", kGet, [&](Component&) {
    Expect(n == 0, "there are no Boolean variables");
  });
}

fmi2Status fmi2GetString(fmi2Component c,
                         const fmi2ValueReference vr[],
                         size_t n,
                         fmi2String value[]) {
  return Do(c, "fmi2GetString", kGet, [&](Component& component) {
    ForEach(vr, n, value, [&](auto r, fmi2String& x) { x = component.GetText(r).c_str(); });
  });
}

fmi2Status fmi2SetReal(fmi2Component c,
                       const fmi2ValueReference vr[],
                       size_t n,
                       const fmi2Real value[]) {
  return Do(c, "fmi2SetReal", kSet, [&](Component& component) {
    RequirePointer(vr, n, "value references");
    RequirePointer(value, n, "values");
    component.SetReals(vr, n, value);
  });
}

fmi2Status fmi2SetInteger(fmi2Component c,
                          const fmi2ValueReference vr[],
                          size_t n,
                          const fmi2Integer value[]) {
  return Do(c, "fmi2SetInteger", kSet, [&](Component& component) {
    ForEach(vr, n, value, [&](auto r, fmi2Integer x) { component.SetInteger(r, x); });
  });
}

fmi2Status fmi2SetBoolean(fmi2Component c,
                          const fmi2ValueReference[],
                          size_t n,
                          const fmi2Boolean[]) {
  return Do(c, "fmi2SetBoolean", kSet, [&](Component&) {
    Expect(n == 0, "there are no Boolean variables");
  });
}

fmi2Status fmi2SetString(fmi2Component c,
                         const fmi2ValueReference vr[],
                         size_t n,
                         const fmi2String value[]) {
  return Do(c, "fmi2SetString", kSet, [&](Component& component) {
    ForEach(vr, n, value, [&](auto r, fmi2String x) {
      RequirePointer(x, 1, "string");
      component.SetText(r, x);
    });
  });
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return Do(c, "fmi2GetFMUstate", kAnyMode, [&](Component& x) { GetState(x, state); });
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return Do(c, "fmi2SetFMUstate", kAnyMode, [&](Component& x) { SetState(x, state); });
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return Do(c, "fmi2FreeFMUstate", kAnyMode, [&](Component& x) { FreeState(x, state); });
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
  return Do(c, "fmi2SerializedFMUstateSize", kAnyMode, [&](Component& x) {
    GetStateSize(x, state, size);
  });
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c,
                                 fmi2FMUstate state,
                                 fmi2Byte bytes[],
                                 size_t size) {
  return Do(c, "fmi2SerializeFMUstate", kAnyMode, [&](Component& x) {
    WriteState(x, state, bytes, size);
  });
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                   const fmi2Byte bytes[],
                                   size_t size,
                                   fmi2FMUstate* state) {
  return Do(c, "fmi2DeSerializeFMUstate", kAnyMode, [&](Component& x) {
    ReadState(x, bytes, size, state);
  });
}

}  // extern "C"
