// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/archive.hpp"

#include <cstring>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

[[noreturn]] void FailToRead() {
  throw FileError("the state that was saved does not fit; it is of another model or version");
}

}  // namespace

void Archive::Bytes(void* data, std::size_t size) {
  if (size == 0) return;
  if (!loading_) {
    bytes_.append(static_cast<const char*>(data), size);
    return;
  }
  if (size > left_.size()) FailToRead();
  std::memcpy(data, left_.data(), size);
  left_.remove_prefix(size);
}

std::size_t Archive::Count(std::size_t count, std::size_t size) {
  auto number = static_cast<std::uint64_t>(count);
  Raw(&number, 1);
  if (loading_ && size > 0 && number > left_.size() / size) FailToRead();
  return static_cast<std::size_t>(number);
}

void Archive::Field(SparseMatrix& A) {
  if (!loading_ && !A.isCompressed()) A.makeCompressed();
  std::int32_t rows = static_cast<std::int32_t>(A.rows()),
               columns = static_cast<std::int32_t>(A.cols());
  (*this)(rows, columns);
  const std::size_t entry = sizeof(int) + sizeof(double);
  const std::size_t count = Count(static_cast<std::size_t>(A.nonZeros()), entry);
  if (loading_) {
    if (rows < 0 || columns < 0) FailToRead();
    A.resize(rows, columns);
    A.resizeNonZeros(static_cast<Eigen::Index>(count));
  }
  Raw(A.outerIndexPtr(), static_cast<std::size_t>(columns) + 1);
  Raw(A.innerIndexPtr(), count);
  Raw(A.valuePtr(), count);
}

}  // namespace trunnion
