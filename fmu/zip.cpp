// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/zip.hpp"

#include <zlib.h>

#include <cstdint>
#include <ctime>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion::fmu {
namespace {

constexpr std::size_t kMostBytes = 0xFFFF'0000;
constexpr unsigned kZipVersion = 20;  // of the format: 2.0

/// Numbers, little-endian.
void Put(std::string& out, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// A deflated stream without a head of its own.
std::string Deflate(const std::string& data) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw FileError("zip: not enough memory to compress");
  std::string out(deflateBound(&stream, static_cast<uLong>(data.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw FileError("zip: a file cannot be compressed");
  return out;
}

/// As MS-DOS keeps it, in UTC: time, then date.
std::uint32_t DosTime(long date) {
  const std::time_t seconds = date;
  std::tm t{};
  gmtime_r(&seconds, &t);
  const int year = t.tm_year < 80 ? 0 : t.tm_year - 80;
  const auto day = static_cast<std::uint32_t>(year << 9 | (t.tm_mon + 1) << 5 | t.tm_mday);
  const auto time = static_cast<std::uint32_t>(t.tm_hour << 11 | t.tm_min << 5 | t.tm_sec / 2);
  return day << 16 | time;
}

/// What both heads of a file have in common.
std::string CommonHead(const std::string& name,
                       const std::string& data,
                       const std::string& packed,
                       std::uint32_t time) {
  const auto crc =
      crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
  std::string head;
  Put(head, kZipVersion, 2);
  Put(head, 0x800, 2);  // names are UTF-8
  Put(head, Z_DEFLATED, 2);
  Put(head, time, 4);
  Put(head, static_cast<std::uint32_t>(crc), 4);
  Put(head, static_cast<std::uint32_t>(packed.size()), 4);
  Put(head, static_cast<std::uint32_t>(data.size()), 4);
  Put(head, static_cast<std::uint32_t>(name.size()), 2);
  Put(head, 0, 2);
  return head;
}

std::string Archive(const Files& files, long date) {
  std::string out, directory;
  for (const auto& [name, data] : files) {
    if (data.size() > kMostBytes) throw FileError("zip: '" + name + "' is larger than 4 GB");
    const std::string packed = Deflate(data);
    const std::string head = CommonHead(name, data, packed, DosTime(date));
    if (out.size() + packed.size() + directory.size() > kMostBytes)
      throw FileError("zip: the archive would be larger than 4 GB; FMUs cannot be");
    Put(directory, 0x02014b50, 4);
    Put(directory, 3 << 8 | kZipVersion, 2);  // made on Unix
    directory += head;
    for (int i = 0; i < 3; ++i) Put(directory, 0, 2);  // comment, disk, kind
    Put(directory, 0100644U << 16, 4);
    Put(directory, static_cast<std::uint32_t>(out.size()), 4);
    directory += name;
    Put(out, 0x04034b50, 4);
    out += head + name + packed;
  }
  const auto begin = static_cast<std::uint32_t>(out.size());
  out += directory;
  Put(out, 0x06054b50, 4);
  Put(out, 0, 4);
  for (int i = 0; i < 2; ++i) Put(out, static_cast<std::uint32_t>(files.size()), 2);
  Put(out, static_cast<std::uint32_t>(directory.size()), 4);
  Put(out, begin, 4);
  Put(out, 0, 2);
  return out;
}

}  // namespace

void WriteZip(const std::filesystem::path& path, const Files& files, long date) {
  const std::string archive = Archive(files, date);
  FileTransaction transaction;
  WriteText(path, archive, transaction);
  transaction.Commit();
}

}  // namespace trunnion::fmu
