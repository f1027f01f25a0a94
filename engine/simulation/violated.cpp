// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/violated.hpp"

#include <cmath>
#include <set>

namespace trunnion {

std::string NameViolated(const System& system, const VectorXd& residual) {
  const double worst = residual.cwiseAbs().maxCoeff();
  std::set<std::string> names;
  for (int row = 0; row < residual.size(); ++row) {
    if (std::abs(residual[row]) < 0.1 * worst) continue;
    names.insert(system.NameOwner(row));
  }
  std::string list;
  int shown = 0;
  for (const auto& name : names) {
    if (shown == 8) return list + " and " + std::to_string(names.size() - 8) + " more";
    list += (shown++ ? ", " : "") + name;
  }
  return list;
}

ErrorFields AboutWorst(const System& system, const VectorXd& residual) {
  Eigen::Index worst = 0;
  residual.cwiseAbs().maxCoeff(&worst);
  return {.element = system.NameOwner(static_cast<int>(worst))};
}

}  // namespace trunnion
