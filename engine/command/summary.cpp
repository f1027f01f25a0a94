// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/batch/run.hpp"

namespace trunnion::command {
namespace {

std::string Row(const std::string& name, const std::string& value) {
  return fmt::format("  {:<30} {}\n", name, value);
}

std::string OrderHistogram(const Statistics& s) {
  std::string text;
  const long most = *std::max_element(s.steps_of_order.begin(), s.steps_of_order.end());
  for (std::size_t k = 1; k < s.steps_of_order.size(); ++k) {
    const long count = s.steps_of_order[k];
    if (count == 0) continue;
    const auto width = static_cast<std::size_t>(1 + 29 * count / std::max(most, 1L));
    text += Row(fmt::format("  of order {}", k),
                fmt::format("{:<8} {}", count, std::string(width, '#')));
  }
  return text;
}

/// The elements that caused most of them.
std::string Culprits(const std::map<std::string, long>& by_element) {
  std::vector<std::pair<std::string, long>> sorted(by_element.begin(), by_element.end());
  std::stable_sort(
      sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.second > b.second; });
  std::string text;
  constexpr std::size_t kShown = 3;
  for (std::size_t i = 0; i < std::min(sorted.size(), kShown); ++i) {
    text += fmt::format("    {:>6}  {}\n", sorted[i].second, sorted[i].first);
  }
  if (sorted.size() > kShown) text += fmt::format("    and {} more\n", sorted.size() - kShown);
  return text;
}

std::string Counters(const Statistics& s) {
  std::string text =
      Row("steps",
          fmt::format("{}  (from {:.3g} to {:.3g} s)", s.steps, s.smallest_step, s.largest_step));
  text += OrderHistogram(s);
  if (!s.integrator.empty()) text += Row("  by", s.integrator);
  text += Row("Newton iterations", std::to_string(s.newton_iterations));
  text += Row("residual evaluations", std::to_string(s.residual_evaluations));
  text += Row("Jacobian evaluations", std::to_string(s.jacobian_evaluations));
  text += Row("factorizations", std::to_string(s.factorizations));
  if (!s.linear_solver.empty()) text += Row("  by", s.linear_solver);
  text += Row("steps rejected by error", std::to_string(s.error_test_failures));
  text += Culprits(s.error_failures_by_element);
  text += Row("steps rejected by Newton", std::to_string(s.convergence_failures));
  text += Culprits(s.convergence_failures_by_element);
  text += Row("singular matrices", std::to_string(s.singular_failures));
  if (s.unconverged_steps > 0) {
    text += Row("steps not converged", std::to_string(s.unconverged_steps));
    text += Culprits(s.unconverged_steps_by_element);
  }
  if (s.round_off_steps > 0) text += Row("steps at round-off", std::to_string(s.round_off_steps));
  if (s.order_caps > 0) text += Row("order caps", std::to_string(s.order_caps));
  if (s.basis_changes > 0) text += Row("changes of basis", std::to_string(s.basis_changes));
  if (s.redundancy_checks > 0) {
    text += Row("rank analyses", std::to_string(s.redundancy_checks));
    text += Row("constraint rows taken back", std::to_string(s.reinstated_rows));
  }
  return text;
}

/// What the energy that nothing explains means for the pace of the motion.
std::string Lead(const EnergyAccount& account, const System& system) {
  std::string sizes;
  const auto add = [&](double size, const char* unit, int body) {
    if (size > 0)
      sizes += fmt::format("{} {:.1g} {} at '{}'",
                           sizes.empty() ? ":" : ",",
                           size,
                           unit,
                           system.parts().bodies[static_cast<std::size_t>(body)].name);
  };
  add(account.lead_distance, "m", account.lead_distance_body);
  add(account.lead_angle, "rad", account.lead_angle_body);
  if (!account.has_lead() || sizes.empty()) return "";
  return Row(account.lead > 0 ? "ahead of the true motion by" : "behind the true motion by",
             fmt::format("about {:.1g} s{}", std::abs(account.lead), sizes));
}

/// Where energy has come from and gone to, and what cannot be explained.
std::string Balance(const EnergyAccount& account, const System& system) {
  std::string flows;
  const auto add = [&](double energy, const char* what) {
    if (std::abs(energy) > account.largest_defect && energy != 0)
      flows += fmt::format("{}{:.3g} J {}", flows.empty() ? "" : ", ", energy, what);
  };
  add(account.loads, "by loads");
  add(account.motions, "by motions");
  add(account.jumps, "by events");
  add(-account.damping, "in dampers");
  add(-account.friction, "in friction");
  return (flows.empty() ? "" : Row("work done", flows)) +
         Row("energy not accounted for",
             account.turnover > account.largest_defect
                 ? fmt::format("at most {:.2g} J, {:.1g} of what was turned over",
                               account.largest_defect,
                               account.largest_defect / account.turnover)
                 : fmt::format("at most {:.2g} J", account.largest_defect)) +
         Lead(account, system);
}

std::string Times(const Statistics& s, const RunFigures& figures) {
  const double named = s.seconds_residual + s.seconds_jacobian + s.seconds_factor + s.seconds_solve;
  const auto row = [](const std::string& name, double seconds) {
    return Row(name, fmt::format("{:.3f} s", seconds));
  };
  return row("time in reading and assembling", figures.setup) +
         row("time in steps", s.seconds_total) + row("  residuals", s.seconds_residual) +
         row("  matrices", s.seconds_jacobian) + row("  factorizations", s.seconds_factor) +
         row("  solving", s.seconds_solve) +
         row("  other", std::max(s.seconds_total - named, 0.0)) +
         row("time in outputs", std::max(figures.run - s.seconds_total, 0.0)) +
         row("time in writing files", figures.writing);
}

}  // namespace

std::string MakeSummary(const Simulation& simulation,
                        const Results& results,
                        const RunFigures& figures) {
  const System& system = simulation.system();
  const Statistics& s = simulation.statistics();
  const VectorXd energy = results.column("energy/total");
  const double first = energy.size() > 0 ? energy[0] : 0;
  std::string text = Row(
      "simulated time",
      fmt::format(
          "{:.6g} to {:.6g} s, {} outputs", results.time[0], simulation.t(), results.time.size()));
  text += Row("bodies, velocities, equations",
              fmt::format("{}, {}, {}",
                          system.num_bodies() - 1,
                          system.num_velocities(),
                          system.num_constraints()));
  text += Row("degrees of freedom", std::to_string(simulation.degrees_of_freedom()));
  text += Counters(s);
  text += Row("largest constraint residual",
              fmt::format("{:.2e} m or rad", figures.largest_constraint_residual));
  text +=
      Row("total energy",
          fmt::format("{:.6g} J at the start, {:.6g} J at the end", first, energy.tail<1>()[0]));
  if (const EnergyAccount* account = simulation.energy_account()) text += Balance(*account, system);
  if (!simulation.events().empty()) text += Row("events", ListEvents(simulation.events()));
  text += Times(s, figures);
  return text;
}

}  // namespace trunnion::command
