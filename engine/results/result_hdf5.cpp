// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/results/hdf5_support.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_seal.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace {

using hdf5::Checked;

using Strings = std::vector<std::string>;

hdf5::Handle StringType(const Strings& strings) {
  std::size_t length = 1;
  for (const std::string& s : strings) length = std::max(length, s.size());
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return {type, H5Tclose};
}

void WriteAttribute(hid_t object, const char* name, hid_t type, hid_t space, const void* data) {
  const hdf5::Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                               H5Aclose);
  Checked(H5Awrite(attribute, type, data));
}

/// Fixed-length strings; one string gives a scalar attribute.
void WriteStrings(hid_t object, const char* name, const Strings& strings, bool scalar = false) {
  const hdf5::Handle type = StringType(strings);
  const std::size_t length = H5Tget_size(type);
  std::string packed(length * strings.size(), '\0');
  for (std::size_t i = 0; i < strings.size(); ++i) {
    std::copy(strings[i].begin(), strings[i].end(), packed.begin() + i * length);
  }
  const hsize_t size = strings.size();
  const hdf5::Handle space(scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr),
                           H5Sclose);
  WriteAttribute(object, name, type, space, packed.data());
}

void WriteNumber(hid_t object, const char* name, double value) {
  const hdf5::Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  WriteAttribute(object, name, H5T_NATIVE_DOUBLE, space, &value);
}

using Size = std::array<hsize_t, 2>;  // rows, columns

