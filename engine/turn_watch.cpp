// SPDX-License-Identifier: BSD-3-Clause
#include "engine/turn_watch.hpp"

#include <numbers>
#include <sstream>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr std::size_t kMostWarnings = 10;

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

void TurnWatch::Look(const ElementContext& x) {
  for (const ElementPool* pool : pools_) {
    for (int i = 0; i < pool->size(); ++i) {
      const Turn turn = pool->CalcTurn(i, x);
      if (turn.ended)
        throw SolverError(Describe(*pool, i, turn, x.t) + ", where its law ends; " + turn.remedy);
      if (turn.angle > turn.warning) Warn(*pool, i, turn, x.t);
    }
  }
}

void TurnWatch::Warn(const ElementPool& pool, int i, const Turn& turn, double t) {
  if (warned_.size() > kMostWarnings || !warned_.insert({&pool, i}).second) return;
  warnings_.push_back(warned_.size() > kMostWarnings
                          ? "further elements are turned as far as those above"
                          : Describe(pool, i, turn, t) + ", further than its law is accurate; " +
                                turn.remedy);
}

}  // namespace trunnion
