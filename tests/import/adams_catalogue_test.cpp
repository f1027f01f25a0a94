// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engine/import/adams/catalogue.hpp"

/// docs/adams.md says of every statement what becomes of it.
namespace trunnion::adams {
namespace {

/// The page from one mark to another.
std::string Section(const std::string& page, const std::string& from, const std::string& to) {
  const std::size_t begin = page.find(from);
  return page.substr(begin, page.find(to, begin) - begin);
}

TEST(AdamsCatalogue, IsThatOfThePage) {
  std::ostringstream text;
  text << std::ifstream(TRUNNION_SOURCE_DIR "/docs/adams.md").rdbuf();
  const std::string page = text.str();
  const std::string read = Section(page, "## Statements", "**Passed over**"),
                    ignored = Section(page, "**Passed over**", "A function that"),
                    refused = Section(page, "**Refused**", "## Functions");
  int count = 0;
  for (const StatementType& type : StatementTypes()) {
    const std::string name = "`" + std::string(type.name) + "`";
    const auto is_in = [&name](const std::string& section) {
      return section.find(name) != std::string::npos;
    };
    EXPECT_EQ(is_in(ignored), type.handling == Handling::ignored) << name;
    EXPECT_EQ(is_in(refused), type.handling == Handling::refused) << name;
    EXPECT_TRUE(is_in(read) || type.handling != Handling::read) << name;
    ++count;
  }
  EXPECT_GT(count, 50);
}

}  // namespace
}  // namespace trunnion::adams
