// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of FMI 3.0 for what our FMUs do not have.
#include "fmu/fmi3_component.hpp"

using namespace trunnion::fmu;
using namespace trunnion::fmu::fmi3;

extern "C" {

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference, size_t*) {
  return Refuse(
      instance, "fmi3GetNumberOfVariableDependencies", "providesPerElementDependencies is false");
}
fmi3Status fmi3GetVariableDependencies(fmi3Instance instance,
                                       fmi3ValueReference,
                                       size_t[],
                                       fmi3ValueReference[],
                                       size_t[],
                                       fmi3DependencyKind[],
                                       size_t) {
  return Refuse(instance, "fmi3GetVariableDependencies", "providesPerElementDependencies is false");
}
fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return Refuse(instance, "fmi3EnterConfigurationMode", "there are no structural parameters");
}
fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return Refuse(instance, "fmi3ExitConfigurationMode", "there are no structural parameters");
}
fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference[],
                                  size_t,
                                  fmi3Float64[],
                                  fmi3IntervalQualifier[]) {
  return Refuse(instance, "fmi3GetIntervalDecimal", "there are no clocks");
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference[],
                                   size_t,
                                   fmi3UInt64[],
                                   fmi3UInt64[],
                                   fmi3IntervalQualifier[]) {
  return Refuse(instance, "fmi3GetIntervalFraction", "there are no clocks");
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference[],
                               size_t,
                               fmi3Float64[]) {
  return Refuse(instance, "fmi3GetShiftDecimal", "there are no clocks");
}
fmi3Status fmi3GetShiftFraction(
    fmi3Instance instance, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[]) {
  return Refuse(instance, "fmi3GetShiftFraction", "there are no clocks");
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference[],
                                  size_t,
                                  const fmi3Float64[]) {
  return Refuse(instance, "fmi3SetIntervalDecimal", "there are no clocks");
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference[],
                                   size_t,
                                   const fmi3UInt64[],
                                   const fmi3UInt64[]) {
  return Refuse(instance, "fmi3SetIntervalFraction", "there are no clocks");
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference[],
                               size_t,
                               const fmi3Float64[]) {
  return Refuse(instance, "fmi3SetShiftDecimal", "there are no clocks");
}
fmi3Status fmi3SetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference[],
                                size_t,
                                const fmi3UInt64[],
                                const fmi3UInt64[]) {
  return Refuse(instance, "fmi3SetShiftFraction", "there are no clocks");
}
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  return Refuse(instance, "fmi3EvaluateDiscreteStates", "providesEvaluateDiscreteStates is false");
}
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  return Refuse(instance,
                "fmi3EnterContinuousTimeMode",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance,
                                       fmi3Boolean,
                                       fmi3Boolean*,
                                       fmi3Boolean*) {
  return Refuse(instance,
                "fmi3CompletedIntegratorStep",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64) {
  return Refuse(
      instance, "fmi3SetTime", "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64[], size_t) {
  return Refuse(instance,
                "fmi3SetContinuousStates",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64[], size_t) {
  return Refuse(instance,
                "fmi3GetContinuousStateDerivatives",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64[], size_t) {
  return Refuse(instance,
                "fmi3GetEventIndicators",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64[], size_t) {
  return Refuse(instance,
                "fmi3GetContinuousStates",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64[], size_t) {
  return Refuse(instance,
                "fmi3GetNominalsOfContinuousStates",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t*) {
  return Refuse(instance,
                "fmi3GetNumberOfEventIndicators",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t*) {
  return Refuse(instance,
                "fmi3GetNumberOfContinuousStates",
                "the FMU is for co-simulation; model exchange is not offered");
}
fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance,
                                    const fmi3ValueReference[],
                                    size_t,
                                    const fmi3Int32[],
                                    fmi3Float64[],
                                    size_t) {
  return Refuse(
      instance, "fmi3GetOutputDerivatives", "maxOutputDerivativeOrder is 0: there are none");
}
fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference, fmi3Float64) {
  return Refuse(instance,
                "fmi3ActivateModelPartition",
                "the FMU is for co-simulation; scheduled execution is not offered");
}

}  // extern "C"
