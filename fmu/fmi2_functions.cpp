// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of FMI 2.0 for co-simulation; those of model exchange refuse every call.
#include <memory>

#include "fmu/fmi2_component.hpp"

using namespace trunnion::fmu;
using namespace trunnion::fmu::fmi2;

namespace {

Log MakeLog(const fmi2CallbackFunctions* functions, const char* name, bool on) {
  if (functions == nullptr || functions->logger == nullptr) return {nullptr, false, false};
  const auto logger = functions->logger;
  void* environment = functions->componentEnvironment;
  return {
      [=, name = std::string(name)](Status status, const char* category, const std::string& text) {
        logger(environment,
               name.c_str(),
               static_cast<fmi2Status>(status),
               category,
               "%s",
               text.c_str());
      },
      on,
      true};
}

void Check(fmi2String name, fmi2Type type, fmi2String guid, fmi2String location) {
  Expect(name != nullptr && std::string(name).find_first_not_of(" \t") != std::string::npos,
         "the instance has no name");
  Expect(type == fmi2CoSimulation, "the FMU is for co-simulation; model exchange is not offered");
  Expect(guid != nullptr && location != nullptr, "guid or resource location: a null pointer");
}

}  // namespace

extern "C" {

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c,
                               fmi2Boolean on,
                               size_t n,
                               const fmi2String categories[]) {
  return Do(c, "fmi2SetDebugLogging", kAnyMode, [&](Component& component) {
    RequirePointer(categories, n, "categories");
    std::vector<std::string> names;
    for (size_t i = 0; i < n; ++i) {
      RequirePointer(categories[i], 1, "category");
      names.emplace_back(categories[i]);
    }
    component.log().Set(on != 0, names);
  });
}

fmi2Component fmi2Instantiate(fmi2String name,
                              fmi2Type type,
                              fmi2String guid,
                              fmi2String location,
                              const fmi2CallbackFunctions* functions,
                              fmi2Boolean /*visible*/,
                              fmi2Boolean on) {
  const FloatingPoint environment;
  try {
    Log log = MakeLog(functions, name == nullptr ? "" : name, on != 0);
    try {
      Check(name, type, guid, location);
      auto component = std::make_unique<Component>(name, FolderOf(location), log);
      Expect(component->token() == guid, "the guid is not that of modelDescription.xml");
      return component.release();
    } catch (const std::exception& error) {
      log.Tell(Status::error, kLogError, std::string("fmi2Instantiate: ") + error.what());
    }
  } catch (...) {  // no memory for a message
    return nullptr;
  }
  return nullptr;
}

