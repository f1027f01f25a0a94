// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/results.hpp"

#include "engine/core/error.hpp"

namespace trunnion {

VectorXd Results::column(std::string_view name) const {
  const ResultTable* found = nullptr;
  std::size_t index = 0;
  for (const ResultTable& table : tables) {
    std::string_view wanted = name;
    const std::string prefix = table.name + "/";
    if (wanted.substr(0, prefix.size()) == prefix) wanted.remove_prefix(prefix.size());
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      if (table.columns[c].name != wanted && table.columns[c].name != name) continue;
      if (found && table.nodal && !found->nodal) continue;  // a node that is a body, too
      Require(!found,
              "results: column '" + std::string(name) +
                  "' is in several tables; ask for '<table>/<column>'");
      found = &table;
      index = c;
    }
  }
  if (!found && name == "time") return time;
  Require(found, "results: there is no column '" + std::string(name) + "'; see docs/results.md");
  return found->values.col(static_cast<Eigen::Index>(index));
}

const ResultTable& Results::table(std::string_view name) const {
  for (const ResultTable& table : tables) {
    if (table.name == name) return table;
  }
  throw ModelError("results: there is no table '" + std::string(name) + "'");
}

std::string Results::document(std::string_view name) const {
  for (const auto& [own_name, text] : documents)
    if (own_name == name) return text;
  return {};
}

}  // namespace trunnion
