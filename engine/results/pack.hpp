// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "engine/core/types.hpp"

/// Numbers and texts made small enough for a page.
namespace trunnion {

/// Columns of numbers, each rounded to one of 2^bits − 1 steps between its least and its greatest
/// value. Of the codes the differences of that order, 0 to 4, which makes them smallest are kept
/// (modulo 2^(8 width), with as many bytes as `bits` need), so that smooth motions compress well.
///
/// Layout, little-endian: rows, columns, width as uint32; least value and step of each column as
/// float64; order of each as uint8; then `width` planes of bytes, the lowest first, each column
/// after column. The code 2^(8 width) − 1 stands for a value that is not finite.
///
/// @param bits  of a code: 2 to 24.
/// @param least_step  steps are at least this long, ≥ 0, so that columns that vary little take
///                    little room.
std::string PackColumns(const Eigen::Ref<const MatrixXd>& values, int bits, double least_step = 0);

/// A zlib stream (RFC 1950) of `bytes`.
std::string Deflate(std::string_view bytes);

/// RFC 4648, without line breaks.
std::string EncodeBase64(std::string_view bytes);

}  // namespace trunnion
