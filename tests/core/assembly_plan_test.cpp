// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/assembly_plan.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "engine/core/jacobian_plan.hpp"
#include "engine/core/parallel.hpp"
#include "engine/core/pool.hpp"
#include "tests/support/noise_elements.hpp"

namespace trunnion {
namespace {

using test::Noise;
using test::NoiseConstraint;
using test::NoiseForce;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Random bodies (rigid, points, ground) and pools with elements of one, two and three bodies.
struct Scene {
  BlockLayout layout;
  ForcePool<NoiseForce<1>> ones;
  ForcePool<NoiseForce<2>> pairs;
  ForcePool<NoiseForce<3>> triples, empty;
  ConstraintPool<NoiseConstraint<2, 4>> joints;
  Connectivity forces, constraints;
  std::vector<int> rows;

  Scene(unsigned seed, int num_bodies, int num_elements) : layout(MakeSizes(seed, num_bodies)) {
    std::mt19937 random(seed);
    const auto pick = [&](int count) {
      return static_cast<int>(random() % static_cast<unsigned>(count));
    };
    for (int i = 0; i < num_elements; ++i) {
      std::array<BodyIndex, 3> b{pick(num_bodies), 0, 0};
      while ((b[1] = pick(num_bodies)) == b[0]) continue;
      while ((b[2] = pick(num_bodies)) == b[0] || b[2] == b[1]) continue;
      const int kind = pick(4);
      if (kind == 0) ones.Add({{b[0]}, i}, "one");
      if (kind == 1) pairs.Add({{b[0], b[1]}, i}, "pair");
      if (kind == 2) triples.Add({b, i}, "triple");
      if (kind == 3) joints.Add({{b[0], b[1]}, i, 1 + pick(4)}, "joint");
    }
    for (ForcePoolBase* pool : ForcePools()) {
      pool->set_first(forces.num_elements());
      pool->AddTo(forces);
    }
    joints.AddTo(constraints);
    for (int i = 0; i < joints.size(); ++i) rows.push_back(joints.num_rows(i));
  }

  std::vector<ForcePoolBase*> ForcePools() { return {&ones, &empty, &pairs, &triples}; }

  static std::vector<int> MakeSizes(unsigned seed, int num_bodies) {
    std::mt19937 random(seed + 1);
    std::vector<int> sizes{0};
    while (static_cast<int>(sizes.size()) < num_bodies) sizes.push_back(random() % 3 ? 6 : 3);
    return sizes;
  }
};

// K, D and the forces by the plans, every buffer poisoned before; `arena` threads or serial.
struct Assembled {
  SparseMatrix K, D;
  MatrixXd f;

