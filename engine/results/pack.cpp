// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/pack.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace trunnion {
namespace {

constexpr int kMostOrder = 4;
using Codes = std::vector<std::uint32_t>;

template <class Number>
void Put(std::string& out, Number value) {
  std::array<char, sizeof(Number)> bytes{};
  std::memcpy(bytes.data(), &value, bytes.size());
  out.append(bytes.data(), bytes.size());
}

struct Column {
  double low = 0, step = 0;
  std::uint8_t order = 0;
  Codes codes;
};

/// How numbers become codes: 0 to `most`, or `mask` where there is no finite number.
struct Coding {
  std::uint32_t most, mask;
  double least_step;
};

Codes Quantize(const Eigen::Ref<const VectorXd>& y, const Coding& coding, Column& out) {
  double low = INFINITY, high = -INFINITY;
  for (const double value : y) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  out.low = low <= high ? low : 0;
  out.step = low < high ? high / coding.most - low / coding.most : 0;
  if (out.step > 0) out.step = std::max(out.step, coding.least_step);
  Codes codes;
  codes.reserve(static_cast<std::size_t>(y.size()));
  for (const double value : y) {
    const double code = out.step > 0 ? std::round((value - low) / out.step) : 0;
    const double last = coding.most;
    codes.push_back(std::isfinite(value) ? static_cast<std::uint32_t>(code < last ? code : last)
                                         : coding.mask);
  }
  return codes;
}

void Differentiate(Codes& codes, std::uint32_t mask) {
  for (std::size_t i = codes.size(); i-- > 1;) codes[i] = (codes[i] - codes[i - 1]) & mask;
}

/// What the codes cost, roughly: the sum of their distances from zero modulo 2^(8 width).
double Cost(const Codes& codes, std::uint32_t mask) {
  double sum = 0;
  for (const std::uint32_t code : codes) sum += std::min(code, (mask - code) + 1);
  return sum;
}

Column Encode(const Eigen::Ref<const VectorXd>& y, const Coding& coding) {
  Column best;
  Codes codes = Quantize(y, coding, best);
  double least = INFINITY;
  for (int order = 0; order <= kMostOrder; ++order) {
    if (order > 0) Differentiate(codes, coding.mask);
    const double cost = Cost(codes, coding.mask);
    if (cost >= least) continue;
    least = cost;
    best.order = static_cast<std::uint8_t>(order);
    best.codes = codes;
  }
  return best;
}

}  // namespace

std::string PackColumns(const Eigen::Ref<const MatrixXd>& values, int bits, double least_step) {
  const int width = bits > 16 ? 3 : 2;
  const Coding coding{(1u << bits) - 2, (1u << (8 * width)) - 1, least_step};
  std::vector<Column> columns;
  columns.reserve(static_cast<std::size_t>(values.cols()));
  for (Eigen::Index c = 0; c < values.cols(); ++c) columns.push_back(Encode(values.col(c), coding));
  std::string out;
  Put(out, static_cast<std::uint32_t>(values.rows()));
  Put(out, static_cast<std::uint32_t>(values.cols()));
  Put(out, static_cast<std::uint32_t>(width));
  for (const Column& column : columns) {
    Put(out, column.low);
    Put(out, column.step);
  }
  for (const Column& column : columns) Put(out, column.order);
  for (int plane = 0; plane < width; ++plane)
    for (const Column& column : columns)
      for (const std::uint32_t code : column.codes)
        out += static_cast<char>((code >> (8 * plane)) & 0xff);
  return out;
}

std::string Deflate(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()),
                               &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()),
                               6);
  if (status != Z_OK) throw std::bad_alloc();  // the only failure that compress2 has here
  out.resize(size);
  return out;
}

std::string EncodeBase64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      out += i + j <= bytes.size() ? kDigits[(group >> (18 - 6 * j)) & 63] : '=';
  }
  return out;
}

}  // namespace trunnion
