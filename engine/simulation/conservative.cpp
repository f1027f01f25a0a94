// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/conservative.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "engine/core/rotation.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

class Probe {
 public:
  Probe(const System& system, const ElementContext& x)
      : num_bodies_(system.num_bodies()), x_(AtRest(system, x, start_)), bodies_(start_) {
    x_.bodies = bodies_;
    x_.gravity.setZero();  // energies then are those of deformation, and small
    x_.force_scales = {};
  }

  /// Own states move forces beside the energy, so elements with some are not.
  bool IsConservative(const ForcePoolBase& pool, int i) {
    bodies_ = start_;
    for (const auto& [body, load] : pool.CalcLoads(i, x_))
      if (body >= num_bodies_) return false;
    constexpr std::array kLater{0.0, 0.37, 12.1};  // [s]
    return std::all_of(
        kLater.begin(), kLater.end(), [&](double later) { return AgreesAt(pool, i, later); });
  }

 private:
  /// At a random state, along a random direction.
  bool AgreesAt(const ForcePoolBase& pool, int i, double later) {
    constexpr double kStep = 0.01, kAgreement = 1e-4;
    const BodyLoads loads = pool.CalcLoads(i, x_);
    const double length = CalcLength(loads);
    Move(Draw(loads, length), 1);
    const std::vector<BodyState> middle = bodies_;
    const BodyLoads at_middle = pool.CalcLoads(i, x_), along = Draw(loads, length);
    const double t = x_.t, before = pool.CalcEnergy(i, x_);
    x_.t = t + later;
    const double after = pool.CalcEnergy(i, x_);
    x_.t = t;
    Move(along, kStep);
    const double forth = pool.CalcEnergy(i, x_);
    bodies_ = middle;
    Move(along, -kStep);
    const double back = pool.CalcEnergy(i, x_);
    bodies_ = start_;
    double work = 0, gross = 0;
    for (std::size_t b = 0; b < along.size(); ++b) {
      if (along[b].first == kGround || along[b].first >= num_bodies_) continue;
      const auto parts = at_middle[b].second.cwiseProduct(along[b].second).eval();
      work += parts.sum();
      gross += parts.cwiseAbs().sum();
    }
    const double slope = (forth - back) / (2 * kStep);
    return gross > 0 && std::abs(work + slope) <= kAgreement * gross &&
           std::abs(after - before) <= kAgreement * std::abs(before);
  }

  double CalcLength(const BodyLoads& loads) const {
    double length = 0;
    for (const auto& load : loads)
      if (load.first < num_bodies_)
        length = std::max(length,
                          (start_[idx(load.first)].r - start_[idx(loads.front().first)].r).norm());
    return length > 0 ? length : 1;
  }

  /// Translations of a thousandth of the length, turns of a hundredth of a radian.
  BodyLoads Draw(BodyLoads list, double length) {
    for (auto& [body, step] : list)
      for (int k = 0; k < 6; ++k)
        step[k] = (k < 3 ? 1e-3 * length : 1e-2) *
                  (2.0 * static_cast<double>(generator_()) / std::mt19937::max() - 1);
    return list;
  }

  void Move(const BodyLoads& steps, double by) {
    for (const auto& [body, step] : steps) {
      if (body == kGround || body >= num_bodies_) continue;
      BodyState& b = bodies_[idx(body)];
      b.r += by * step.head<3>();
      b.R = b.R * RotationExp(by * step.tail<3>());
    }
  }

  int num_bodies_;
  std::vector<BodyState> start_;
  ElementContext x_;  // at bodies_
  std::vector<BodyState> bodies_;
  std::mt19937 generator_{1};
};

}  // namespace

std::vector<std::vector<bool>> FindConservative(const System& system, const ElementContext& x) {
  Probe probe(system, x);
  std::vector<std::vector<bool>> conservative;
  for (const auto& pool : system.parts().force_pools) {
    conservative.emplace_back();
    for (int i = 0; i < pool->size(); ++i)
      conservative.back().push_back(probe.IsConservative(*pool, i));
  }
  return conservative;
}

}  // namespace trunnion
