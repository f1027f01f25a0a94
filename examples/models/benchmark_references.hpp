// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "engine/simulation.hpp"
#include "engine/system_reports.hpp"
#include "examples/models/benchmark_models.hpp"

/// Reference values of the chains B1 and B2 at t = 1 s (independent codes, high-order
/// extrapolation, two step sizes), and the error as the benchmark defines it.
namespace trunnion::models {

struct ChainOutputs {
  double tip_x = 0, tip_z = 0, middle_x = 0, middle_z = 0;  ///< [m]
  double energy = 0;                                        ///< total [J], datum z = 0
};

inline std::optional<ChainOutputs> ChainReference(const std::string& model, int n) {
  if (model == "B1") {
    if (n == 10)
      return ChainOutputs{7.528349294994, -4.905866094017, 2.773525633253, -4.137150537053, 0};
    if (n == 100) return ChainOutputs{99.037559181099, -4.905, 49.037559181099, -4.905, 0};
    if (n == 1000) return ChainOutputs{999.56483962575, -4.905, 499.56483962575, -4.905, 0};
    if (n == 10000) return ChainOutputs{9999.7990862566, -4.905, 4999.7990862566, -4.905, 0};
  }
  if (model == "B2") {
    if (n == 10)
      return ChainOutputs{
          9.525793640674, -2.888949813204, 4.865356706771, -1.078758262479, -0.04259861603};
    if (n == 100)
      return ChainOutputs{
          99.365805123823, -4.911170648491, 49.360551616019, -4.909741186434, -0.0582762962};
    if (n == 1000) return ChainOutputs{999.999999786, -4.905, 499.93506803, -4.905, -0.1311113};
    if (n == 10000) return ChainOutputs{10000.0, -4.905, 5000.0, -4.905, -0.1311108};
  }
  return std::nullopt;
}

inline ChainOutputs MeasureChain(const Simulation& simulation, const Chain& chain) {
  const System& system = simulation.system();
  const ElementContext& x = simulation.context();
  const Vec3 tip = CalcMarkerPose(system, chain.tip.index(), x).p;
  const Vec3 middle = CalcMarkerPose(system, chain.middle.index(), x).p;
  return {tip.x(),
          tip.z(),
          middle.x(),
          middle.z(),
          system.CalcKineticEnergy(x) + system.CalcPotentialEnergy(x)};
}

/// The largest of the tip error, the middle error and |E − E_ref|/(m g) [m].
inline double ChainError(const ChainOutputs& a, const ChainOutputs& b) {
  return std::max({std::hypot(a.tip_x - b.tip_x, a.tip_z - b.tip_z),
                   std::hypot(a.middle_x - b.middle_x, a.middle_z - b.middle_z),
                   std::abs(a.energy - b.energy) / 9.81});
}

}  // namespace trunnion::models
