// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/turn_watch.hpp"

#include <algorithm>
#include <numbers>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/core/followed_rotation.hpp"

namespace trunnion {
namespace {

constexpr std::size_t kMostWarnings = 10;
constexpr double kLittleTurn = 1 + 2 * 0.9961946980917455;  // trace of a rotation by 5°

std::string Describe(const ElementPool& pool, int i, const Turn& turn, double t) {
  std::ostringstream text;
  text.precision(4);
  text << pool.label(i) << ": " << turn.what << " " << turn.angle * 180 / std::numbers::pi
       << " deg at t = " << t << " s";
  return text.str();
}

}  // namespace

TurnWatch::TurnWatch(const System& system) {
  for (const auto& pool : system.parts().force_pools)
    if (pool->has_turns()) pools_.push_back(pool.get());
  for (const auto& pool : system.parts().constraint_pools)
    if (pool->has_turns()) pools_.push_back(pool.get());
}

bool TurnWatch::IsDue(const System& system, const VectorXd& q) const {
  if (pools_.empty()) return false;
  if (axes_.empty()) return true;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!system.has_rotation(b)) continue;
    const Eigen::Map<const Mat3> R(q.data() + system.configuration_offset(b) + 3);
    if (!(TraceOfRelative(axes_[static_cast<std::size_t>(b)], R) > kLittleTurn)) return true;
  }
  return false;
}

void TurnWatch::Look(const ElementContext& x) {
  bool beyond = false;
  for (const ElementPool* pool : pools_) {
    for (int i = 0; i < pool->size(); ++i) {
      const Turn turn = pool->CalcTurn(i, x);
      if (turn.ended)
        throw SolverError(Describe(*pool, i, turn, x.t) + ", where its law ends; " + turn.remedy,
                          ErrorFields{.element = pool->label(i)});
      if (!(turn.angle > turn.warning)) continue;
      beyond = true;
      Warn(*pool, i, turn, x.t);
    }
  }
  axes_.clear();
  if (beyond) return;
  axes_.reserve(x.bodies.size());
  for (const BodyState& body : x.bodies) axes_.push_back(body.R);
}

void TurnWatch::Warn(const ElementPool& pool, int i, const Turn& turn, double t) {
  const std::pair element(&pool, i);
  if (warned_.size() > kMostWarnings || std::ranges::find(warned_, element) != warned_.end())
    return;
  warned_.push_back(element);
  warnings_.push_back(warned_.size() > kMostWarnings
                          ? "further elements are turned as far as those above"
                          : Describe(pool, i, turn, t) + ", further than its law is accurate; " +
                                turn.remedy);
}

}  // namespace trunnion
