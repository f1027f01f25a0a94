// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "engine/core/input_file.hpp"
#include "engine/results/hdf5_support.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_folder.hpp"
#include "engine/results/result_seal.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using hdf5::Checked;

/// What a damaged file may claim without taking all memory: compression shrinks numbers by less
/// than 1100, and rows that a killed run has not written take no room.
constexpr double kMostGrowth = 1100, kMostUnwritten = 64e6;  // [bytes]

void RequireKind(hid_t type, H5T_class_t kind) {
  if (H5Tget_class(type) != kind || H5Tget_size(type) == 0) throw hdf5::Failure{};
}

/// Fixed-length strings of an attribute.
std::vector<std::string> ReadStrings(hid_t object, const char* name) {
  const hdf5::Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const hdf5::Handle type(H5Aget_type(attribute), H5Tclose);
  const hdf5::Handle space(H5Aget_space(attribute), H5Sclose);
  RequireKind(type, H5T_STRING);
  if (H5Tis_variable_str(type) != 0) throw hdf5::Failure{};
  const std::size_t length = H5Tget_size(type);
  const auto count = static_cast<std::size_t>(Checked(H5Sget_simple_extent_npoints(space)));
  const hsize_t stored = H5Aget_storage_size(attribute);
  if (count > stored || length > stored || count * length > stored) throw hdf5::Failure{};
  std::string packed(length * count, '\0');
  Checked(H5Aread(attribute, type, packed.data()));
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string field = packed.substr(i * length, length);
    strings.push_back(field.substr(0, field.find('\0')));
  }
  return strings;
}

/// The size of a dataset in each dimension, which the file can hold.
template <std::size_t Dimensions>
std::array<hsize_t, Dimensions> ReadSize(hid_t data) {
  const hdf5::Handle space(H5Dget_space(data), H5Sclose);
  std::array<hsize_t, Dimensions> size{};
  if (H5Sget_simple_extent_ndims(space) != Dimensions) throw hdf5::Failure{};
  Checked(H5Sget_simple_extent_dims(space, size.data(), nullptr));
  double bytes = 8;
  for (const hsize_t n : size) bytes *= static_cast<double>(n);
  const auto stored = static_cast<double>(H5Dget_storage_size(data));
  if (bytes > kMostGrowth * stored + kMostUnwritten) throw hdf5::Failure{};
  return size;
}

ResultTable ReadTable(const std::string& name, hid_t data) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const hdf5::Handle type(H5Dget_type(data), H5Tclose);
  RequireKind(type, H5T_FLOAT);
  ResultTable table{name, {}, {}, H5Tget_size(type) == 4};
  const auto names = ReadStrings(data, "columns"), units = ReadStrings(data, "units");
  const auto descriptions = ReadStrings(data, "descriptions");
  const auto size = ReadSize<2>(data);
  if (names.empty() || size[1] != names.size() || units.size() != names.size() ||
      descriptions.size() != names.size())
    throw hdf5::Failure{};
  for (std::size_t i = 0; i < names.size(); ++i)
    table.columns.push_back({names[i], units[i], descriptions[i]});
  RowMajor values(size[0], size[1]);
  if (values.size() > 0)
    Checked(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  table.values = values;
  return table;
}

std::string ReadDocument(hid_t data) {
  const hdf5::Handle type(H5Dget_type(data), H5Tclose);
  RequireKind(type, H5T_INTEGER);
  std::string text(static_cast<std::size_t>(ReadSize<1>(data)[0]), '\0');
  if (!text.empty())
    Checked(H5Dread(data, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  return text;
}

using Names = std::vector<std::string>;

Names ListMembers(hid_t file) {
  Names names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<Names*>(list)->push_back(name);
    return 0;
  };
  Checked(H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &names));
  return names;
}

void ReadStatistics(hid_t file, Results& results) {
  const hdf5::Handle group(H5Gopen2(file, "statistics", H5P_DEFAULT), H5Gclose);
  Names names;
  const auto add = [](hid_t, const char* name, const H5A_info_t*, void* list) -> herr_t {
    static_cast<Names*>(list)->push_back(name);
    return 0;
  };
  Checked(H5Aiterate2(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &names));
  for (const std::string& name : names) {
    double value = 0;
    const hdf5::Handle attribute(H5Aopen(group, name.c_str(), H5P_DEFAULT), H5Aclose);
    const hdf5::Handle space(H5Aget_space(attribute), H5Sclose);
    if (H5Sget_simple_extent_npoints(space) != 1) throw hdf5::Failure{};
    Checked(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value));
    results.statistics.emplace_back(name, value);
  }
}

