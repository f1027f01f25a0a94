// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include "python/bindings/bindings.hpp"
#include "python/bindings/state_queries.hpp"

namespace trunnion::python {

void BindState(py::module_& module) {
  Class<StateView, std::shared_ptr<StateView>> cls(
      module,
      "State",
      "()",
      "What functions of signals and events see; valid only while they run.");
  BindQueries(cls, [](StateView& self, const auto& of) {
    const Simulation& simulation = self.get();
    const py::gil_scoped_release free;
    return of(simulation);
  });
  Class<Signal> signal(module,
                       "Signal",
                       "(name: str, unit: str, evaluate: Callable[[State], float])",
                       "A number of the results, a function of the State.\n\nnumpy and other state "
                       "of Python is fine; it is called at each output.");
  signal.Init(
      [](const std::string& name, const std::string& unit, const py::object& evaluate) {
        return Signal{name, unit, ToStateFunction(evaluate, "signal '" + name + "'")};
      },
      py::arg("name"),
      py::arg("unit"),
      py::arg("evaluate"));
  signal.Property(
      "name", [](const Signal& s) { return s.name; }, "str", "Name of its column");
  signal.Property(
      "unit", [](const Signal& s) { return s.unit; }, "str", "Unit of its values");
  signal.def("__repr__",
             [](const Signal& s) { return "Signal('" + s.name + "' [" + s.unit + "])"; });
}

}  // namespace trunnion::python
