// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 1 << 16;
constexpr std::size_t kLongestLine = 16'000'000;

[[noreturn]] void Fail(const fs::path& path, const std::string& problem) {
  throw FileError("'" + path.string() + "' " + problem);
}

bool IsGiven(const fs::path& path) {
  const std::string text = path.lexically_normal().string();
  return text.rfind("/dev/", 0) == 0 || text.rfind("/proc/", 0) == 0;
}

}  // namespace

void RequireReadable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found || status.type() == fs::file_type::none)
    Fail(path, "cannot be opened: " + error.message() + "; check the path and the permissions");
  if (fs::is_directory(status)) Fail(path, "is a folder; name a file");
  if (fs::is_fifo(status) && IsGiven(path)) return;
  if (!fs::is_regular_file(status))
    Fail(path, "is a pipe or a device, not a file; name a regular file");
}

InputFile::InputFile(const fs::path& path) : path_(path) {
  RequireReadable(path);
  file_.reset(std::fopen(path.c_str(), "rbe"));
  if (!file_)
    Fail(path,
         std::string("cannot be opened: ") + std::strerror(errno) +
             "; check the path and the permissions");
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // blocks are large already
}

/// Puts more bytes into the buffer; false at the end of the file.
bool InputFile::Fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kBlock);
  errno = 0;
  const std::size_t count = std::fread(buffer_.data() + size, 1, kBlock, file_.get());
  buffer_.resize(size + count);
  if (std::ferror(file_.get()) != 0)
    Fail(path_, std::string("cannot be read: ") + std::strerror(errno) + "; check the disk");
  return count > 0;
}

bool InputFile::NextLine(std::string& line) {
  std::size_t end = buffer_.find('\n', at_);
  while (end == std::string::npos) {
    const std::size_t seen = buffer_.size() - at_;
    if (seen > kLongestLine) Fail(path_, "has a line of more than 16 MB; name a text file");
    if (!Fill()) break;
    end = buffer_.find('\n', seen);
  }
  if (end == std::string::npos) {
    if (at_ == buffer_.size()) return false;
    end = buffer_.size();  // a last line without its end
  }
  line.assign(buffer_, at_, end - at_);
  at_ = std::min(end + 1, buffer_.size());
  ++line_;
  return true;
}

std::string InputFile::ReadAll(std::size_t most) {
  const auto size = [this] { return buffer_.size() - at_; };
  while (size() <= most && Fill()) {
  }
  if (size() > most)
    Fail(path_, "is larger than " + std::to_string(most / 1'000'000) + " MB; name a smaller file");
  std::string text = buffer_.substr(at_);
  at_ = buffer_.size();
  return text;
}

}  // namespace trunnion
