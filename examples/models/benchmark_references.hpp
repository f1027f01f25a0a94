// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"
#include "examples/models/benchmark_models.hpp"

/// Reference values of the benchmarks B1, B2, B3 and B5 (independent codes, high-order
/// extrapolation, two step sizes), and the error as each benchmark defines it.
namespace trunnion::models {

inline double TotalEnergy(const System& system, const ElementContext& x) {
  return system.CalcKineticEnergy(x) + system.CalcPotentialEnergy(x);
}

/// B1 and B2 at t = 1 s.
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

inline ChainOutputs MeasureChain(const System& system,
                                 const ElementContext& x,
                                 const Chain& chain) {
  const Vec3 tip = CalcMarkerPose(system, chain.tip, x).p;
  const Vec3 middle = CalcMarkerPose(system, chain.middle, x).p;
  return {tip.x(), tip.z(), middle.x(), middle.z(), TotalEnergy(system, x)};
}

/// The largest of the tip error, the middle error and |E − E_ref|/(m g) [m].
inline double ChainError(const ChainOutputs& a, const ChainOutputs& b) {
  return std::max({std::hypot(a.tip_x - b.tip_x, a.tip_z - b.tip_z),
                   std::hypot(a.middle_x - b.middle_x, a.middle_z - b.middle_z),
                   std::abs(a.energy - b.energy) / 9.81});
}

/// B3 at t = 10 s: top of upright 0 [m].
inline std::optional<std::array<double, 2>> LadderReference(int n) {
  static const std::map<int, std::array<double, 2>> values{{1, {0.478385058, 0.878150179}},
                                                           {10, {0.204353561, 0.978897146}},
                                                           {40, {0.180512227, 0.983572741}},
                                                           {100, {0.175710973, 0.984441798}},
                                                           {1000, {0.172824365, 0.984952658}}};
  const auto found = values.find(n);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

/// B5 at t = 0.2 s.
struct NetOutputs {
  double z_middle = 0, z_33 = 0, z_11 = 0;  ///< z of cubes (K/2, K/2), (3, 3) and (1, 1) [m]
  double energy = 0;                        ///< total [J], datum z = 0
};

inline std::optional<NetOutputs> NetReference(int K) {
  if (K == 10) return NetOutputs{-0.003303573, -0.002870088, -0.000897109, -0.079745};
  if (K == 30) return NetOutputs{-0.24434561, -0.06368787, -0.01361760, -0.7589};
  if (K == 100) return NetOutputs{-0.196572477, -0.058510458, -0.012724609, -0.61182};
  if (K == 300) return NetOutputs{-0.196200000, -0.058518757, -0.012721064, -0.60588};
  return std::nullopt;
}

/// K ≥ 4.
inline NetOutputs MeasureNet(const System& system, const ElementContext& x, const Net& net, int K) {
  const auto z = [&](int i) { return x.bodies[net.cubes[i * K + i].index()].r.z(); };
  return {z(K / 2), z(3), z(1), TotalEnergy(system, x)};
}

/// The largest error of the three z and |E − E_ref|/(m g) [m].
inline double NetError(const NetOutputs& a, const NetOutputs& b) {
  return std::max({std::abs(a.z_middle - b.z_middle),
                   std::abs(a.z_33 - b.z_33),
                   std::abs(a.z_11 - b.z_11),
                   std::abs(a.energy - b.energy) / 9.81});
}

}  // namespace trunnion::models
