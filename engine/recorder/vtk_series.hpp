// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/fields/mesh_fields.hpp"
#include "engine/results/result_files.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

/// The flexible parts of a run as VTK XML, for ParaView and others: for each part NAME.pvd, the
/// times, and a file NAME_000000.vtu for each sample, compressed. What they hold:
/// docs/results.md.
///
///     OutputFolder folder("results/vtk");
///     FileTransaction files;
///     VtkSeries vtk(system, folder.path(), files);
///     for (...) { simulation.advance_to(t); vtk.Sample(simulation); }
///     vtk.Finish();
///     files.Commit();
///     vtk.RemoveOlder();
///     folder.Keep();
///
/// Verified  tests/system/vtk_series_test.cpp: files read back bit for bit.
class VtkSeries {
 public:
  /// @param folder  exists.
  /// @throws ModelError if the System has no flexible part. The System must outlive it.
  VtkSeries(const System& system, std::filesystem::path folder, FileTransaction& files);

  /// @throws FileError if a file cannot be written.
  void Sample(const Simulation& simulation);
  void Finish();
  /// Removes what earlier runs left in the folder: samples beyond those of this run, and the series
  /// (PART.pvd with PART_000000.vtu beside it) of parts that it does not have. To be called when
  /// the files are committed. @throws FileError if a file cannot be removed.
  void RemoveOlder() const;

 private:
  std::filesystem::path folder_;
  FileTransaction& files_;
  MeshRecoveries meshes_;
  std::vector<std::string> names_;  // of files
  std::vector<double> times_;
};

/// One .vtu file: the text.
std::string MakeVtu(const MeshRecovery& mesh, const ElementContext& x);

}  // namespace trunnion
