// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/nested_dissection.hpp"

#include <cstdint>
#include <cstdio>

extern "C" {
#include <scotch.h>
}

namespace trunnion {
namespace {

/// What Scotch builds, freed at the end of its scope. Init returns zero if it succeeds.
template <class Object, int (*kInit)(Object*), void (*kExit)(Object*)>
class Scoped {
 public:
  Scoped() : exists_(kInit(&object_) == 0) {}
  ~Scoped() {
    if (exists_) kExit(&object_);
  }
  Scoped(const Scoped&) = delete;
  Scoped& operator=(const Scoped&) = delete;
  explicit operator bool() const { return exists_; }
  Object* get() { return &object_; }

 private:
  Object object_;
  bool exists_;
};

using Context = Scoped<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;
using Graph = Scoped<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using Strategy = Scoped<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;

/// One thread, and random numbers of its own, the same in each call. True if that succeeds.
bool MakeDeterministic(SCOTCH_Context* context) {
  if (SCOTCH_contextOptionSetNum(context, SCOTCH_OPTIONNUMDETERMINISTIC, 1) != 0 ||
      SCOTCH_contextOptionSetNum(context, SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1) != 0 ||
      SCOTCH_contextRandomClone(context) != 0)
    return false;
  SCOTCH_contextRandomSeed(context, 1);
  SCOTCH_contextRandomReset(context);
  return SCOTCH_contextThreadSpawn(context, 1, nullptr) == 0;
}

}  // namespace

std::vector<int> OrderByNestedDissection(const WeightedGraph& graph) {
  const std::vector<SCOTCH_Num> start(graph.start.begin(), graph.start.end());
  const std::vector<SCOTCH_Num> edges(graph.neighbours.begin(), graph.neighbours.end());
  const std::vector<SCOTCH_Num> weights(graph.weights.begin(), graph.weights.end());
  std::vector<SCOTCH_Num> place(weights.size());
  Context context;
  Graph whole, bound;
  Strategy strategy;
  const bool ordered =
      context && whole && bound && strategy && MakeDeterministic(context.get()) &&
      SCOTCH_graphBuild(whole.get(),
                        0,
                        static_cast<SCOTCH_Num>(weights.size()),
                        start.data(),
                        nullptr,
                        weights.data(),
                        nullptr,
                        static_cast<SCOTCH_Num>(edges.size()),
                        edges.data(),
                        nullptr) == 0 &&
      SCOTCH_contextBindGraph(context.get(), whole.get(), bound.get()) == 0 &&
      SCOTCH_graphOrder(
          bound.get(), strategy.get(), place.data(), nullptr, nullptr, nullptr, nullptr) == 0;
  if (!ordered) return {};
  std::vector<int> order(place.size());
  for (std::size_t v = 0; v < place.size(); ++v)
    order[static_cast<std::size_t>(place[v])] = static_cast<int>(v);
  return order;
}

}  // namespace trunnion
