// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator.hpp"

#include "solvers/bdf.hpp"
#include "solvers/explicit_integrator.hpp"

namespace trunnion {

std::unique_ptr<Integrator> MakeIntegrator(ConstrainedSystem& system,
                                           const IntegratorOptions& options) {
  if (options.formulation == FormulationKind::explicit_stabilized)
    return std::make_unique<ExplicitIntegrator>(system, options);
  return std::make_unique<Bdf>(system, options);
}

}  // namespace trunnion
