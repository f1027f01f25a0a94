// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <trunnion/model_file.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/convert.hpp"

namespace trunnion::python {
namespace {

void BindFile(py::module_& module) {
  Class<ModelFile, std::shared_ptr<ModelFile>> cls(
      module,
      "ModelFile",
      "()",
      "What a model file contains: read_model_file(...), parse_model(...).\n\nIts signals serve "
      "one simulation at a time.");
  cls.Property(
      "source", [](const ModelFile& f) { return f.source; }, "str", "The file, for messages");
  cls.Property(
      "description", [](const ModelFile& f) { return f.description; }, "str", "May be empty");
  DocumentProperty("ModelFile", "model", "Model");
  cls.def_property_readonly(
      "model",
      [](ModelFile& f) -> Model& { return f.model; },
      "The model. (Model)",
      py::return_value_policy::reference_internal);
  cls.Property(
      "until", [](const ModelFile& f) { return f.run.until; }, "float", "End of the run [s]");
  cls.Property(
      "output_interval", [](const ModelFile& f) { return f.run.output_interval; }, "float", "[s]");
  cls.Property(
      "signals",
      [](const ModelFile& f) { return f.signals; },
      "list[Signal]",
      "The outputs, in order");
  cls.Property(
      "analyses",
      [](const ModelFile& f) {
        std::vector<std::string> names;
        for (const AnalysisRequest& request : f.analyses) names.push_back(request.name);
        return names;
      },
      "list[str]",
      "Names of the analyses; empty: one dynamic run");
}

}  // namespace

void BindModelFile(py::module_& module) {
  BindFile(module);
  Function(
      module,
      "read_model_file",
      [](const std::filesystem::path& path) {
        return std::make_shared<ModelFile>(ReadModelFile(path));
      },
      "(path: str | PathLike[str]) -> ModelFile",
      "Reads a model file; a FileError names the place in it and the remedy.",
      py::arg("path"),
      Free());
  module.def("_parse_model", [](const std::string& text, const std::string& name) {
    const py::gil_scoped_release free;
    return std::make_shared<ModelFile>(ParseModel(text, name));
  });
}

}  // namespace trunnion::python
