// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/system.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "engine/core/pool.hpp"
#include "engine/core/rotation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/problem/weighted_norm.hpp"
#include "tests/support/simple_elements.hpp"

namespace trunnion {
namespace system_test {

using test::Counter;
using test::Pin;
using test::SpringAndThrust;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Vec3 RandomVec3() { return Vec3::Random(); }

Mat3 RandomInertia() {
  const Mat3 R = RotationExp(RandomVec3());
  return R * Vec3(1.0, 1.3, 1.9).asDiagonal() * R.transpose();
}

BodyInfo Ground() { return {.name = "ground", .kind = BodyKind::ground}; }

BodyInfo Body(const std::string& name, BodyKind kind) {
  BodyInfo body{.name = name, .kind = kind, .mass = 1.7};
  if (kind == BodyKind::rigid) {
    body.inertia = RandomInertia();
    body.initial.R = RotationExp(RandomVec3());
    body.initial.w = RandomVec3();
  }
  body.initial.r = RandomVec3();
  body.initial.v = RandomVec3();
  return body;
}

// Bodies of both kinds, springs between random pairs, pins on some rigid bodies.
System RandomSystem(unsigned seed, int num_bodies, int num_springs) {
  std::srand(seed);
  std::mt19937 random(seed);
  const auto pick = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  SystemParts parts;
  parts.gravity = {0.3, -9.8, 1.0};
  parts.bodies.push_back(Ground());
  for (int b = 1; b < num_bodies; ++b) {
    const BodyKind kind = pick(4) > 0 ? BodyKind::rigid : BodyKind::point;
    parts.bodies.push_back(Body("b" + std::to_string(b), kind));
  }
  auto springs = std::make_unique<ForcePool<SpringAndThrust>>();
  auto pins = std::make_unique<ConstraintPool<Pin>>();
  for (int i = 0; i < num_springs; ++i) {
    const BodyIndex A = pick(num_bodies);
    const BodyIndex B = (A + 1 + pick(num_bodies - 1)) % num_bodies;
    springs->Add({A, B, 10.0 + i, 0.3, 2.0}, "spring");
  }
  for (BodyIndex b = 1; b < num_bodies; ++b) {
    if (pick(2) == 0 && parts.bodies[static_cast<std::size_t>(b)].kind == BodyKind::rigid) {
      pins->Add({b, RandomVec3(), RandomVec3()}, "pin " + std::to_string(b));
    }
  }
  parts.force_pools.push_back(std::move(springs));
  parts.force_pools.push_back(std::make_unique<ForcePool<Counter>>());
  parts.constraint_pools.push_back(std::move(pins));
  return System(std::move(parts));
}

struct Point {
  VectorXd q, v, v_dot, lambda;
};

Point InitialPoint(const System& system) {
  Point p;
  system.GetInitialState(p.q, p.v);
  p.v_dot = VectorXd::Random(system.num_velocities());
  p.lambda = VectorXd::Random(system.num_constraints());
  return p;
}

struct Buffers {
  Residuals r;
  DynamicsMatrices m;
  explicit Buffers(const SystemEvaluator& evaluator) { evaluator.InitializePatterns(r, m); }
  void Poison() {
    for (VectorXd* x : {&r.dynamics, &r.g, &r.g_t}) x->setConstant(kNaN);
    for (SparseMatrix* A : {&r.GT, &m.M, &m.D, &m.K}) A->coeffs().setConstant(kNaN);
  }
};

// Derivative of f(h) at 0 by central differences.
VectorXd Slope(const std::function<VectorXd(double)>& f) {
  const double h = 1e-5;
  return (f(h) - f(-h)) / (2 * h);
}

TEST(System, PendulumAgreesWithHandWrittenEquations) {
  SystemParts parts;
  parts.gravity = {0, 0, -9.81};
  parts.bodies = {Ground(), Body("rod", BodyKind::rigid)};
  const Vec3 p(0.1, -0.4, 0.2);
  auto pins = std::make_unique<ConstraintPool<Pin>>();
  pins->Add({1, p, Vec3::Zero()}, "joint 'hinge'");
  parts.constraint_pools.push_back(std::move(pins));
  const System system(std::move(parts));
  SystemEvaluator evaluator(system);
  Buffers b(evaluator);
  const Point x = InitialPoint(system);
  b.Poison();
  evaluator.CalcResiduals(0, x.q, x.v, x.v_dot, b.r);

  const BodyInfo& rod = system.body(1);
  const Mat3& J = rod.inertia;
  const Vec3 w = rod.initial.w;
  Vec6 expected;
  expected << rod.mass * (x.v_dot.head<3>() - system.gravity()),
      J * x.v_dot.tail<3>() + w.cross(J * w);
  EXPECT_LT((b.r.dynamics - expected).norm(), 1e-13);
  EXPECT_LT((b.r.g - (rod.initial.r + rod.initial.R * p)).norm(), 1e-15);
  EXPECT_EQ(MatrixXd(b.r.GT).topRows(3), MatrixXd::Identity(3, 3));
  EXPECT_EQ(system.DescribeConstraint(1), "joint 'hinge', row 2");
  EXPECT_EQ(system.DescribeComponent(4), "body 'rod', rotation about its y axis");

  const ElementContext& at = evaluator.Evaluate(0, x.q, x.v);
  EXPECT_NEAR(system.CalcKineticEnergy(at),
              0.5 * (rod.mass * rod.initial.v.squaredNorm() + w.dot(J * w)),
              1e-13);
  EXPECT_NEAR(system.CalcPotentialEnergy(at), rod.mass * 9.81 * rod.initial.r.z(), 1e-13);
}

TEST(System, MatricesAreDerivativesOfTheResiduals) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const System system =
        RandomSystem(seed, 3 + static_cast<int>(seed), 4 * static_cast<int>(seed));
    SystemEvaluator evaluator(system);
    Buffers b(evaluator), c(evaluator);
    const Point x = InitialPoint(system);
    const int n = system.num_velocities();
    const VectorXd d = VectorXd::Random(n);
    b.Poison();
    evaluator.CalcMatrices(0, x.q, x.v, x.v_dot, x.lambda, b.m);
    evaluator.CalcResiduals(0, x.q, x.v, x.v_dot, b.r);

