// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/fmu_archive.hpp"

#include <minizip/unzip.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <system_error>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"
#include "engine/core/one_line.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostUnpacked = 4'000'000'000;
constexpr std::size_t kLongestName = 1000;

using Zip = std::unique_ptr<void, int (*)(unzFile)>;

[[noreturn]] void FailArchive(const fs::path& file, const std::string& problem) {
  throw FileError("'" + file.string() + "' " + problem);
}

std::string CurrentName(const Zip& zip, const fs::path& file) {
  std::array<char, kLongestName + 1> name{};
  unz_file_info64 info{};
  if (unzGetCurrentFileInfo64(zip.get(), &info, name.data(), name.size(), nullptr, 0, nullptr, 0) !=
          UNZ_OK ||
      info.size_filename > kLongestName)
    FailArchive(file, "is a damaged zip archive; export the FMU again");
  return std::string(name.data());
}

/// The file that the archive stands at. @return its size.
std::uint64_t WriteCurrent(const Zip& zip, const fs::path& file, const fs::path& target) {
  const auto fail = [&] {
    FailArchive(file,
                "holds '" + OneLine(target.filename().string()) +
                    "', which cannot be unpacked; the archive is damaged, or there is no "
                    "space for it");
  };
  std::error_code error;  // told of where the file cannot be written
  fs::create_directories(target.parent_path(), error);
  std::ofstream out(target, std::ios::binary);
  if (!out || unzOpenCurrentFile(zip.get()) != UNZ_OK) fail();
  std::array<char, 1 << 16> buffer{};
  std::uint64_t size = 0;
  int count = 0;
  while ((count = unzReadCurrentFile(zip.get(), buffer.data(), buffer.size())) > 0) {
    out.write(buffer.data(), count);
    size += static_cast<std::uint64_t>(count);
    if (size > kMostUnpacked) FailArchive(file, "unpacks to more than 4 GB; is it an FMU?");
  }
  const bool whole = count == 0 && unzCloseCurrentFile(zip.get()) == UNZ_OK;  // checksum
  out.close();
  if (!whole || !out) fail();
  return size;
}

}  // namespace

bool StaysInFolder(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && path.is_relative() && name.find('\\') == std::string::npos &&
         name.find(':') == std::string::npos &&
         std::none_of(path.begin(), path.end(), [](const fs::path& p) { return p == ".."; });
}

FmuArchive::FmuArchive(const fs::path& file) {
  RequireReadable(file);
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "trunnion_fmu_XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr)
    FailArchive(file,
                std::string("cannot be unpacked, no folder can be made for it: ") +
                    std::strerror(errno) + "; set TMPDIR to one with space");
  folder_ = name;
  try {
    Unpack(file);
  } catch (...) {
    fs::remove_all(folder_, error);
    throw;
  }
}

FmuArchive::~FmuArchive() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void FmuArchive::Unpack(const fs::path& file) {
  const Zip zip(unzOpen64(file.c_str()), &unzClose);
  if (!zip) FailArchive(file, "is no zip archive; an FMU is one");
  std::uint64_t size = 0;
  for (int at = unzGoToFirstFile(zip.get()); at != UNZ_END_OF_LIST_OF_FILE;
       at = unzGoToNextFile(zip.get())) {
    if (at != UNZ_OK) FailArchive(file, "is a damaged zip archive; export the FMU again");
    const std::string name = CurrentName(zip, file);
    if (!StaysInFolder(name))
      FailArchive(file,
                  "holds '" + OneLine(name) +
                      "', which would be written outside of its folder; do not use this FMU");
    if (name.back() == '/') continue;
    size += WriteCurrent(zip, file, folder_ / name);
    if (size > kMostUnpacked) FailArchive(file, "unpacks to more than 4 GB; is it an FMU?");
  }
}

}  // namespace trunnion
