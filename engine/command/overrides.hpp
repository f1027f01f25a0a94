// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/command/commands.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion::command {

/// Parameters from "NAME=VALUE", VALUE a number or a formula of numbers. @throws ModelError
std::map<std::string, double> ReadAssignments(const std::vector<std::string>& texts);

/// The model file of a run, with what the command line says in place of it.
/// @throws Error for a bad file, or an option that the chosen integrator does not read.
ModelFile ReadWithOverrides(const RunArguments& arguments);

}  // namespace trunnion::command
