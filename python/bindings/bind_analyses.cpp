// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/complex.h>
#include <pybind11/stl.h>

#include <trunnion/trunnion.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"
#include "python/bindings/results_object.hpp"
#include "python/bindings/simulation_object.hpp"

namespace trunnion::python {
namespace {

using Shared = std::shared_ptr<ResultsObject>;

/// A function of a simulation with keyword options.
template <class Options, class F>
void Analysis(py::module_& module,
              const char* name,
              F run,
              const std::string& more,
              const std::string& returns,
              const std::string& text) {
  const auto fields = DescribeFields<Options>();
  Function(module,
           name,
           run,
           "(simulation: Simulation, " + more + "*, " + fields.parameters + ") -> " + returns,
           text + "\n\nParameters\n" + fields.table,
           py::arg("simulation"));
}

/// Runs something that records, to Results.
template <class F>
Shared Record(SimulationObject& self, F advance) {
  StopRequest request{py::none()};
  const RunControl control{.stop = request.function()};
  Shared results = Freely(self.usage, true, [&] {
    Recorder recorder(*self.system, self.signals, {.model_name = self.model_name});
    advance(*self.simulation, recorder, control);
    return std::make_shared<ResultsObject>(recorder.TakeResults(*self.simulation));
  });
  request.Rethrow();
  return results;
}

void BindStatics(py::module_& module) {
  Class<StaticReport> report(module, "StaticReport", "()", "How a static equilibrium was found.");
  report.Property(
      "newton_iterations",
      [](const StaticReport& r) { return r.newton_iterations; },
      "int",
      "Of Newton's method");
  report.Property(
      "relaxation_steps",
      [](const StaticReport& r) { return r.relaxation_steps; },
      "int",
      "0: Newton's method alone was enough");
  report.Property(
      "uphill",
      [](const StaticReport& r) { return r.uphill; },
      "bool",
      "Found against the forces: probably not stable");
  Analysis<StaticOptions>(
      module,
      "solve_statics",
      [](SimulationObject& self, const py::kwargs& given) {
        const auto options = ReadFields<StaticOptions>("solve_statics", given);
        return Freely(self.usage, true, [&] { return SolveStatics(*self.simulation, options); });
      },
      "",
      "StaticReport",
      "Moves the simulation to a static equilibrium near its state, at its time.\n\nA SolverError "
      "names the body with the largest unbalanced force.");
  const auto fields = DescribeFields<StaticOptions>();
  Function(
      module,
      "advance_statics",
      [](SimulationObject& self, double until, double interval, const py::kwargs& given) {
        const auto options = ReadFields<StaticOptions>("advance_statics", given);
        return Record(self, [&](Simulation& s, Recorder& recorder, const RunControl& control) {
          AdvanceStatics(s, recorder, until, interval, options, control);
        });
      },
      "(simulation: Simulation, until: float, interval: float, *, " + fields.parameters +
          ") -> Results",
      "Equilibria to the time `until` [s], recorded every `interval` [s]; inertia has no part.",
      py::arg("simulation"),
      py::arg("until"),
      py::arg("interval"));
}

void BindKinematics(py::module_& module) {
  Function(
      module,
      "advance_kinematics",
      [](SimulationObject& self, double until, double interval) {
        return Record(self, [&](Simulation& s, Recorder& recorder, const RunControl& control) {
          AdvanceKinematics(s, recorder, until, interval, control);
        });
      },
      "(simulation: Simulation, until: float, interval: float) -> Results",
      "Kinematics of a driven mechanism with inverse dynamics, to `until` [s], recorded every "
      "`interval` [s].",
      py::arg("simulation"),
      py::arg("until"),
      py::arg("interval"));
}

void BindLoads(py::module_& module) {
  const auto fields = DescribeFields<LoadStepOptions>();
  Function(
      module,
      "advance_loads",
      [](SimulationObject& self, double until, const py::kwargs& given) {
        const auto options = ReadFields<LoadStepOptions>("advance_loads", given);
        py::list steps;
        for (const LoadStep& step : Freely(
                 self.usage, true, [&] { return AdvanceLoads(*self.simulation, until, options); }))
          steps.append(py::make_tuple(step.t, step.iterations));
        return steps;
      },
      "(simulation: Simulation, until: float, *, " + fields.parameters +
          ") -> list[tuple[float, int]]",
      "Nonlinear statics of flexible models: loads and motions grow to the time `until` [s].\n\n"
      "Returns (time, iterations) of each equilibrium.\n\nParameters\n" +
          fields.table,
      py::arg("simulation"),
      py::arg("until"));
}

void BindLinearModel(py::module_& module) {
  Class<LinearModel> cls(module,
                         "LinearModel",
                         "()",
                         "(y, z)' = A (y, z) + B u, outputs = C (y, z) + D u, about a state.");
  const auto matrix = [&](const char* name, MatrixXd LinearModel::*field, const char* text) {
    cls.Property(
        name,
        [field](const py::object& self) {
          return ViewMatrix(self.cast<const LinearModel&>().*field, self);
        },
        "NDArray",
        text);
  };
  matrix("A", &LinearModel::A, "Shape (states, states); a view");
  matrix("B", &LinearModel::B, "Shape (states, inputs); a view");
  matrix("C", &LinearModel::C, "Shape (outputs, states); a view");
  matrix("D", &LinearModel::D, "Shape (outputs, inputs); a view");
  const auto names =
      [&](const char* name, std::vector<LinearVariable> LinearModel::*field, const char* text) {
        cls.Property(
            name,
            [field](const LinearModel& m) {
              std::vector<std::string> list;
              for (const LinearVariable& variable : m.*field) list.push_back(variable.name);
              return list;
            },
            "list[str]",
            text);
      };
  names("states", &LinearModel::states, "Names of the states");
  names("inputs", &LinearModel::inputs, "Names of the inputs");
  names("outputs", &LinearModel::outputs, "Names of the outputs");
  cls.Property(
      "t", [](const LinearModel& m) { return m.t; }, "float", "Time [s]");
  cls.Property(
      "unsteady",
      [](const LinearModel& m) { return m.unsteady; },
      "str",
      "Why A is that of an instant only; '': it is constant along the motion");
  Analysis<LinearModelOptions>(
      module,
      "linearize_model",
      [](SimulationObject& self, const py::kwargs& given) {
        const auto options = ReadFields<LinearModelOptions>("linearize_model", given);
        return Freely(self.usage, true, [&] { return LinearizeModel(*self.simulation, options); });
      },
      "",
      "LinearModel",
      "Linearizes about the state that the simulation shows.");
}

void BindModes(py::module_& module) {
  Class<Mode> cls(module, "Mode", "()", "An eigenmode, Re(shape * exp(eigenvalue * t)).");
  cls.Property(
      "eigenvalue",
      [](const Mode& m) { return m.eigenvalue; },
      "complex",
      "[1/s], imaginary part at least 0");
  cls.Property(
      "frequency",
      [](const Mode& m) { return m.frequency; },
      "float",
      "Natural frequency |eigenvalue| / 2 pi [Hz]");
  cls.Property(
      "damping_ratio",
      [](const Mode& m) { return m.damping_ratio; },
      "float",
      "-Re(eigenvalue) / |eigenvalue|");
  cls.Property(
      "shape",
      [](const Mode& m) {
        py::dict shape;
        for (const BodyMotion& motion : m.shape) {
          py::array_t<std::complex<double>> row(6);
          for (int i = 0; i < 3; ++i) {
            row.mutable_at(i) = motion.translation[i];
            row.mutable_at(i + 3) = motion.rotation[i];
          }
          shape[py::str(motion.body)] = row;
        }
        return shape;
      },
      "dict[str, NDArray]",
      "By body: translation [m] and rotation [rad], world axes, complex, shape (6,)");
  Analysis<ModeOptions>(
      module,
      "calc_modes",
      [](SimulationObject& self, const py::kwargs& given) {
        const auto options = ReadFields<ModeOptions>("calc_modes", given);
        return Freely(self.usage, true, [&] { return CalcModes(*self.simulation, options); });
      },
      "",
      "list[Mode]",
      "Eigenmodes about the state that the simulation shows, slowest first.");
}

void BindOutcomes(py::module_& module) {
  Class<AnalysisOutcome> cls(
      module, "AnalysisOutcome", "()", "What one analysis of a model file found.");
  cls.Property(
      "name",
      [](const AnalysisOutcome& o) { return o.request.name; },
      "str",
      "Name of the analysis");
  cls.Property(
      "type",
      [](const AnalysisOutcome& o) { return ToString(o.request.type); },
      "str",
      "'dynamic', 'static', ...");
  cls.Property(
      "t", [](const AnalysisOutcome& o) { return o.t; }, "float", "Time at its end [s]");
  cls.Property(
      "results",
      [](const AnalysisOutcome& o) {
        return o.results ? std::make_shared<ResultsObject>(*o.results) : Shared();
      },
      "Results | None",
      "What it recorded; of eigenmodes the state they are about");
  cls.Property(
      "linear",
      [](const AnalysisOutcome& o) { return o.linear; },
      "LinearModel | None",
      "Of linearize");
  cls.Property(
      "modes", [](const AnalysisOutcome& o) { return o.modes; }, "list[Mode]", "Of eigenmodes");
  cls.Property(
      "warnings",
      [](const AnalysisOutcome& o) { return o.warnings; },
      "list[str]",
      "What to know about the results, a sentence each");
  Function(
      module,
      "run_analyses",
      [](const py::object& of, const py::kwargs& given) {
        if (!py::isinstance<ModelFile>(of)) FailType("run_analyses: file", "a ModelFile", of);
        const ModelFile& file = of.cast<const ModelFile&>();
        const auto self = MakeSimulation(of, given);
        std::vector<AnalysisRequest> requests = file.analyses;
        if (requests.empty()) requests.push_back({.name = "dynamic"});
        StopRequest request{py::none()};
        AnalysisControl control{.run = {.stop = request.function()}, .goes_on = true};
        std::vector<AnalysisOutcome> outcomes;
        for (const AnalysisRequest& one : requests) {
          outcomes.push_back(Freely(self->usage, true, [&] {
            return RunAnalysis(one, file, *self->simulation, control);
          }));
          request.Rethrow();
          control.goes_on = false;
        }
        return outcomes;
      },
      "(file: ModelFile, **options: Any) -> list[AnalysisOutcome]",
      "Runs the analyses that a model file asks for, each from the state of the one before.\n\n"
      "Options are those of Simulation.",
      py::arg("file"));
}

}  // namespace

void BindAnalyses(py::module_& module) {
  BindStatics(module);
  BindKinematics(module);
  BindLoads(module);
  BindLinearModel(module);
  BindModes(module);
  BindOutcomes(module);
}

}  // namespace trunnion::python
