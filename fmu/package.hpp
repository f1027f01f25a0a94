// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "engine/model_file/entry.hpp"
#include "fmu/zip.hpp"

namespace trunnion::fmu {

struct ExportRequest {
  std::filesystem::path model;
  std::filesystem::path output;  ///< .fmu
  int fmi = 3;                   ///< version of the standard, 2 or 3
  std::filesystem::path kit;     ///< folder of the shared libraries and licences of FMUs
};
struct ExportReport {
  std::size_t inputs = 0, parameters = 0, outputs = 0;
  std::size_t columns_left_out = 0;  ///< of results: there are too many
};

/// Writes a model as an FMU for co-simulation. @throws FileError if a file that belongs into it
/// cannot be read, or the FMU not be written; ModelError as SteppedSimulation.
ExportReport ExportFmu(const ExportRequest& request);

/// Takes the files that a model names into resources/, and has the model name them there. Meshes
/// bring those that they include. @param folder  of the model.
void GatherFiles(model_file::Json& document, const std::filesystem::path& folder, Files& files);

/// Contents of a file. @throws FileError
std::string ReadWhole(const std::filesystem::path& path);

}  // namespace trunnion::fmu
