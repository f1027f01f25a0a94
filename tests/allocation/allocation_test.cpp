// SPDX-License-Identifier: BSD-3-Clause
//
// Counts every allocation of the process: this program replaces malloc, for the libraries too.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

#include "engine/simulation/simulation.hpp"
#include "engine/system/system.hpp"
#include "examples/models/benchmark_models.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define TRUNNION_COUNTS_ALLOCATIONS 0
#else
#define TRUNNION_COUNTS_ALLOCATIONS 1
#endif

namespace {
std::atomic<long> allocations{0};
}  // namespace

#if TRUNNION_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);

void* malloc(std::size_t size) noexcept { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t n, std::size_t size) noexcept {
  return ++allocations, __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) noexcept { return ++allocations, __libc_realloc(p, size); }
}
#endif

namespace trunnion {
namespace {

using models::Chain;

/// What decides whether a step may allocate: CHOLMOD permutes its matrix into new memory at every
/// factorization, and a rejected step is counted under the name of what limited it.
long CountExceptions(const Statistics& s) {
  return s.factorizations + s.error_test_failures + s.convergence_failures + s.singular_failures;
}

/// Steps of `chain` after the first ten: those that kept their matrix, and allocations in them.
std::pair<int, long> CountInSteps(const Chain& chain) {
  const System system = chain.model.Compile();
  SimulationOptions options;
  options.threads = 1;
  Simulation simulation(system, options);
  for (int i = 0; i < 10; ++i) simulation.step();
  int steps = 0;
  long total = 0;
  for (int i = 0; i < 200; ++i) {
    const long exceptions = CountExceptions(simulation.statistics()), before = allocations;
    simulation.step();
    if (CountExceptions(simulation.statistics()) != exceptions) continue;
    ++steps;
    total += allocations - before;
  }
  return {steps, total};
}

TEST(Allocation, AStepAfterTheFirstTenMakesNone) {
  if (!TRUNNION_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizers have their own malloc";
  const long before = allocations;
  EXPECT_GT((std::make_unique<VectorXd>(10), allocations - before), 0);
  for (bool rigid : {true, false}) {
    const auto [steps, total] =
        CountInSteps(rigid ? models::MakeRigidChain(20) : models::MakeBushingChain(20));
    EXPECT_GT(steps, 100);
    EXPECT_EQ(total, 0);
  }
}

/// Real time: between the steps with a new matrix, which CHOLMOD permutes.
TEST(Allocation, AStepOfFixedWorkThatKeepsItsMatrixMakesNone) {
  if (!TRUNNION_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizers have their own malloc";
  for (bool rigid : {true, false}) {
    const Chain chain = rigid ? models::MakeRigidChain(10) : models::MakeBushingChain(10);
    const System system = chain.model.Compile();
    SimulationOptions options;
    options.serial = true;
    options.integrator.fixed_step = 1e-3;
    options.integrator.bdf.max_order = 2;
    options.integrator.bdf.newton_iterations = 2;
    options.integrator.bdf.matrix_interval = 4;
    Simulation simulation(system, options);
    for (int i = 0; i < 12; ++i) simulation.step();
    int kept = 0;
    for (int i = 0; i < 100; ++i) {
      const long before = allocations, matrices = simulation.statistics().factorizations;
      simulation.step();
      if (simulation.statistics().factorizations > matrices) continue;
      ++kept;
      EXPECT_EQ(allocations - before, 0) << (rigid ? "joints" : "bushings");
    }
    EXPECT_EQ(kept, 75);
  }
}

}  // namespace
}  // namespace trunnion
