// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/resources.hpp"

#include "engine/core/input_file.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion::fmu {

using model_file::Json;

Resources::Resources(const std::filesystem::path& folder) : model_(folder / "model.json") {
  constexpr std::size_t kMostBytes = 1'000'000'000;
  document_ = model_file::ParseText(InputFile(model_).ReadAll(kMostBytes), model_.string());
  token_ = InputFile(folder / "token.txt").ReadAll(kMostBytes);
  if (document_.contains("outputs"))
    for (const Json& output : document_["outputs"])
      remembers_initial_ = remembers_initial_ || output.value("from_initial", false);
}

std::unique_ptr<SteppedSimulation> Resources::MakeHost(const Settings& settings) const {
  Json document = document_;
  if (!settings.starts.empty())
    for (Json& input : document["inputs"])
      if (const auto start = settings.starts.find(input.value("name", ""));
          start != settings.starts.end())
        input["start"] = start->second;
  const ModelFile file = ParseModel(document.dump(), model_.string());
  SimulationOptions options = file.run.MakeOptions();
  options.start_time = settings.start_time;
  options.threads = settings.threads;
  options.serial = settings.threads == 1;
  if (settings.tolerance > 0) {
    options.integrator.tolerance = settings.tolerance;
    options.integrator.angle_tolerance = 0;
  }
  return std::make_unique<SteppedSimulation>(file.model, options, file.signals);
}

}  // namespace trunnion::fmu
