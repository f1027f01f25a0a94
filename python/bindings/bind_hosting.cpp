// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include "python/bindings/bindings.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"
#include "python/bindings/simulation_object.hpp"

namespace trunnion::python {
namespace {

using HostClass = Class<HostObject>;

template <class F>
auto Ask(HostObject& self, F&& of) {
  return Freely(self.usage, false, [&] { return of(*self.host); });
}
template <class F>
auto Change(HostObject& self, F&& of) {
  return Freely(self.usage, true, [&] { return of(*self.host); });
}

std::unique_ptr<HostObject> OfFile(const ModelFile& file, const py::dict& given) {
  const auto options =
      ReadFields<SimulationOptions>("SteppedSimulation", given, file.run.MakeOptions());
  auto made = std::make_unique<HostObject>();
  try {
    const py::gil_scoped_release free;
    made->host = std::make_unique<SteppedSimulation>(file, options);
  } catch (const Error& error) {
    if (!error.file().empty() || given.empty()) throw;
    Locate(file, error);
  }
  return made;
}

std::unique_ptr<HostObject> MakeHost(const py::object& of,
                                     const py::object& outputs,
                                     const py::dict& given) {
  if (py::isinstance<ModelFile>(of) && outputs.is_none())
    return OfFile(of.cast<const ModelFile&>(), given);
  if (!py::isinstance<Model>(of))
    FailType("SteppedSimulation: model", "a Model, or a ModelFile without outputs", of);
  const auto options = ReadFields<SimulationOptions>("SteppedSimulation", given);
  const auto signals = ToSignals(outputs, "SteppedSimulation: outputs");
  const Model copy = of.cast<const Model&>();
  auto made = std::make_unique<HostObject>();
  const py::gil_scoped_release free;
  made->host = std::make_unique<SteppedSimulation>(copy, options, signals);
  return made;
}

template <class Id>
void BindChannelHandle(py::module_& module, const char* name, const std::string& of) {
  Class<Id> cls(module, name, "()", "Names an " + of + " of one SteppedSimulation.");
  cls.Property("index", &Id::index, "int", "Place in its list");
  cls.def("__eq__",
          [](Id a, const py::object& b) { return py::isinstance<Id>(b) && a == b.cast<Id>(); });
  cls.def("__hash__", [](Id a) { return a.index(); });
}

/// A handle, or the name of what it stands for.
InputHandle ToInput(HostObject& self, const py::object& of, const char* function) {
  if (py::isinstance<InputHandle>(of)) return of.cast<InputHandle>();
  if (!py::isinstance<py::str>(of))
    FailType(std::string(function) + ": input", "an InputHandle or a name", of);
  return self.host->FindInput(of.cast<std::string>());
}

void BindInputs(HostClass& cls) {
  cls.Method(
      "hold",
      [](HostObject& self, const py::object& input, double value) {
        const InputHandle handle = ToInput(self, input, "hold");
        Change(self, [=](SteppedSimulation& h) { h.Hold(handle, value); });
      },
      "(self, input: InputHandle | str, value: float) -> None",
      "Jumps to `value` and stays there.",
      py::arg("input"),
      py::arg("value"));
  const auto toward = [&](const char* name, auto set, const std::string& text) {
    cls.Method(
        name,
        [set, name](HostObject& self, const py::object& input, double end) {
          const InputHandle handle = ToInput(self, input, name);
          Change(self, [=](SteppedSimulation& h) { (h.*set)(handle, end); });
        },
        "(self, input: InputHandle | str, end: float) -> None",
        text,
        py::arg("input"),
        py::arg("end"));
  };
  toward("ramp",
         &SteppedSimulation::Ramp,
         "Goes straight from what it is to `end` at the end of the next advance_to.");
  toward("bend", &SteppedSimulation::Bend, "The same by a parabola that begins with its rate.");
  cls.Method(
      "spline",
      [](HostObject& self, const py::object& input, double end, double rate) {
        const InputHandle handle = ToInput(self, input, "spline");
        Change(self, [=](SteppedSimulation& h) { h.Spline(handle, end, rate); });
      },
      "(self, input: InputHandle | str, end: float, rate: float) -> None",
      "The same by a cubic that ends with `rate` [per s].",
      py::arg("input"),
      py::arg("end"),
      py::arg("rate"));
}

void BindAccess(HostClass& cls) {
  cls.Method(
      "get",
      [](HostObject& self, const py::object& of) {
        if (py::isinstance<OutputHandle>(of)) {
          const auto handle = of.cast<OutputHandle>();
          return Change(self, [=](SteppedSimulation& h) { return h.Get(handle); });
        }
        if (py::isinstance<ParameterHandle>(of)) {
          const auto handle = of.cast<ParameterHandle>();
          return Ask(self, [=](const SteppedSimulation& h) { return h.Get(handle); });
        }
        if (py::isinstance<InputHandle>(of)) {
          const auto handle = of.cast<InputHandle>();
          return Ask(self, [=](const SteppedSimulation& h) { return h.Get(handle); });
        }
        const OutputHandle handle = self.host->FindOutput(ToString(of, "get: of"));
        return Change(self, [=](SteppedSimulation& h) { return h.Get(handle); });
      },
      "(self, of: OutputHandle | InputHandle | ParameterHandle | str) -> float",
      "The value at t of an output (also by its name), an input or a parameter.",
      py::arg("of"));
  cls.Method(
      "set",
      [](HostObject& self, const py::object& of, double value) {
        const ParameterHandle handle =
            py::isinstance<ParameterHandle>(of)
                ? of.cast<ParameterHandle>()
                : self.host->FindParameter(ToString(of, "set: parameter"));
        Change(self, [=](SteppedSimulation& h) { h.Set(handle, value); });
      },
      "(self, parameter: ParameterHandle | str, value: float) -> None",
      "Changes a number of the model at t: 'spring.stiffness', 'rod.mass'.",
      py::arg("parameter"),
      py::arg("value"));
  cls.Method(
      "advance_to",
      [](HostObject& self, double t, const py::object& stop) {
        StopRequest request(stop);
        const auto asked = request.function();
        Change(self, [&](SteppedSimulation& h) { h.AdvanceTo(t, asked); });
        request.Rethrow();
      },
      "(self, t: float, stop: Callable[[], bool] | None = None) -> None",
      "Steps until `t` [s], where the last step ends. Other threads run meanwhile.\n\n`stop` is "
      "asked before each step; True ends it there. Ctrl-C ends it between two steps with\n"
      "KeyboardInterrupt; it can go on from there.",
      py::arg("t"),
      py::arg("stop") = py::none());
}

void BindFind(HostClass& cls) {
  const std::string missing = " of this name; a ModelError names a similar one.";
  cls.Method(
      "find_input",
      [](HostObject& s, const std::string& name) { return s.host->FindInput(name); },
      "(self, name: str) -> InputHandle",
      "The input" + missing,
      py::arg("name"));
  cls.Method(
      "find_output",
      [](HostObject& s, const std::string& name) { return s.host->FindOutput(name); },
      "(self, name: str) -> OutputHandle",
      "The output" + missing + " All columns of results are outputs.",
      py::arg("name"));
  cls.Method(
      "find_parameter",
      [](HostObject& s, const std::string& name) { return s.host->FindParameter(name); },
      "(self, name: str) -> ParameterHandle",
      "The parameter" + missing,
      py::arg("name"));
}

void BindLists(HostClass& cls) {
  cls.Property(
      "inputs",
      [](HostObject& self) {
        py::list list;
        for (const InputInfo& i : self.host->inputs())
          list.append(py::dict(py::arg("name") = i.name,
                               py::arg("unit") = i.unit,
                               py::arg("start") = i.start,
                               py::arg("drives") = i.drives));
        return list;
      },
      "list[dict[str, Any]]",
      "name, unit, start and drives of each input");
  cls.Property(
      "outputs",
      [](HostObject& self) {
        py::list list;
        for (const OutputInfo& o : self.host->outputs())
          list.append(py::dict(py::arg("name") = o.name,
                               py::arg("unit") = o.unit,
                               py::arg("description") = o.description));
        return list;
      },
      "list[dict[str, Any]]",
      "name, unit and description of each output");
  cls.Property(
      "parameters",
      [](HostObject& self) {
        py::list list;
        for (const ParameterInfo& p : self.host->parameters())
          list.append(py::dict(
              py::arg("name") = p.name, py::arg("unit") = p.unit, py::arg("value") = p.value));
        return list;
      },
      "list[dict[str, Any]]",
      "name, unit and present value of each parameter");
}

void BindRest(HostClass& cls) {
  cls.Property(
      "t",
      [](HostObject& s) { return Ask(s, [](auto& h) { return h.t(); }); },
      "float",
      "Time [s]");
  cls.Property(
      "stopped",
      [](HostObject& s) { return Ask(s, [](auto& h) { return h.stopped(); }); },
      "bool",
      "An event has ended the run");
  cls.Property(
      "warnings",
      [](HostObject& s) {
        return Change(s, [](auto& h) { return std::vector(h.simulation().warnings()); });
      },
      "list[str]",
      "What is suspicious about the model, a sentence each");
  cls.Property(
      "statistics",
      [](HostObject& s) {
        py::dict all;
        for (const auto& [name, value] :
             Change(s, [](auto& h) { return ListStatistics(h.simulation()); }))
          all[py::str(name)] = value;
        return all;
      },
      "dict[str, float]",
      "Counters and times of the integration");
  cls.Method(
      "save",
      [](HostObject& s) { return py::bytes(Change(s, [](auto& h) { return h.Save(); })); },
      "(self) -> bytes",
      "The complete state at t, inputs and parameters included.");
  cls.Method(
      "load",
      [](HostObject& s, const py::bytes& saved) {
        const std::string text = saved;
        Change(s, [&](auto& h) { h.Load(text); });
      },
      "(self, saved: bytes) -> None",
      "Goes there, forth or back in time; what follows has the same bits.",
      py::arg("saved"));
}

}  // namespace

void BindHosting(py::module_& module) {
  BindChannelHandle<InputHandle>(module, "InputHandle", "input");
  BindChannelHandle<OutputHandle>(module, "OutputHandle", "output");
  BindChannelHandle<ParameterHandle>(module, "ParameterHandle", "parameter");
  const auto fields = DescribeFields<SimulationOptions>();
  HostClass cls(
      module,
      "SteppedSimulation",
      "(model: Model | ModelFile, *, outputs: Sequence[Signal] | None = None, " +
          fields.parameters + ")",
      "A model inside your program, which goes from one communication point to the next.\n\n"
      "    car = SteppedSimulation(read_model_file('car.json'))\n"
      "    steer, yaw = car.find_input('steer'), car.find_output('chassis.wz')\n"
      "    for k in range(1, 1001):\n"
      "        car.hold(steer, controller(car.get(yaw)))\n"
      "        car.advance_to(0.001 * k)\n\n"
      "Options are those of Simulation. It belongs to one thread at a time; the inputs of a\n"
      "model serve one SteppedSimulation at a time.");
  cls.Init(
      [](const py::object& model, const py::kwargs& given) {
        py::dict options = given;
        py::object outputs = py::none();
        if (options.contains("outputs")) outputs = options.attr("pop")("outputs");
        return MakeHost(model, outputs, options);
      },
      py::arg("model"));
  BindFind(cls);
  BindInputs(cls);
  BindAccess(cls);
  BindLists(cls);
  BindRest(cls);
}

}  // namespace trunnion::python