    const auto moved = [&](double h) {
      VectorXd q;
      evaluator.Retract(x.q, h * d, q);
      return q;
    };
    const auto forces = [&](const VectorXd& q, const VectorXd& v, const VectorXd& a) {
      evaluator.CalcResiduals(0, q, v, a, c.r);
      return VectorXd(c.r.dynamics + c.r.GT * x.lambda);
    };
    const VectorXd K = Slope([&](double h) { return forces(moved(h), x.v, x.v_dot); });
    const VectorXd D = Slope([&](double h) { return forces(x.q, x.v + h * d, x.v_dot); });
    const VectorXd M = Slope([&](double h) { return forces(x.q, x.v, x.v_dot + h * d); });
    EXPECT_LT((b.m.K * d - K).norm(), 1e-7 * (1 + K.norm()));
    EXPECT_LT((b.m.D * d - D).norm(), 1e-7 * (1 + D.norm()));
    EXPECT_LT((b.m.M * d - M).norm(), 1e-7 * (1 + M.norm()));

    const VectorXd G = Slope([&](double h) {
      evaluator.CalcResiduals(0, moved(h), x.v, x.v_dot, c.r);
      return c.r.g;
    });
    EXPECT_LT((b.r.GT.transpose() * d - G).norm(), 1e-8 * (1 + G.norm()));
  }
}

TEST(System, SecondOrderPartsOfTheConstraints) {
  const System system = RandomSystem(11, 9, 5);
  SystemEvaluator evaluator(system);
  Buffers b(evaluator), c(evaluator);
  const Point x = InitialPoint(system);
  const VectorXd d = VectorXd::Random(system.num_velocities());
  b.Poison();
  evaluator.CalcGeometricStiffness(0, x.q, x.lambda, b.m.K);
  evaluator.CalcVelocityGradient(0, x.q, x.v, b.r.GT);
  const auto at = [&](double h, const VectorXd& direction) {
    VectorXd q;
    evaluator.Retract(x.q, h * direction, q);
    evaluator.CalcResiduals(0, q, x.v, x.v_dot, c.r);
  };
  const VectorXd K = Slope([&](double h) {
    at(h, d);
    return VectorXd(c.r.GT * x.lambda);
  });
  EXPECT_LT((b.m.K * d - K).norm(), 1e-8 * (1 + K.norm()));
  const auto velocity = [&](const VectorXd& direction) {
    return Slope([&](double h) {
      at(h, direction);
      return VectorXd(c.r.GT.transpose() * x.v + c.r.g_t);
    });
  };
  EXPECT_LT((b.r.GT.transpose() * d - velocity(d)).norm(), 1e-7);
  VectorXd gamma;
  evaluator.CalcGamma(0, x.q, x.v, gamma);
  EXPECT_LT((gamma + velocity(x.v)).norm(), 1e-7);
}

TEST(System, ChartsInvertEachOther) {
  const System system = RandomSystem(4, 12, 3);
  SystemEvaluator evaluator(system);
  const Point x = InitialPoint(system);
  const VectorXd d = 0.8 * VectorXd::Random(system.num_velocities());
  VectorXd q = x.q, back, rate;
  evaluator.Retract(q, d, q);  // in place
  evaluator.Difference(x.q, q, back);
  EXPECT_LT((back - d).norm(), 1e-13);

  // The velocity that belongs to the chart rate d' moves q along d + h d'.
  const VectorXd d_dot = VectorXd::Random(system.num_velocities());
  evaluator.ChartRate(d, d_dot, rate);
  const VectorXd expected = Slope([&](double h) {
    VectorXd moved, difference;
    evaluator.Retract(x.q, d + h * d_dot, moved);
    evaluator.Difference(q, moved, difference);
    return difference;
  });
  EXPECT_LT((rate - expected).norm(), 1e-9);
  evaluator.ChartVelocity(d, rate, back);
  EXPECT_LT((back - d_dot).norm(), 1e-13);

  VectorXd rough = q * (1 + 1e-6);
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {  // translations stay as they are
    rough.segment<3>(system.configuration_offset(b)) = q.segment<3>(system.configuration_offset(b));
  }
  evaluator.Normalize(rough);
  EXPECT_LT((rough - q).norm(), 1e-10);
}

