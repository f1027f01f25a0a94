// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// Bytes that the state of objects is written to, or read from: one list of fields serves both.
///
///     void Serialize(Archive& archive) { archive(t_, h_, points_); }
///
/// A field is a number, a string, a container or matrix of fields, or an object that has Serialize,
/// as a member or as a function Serialize(Archive&, T&) beside it. Numbers are kept as they are in
/// memory, little-endian.
class Archive {
 public:
  /// To be written to.
  Archive() = default;
  /// To be read from; `bytes` must outlive the object.
  explicit Archive(std::string_view bytes) : left_(bytes), loading_(true) {}

  bool loading() const { return loading_; }
  /// What has been written.
  const std::string& bytes() const { return bytes_; }
  std::string TakeBytes() { return std::move(bytes_); }
  /// So that so many bytes can be written without copies.
  void Reserve(std::size_t size) { bytes_.reserve(size); }
  /// What has not been read.
  std::string_view left() const { return left_; }
  /// Everything has been read.
  bool at_end() const { return left_.empty(); }

  /// Writes the fields, or overwrites them with what is read.
  /// @throws FileError if the bytes do not fit.
  template <class... T>
  void operator()(T&... fields) {
    (Field(fields), ...);
  }
  /// Characters alone, which are not read back.
  void Write(std::string_view text) { bytes_ += text; }
  /// The values of a matrix whose pattern does not change.
  void Values(SparseMatrix& A) { Raw(A.valuePtr(), static_cast<std::size_t>(A.nonZeros())); }

 private:
  static_assert(std::endian::native == std::endian::little, "files are little-endian");

  template <class T>
  void Raw(T* data, std::size_t count) {
    Bytes(data, count * sizeof(T));
  }
  void Bytes(void* data, std::size_t size);
  /// @throws FileError unless so many items of at least `size` bytes are left.
  std::size_t Count(std::size_t count, std::size_t size);

  template <class T>
  void Field(T& field) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      Raw(&field, 1);
    } else if constexpr (requires { field.Serialize(*this); }) {
      field.Serialize(*this);
    } else {
      Serialize(*this, field);
    }
  }
  void Field(std::string& text) {
    text.resize(Count(text.size(), 1));
    Raw(text.data(), text.size());
  }
  void Field(std::vector<bool>& flags) {
    flags.resize(Count(flags.size(), 1));
    for (std::size_t i = 0; i < flags.size(); ++i) {
      bool flag = flags[i];
      Field(flag);
      flags[i] = flag;
    }
  }
  template <class T>
  void Field(std::vector<T>& items) {
    constexpr bool kPlain = std::is_arithmetic_v<T>;
    items.resize(Count(items.size(), kPlain ? sizeof(T) : 1));
    if constexpr (kPlain) return Raw(items.data(), items.size());
    for (T& item : items) Field(item);
  }
  template <class T>
  void Field(std::deque<T>& items) {
    items.resize(Count(items.size(), 1));
    for (T& item : items) Field(item);
  }
  template <class T, std::size_t N>
  void Field(std::array<T, N>& items) {
    for (T& item : items) Field(item);
  }
  template <class A, class B>
  void Field(std::pair<A, B>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <class T>
  void Field(std::map<std::string, T>& map) {
    std::vector<std::pair<std::string, T>> items(map.begin(), map.end());
    Field(items);
    if (loading_) map = {items.begin(), items.end()};
  }
  template <int Rows, int Columns>
  void Field(Eigen::Matrix<double, Rows, Columns>& A) {
    if constexpr (Rows == Eigen::Dynamic) {
      std::int64_t columns = Columns == 1 ? 1 : A.cols();
      if constexpr (Columns != 1) (*this)(columns);
      const auto rows = Count(static_cast<std::size_t>(A.rows()), sizeof(double) * (columns > 0));
      if (loading_) A.resize(static_cast<Eigen::Index>(rows), columns);
    }
    Raw(A.data(), static_cast<std::size_t>(A.size()));
  }
  void Field(SparseMatrix& A);

  std::string bytes_;
  std::string_view left_;
  bool loading_ = false;
};

}  // namespace trunnion
