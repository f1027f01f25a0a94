// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/results/results.hpp"

/// Results as files. Nothing half-written stays: files are written under temporary names in the
/// folder where they belong and renamed when all are complete; on an error they are removed.
/// Layout of the files: docs/results.md.
namespace trunnion {

/// A folder that results can be written to, made if it is not there. Unless Keep() is called, the
/// folders that were made go away again with the object.
class OutputFolder {
 public:
  /// @throws FileError if the folder cannot be made or written to.
  explicit OutputFolder(std::filesystem::path path);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void Keep() { made_.clear(); }

 private:
  void MakeMissing(std::error_code& error);
  void RemoveMade();

  std::filesystem::path path_;
  std::vector<std::filesystem::path> made_;  // outermost first
};

/// Files that appear together or not at all.
class FileTransaction {
 public:
  FileTransaction() = default;
  ~FileTransaction();  // removes what was not committed
  FileTransaction(const FileTransaction&) = delete;
  FileTransaction& operator=(const FileTransaction&) = delete;

  /// Name to write to; Commit() renames it to `file`.
  /// @throws FileError if `file` is a folder.
  std::filesystem::path Add(const std::filesystem::path& file);
  /// @throws FileError if a file cannot be renamed.
  void Commit();

 private:
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> files_;  // written, wanted
};

/// `text` as a file. @throws FileError
void WriteText(const std::filesystem::path& file, const std::string& text, FileTransaction& with);

/// A field of a CSV file, quoted where RFC 4180 wants it.
std::string CsvField(const std::string& text);

/// One file for each table, <table>.csv, with a header of names and units. Numbers are written so
/// that they read back to the same bits. Tables whose rows are in a stream only (RecorderOptions)
/// and those of the nodes of a mesh are left out.
/// @throws FileError, as all functions here.
void WriteCsv(const Results& results, const std::filesystem::path& folder, FileTransaction& with);
/// The same at once, into a folder that is made if need be.
void WriteCsv(const Results& results, const std::filesystem::path& folder);

/// The file of results that `place` means: itself, or in a folder what an interrupted run has left
/// (results.partial.h5), else results.h5. @throws FileError if there is none.
std::filesystem::path FindResults(const std::filesystem::path& place);
/// Results read back from HDF5; of an interrupted run everything up to the last flushed output.
/// Tables and documents come in alphabetical order. @throws FileError
Results ReadResults(const std::filesystem::path& place);

/// One HDF5 file.
void WriteHdf5(const Results& results, const std::filesystem::path& file, FileTransaction& with);
void WriteHdf5(const Results& results, const std::filesystem::path& file);

}  // namespace trunnion
