// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/result_seal.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

constexpr std::size_t kSize = 32, kHead = 24;  // bytes; without the checksum

std::string MakeSeal(uLong checksum) {
  std::array<char, kSize + 1> text{};
  std::snprintf(text.data(), text.size(), "\ntrunnion results crc32 %08lx", checksum & 0xffffffff);
  return text.data();
}

[[noreturn]] void FailToRead(const fs::path& file) {
  throw FileError("'" + file.string() + "' cannot be read: " + std::strerror(errno));
}

File Open(const fs::path& file, const char* mode) {
  return {std::fopen(file.c_str(), mode), &std::fclose};
}

/// Of the next `size` bytes of `in`, which belongs to `file`.
uLong CalcChecksum(std::FILE* in, std::uintmax_t size, const fs::path& file) {
  std::vector<unsigned char> block(1 << 20);
  uLong checksum = crc32(0, nullptr, 0);
  while (size > 0) {
    const std::size_t count = std::min<std::uintmax_t>(size, block.size());
    if (std::fread(block.data(), 1, count, in) != count) FailToRead(file);
    checksum = crc32(checksum, block.data(), static_cast<uInt>(count));
    size -= count;
  }
  return checksum;
}

}  // namespace

void SealFile(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  const File in = Open(file, "rbe");
  if (error || !in) FailToRead(file);
  const std::string seal = MakeSeal(CalcChecksum(in.get(), size, file));
  const File out = Open(file, "abe");
  if (!out || std::fwrite(seal.data(), 1, kSize, out.get()) != kSize || std::fflush(out.get()) != 0)
    throw FileError("cannot write '" + file.string() + "': " + std::strerror(errno));
}

Seal CheckSeal(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  const File in = Open(file, "rbe");
  if (error || !in) FailToRead(file);
  std::string last(kSize, '\0');
  if (size < kSize || std::fseek(in.get(), -static_cast<long>(kSize), SEEK_END) != 0 ||
      std::fread(last.data(), 1, kSize, in.get()) != kSize ||
      last.compare(0, kHead, MakeSeal(0), 0, kHead) != 0)
    return Seal::none;
  std::rewind(in.get());
  return last == MakeSeal(CalcChecksum(in.get(), size - kSize, file)) ? Seal::intact : Seal::broken;
}

}  // namespace trunnion