TEST(System, BitsDoNotDependOnThreads) {
  const System system = RandomSystem(2, 400, 1500);
  const Point x = InitialPoint(system);
  const auto run = [&](bool parallel, int threads) {
    SystemEvaluator evaluator(system, parallel);
    Buffers b(evaluator);
    b.Poison();
    tbb::task_arena(threads).execute([&] {
      evaluator.CalcResiduals(0, x.q, x.v, x.v_dot, b.r);
      evaluator.CalcMatrices(0, x.q, x.v, x.v_dot, x.lambda, b.m);
    });
    std::vector<double> all;
    const auto append = [&](const double* values, Eigen::Index count) {
      all.insert(all.end(), values, values + count);
    };
    append(b.r.dynamics.data(), b.r.dynamics.size());
    append(b.r.g.data(), b.r.g.size());
    for (const SparseMatrix* A : {&b.r.GT, &b.m.M, &b.m.D, &b.m.K}) {
      append(A->valuePtr(), A->nonZeros());
    }
    return all;
  };
  const std::vector<double> serial = run(false, 1);
  for (const double value : serial) ASSERT_TRUE(std::isfinite(value));
  for (const int threads : {1, 2, 4, 4}) {
    const std::vector<double> other = run(true, threads);
    ASSERT_EQ(other.size(), serial.size());
    EXPECT_EQ(std::memcmp(other.data(), serial.data(), serial.size() * sizeof(double)), 0);
  }
}

TEST(System, MemoryAdvancesAtAcceptedStatesOnly) {
  SystemParts parts;
  parts.bodies = {Ground(), Body("a", BodyKind::rigid), Body("b", BodyKind::point)};
  auto counters = std::make_unique<ForcePool<Counter>>();
  counters->Add({.body = 1}, "force 'first'");
  counters->Add({.body = 2}, "force 'second'");
  parts.force_pools.push_back(std::move(counters));
  const System system(std::move(parts));
  ASSERT_EQ(system.memory_size(), 4);
  SystemEvaluator evaluator(system);
  const Point x = InitialPoint(system);
  Buffers b(evaluator);
  evaluator.CalcResiduals(3, x.q, x.v, x.v_dot, b.r);
  EXPECT_EQ(evaluator.memory(), (std::vector<double>{1, 0, 1, 0}));
  evaluator.Accept(0.5, x.q, x.v);
  EXPECT_EQ(evaluator.memory(), (std::vector<double>{2, 0.5, 2, 0.5}));
  SystemEvaluator other(system);
  other.set_memory(evaluator.memory());
  EXPECT_EQ(other.Evaluate(0, x.q, x.v).memory[2], 2);
}

TEST(System, MetricAndNormBlocksFollowTheBodies) {
  SystemParts parts;
  parts.bodies = {Ground(), Body("a", BodyKind::point), Body("b", BodyKind::rigid)};
  parts.bodies[2].rotation_length = 0.5;
  const System system(std::move(parts));
  VectorXd expected(9);
  expected << 1, 1, 1, 1, 1, 1, 0.25, 0.25, 0.25;
  EXPECT_EQ(system.metric(), expected);
  ASSERT_EQ(system.norm_blocks().size(), 2u);
  EXPECT_EQ(system.norm_blocks()[1].first, 3);
  EXPECT_EQ(system.norm_blocks()[1].size, 6);
  EXPECT_FALSE(system.is_angle()[5]);
  EXPECT_TRUE(system.is_angle()[6]);
  EXPECT_EQ(system.FindBodyOfComponent(2), 1);
  EXPECT_EQ(system.FindBodyOfComponent(3), 2);
}

/// What is told of a rejected step: the component that erred, not the first of its body.
TEST(System, TheNormNamesTheComponent) {
  SystemParts parts;
  parts.bodies = {Ground(), Body("a", BodyKind::point), Body("b", BodyKind::rigid)};
  const System system(std::move(parts));
  const SystemEvaluator evaluator(system);
  const WeightedNorm norm(evaluator, {});
  VectorXd e = VectorXd::Zero(9), e_v = VectorXd::Zero(9);
  e << 2, 0, 0, 0, 1, 0, -4, 3, 0;
  (void)norm(e);
  EXPECT_EQ(norm.worst_component(), 6);
  EXPECT_EQ(system.DescribeComponent(6), "body 'b', rotation about its x axis");
  e_v[5] = -50;
  (void)norm.ErrorNorm(e, e_v, 0.1);
  EXPECT_EQ(norm.worst_component(), 5);
  e[1] = std::nan("");
  (void)norm(e, e_v, 0.1);
  EXPECT_EQ(norm.worst_component(), 1);
}

}  // namespace system_test
}  // namespace trunnion
