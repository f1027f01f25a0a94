// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "python/bindings/text.hpp"

/// The parts of the extension.
namespace trunnion::python {

void BindValues(py::module_& module);  ///< handles, poses, coordinates, enumerations, errors
void BindLaws(py::module_& module);
void BindModel(py::module_& module);
void BindModelFile(py::module_& module);
void BindState(py::module_& module);
void BindSimulation(py::module_& module);
void BindHosting(py::module_& module);
void BindResults(py::module_& module);
void BindAnalyses(py::module_& module);
void BindFlexible(py::module_& module);

}  // namespace trunnion::python
