// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator.hpp"

#include "solvers/bdf.hpp"

namespace trunnion {

std::unique_ptr<Integrator> MakeIntegrator(ConstrainedSystem& system,
                                           const IntegratorOptions& options) {
  return std::make_unique<Bdf>(system, options);
}

}  // namespace trunnion
