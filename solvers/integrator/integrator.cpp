// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/integrator.hpp"

#include "solvers/integrator/adams.hpp"
#include "solvers/integrator/automatic_integrator.hpp"
#include "solvers/integrator/bdf.hpp"
#include "solvers/integrator/explicit_integrator.hpp"

namespace trunnion {

std::unique_ptr<Integrator> MakeIntegrator(ConstrainedSystem& system,
                                           const IntegratorOptions& options) {
  switch (options.kind) {
    case IntegratorKind::adams:
      return std::make_unique<Adams>(system, options);
    case IntegratorKind::explicit_method:
      return std::make_unique<ExplicitIntegrator>(system, options);
    case IntegratorKind::automatic:
      return std::make_unique<AutomaticIntegrator>(system, options);
    case IntegratorKind::bdf:
      break;
  }
  return std::make_unique<Bdf>(system, options);
}

}  // namespace trunnion
