// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/results/hdf5_support.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using hdf5::Checked;
using hdf5::Handle;

/// Fixed-length strings of an attribute.
std::vector<std::string> ReadStrings(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  const std::size_t length = H5Tget_size(type);
  const auto count = static_cast<std::size_t>(Checked(H5Sget_simple_extent_npoints(space)));
  std::string packed(length * count, '\0');
  Checked(H5Aread(attribute, type, packed.data()));
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string field = packed.substr(i * length, length);
    strings.push_back(field.substr(0, field.find('\0')));
  }
  return strings;
}

ResultTable ReadTable(const std::string& name, hid_t data) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Handle type(H5Dget_type(data), H5Tclose);
  ResultTable table{name, {}, {}, H5Tget_size(type) == 4};
  const auto names = ReadStrings(data, "columns"), units = ReadStrings(data, "units");
  const auto descriptions = ReadStrings(data, "descriptions");
  for (std::size_t i = 0; i < names.size(); ++i)
    table.columns.push_back({names[i], units.at(i), descriptions.at(i)});
  const Handle space(H5Dget_space(data), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space) != 2) throw hdf5::Failure{};
  Checked(H5Sget_simple_extent_dims(space, size, nullptr));
  if (size[1] != names.size()) throw hdf5::Failure{};
  RowMajor values(size[0], size[1]);
  if (values.size() > 0)
    Checked(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  table.values = values;
  return table;
}

std::string ReadDocument(hid_t data) {
  const Handle space(H5Dget_space(data), H5Sclose);
  std::string text(static_cast<std::size_t>(Checked(H5Sget_simple_extent_npoints(space))), '\0');
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
  const Handle group(H5Gopen2(file, "statistics", H5P_DEFAULT), H5Gclose);
  Names names;
  const auto add = [](hid_t, const char* name, const H5A_info_t*, void* list) -> herr_t {
    static_cast<Names*>(list)->push_back(name);
    return 0;
  };
  Checked(H5Aiterate2(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &names));
  for (const std::string& name : names) {
    double value = 0;
    const Handle attribute(H5Aopen(group, name.c_str(), H5P_DEFAULT), H5Aclose);
    Checked(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value));
    results.statistics.emplace_back(name, value);
  }
}

void ReadMember(hid_t file, const std::string& name, Results& results) {
  if (name == "statistics") return ReadStatistics(file, results);
  const Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
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
  for (ResultTable& table : results.tables) {
    if (table.name == "steps") continue;
    table.values.conservativeResize(rows, Eigen::NoChange);
    results.time = table.values.col(0);
  }
}

Results ReadFile(const fs::path& name) {
  const Handle file(H5Fopen(name.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, H5P_DEFAULT),
                    H5Fclose);
  Results results;
  for (const char* fact : {"model", "trunnion_version"})
    results.metadata.emplace_back(fact, ReadStrings(file, fact).at(0));
  for (const std::string& member : ListMembers(file)) ReadMember(file, member, results);
  CutToCommonRows(results);
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

Results ReadResults(const fs::path& place) {
  const fs::path name = FindResults(place);
  const hdf5::Session session;
  try {
    return ReadFile(name);
  } catch (const hdf5::Failure&) {
    throw FileError("'" + name.string() + "' is no file of results that can be read");
  }
}

}  // namespace trunnion
