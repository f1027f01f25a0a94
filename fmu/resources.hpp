// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "engine/core/archive.hpp"
#include "engine/hosting/stepped_simulation.hpp"
#include "engine/model_file/entry.hpp"

namespace trunnion::fmu {

/// What the simulation of an instance is made with, beside the model.
struct Settings {
  double start_time = 0;  ///< [s]
  double tolerance = 0;   ///< 0: that of the model
  int threads = 1;
  /// Start values of inputs that drive motions, by their names: the model is assembled with them.
  std::map<std::string, double> starts{};
  void Serialize(Archive& archive) { archive(start_time, tolerance, threads, starts); }
  bool operator==(const Settings&) const = default;
};

/// The folder resources/ of an FMU: the model file, and token.txt.
class Resources {
 public:
  /// @throws FileError if a file is missing or wrong.
  explicit Resources(const std::filesystem::path& folder);

  const std::string& token() const { return token_; }
  const model_file::Json& document() const { return document_; }
  /// Some output is relative to its initial value.
  bool remembers_initial() const { return remembers_initial_; }
  /// @throws Error as SteppedSimulation.
  std::unique_ptr<SteppedSimulation> MakeHost(const Settings& settings) const;

 private:
  std::filesystem::path model_;
  model_file::Json document_;
  std::string token_;
  bool remembers_initial_ = false;
};

}  // namespace trunnion::fmu
