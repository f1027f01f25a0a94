// SPDX-License-Identifier: BSD-3-Clause
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/result_files.hpp"

namespace trunnion {
namespace {

/// An HDF5 identifier that closes itself; every failure of the library becomes a FileError.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(Checked(id)), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }  // NOLINT: so that it can be passed to the C functions

  template <class Status>
  static Status Checked(Status status) {
    if (status < 0) throw FileError("an HDF5 file cannot be written: no permission or no space");
    return status;
  }
  /// Closes now, so that what is still in memory reaches the file or fails.
  void Close() { Checked(close_(std::exchange(id_, hid_t(-1)))); }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

using Strings = std::vector<std::string>;

Handle StringType(const Strings& strings) {
  std::size_t length = 1;
  for (const std::string& s : strings) length = std::max(length, s.size());
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return {type, H5Tclose};
}

void WriteAttribute(hid_t object, const char* name, hid_t type, hid_t space, const void* data) {
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  Handle::Checked(H5Awrite(attribute, type, data));
}

/// Fixed-length strings; one string gives a scalar attribute.
void WriteStrings(hid_t object, const char* name, const Strings& strings, bool scalar = false) {
  const Handle type = StringType(strings);
  const std::size_t length = H5Tget_size(type);
  std::string packed(length * strings.size(), '\0');
  for (std::size_t i = 0; i < strings.size(); ++i) {
    std::copy(strings[i].begin(), strings[i].end(), packed.begin() + i * length);
  }
  const hsize_t size = strings.size();
  const Handle space(scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr),
                     H5Sclose);
  WriteAttribute(object, name, type, space, packed.data());
}

void WriteNumber(hid_t object, const char* name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  WriteAttribute(object, name, H5T_NATIVE_DOUBLE, space, &value);
}

/// Rows × columns, in chunks of about 64 kB along the rows, compressed without loss.
void WriteTable(hid_t file, const ResultTable& table) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const RowMajor values = table.values;
  const std::array<hsize_t, 2> size{static_cast<hsize_t>(values.rows()),
                                    static_cast<hsize_t>(values.cols())};
  const Handle space(H5Screate_simple(2, size.data(), nullptr), H5Sclose);
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const hsize_t width = std::min<hsize_t>(size[1], 64);
  const std::array<hsize_t, 2> chunk{
      std::clamp<hsize_t>(8192 / width, 1, std::max<hsize_t>(size[0], 1)), width};
  Handle::Checked(H5Pset_chunk(properties, 2, chunk.data()));
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
    Handle::Checked(H5Pset_shuffle(properties));
    Handle::Checked(H5Pset_deflate(properties, 4));
  }
  const Handle data(
      H5Dcreate2(
          file, table.name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose);
  Handle::Checked(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  Strings names, units, descriptions;
  for (const ResultColumn& column : table.columns) {
    names.push_back(column.name);
    units.push_back(column.unit);
    descriptions.push_back(column.description);
  }
  WriteStrings(data, "columns", names);
  WriteStrings(data, "units", units);
  WriteStrings(data, "descriptions", descriptions);
}

void WriteMetadata(hid_t file, const Results& results) {
  for (const auto& [name, value] : results.metadata)
    WriteStrings(file, name.c_str(), {value}, true);
  const Handle group(H5Gcreate2(file, "statistics", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Gclose);
  for (const auto& [name, value] : results.statistics) WriteNumber(group, name.c_str(), value);
}

void WriteFile(const Results& results, const std::filesystem::path& name) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The format of HDF5 1.8: attributes of any size, readable by everything since 2008.
  Handle::Checked(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST));
  Handle file(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
  WriteMetadata(file, results);
  for (const ResultTable& table : results.tables) WriteTable(file, table);
  file.Close();
}

/// Silences the library's own messages on stderr.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace

void WriteHdf5(const Results& results, const std::filesystem::path& file, FileTransaction& with) {
  const QuietErrors quiet;
  const std::filesystem::path name = with.Add(file);
  try {
    WriteFile(results, name);
  } catch (const FileError&) {
    throw FileError("cannot write '" + file.string() + "': no permission or no space there");
  }
}

void WriteHdf5(const Results& results, const std::filesystem::path& file) {
  FileTransaction transaction;
  WriteHdf5(results, file, transaction);
  transaction.Commit();
}

}  // namespace trunnion