void DescribeColumns(hid_t data, const ResultTable& table) {
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

constexpr hsize_t kChunk = 8192;  // numbers: 64 kB

/// A dataset for the rows of a table.
hdf5::Handle MakeTable(hid_t file,
                       const ResultTable& table,
                       const Size& size,
                       const Size& most,
                       hid_t properties,
                       const Size& chunk) {
  const hdf5::Handle space(H5Screate_simple(2, size.data(), most.data()), H5Sclose);
  Checked(H5Pset_chunk(properties, 2, chunk.data()));
  const hid_t type = table.nodal ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  hdf5::Handle data(
      H5Dcreate2(file, table.name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose);
  DescribeColumns(data, table);
  return data;
}

void Compress(hid_t properties, unsigned level) {
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0) return;
  Checked(H5Pset_shuffle(properties));
  Checked(H5Pset_deflate(properties, level));
}

void WriteTable(hid_t file, const ResultTable& table) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const RowMajor values = table.values;
  const Size size{static_cast<hsize_t>(values.rows()), static_cast<hsize_t>(values.cols())};
  const hdf5::Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  Compress(properties, 4);
  const hsize_t width = std::min<hsize_t>(size[1], 64);
  const Size chunk{std::clamp<hsize_t>(kChunk / width, 1, std::max<hsize_t>(size[0], 1)), width};
  const hdf5::Handle data = MakeTable(file, table, size, size, properties, chunk);
  Checked(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

/// A text as a dataset of bytes.
void WriteDocument(hid_t file, const std::string& name, const std::string& text) {
  const hsize_t size = text.size();
  const hdf5::Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const hdf5::Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const hsize_t chunk = std::clamp<hsize_t>(size, 1, 1 << 20);
  Checked(H5Pset_chunk(properties, 1, &chunk));
  Compress(properties, 4);
  const hdf5::Handle data(
      H5Dcreate2(file, name.c_str(), H5T_STD_U8LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose);
  Checked(H5Dwrite(data, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
}

void WriteFacts(hid_t file, const Results& results) {
  for (const auto& [name, value] : results.metadata)
    WriteStrings(file, name.c_str(), {value}, true);
  for (const auto& [name, text] : results.documents) WriteDocument(file, name, text);
}

void WriteStatistics(hid_t file, const Results& results) {
  const hdf5::Handle group(H5Gcreate2(file, "statistics", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                           H5Gclose);
  for (const auto& [name, value] : results.statistics) WriteNumber(group, name.c_str(), value);
}

/// Without HDF5's lock of files: a reader that looks at the file while it is made would end the
/// run. Two runs are kept apart by the lock of the folder.
hdf5::Handle CreateFile(const std::filesystem::path& name, H5F_libver_t oldest) {
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  Checked(H5Pset_libver_bounds(access, oldest, H5F_LIBVER_LATEST));
  Checked(H5Pset_file_locking(access, false, true));
  return {H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

void WriteFile(const Results& results, const std::filesystem::path& name) {
  // The format of HDF5 1.8: attributes of any size, readable by everything since 2008.
  hdf5::Handle file = CreateFile(name, H5F_LIBVER_V18);
  WriteFacts(file, results);
  WriteStatistics(file, results);
  for (const ResultTable& table : results.tables) WriteTable(file, table);
  file.Close();
}

constexpr double kNotWritten = std::numeric_limits<double>::quiet_NaN();

/// Adds rows at the end of a dataset; the time is its first column.
void AppendRows(hid_t data, std::span<const double> time, std::span<const double> rows) {
  const std::size_t width = rows.size() / time.size() + 1;
  std::vector<double> packed;
  packed.reserve(time.size() * width);
  for (std::size_t i = 0; i < time.size(); ++i) {
    packed.push_back(time[i]);
    const auto row = rows.subspan(i * (width - 1), width - 1);
    packed.insert(packed.end(), row.begin(), row.end());
  }
  Size size{};
  {
    const hdf5::Handle space(H5Dget_space(data), H5Sclose);
    Checked(H5Sget_simple_extent_dims(space, size.data(), nullptr));
  }
  const Size start{size[0], 0}, count{time.size(), width};
  size[0] += count[0];
  Checked(H5Dset_extent(data, size.data()));
  const hdf5::Handle space(H5Dget_space(data), H5Sclose);
  const hdf5::Handle memory(H5Screate_simple(2, count.data(), nullptr), H5Sclose);
  Checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  Checked(H5Dwrite(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, packed.data()));
}

[[noreturn]] void FailToWrite(const std::filesystem::path& file) {
  throw FileError("cannot write '" + file.string() + "': no permission or no space there");
}

}  // namespace

void WriteHdf5(const Results& results, const std::filesystem::path& file, FileTransaction& with) {
  const hdf5::Session session;
  const std::filesystem::path name = with.Add(file);
  try {
    WriteFile(results, name);
  } catch (const hdf5::Failure&) {
    FailToWrite(file);
  }
  SealFile(name);
}

void WriteHdf5(const Results& results, const std::filesystem::path& file) {
  FileTransaction transaction;
  WriteHdf5(results, file, transaction);
  transaction.Commit();
}

struct ResultStream::File {
  explicit File(const std::filesystem::path& name) : file(CreateFile(name, H5F_LIBVER_LATEST)) {}

  /// Rows that were never written read as NaN. Chunks keep their place: they are whole rows or
  /// parts of one, which are written once and can be compressed, or else not compressed.
  void Add(const ResultTable& table, bool compressed) {
    const hsize_t width = table.columns.size();
    const hdf5::Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    Checked(H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, &kNotWritten));
    if (compressed) Compress(properties, 1);
    const Size chunk = compressed ? Size{1, std::min(width, kChunk)}
                                  : Size{std::max<hsize_t>(kChunk / width, 1), width};
    tables.push_back(MakeTable(file, table, {0, width}, {H5S_UNLIMITED, width}, properties, chunk));
  }
  void Close() {
    for (hdf5::Handle& table : tables) table.Close();
    file.Close();
  }

  hdf5::Handle file;
  std::vector<hdf5::Handle> tables;
};

ResultStream::ResultStream(std::filesystem::path file,
                           const Results& header,
                           std::size_t compress_wider_than)
    : name_(std::move(file)) {
  const hdf5::Session session;
  try {
    file_ = std::make_unique<File>(name_);
    WriteFacts(file_->file, header);
    for (const ResultTable& table : header.tables)
      file_->Add(table, table.columns.size() - 1 > compress_wider_than);
    Checked(H5Fstart_swmr_write(file_->file));
  } catch (const hdf5::Failure&) {
    file_.reset();  // closed within the session, so that HDF5 says nothing
    std::error_code ignored;
    std::filesystem::remove(name_, ignored);
    FailToWrite(name_);
  }
}

ResultStream::~ResultStream() {
  const hdf5::Session session;
  file_.reset();
  std::error_code ignored;
  std::filesystem::remove(name_, ignored);
}

void ResultStream::Append(std::size_t table,
                          std::span<const double> time,
                          std::span<const double> rows) {
  const hdf5::Session session;
  try {
    AppendRows(file_->tables[table], time, rows);
  } catch (const hdf5::Failure&) {
    FailToWrite(name_);
  }
}

void ResultStream::Flush() {
  const hdf5::Session session;
  for (const hdf5::Handle& table : file_->tables)
    if (H5Dflush(table) < 0) FailToWrite(name_);
}

namespace {

bool Has(hid_t file, const std::string& name) {
  return H5Lexists(file, name.c_str(), H5P_DEFAULT) > 0;
}

void Complete(const std::filesystem::path& name, const Results& results) {
  hdf5::Handle file(H5Fopen(name.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
  WriteStatistics(file, results);
  for (const auto& [document, text] : results.documents)
    if (!Has(file, document)) WriteDocument(file, document, text);
  for (const ResultTable& table : results.tables)
    if (!Has(file, table.name)) WriteTable(file, table);
  file.Close();
}

}  // namespace

void ResultStream::Finish(const Results& results,
                          const std::filesystem::path& file,
                          FileTransaction& with) {
  const hdf5::Session session;
  const std::filesystem::path name = with.Add(file);
  try {
    file_->Close();
    Complete(name_, results);
  } catch (const hdf5::Failure&) {
    FailToWrite(file);
  }
  SealFile(name_);
  std::error_code error;
  std::filesystem::rename(name_, name, error);
  if (error) FailToWrite(file);
}

}  // namespace trunnion
