// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of FMI 3.0 that get and set variables and states.
#include "fmu/fmi3_component.hpp"

using namespace trunnion::fmu;
using namespace trunnion::fmu::fmi3;

extern "C" {

fmi3Status fmi3GetFloat64(fmi3Instance instance,
                          const fmi3ValueReference valueReferences[],
                          size_t nValueReferences,
                          fmi3Float64 values[],
                          size_t nValues) {
  return Do(instance, "fmi3GetFloat64", kGet | intermediate, [&](Component& c) {
    ForEach(valueReferences, nValueReferences, values, nValues, [&](auto r, fmi3Float64& x) {
      Expect(
          c.mode() != intermediate ||
              std::find(c.intermediates.begin(), c.intermediates.end(), r) != c.intermediates.end(),
          "value reference " + std::to_string(r) +
              " is none of the required intermediate variables");
      x = c.GetReal(r);
    });
  });
}
fmi3Status fmi3GetInt32(fmi3Instance instance,
                        const fmi3ValueReference valueReferences[],
                        size_t nValueReferences,
                        fmi3Int32 values[],
                        size_t nValues) {
  return Do(instance, "fmi3GetInt32", kGet, [&](Component& c) {
    ForEach(valueReferences, nValueReferences, values, nValues, [&](auto r, fmi3Int32& x) {
      x = c.GetInteger(r);
    });
  });
}
fmi3Status fmi3GetString(fmi3Instance instance,
                         const fmi3ValueReference valueReferences[],
                         size_t nValueReferences,
                         fmi3String values[],
                         size_t nValues) {
  return Do(instance, "fmi3GetString", kGet, [&](Component& c) {
    ForEach(valueReferences, nValueReferences, values, nValues, [&](auto r, fmi3String& x) {
      x = c.GetText(r).c_str();
    });
  });
}
fmi3Status fmi3SetFloat64(fmi3Instance instance,
                          const fmi3ValueReference valueReferences[],
                          size_t nValueReferences,
                          const fmi3Float64 values[],
                          size_t nValues) {
  return Do(instance, "fmi3SetFloat64", kSet, [&](Component& c) {
    Expect(nValueReferences == nValues, "all variables are scalars: give one value for each");
    RequirePointer(valueReferences, nValueReferences, "value references");
    RequirePointer(values, nValues, "values");
    c.SetReals(valueReferences, nValueReferences, values);
  });
}
fmi3Status fmi3SetInt32(fmi3Instance instance,
                        const fmi3ValueReference valueReferences[],
                        size_t nValueReferences,
                        const fmi3Int32 values[],
                        size_t nValues) {
  return Do(instance, "fmi3SetInt32", kSet, [&](Component& c) {
    ForEach(valueReferences, nValueReferences, values, nValues, [&](auto r, fmi3Int32 x) {
      c.SetInteger(r, x);
    });
  });
}
fmi3Status fmi3SetString(fmi3Instance instance,
                         const fmi3ValueReference valueReferences[],
                         size_t nValueReferences,
                         const fmi3String values[],
                         size_t nValues) {
  return Do(instance, "fmi3SetString", kSet, [&](Component& c) {
    ForEach(valueReferences, nValueReferences, values, nValues, [&](auto r, fmi3String x) {
      RequirePointer(x, 1, "string");
      c.SetText(r, x);
    });
  });
}

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
  return Do(instance, "fmi3GetFMUState", kGet, [&](Component& c) { GetState(c, state); });
}
fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
  return Do(instance, "fmi3SetFMUState", kGet, [&](Component& c) { SetState(c, state); });
}
fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
  return Do(instance, "fmi3FreeFMUState", kGet, [&](Component& c) { FreeState(c, state); });
}
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
  return Do(instance, "fmi3SerializedFMUStateSize", kGet, [&](Component& c) {
    GetStateSize(c, state, size);
  });
}
fmi3Status fmi3SerializeFMUState(fmi3Instance instance,
                                 fmi3FMUState state,
                                 fmi3Byte bytes[],
                                 size_t size) {
  return Do(instance, "fmi3SerializeFMUState", kGet, [&](Component& c) {
    WriteState(c, state, bytes, size);
  });
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance instance,
                                   const fmi3Byte bytes[],
                                   size_t size,
                                   fmi3FMUState* state) {
  return Do(instance, "fmi3DeserializeFMUState", kGet, [&](Component& c) {
    ReadState(c, bytes, size, state);
  });
}

// Types without variables.
fmi3Status fmi3GetFloat32(
    fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Float32[], size_t) {
  return GetNone(c, "fmi3GetFloat32", n);
}
fmi3Status fmi3SetFloat32(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Float32[], size_t) {
  return SetNone(c, "fmi3SetFloat32", n);
}
fmi3Status fmi3GetInt8(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Int8[], size_t) {
  return GetNone(c, "fmi3GetInt8", n);
}
fmi3Status fmi3SetInt8(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Int8[], size_t) {
  return SetNone(c, "fmi3SetInt8", n);
}
fmi3Status fmi3GetUInt8(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt8[], size_t) {
  return GetNone(c, "fmi3GetUInt8", n);
}
fmi3Status fmi3SetUInt8(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3UInt8[], size_t) {
  return SetNone(c, "fmi3SetUInt8", n);
}
fmi3Status fmi3GetInt16(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Int16[], size_t) {
  return GetNone(c, "fmi3GetInt16", n);
}
fmi3Status fmi3SetInt16(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Int16[], size_t) {
  return SetNone(c, "fmi3SetInt16", n);
}
fmi3Status fmi3GetUInt16(
    fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt16[], size_t) {
  return GetNone(c, "fmi3GetUInt16", n);
}
fmi3Status fmi3SetUInt16(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3UInt16[], size_t) {
  return SetNone(c, "fmi3SetUInt16", n);
}
fmi3Status fmi3GetUInt32(
    fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt32[], size_t) {
  return GetNone(c, "fmi3GetUInt32", n);
}
fmi3Status fmi3SetUInt32(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3UInt32[], size_t) {
  return SetNone(c, "fmi3SetUInt32", n);
}
fmi3Status fmi3GetInt64(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Int64[], size_t) {
  return GetNone(c, "fmi3GetInt64", n);
}
fmi3Status fmi3SetInt64(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Int64[], size_t) {
  return SetNone(c, "fmi3SetInt64", n);
}
fmi3Status fmi3GetUInt64(
    fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt64[], size_t) {
  return GetNone(c, "fmi3GetUInt64", n);
}
fmi3Status fmi3SetUInt64(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3UInt64[], size_t) {
  return SetNone(c, "fmi3SetUInt64", n);
}
fmi3Status fmi3GetBoolean(
    fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Boolean[], size_t) {
  return GetNone(c, "fmi3GetBoolean", n);
}
fmi3Status fmi3SetBoolean(
    fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Boolean[], size_t) {
  return SetNone(c, "fmi3SetBoolean", n);
}
fmi3Status fmi3GetBinary(
    fmi3Instance c, const fmi3ValueReference[], size_t n, size_t[], fmi3Binary[], size_t) {
  return GetNone(c, "fmi3GetBinary", n);
}
fmi3Status fmi3SetBinary(fmi3Instance c,
                         const fmi3ValueReference[],
                         size_t n,
                         const size_t[],
                         const fmi3Binary[],
                         size_t) {
  return SetNone(c, "fmi3SetBinary", n);
}
fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Clock[]) {
  return GetNone(c, "fmi3GetClock", n);
}
fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Clock[]) {
  return SetNone(c, "fmi3SetClock", n);
}

}  // extern "C"