  Assembled(Scene& scene, int threads) {
    Connectivity all = scene.forces;
    all.Append(scene.constraints);
    const BlockPattern pattern(scene.layout, all);
    const MatrixPlan plan_K(scene.layout, pattern, all);
    const MatrixPlan plan_D(scene.layout, pattern, scene.forces);
    const VectorPlan plan_f(scene.layout, scene.forces);
    const JacobianPlan plan_G(scene.layout, scene.constraints, scene.rows);
    const VectorXd lambda = VectorXd::LinSpaced(plan_G.num_rows(), -1, 2);
    K = pattern.MakeMatrix(scene.layout);
    D = K;
    VectorXd s_K = VectorXd::Constant(plan_K.staging_size(), kNaN);
    VectorXd s_D = VectorXd::Constant(plan_D.staging_size(), kNaN);
    VectorXd s_f = VectorXd::Constant(plan_f.staging_size(), kNaN);
    K.coeffs().setConstant(kNaN);
    D.coeffs().setConstant(kNaN);
    const MatrixTarget to_K{&plan_K, K.valuePtr(), s_K.data()};
    const MatrixTarget to_D{&plan_D, D.valuePtr(), s_D.data()};
    const ElementContext x;
    const auto work = [&] {
      const bool parallel = threads > 0;
      for (ForcePoolBase* pool : scene.ForcePools()) {
        ForEachIndex(pool->size(), parallel, [&](int i) {
          pool->CalcForce({i, i + 1}, x, plan_f, s_f.data());
          pool->Linearize({i, i + 1}, x, to_K, to_D, {});
        });
      }
      ForEachIndex(scene.joints.size(), parallel, [&](int i) {
        scene.joints.CalcGeometricStiffness(
            {i, i + 1}, x, plan_G, lambda.data(), to_K, scene.forces.num_elements());
      });
      ForEachIndex(plan_K.num_gathers(), parallel, [&](int i) {
        plan_K.Gather(i, s_K.data(), K.valuePtr());
      });
      ForEachIndex(plan_D.num_gathers(), parallel, [&](int i) {
        plan_D.Gather(i, s_D.data(), D.valuePtr());
      });
    };
    if (threads > 0) {
      tbb::task_arena(threads).execute(work);
    } else {
      work();
    }
    f.resize(6, scene.layout.num_bodies());
    for (BodyIndex b = 0; b < scene.layout.num_bodies(); ++b) f.col(b) = plan_f.Sum(b, s_f.data());
  }
};

void AddTriplets(const BlockLayout& layout,
                 std::span<const BodyIndex> bodies,
                 const std::function<double(int, int)>& value,
                 std::vector<Eigen::Triplet<double>>& out) {
  for (std::size_t j = 0; j < bodies.size(); ++j) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (int c = 0; c < layout.size(bodies[j]); ++c) {
        for (int r = 0; r < layout.size(bodies[i]); ++r) {
          out.emplace_back(layout.offset(bodies[i]) + r,
                           layout.offset(bodies[j]) + c,
                           value(6 * static_cast<int>(i) + r, 6 * static_cast<int>(j) + c));
        }
      }
    }
  }
}

template <class Pool>
void AddPool(const Scene& scene,
             const Pool& pool,
             int seed_shift,
             std::vector<Eigen::Triplet<double>>& out) {
  for (int i = 0; i < pool.size(); ++i) {
    const auto& e = pool.element(i);
    const auto value = [&](int r, int c) { return -Noise(e.seed + seed_shift, r, c); };
    AddTriplets(scene.layout, e.list, value, out);
  }
}

SparseMatrix FromTriplets(int n, const std::vector<Eigen::Triplet<double>>& triplets) {
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

bool SameBits(const double* a, const double* b, Eigen::Index count) {
  return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(double)) == 0;
}

