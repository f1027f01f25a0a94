// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of FMI 3.0 for co-simulation.
#include <cmath>
#include <memory>

#include "fmu/fmi3_component.hpp"

using namespace trunnion::fmu;
using namespace trunnion::fmu::fmi3;

namespace {

Log MakeLog(fmi3LogMessageCallback message, void* environment, bool on) {
  if (message == nullptr) return {nullptr, false, false};
  return {[=](Status status, const char* category, const std::string& text) {
            message(environment, static_cast<fmi3Status>(status), category, text.c_str());
          },
          on,
          false};
}

fmi3Instance RefuseKind(const char* what,
                        void* environment,
                        fmi3LogMessageCallback message,
                        bool on) {
  MakeLog(message, environment, on)
      .Tell(Status::error,
            kLogError,
            std::string("the FMU is for co-simulation; ") + what + " is not offered");
  return nullptr;
}

/// One call to the host, at the end of a step of the integrator. @return true if the step is to
/// end.
class Update {
 public:
  explicit Update(Component& c) : c_(c) {}
  bool operator()(double t) {
    bool requested = false;
    double until = t;
    c_.update(c_.environment, t, false, true, true, c_.returns_early, &requested, &until);
    if (requested && c_.returns_early) {
      requested_ = true;
      until_ = until;
    }
    return requested_ && !(until_ > t);
  }

 private:
  Component& c_;
  bool requested_ = false;
  double until_ = 0;
};

void CheckBeginning(fmi3String name, fmi3String token, fmi3String resources) {
  Expect(name != nullptr && std::string(name).find_first_not_of(" \t") != std::string::npos,
         "the instance has no name");
  Expect(token != nullptr && resources != nullptr, "token or resource path: a null pointer");
}

void CheckSensitivity(size_t n, size_t given, const char* what) {
  Expect(n == given, std::string(what) + ": all variables are scalars, give one value for each");
}

}  // namespace