void ReadMember(hid_t file, const std::string& name, Results& results) {
  if (name == "statistics") return ReadStatistics(file, results);
  const hdf5::Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (H5Aexists(data, "columns") > 0)
    results.tables.push_back(ReadTable(name, data));
  else
    results.documents.emplace_back(name, ReadDocument(data));
}

/// Rows that every table has: a run that was killed may have written some tables further. Those of
/// `steps` are others.
void CutToCommonRows(Results& results) {
  Eigen::Index rows = std::numeric_limits<Eigen::Index>::max();
  for (const ResultTable& table : results.tables) {
    if (table.name == "steps") continue;
    Eigen::Index own = table.values.rows();
    while (own > 0 && std::isnan(table.values(own - 1, 0))) --own;
    rows = std::min(rows, own);
  }
  const ResultTable* leading = nullptr;  // in double precision, if there is one
  for (ResultTable& table : results.tables) {
    if (table.name == "steps") continue;
    table.values.conservativeResize(rows, Eigen::NoChange);
    if (!leading || leading->nodal) leading = &table;
  }
  if (leading) results.time = leading->values.col(0);
}

/// The times of all tables are the same, up to single precision of nodes, and finite.
void RequireSameTimes(const Results& results) {
  for (const ResultTable& table : results.tables) {
    const VectorXd own = table.values.col(0);
    if (!own.allFinite()) throw hdf5::Failure{};
    if (table.name == "steps") continue;
    const VectorXd difference = (own - results.time).cwiseAbs();
    const VectorXd rounding = table.nodal ? VectorXd(1e-6 * results.time.cwiseAbs().array() + 1e-37)
                                          : VectorXd::Zero(own.size());
    if ((difference.array() > rounding.array()).any()) throw hdf5::Failure{};
  }
}

/// Plainly; or, what a run has left or is writing, in the mode for that. A damaged file is not
/// tried again for ever: HDF5 waits for a writer 2^n ns before its nth attempt.
hdf5::Handle OpenFile(const fs::path& name) {
  constexpr unsigned kAttempts = 25;  // 30 ms at most
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  Checked(H5Pset_file_locking(access, false, true));  // as its writer
  const hid_t plain = H5Fopen(name.c_str(), H5F_ACC_RDONLY, access);
  if (plain >= 0) return {plain, H5Fclose};
  Checked(H5Pset_metadata_read_attempts(access, kAttempts));
  return {H5Fopen(name.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose};
}

Results ReadFile(const fs::path& name) {
  const hdf5::Handle file = OpenFile(name);
  Results results;
  for (const char* fact : {"model", "trunnion_version"}) {
    const auto values = ReadStrings(file, fact);
    if (values.size() != 1) throw hdf5::Failure{};
    results.metadata.emplace_back(fact, values[0]);
  }
  for (const std::string& member : ListMembers(file)) ReadMember(file, member, results);
  CutToCommonRows(results);
  RequireSameTimes(results);
  return results;
}

}  // namespace

fs::path FindResults(const fs::path& place) {
  std::error_code error;
  if (!fs::exists(place, error))
    throw FileError("there are no results '" + place.string() + "'; give a folder or a .h5 file");
  if (!fs::is_directory(place, error)) return place;
  for (const char* name : {kPartialResults, "results.h5"})
    if (fs::exists(place / name, error)) return place / name;
  std::vector<std::string> below;
  for (const auto& entry : fs::directory_iterator(place, error))
    if (fs::exists(entry.path() / "results.h5", error)) below.push_back(entry.path().string());
  std::sort(below.begin(), below.end());
  std::string hint = "run the model with --output";
  if (!below.empty()) {
    hint = "give the folder of one analysis:";
    for (const std::string& folder : below) hint += " " + folder;
  }
  throw FileError("the folder '" + place.string() + "' holds no results.h5; " + hint);
}

std::string ReadAnalysisName(const fs::path& file) {
  RequireReadable(file);
  const hdf5::Session session;
  try {
    const hdf5::Handle opened = OpenFile(file);
    const auto names = H5Aexists(opened, "analysis") > 0 ? ReadStrings(opened, "analysis")
                                                         : std::vector<std::string>{};
    return names.empty() ? "" : names[0];
  } catch (const hdf5::Failure&) {
    return "";
  }
}

Results ReadResults(const fs::path& place) {
  const fs::path name = FindResults(place);
  RequireReadable(name);
  if (CheckSeal(name) == Seal::broken)
    throw FileError("'" + name.string() +
                    "' is damaged: it is not as the run has written it; run the model again");
  const hdf5::Session session;
  try {
    return ReadFile(name);
  } catch (const hdf5::Failure&) {
    throw FileError("'" + name.string() + "' is no file of results that can be read");
  } catch (const std::bad_alloc&) {
    throw FileError("'" + name.string() + "' is larger than the memory, or damaged");
  }
}

}  // namespace trunnion