TEST(AssemblyPlan, EqualsTripletsForRandomConnectivities) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Scene scene(seed, 4 + static_cast<int>(seed), static_cast<int>(seed * seed) / 4);
    const Assembled ours(scene, 0);
    std::vector<Eigen::Triplet<double>> D, K;
    for (const int shift : {0, 1}) {
      auto& list = shift == 0 ? K : D;
      AddPool(scene, scene.ones, shift, list);
      AddPool(scene, scene.pairs, shift, list);
      AddPool(scene, scene.triples, shift, list);
    }
    int row = 0;
    const int m = std::accumulate(scene.rows.begin(), scene.rows.end(), 0);
    const VectorXd lambda = VectorXd::LinSpaced(m, -1, 2);
    for (int i = 0; i < scene.joints.size(); ++i) {
      const auto& e = scene.joints.element(i);
      const double own = lambda[row];
      row += e.rows;
      AddTriplets(
          scene.layout, e.list, [&](int r, int c) { return own * Noise(e.seed + 2, r, c); }, K);
    }
    const int n = scene.layout.num_components();
    ASSERT_TRUE(ours.K.coeffs().allFinite());
    ASSERT_TRUE(ours.D.coeffs().allFinite());
    EXPECT_LT((MatrixXd(ours.K) - MatrixXd(FromTriplets(n, K))).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((MatrixXd(ours.D) - MatrixXd(FromTriplets(n, D))).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(AssemblyPlan, ForcesAreSummedPerBody) {
  Scene scene(7, 12, 150);
  const Assembled ours(scene, 0);
  MatrixXd expected = MatrixXd::Zero(6, scene.layout.num_bodies());
  const auto add = [&](const auto& pool) {
    for (int i = 0; i < pool.size(); ++i) {
      for (std::size_t k = 0; k < pool.element(i).list.size(); ++k) {
        const BodyIndex b = pool.element(i).list[k];
        for (int c = 0; c < 6 && b != kGround; ++c) {
          expected(c, b) += Noise(pool.element(i).seed, 6 * static_cast<int>(k) + c, 0);
        }
      }
    }
  };
  add(scene.ones);
  add(scene.pairs);
  add(scene.triples);
  EXPECT_LT((ours.f - expected).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(AssemblyPlan, BitsDoNotDependOnThreads) {
  Scene scene(3, 60, 3000);
  const Assembled serial(scene, 0);
  for (const int threads : {1, 2, 4, 4}) {
    const Assembled other(scene, threads);
    EXPECT_TRUE(SameBits(serial.K.valuePtr(), other.K.valuePtr(), serial.K.nonZeros()));
    EXPECT_TRUE(SameBits(serial.D.valuePtr(), other.D.valuePtr(), serial.D.nonZeros()));
    EXPECT_TRUE(SameBits(serial.f.data(), other.f.data(), serial.f.size()));
  }
}

TEST(AssemblyPlan, JacobianColumnsHaveOneOwner) {
  Scene scene(5, 20, 200);
  const JacobianPlan plan(scene.layout, scene.constraints, scene.rows);
  SparseMatrix GT = plan.MakeMatrix(scene.layout);
  GT.coeffs().setConstant(kNaN);
  VectorXd g = VectorXd::Constant(plan.num_rows(), kNaN), g_t = g;
  scene.joints.Calc({0, scene.joints.size()}, {}, plan, g.data(), g_t.data(), GT.valuePtr());
  MatrixXd expected = MatrixXd::Zero(scene.layout.num_components(), plan.num_rows());
  for (int i = 0; i < scene.joints.size(); ++i) {
    const auto& e = scene.joints.element(i);
    for (int row = 0; row < e.rows; ++row) {
      EXPECT_EQ(plan.Owner(plan.first_row(i) + row), i);
      EXPECT_EQ(g[plan.first_row(i) + row], Noise(e.seed, row, 100));
      for (int k = 0; k < 2; ++k) {
        const BodyIndex b = e.list[static_cast<std::size_t>(k)];
        for (int c = 0; c < scene.layout.size(b); ++c) {
          expected(scene.layout.offset(b) + c, plan.first_row(i) + row) =
              Noise(e.seed, row, 6 * k + c);
        }
      }
    }
  }
  EXPECT_TRUE(g_t.allFinite());
  EXPECT_TRUE(MatrixXd(GT) == expected);
  for (int row = 0; row < plan.num_rows(); ++row) {  // rows of a column ascend, as CSC requires
    for (int k = GT.outerIndexPtr()[row] + 1; k < GT.outerIndexPtr()[row + 1]; ++k) {
      EXPECT_LT(GT.innerIndexPtr()[k - 1], GT.innerIndexPtr()[k]);
    }
  }
}

TEST(AssemblyPlan, EmptyModelHasDiagonalBlocksOfZeros) {
  const BlockLayout layout({0, 6, 3});
  const BlockPattern pattern(layout, {});
  const MatrixPlan plan(layout, pattern, {});
  SparseMatrix K = pattern.MakeMatrix(layout);
  EXPECT_EQ(K.nonZeros(), 36 + 9);
  K.coeffs().setConstant(kNaN);
  for (int i = 0; i < plan.num_gathers(); ++i) plan.Gather(i, nullptr, K.valuePtr());
  EXPECT_TRUE((K.coeffs() == 0).all());
  EXPECT_EQ(JacobianPlan(layout, {}, {}).MakeMatrix(layout).cols(), 0);
}

}  // namespace
}  // namespace trunnion