void fmi2FreeInstance(fmi2Component c) {
  Do(c, "fmi2FreeInstance", kAnyMode, [](Component& component) { component.Terminate(); });
  delete static_cast<Component*>(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component c,
                               fmi2Boolean has_tolerance,
                               fmi2Real tolerance,
                               fmi2Real start,
                               fmi2Boolean has_stop,
                               fmi2Real stop) {
  return Do(c, "fmi2SetupExperiment", instantiated, [&](Component& component) {
    component.SetUp(has_tolerance != 0 ? std::optional(tolerance) : std::nullopt,
                    start,
                    has_stop != 0 ? std::optional(stop) : std::nullopt);
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return Do(c, "fmi2EnterInitializationMode", instantiated, [](Component& component) {
    Expect(component.is_set_up(), "call fmi2SetupExperiment first");
    component.set_mode(initialization);
  });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return Do(c, "fmi2ExitInitializationMode", initialization, [](Component& component) {
    component.Initialize();
    component.set_mode(step_mode);
  });
}

fmi2Status fmi2Terminate(fmi2Component c) {
  return Do(c, "fmi2Terminate", step_mode | step_failed, [](Component& component) {
    component.Terminate();
    component.set_mode(terminated);
  });
}

fmi2Status fmi2Reset(fmi2Component c) {
  return Do(c, "fmi2Reset", kAnyMode, [](Component& component) { component.Reset(); });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                        const fmi2ValueReference unknown[],
                                        size_t n_unknown,
                                        const fmi2ValueReference known[],
                                        size_t n_known,
                                        const fmi2Real seed[],
                                        fmi2Real result[]) {
  return Do(c, "fmi2GetDirectionalDerivative", kBetweenSteps, [&](Component& component) {
    RequirePointer(unknown, n_unknown, "unknowns");
    RequirePointer(known, n_known, "knowns");
    RequirePointer(seed, n_known, "seed");
    RequirePointer(result, n_unknown, "result");
    const auto values =
        component.Differentiate({unknown, n_unknown}, {known, n_known}, {seed, n_known});
    std::copy(values.begin(), values.end(), result);
  });
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                       const fmi2ValueReference vr[],
                                       size_t n,
                                       const fmi2Integer order[],
                                       const fmi2Real value[]) {
  return Do(c, "fmi2SetRealInputDerivatives", kSet, [&](Component& component) {
    RequirePointer(order, n, "orders");
    for (size_t i = 0; i < n; ++i)
      Expect(order[i] == 1, "inputs take derivatives of order 1 only; leave the others out");
    ForEach(vr, n, value, [&](auto r, fmi2Real x) { component.SetRate(r, x); });
  });
}

fmi2Status fmi2GetRealOutputDerivatives(
    fmi2Component c, const fmi2ValueReference[], size_t, const fmi2Integer[], fmi2Real[]) {
  return Refuse(c, "fmi2GetRealOutputDerivatives", "maxOutputDerivativeOrder is 0: there are none");
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real point, fmi2Real size, fmi2Boolean /*no_set*/) {
  return Do(c, "fmi2DoStep", step_mode, [&](Component& component) {
    const StepResult result = component.DoStep(point, size, {});
    if (!result.early) return;
    component.set_mode(step_failed);
    throw Failure("an event of the model has ended the run before the end of the step",
                  Status::discard);
  });
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  return Refuse(c, "fmi2CancelStep", "steps are never pending: there is nothing to cancel");
}
fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind, fmi2Status*) {
  return RefuseStatus(c, "fmi2GetStatus");
}
fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return RefuseStatus(c, "fmi2GetRealStatus");
  return Do(c, "fmi2GetRealStatus", kGet, [&](Component& component) {
    RequirePointer(value, 1, "value");
    *value = component.t();
  });
}
fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind, fmi2Integer*) {
  return RefuseStatus(c, "fmi2GetIntegerStatus");
}
fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return RefuseStatus(c, "fmi2GetBooleanStatus");
  return Do(c, "fmi2GetBooleanStatus", kGet, [&](Component& component) {
    RequirePointer(value, 1, "value");
    *value = component.stopped() ? 1 : 0;
  });
}
fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind, fmi2String*) {
  return RefuseStatus(c, "fmi2GetStringStatus");
}

// Model exchange.
fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return RefuseModelExchange(c, "fmi2EnterEventMode");
}
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo*) {
  return RefuseModelExchange(c, "fmi2NewDiscreteStates");
}
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return RefuseModelExchange(c, "fmi2EnterContinuousTimeMode");
}
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean*, fmi2Boolean*) {
  return RefuseModelExchange(c, "fmi2CompletedIntegratorStep");
}
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real) { return RefuseModelExchange(c, "fmi2SetTime"); }
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real[], size_t) {
  return RefuseModelExchange(c, "fmi2SetContinuousStates");
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real[], size_t) {
  return RefuseModelExchange(c, "fmi2GetDerivatives");
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real[], size_t) {
  return RefuseModelExchange(c, "fmi2GetEventIndicators");
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real[], size_t) {
  return RefuseModelExchange(c, "fmi2GetContinuousStates");
}
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real[], size_t) {
  return RefuseModelExchange(c, "fmi2GetNominalsOfContinuousStates");
}

}  // extern "C"
