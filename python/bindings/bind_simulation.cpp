// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include "engine/recorder/step_log.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/results_object.hpp"
#include "python/bindings/state_queries.hpp"

namespace trunnion::python {
namespace {

using SimulationClass = Class<SimulationObject>;

const auto kAsk = [](SimulationObject& self, const auto& of) {
  return Freely(self.usage, false, [&] { return of(*self.simulation); });
};

double Given(const std::optional<double>& value,
             const std::optional<double>& of_file,
             const char* what) {
  if (!value && !of_file)
    throw py::type_error(std::string("run: give ") + what + ", which only model files have");
  return value ? *value : *of_file;
}

std::function<void(double)> ToProgress(const py::object& value) {
  if (value.is_none()) return {};
  return [f = Callable(value, "progress")](double t) {
    const py::gil_scoped_acquire lock;
    f(t);
  };
}

std::shared_ptr<ResultsObject> RunToResults(SimulationObject& self,
                                            double until,
                                            double interval,
                                            const std::vector<Signal>& signals,
                                            const RunControl& control) {
  Simulation& simulation = *self.simulation;
  Recorder recorder(*self.system, signals, {.model_name = self.model_name});
  StepLog steps;
  simulation.on_step([&](const Simulation& s) { steps.Sample(s); });
  try {
    Advance(simulation, recorder, until, interval, control);
  } catch (...) {
    simulation.on_step({});
    throw;
  }
  simulation.on_step({});
  Results results = recorder.TakeResults(simulation);
  results.tables.push_back(steps.MakeTable());
  return std::make_shared<ResultsObject>(std::move(results));
}

void BindRun(SimulationClass& cls) {
  cls.Method(
      "run",
      [](SimulationObject& self,
         std::optional<double> until,
         std::optional<double> interval,
         const py::object& signals,
         const py::object& stop,
         const py::object& progress) {
        const double t = Given(until, self.until, "until"),
                     step = Given(interval, self.output_interval, "interval");
        std::vector<Signal> all = self.signals;
        for (Signal& signal : ToSignals(signals, "run: signals")) all.push_back(signal);
        StopRequest request(stop);
        const RunControl control{.progress = ToProgress(progress), .stop = request.function()};
        auto results =
            Freely(self.usage, true, [&] { return RunToResults(self, t, step, all, control); });
        request.Rethrow();
        return results;
      },
      "(self, until: float | None = None, interval: float | None = None, *, signals: "
      "Sequence[Signal] | None = None, stop: Callable[[], bool] | None = None, progress: "
      "Callable[[float], None] | None = None) -> Results",
      "Runs to the time `until` [s] and records every `interval` [s]; returns Results.\n\n"
      "The simulation of a ModelFile has both, and signals, from the file; those given come\n"
      "in addition. `stop` is asked between steps, True ends the run there; `progress` is\n"
      "called with the time of each output. Other threads run meanwhile. Ctrl-C ends it\n"
      "between two steps with KeyboardInterrupt; it can go on from there.",
      py::arg("until") = py::none(),
      py::arg("interval") = py::none(),
      py::kw_only(),
      py::arg("signals") = py::none(),
      py::arg("stop") = py::none(),
      py::arg("progress") = py::none());
}

bool AdvanceTo(Simulation& simulation, double t, const std::function<bool()>& stop) {
  while (simulation.step_end() < t && !simulation.stopped()) {
    if (stop()) return false;
    simulation.step();
  }
  simulation.advance_to(t);
  return true;
}

void BindSteps(SimulationClass& cls) {
  cls.Method(
      "step",
      [](SimulationObject& self) { Freely(self.usage, true, [&] { self.simulation->step(); }); },
      "(self) -> None",
      "One step of the integrator; t is its end.");
  cls.Method(
      "advance_to",
      [](SimulationObject& self, double t, const py::object& stop) {
        StopRequest request(stop);
        const auto asked = request.function();
        Freely(self.usage, true, [&] { return AdvanceTo(*self.simulation, t, asked); });
        request.Rethrow();
      },
      "(self, t: float, stop: Callable[[], bool] | None = None) -> None",
      "Steps until `t` [s] is passed, then interpolates: t is then `t`, or the time of an event\n"
      "that has stopped the run. Other threads run meanwhile.",
      py::arg("t"),
      py::arg("stop") = py::none());
  cls.Method(
      "advance_exactly_to",
      [](SimulationObject& self, double t, const py::object& stop) {
        StopRequest request(stop);
        const auto asked = request.function();
        Freely(self.usage, true, [&] { self.simulation->advance_exactly_to(t, asked); });
        request.Rethrow();
      },
      "(self, t: float, stop: Callable[[], bool] | None = None) -> None",
      "Steps until `t` [s], where the last step ends.",
      py::arg("t"),
      py::arg("stop") = py::none());
  cls.Method(
      "restart",
      [](SimulationObject& self, double t, const py::object& q, const py::object& v) {
        const VectorXd to_q = ToVector(q, "restart: q", self.system->configuration_size()),
                       to_v = ToVector(v, "restart: v", self.system->num_velocities());
        Freely(self.usage, true, [&] { self.simulation->Restart(t, to_q, to_v); });
      },
      "(self, t: float, q: ArrayLike, v: ArrayLike) -> None",
      "Takes another state, made consistent with the constraints, and integrates from there.",
      py::arg("t"),
      py::arg("q"),
      py::arg("v"));
}

void BindCheckpoints(SimulationClass& cls) {
  cls.Method(
      "save_checkpoint",
      [](SimulationObject& self) {
        return py::bytes(
            Freely(self.usage, true, [&] { return self.simulation->SaveCheckpoint(); }));
      },
      "(self) -> bytes",
      "The complete state between two steps; what follows load_checkpoint has the same bits.");
  cls.Method(
      "load_checkpoint",
      [](SimulationObject& self, const py::bytes& saved) {
        const std::string text = saved;
        Freely(self.usage, true, [&] { self.simulation->LoadCheckpoint(text, "the checkpoint"); });
      },
      "(self, saved: bytes) -> None",
      "Goes on from there, forth or back in time, in a simulation of the same model and options.",
      py::arg("saved"));
}

void BindFacts(SimulationClass& cls) {
  const auto fact = [&](const char* name, auto of, const char* type, const char* text) {
    cls.Property(
        name, [of](SimulationObject& self) { return kAsk(self, of); }, type, text);
  };
  fact(
      "degrees_of_freedom",
      [](const Simulation& s) { return s.degrees_of_freedom(); },
      "int",
      "Number of degrees of freedom");
  fact(
      "warnings",
      [](const Simulation& s) { return s.warnings(); },
      "list[str]",
      "What is suspicious about the model, a sentence each");
  fact(
      "stopped",
      [](const Simulation& s) { return s.stopped(); },
      "bool",
      "An event has ended the run");
  fact(
      "step_end",
      [](const Simulation& s) { return s.step_end(); },
      "float",
      "End of the last step [s]");
  fact(
      "last_step", [](const Simulation& s) { return s.last_step(); }, "float", "Its length [s]");
  fact(
      "last_order",
      [](const Simulation& s) { return s.last_order(); },
      "int",
      "Order of the last step");
  fact(
      "constraint_residual",
      [](const Simulation& s) { return s.constraint_residual(); },
      "float",
      "Largest violation of a constraint [m or rad]");
  cls.Property(
      "events",
      [](SimulationObject& self) {
        py::list list;
        for (const EventRecord& e : kAsk(self, [](const Simulation& s) { return s.events(); }))
          list.append(py::make_tuple(e.name, e.t));
        return list;
      },
      "list[tuple[str, float]]",
      "Events that have happened, with their times [s]");
  cls.Property(
      "statistics",
      [](SimulationObject& self) {
        py::dict all;
        for (const auto& [name, value] :
             kAsk(self, [](const Simulation& s) { return ListStatistics(s); }))
          all[py::str(name)] = value;
        return all;
      },
      "dict[str, float]",
      "Counters and times of the integration");
  cls.Property(
      "signals",
      [](const SimulationObject& self) { return self.signals; },
      "list[Signal]",
      "Of the model file");
}

}  // namespace

void BindSimulation(py::module_& module) {
  const auto fields = DescribeFields<SimulationOptions>();
  const auto integrator = DescribeFields<IntegratorOptions>();
  SimulationClass cls(
      module,
      "Simulation",
      "(model: Model | System | ModelFile, *, " + fields.parameters + ")",
      "One run of a model: assembles consistent initial conditions, then integrates.\n\n"
      "It shows the state at the time t; queries take handles. It belongs to one thread at a\n"
      "time; different simulations may run in different threads.\n\nParameters\n" +
          fields.table + "\nThe dict `integrator`\n" + integrator.table);
  cls.Init(
      [](const py::object& model, const py::kwargs& given) { return MakeSimulation(model, given); },
      py::arg("model"));
  BindRun(cls);
  BindSteps(cls);
  BindQueries(cls, kAsk);
  BindFacts(cls);
  BindCheckpoints(cls);
}

}  // namespace trunnion::python
