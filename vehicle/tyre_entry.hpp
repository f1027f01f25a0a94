// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <trunnion/model_file.hpp>

#include "vehicle/tyre.hpp"

namespace trunnion::vehicle {

/// Reads the keys of tyres in model files. Files are relative to that of the model; a road file
/// that several tyres name is read once.
class TyreEntryReader {
 public:
  /// All but "wheel" and "side".
  static const std::vector<std::string>& Keys();
  /// What they give; its road is never null. @throws FileError
  Tyre Read(const FileEntry& entry);

 private:
  std::shared_ptr<const Road> ReadRoad(const FileEntry& entry);

  std::map<std::string, std::shared_ptr<const Road>> roads_;
};

}  // namespace trunnion::vehicle
