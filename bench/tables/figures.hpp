// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "bench/tables/paper_table.hpp"

namespace trunnion::tables {

/// The figure that belongs to a table, as SVG; empty for tables without one.
std::string MakeFigure(const Table& table);

}  // namespace trunnion::tables
