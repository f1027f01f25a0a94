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
    if (cell.verdict == "excluded") continue;
    EXPECT_EQ(cell.verdict, "agrees") << GetParam().id << " " << cell.row << " " << cell.column
                                      << ": " << cell.ours << " instead of " << cell.reference;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PaperTables, testing::ValuesIn(Definitions()), [](const auto& test) {
  return Name(test.param);
});

/// Drift and slider error of Ascher, Qin & Reich, example 4, which the paper only draws: every
/// number within half a unit of the third digit, or both at rounding level.
TEST(SliderCrankTable, AgreesToThreeDigits) {
  for (const auto& definition : ExplicitTables()) {
    if (definition.id != "AQR92-Ex4") continue;
    for (const auto& cell : Compute(definition).cells) {
      const double reference = cell.reference.get<double>();
      EXPECT_NEAR(cell.ours, reference, 5e-4 * std::abs(reference) + 1e-15)
          << cell.row << " " << cell.column;
    }
  }
}

}  // namespace trunnion::tables
