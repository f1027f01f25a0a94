// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>

#include "bench/tables/paper_table.hpp"

/// Every table of the papers is recomputed and compared with an independent recomputation, cell by
/// cell (docs/papers.md).
namespace trunnion::tables {

std::string Name(const Definition& definition) {
  std::string name = definition.id;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
void PrintTo(const Definition& definition, std::ostream* out) { *out << definition.id; }

class PaperTables : public testing::TestWithParam<Definition> {};

TEST_P(PaperTables, AgreeWithTheReference) {
  for (const auto& cell : Compute(GetParam()).cells) {
    EXPECT_NE(cell.verdict, "differs") << GetParam().id << " " << cell.row << " " << cell.column
                                       << ": " << cell.ours << " instead of " << cell.reference;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PaperTables, testing::ValuesIn(Definitions()), [](const auto& info) {
  return Name(info.param);
});

}  // namespace trunnion::tables
