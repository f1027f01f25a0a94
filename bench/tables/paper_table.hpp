// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The numeric tables of the papers behind the engine, recomputed by the classes of solvers/.
namespace trunnion::tables {

using Json = nlohmann::ordered_json;

/// Our numbers of one row, by column.
using RowValues = std::map<std::string, double>;
/// Computes a row from what identifies it, for example {"method": "Baumgarte", "gamma": "10"}.
using RowFunction = std::function<RowValues(const Json& row)>;

/// How a table is computed.
struct Definition {
  std::string id;     ///< "AP93-4.1"
  std::string title;  ///< one line
  RowFunction compute;
};

/// One number of a table.
struct Cell {
  Json row;
  std::string column;
  Json printed;           ///< as printed, a string; null where the paper has nothing
  Json reference;         ///< recomputed independently; null where that is impossible
  std::string agreement;  ///< of the two above, see bench/data/README.md
  double ours = 0;
  std::string verdict;  ///< "agrees", "differs" with the reference; "excluded": not judged
};

struct Table {
  std::string id, title;
  std::vector<Cell> cells;
};

/// All tables, in the order of the papers.
std::vector<Definition> Definitions();

/// Computes every cell of a table that the reference data list.
Table Compute(const Definition& definition);

/// The judgement of one number: "excluded" where the print is round-off, not comparable or nothing;
/// else "agrees" within 1e-3 of the reference (1e-2 in the row γ = 1e8 of AQR92-1.1, where the
/// reference itself moves by 0.3 % with the precision of the arithmetic). A reference at
/// rounding level (below 1e-13) stands for zero, and so does anything below 1e-12.
std::string Judge(const std::string& id, const Cell& cell);

/// {"id", "cells": [{"row", "column", "printed", "reference", "ours", "verdict"}]}.
Json ToJson(const Table& table);

// The definitions by subject.
std::vector<Definition> HessenbergTables();
std::vector<Definition> ExplicitTables();
std::vector<Definition> MechanicalTables();
std::vector<Definition> ProjectionTables();
std::vector<Definition> BushingTables();

}  // namespace trunnion::tables
