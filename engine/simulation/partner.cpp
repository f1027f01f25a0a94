// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/partner.hpp"

#include <cmath>
#include <utility>

#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

bool IsDue(const Simulation& simulation, const Partner& partner) {
  return !simulation.stopped() && simulation.step_end() >= partner.next() - partner.slack();
}

/// `t`, or the communication point if that comes before and is not the same.
double EndOfStep(const Partner& partner, double t) {
  return partner.next() < t - partner.slack() ? partner.next() : t;
}

}  // namespace

void StepBeside(Simulation& simulation, Partner& partner, double t) {
  if (IsDue(simulation, partner)) {
    simulation.advance_exactly_to(simulation.step_end());  // shows it
    partner.Exchange(simulation);
  }
  const bool meets = std::abs(partner.next() - t) <= partner.slack();
  bool first = true;
  simulation.advance_exactly_to(meets ? t : partner.next(),
                                [&first] { return !std::exchange(first, false); });
}

void ExchangeIfDue(Simulation& simulation, Partner& partner) {
  if (simulation.t() == simulation.step_end() && IsDue(simulation, partner))
    partner.Exchange(simulation);
}

void AdvanceBeside(Simulation& simulation,
                   Partner& partner,
                   double t,
                   const std::function<bool()>& stop) {
  bool ended = false;
  const auto ask = [&] { return ended = stop && stop(); };
  while (simulation.step_end() < t && !simulation.stopped() && !ended) {
    simulation.advance_exactly_to(EndOfStep(partner, t), ask);
    ExchangeIfDue(simulation, partner);
  }
}

}  // namespace trunnion
