// SPDX-License-Identifier: BSD-3-Clause
#include <trunnion/version.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/event_object.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace trunnion::python;
  py::options options;
  options.disable_function_signatures();
  options.disable_enum_members_docstring();
  const py::object name = module.attr("__name__");
  module.attr("__name__") = "trunnion";  // what classes and functions say they are of
  BindValues(module);
  BindLaws(module);
  BindResults(module);
  BindState(module);
  BindEvents(module);
  BindFlexible(module);
  BindModel(module);
  BindModelFile(module);
  BindSimulation(module);
  BindHosting(module);
  BindAnalyses(module);
  module.attr("__version__") = trunnion::Version();
  module.attr("_signatures") = Signatures();
  module.attr("__name__") = name;
}