extern "C" {

const char* fmi3GetVersion() { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance,
                               fmi3Boolean on,
                               size_t n,
                               const fmi3String categories[]) {
  return Do(instance, "fmi3SetDebugLogging", kAnyMode, [&](Component& c) {
    RequirePointer(categories, n, "categories");
    std::vector<std::string> names;
    for (size_t i = 0; i < n; ++i) {
      RequirePointer(categories[i], 1, "category");
      names.emplace_back(categories[i]);
    }
    c.log().Set(on, names);
  });
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String,
                                          fmi3String,
                                          fmi3String,
                                          fmi3Boolean,
                                          fmi3Boolean on,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback message) {
  return RefuseKind("model exchange", environment, message, on);
}
fmi3Instance fmi3InstantiateScheduledExecution(fmi3String,
                                               fmi3String,
                                               fmi3String,
                                               fmi3Boolean,
                                               fmi3Boolean on,
                                               fmi3InstanceEnvironment environment,
                                               fmi3LogMessageCallback message,
                                               fmi3ClockUpdateCallback,
                                               fmi3LockPreemptionCallback,
                                               fmi3UnlockPreemptionCallback) {
  return RefuseKind("scheduled execution", environment, message, on);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name,
                                         fmi3String token,
                                         fmi3String resources,
                                         fmi3Boolean /*visible*/,
                                         fmi3Boolean on,
                                         fmi3Boolean events,
                                         fmi3Boolean early,
                                         const fmi3ValueReference intermediates[],
                                         size_t n,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback message,
                                         fmi3IntermediateUpdateCallback update) {
  const FloatingPoint own;
  try {
    Log log = MakeLog(message, environment, on);
    try {
      CheckBeginning(name, token, resources);
      RequirePointer(intermediates, n, "required intermediate variables");
      auto c = std::make_unique<Component>(name, std::filesystem::path(resources), log);
      Expect(c->token() == token, "the instantiation token is not that of modelDescription.xml");
      Expect(!events || c->has_events(), "the model has no events: event mode cannot be used");
      c->uses_events = events;
      c->returns_early = early;
      c->environment = environment;
      c->update = update;
      for (size_t i = 0; i < n; ++i) {
        c->GetReal(intermediates[i]);
        c->intermediates.push_back(intermediates[i]);
      }
      return c.release();
    } catch (const std::exception& error) {
      log.Tell(
          Status::error, kLogError, std::string("fmi3InstantiateCoSimulation: ") + error.what());
    }
  } catch (...) {  // no memory for a message
    return nullptr;
  }
  return nullptr;
}

void fmi3FreeInstance(fmi3Instance instance) {
  if (instance == nullptr) return;
  auto* component = static_cast<Component*>(instance);
  if (component->mode() == intermediate) {
    Refuse(instance, "fmi3FreeInstance", "a step goes on: the callback of it cannot free it");
    return;
  }
  Do(instance, "fmi3FreeInstance", kAnyMode, [](Component& c) { c.Terminate(); });
  delete component;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance,
                                       fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance,
                                       fmi3Float64 start,
                                       fmi3Boolean has_stop,
                                       fmi3Float64 stop) {
  return Do(instance, "fmi3EnterInitializationMode", instantiated, [&](Component& c) {
    c.SetUp(has_tolerance ? std::optional(tolerance) : std::nullopt,
            start,
            has_stop ? std::optional(stop) : std::nullopt);
    c.set_mode(initialization);
  });
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  return Do(instance, "fmi3ExitInitializationMode", initialization, [](Component& c) {
    c.Initialize();
    c.set_mode(c.uses_events ? event_mode : step_mode);
  });
}
fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  return Do(instance, "fmi3EnterEventMode", step_mode, [](Component& c) {
    Expect(c.uses_events, "the instance was made without event mode");
    c.set_mode(event_mode);
  });
}
fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  return Do(instance, "fmi3EnterStepMode", event_mode, [](Component& c) { c.set_mode(step_mode); });
}
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance,
                                    fmi3Boolean* update,
                                    fmi3Boolean* terminate,
                                    fmi3Boolean* nominals,
                                    fmi3Boolean* values,
                                    fmi3Boolean* has_next,
                                    fmi3Float64* next) {
  return Do(instance, "fmi3UpdateDiscreteStates", event_mode, [&](Component& c) {
    for (fmi3Boolean* out : {update, terminate, nominals, values, has_next}) {
      RequirePointer(out, 1, "argument");
      *out = false;
    }
    RequirePointer(next, 1, "argument");
    *next = 0;
    *terminate = c.stopped();
  });
}
fmi3Status fmi3Terminate(fmi3Instance instance) {
  return Do(instance, "fmi3Terminate", event_mode | step_mode, [](Component& c) {
    c.Terminate();
    c.set_mode(terminated);
  });
}
fmi3Status fmi3Reset(fmi3Instance instance) {
  return Do(instance, "fmi3Reset", kGet, [](Component& c) { c.Reset(); });
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance,
                                        const fmi3ValueReference unknowns[],
                                        size_t n_unknowns,
                                        const fmi3ValueReference knowns[],
                                        size_t n_knowns,
                                        const fmi3Float64 seed[],
                                        size_t n_seed,
                                        fmi3Float64 result[],
                                        size_t n_result) {
  return Do(
      instance, "fmi3GetDirectionalDerivative", kBetweenSteps | terminated, [&](Component& c) {
        RequirePointer(unknowns, n_unknowns, "unknowns");
        RequirePointer(knowns, n_knowns, "knowns");
        RequirePointer(seed, n_seed, "seed");
        RequirePointer(result, n_result, "sensitivity");
        CheckSensitivity(n_knowns, n_seed, "seed");
        CheckSensitivity(n_unknowns, n_result, "sensitivity");
        const auto values =
            c.Differentiate({unknowns, n_unknowns}, {knowns, n_knowns}, {seed, n_seed});
        std::copy(values.begin(), values.end(), result);
      });
}
fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance,
                                    const fmi3ValueReference unknowns[],
                                    size_t n_unknowns,
                                    const fmi3ValueReference knowns[],
                                    size_t n_knowns,
                                    const fmi3Float64 seed[],
                                    size_t n_seed,
                                    fmi3Float64 result[],
                                    size_t n_result) {
  return Do(instance, "fmi3GetAdjointDerivative", kBetweenSteps | terminated, [&](Component& c) {
    RequirePointer(unknowns, n_unknowns, "unknowns");
    RequirePointer(knowns, n_knowns, "knowns");
    RequirePointer(seed, n_seed, "seed");
    RequirePointer(result, n_result, "sensitivity");
    CheckSensitivity(n_unknowns, n_seed, "seed");
    CheckSensitivity(n_knowns, n_result, "sensitivity");
    std::vector<double> sums(n_knowns, 0);
    constexpr double kOne = 1;
    for (size_t k = 0; k < n_knowns; ++k) {
      const auto column = c.Differentiate({unknowns, n_unknowns}, {knowns + k, 1}, {&kOne, 1});
      for (size_t i = 0; i < n_unknowns; ++i) sums[k] += seed[i] * column[i];
    }
    std::copy(sums.begin(), sums.end(), result);
  });
}

fmi3Status fmi3DoStep(fmi3Instance instance,
                      fmi3Float64 point,
                      fmi3Float64 size,
                      fmi3Boolean /*no_set*/,
                      fmi3Boolean* event,
                      fmi3Boolean* terminate,
                      fmi3Boolean* early,
                      fmi3Float64* last) {
  return Do(instance, "fmi3DoStep", step_mode, [&](Component& c) {
    for (fmi3Boolean* out : {event, terminate, early}) {
      RequirePointer(out, 1, "argument");
      *out = false;
    }
    RequirePointer(last, 1, "argument");
    *last = c.t();
    StepRequest request{.stops_at_events = c.returns_early};
    if (c.update != nullptr) request.intermediate = Update(c);
    const StepResult result = c.DoStep(point, size, request);
    *event = result.event && c.uses_events;
    *terminate = result.terminated;
    *early = result.early && c.returns_early;
    *last = result.t;
  });
}

}  // extern "C"
