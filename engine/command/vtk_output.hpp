// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>

#include "engine/recorder/vtk_series.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion::command {

/// VTK files of a run, if they are wanted; they become visible with Finish.
class VtkOutput {
 public:
  /// @param results  the folder that the run writes to.
  VtkOutput(bool wanted, const std::filesystem::path& results, const System& system) {
    if (!wanted) return;
    folder_ = std::make_unique<OutputFolder>(results / "vtk");
    series_ = std::make_unique<VtkSeries>(system, folder_->path(), files_);
  }
  void Sample(const Simulation& simulation) {
    if (series_) series_->Sample(simulation);
    sampled_ = true;
  }
  bool sampled() const { return sampled_; }
  void Finish() {
    if (!series_ || !sampled_) return;
    series_->Finish();
    files_.Commit();
    series_->RemoveOlder();
    folder_->Keep();
  }

 private:
  std::unique_ptr<OutputFolder> folder_;
  FileTransaction files_;  // goes before the folder
  std::unique_ptr<VtkSeries> series_;
  bool sampled_ = false;
};

}  // namespace trunnion::command
