// SPDX-License-Identifier: BSD-3-Clause
//
// Elements with mass of their own, against closed forms and against rigid bodies.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "engine/core/pool.hpp"
#include "engine/core/rotation.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "joints/user_constraint.hpp"
#include "tests/support/simple_elements.hpp"

namespace trunnion {
namespace element_inertia_test {

/// A bar between two points: consistent mass m/6 [2 1; 1 2] and the stiffness k of all directions.
struct Bar {
  static constexpr int kBodies = 2;
  static constexpr int kBlockSize = 3;
  using Vector = LocalVector<2, 3>;
  using Matrix = LocalMatrix<2, 3>;
  BodyIndex A, B;
  double mass, k;
  Vec3 rest;

  std::array<BodyIndex, 2> bodies() const { return {A, B}; }
  static Matrix Blocks(double diagonal, double other) {
    Matrix blocks;
    blocks << diagonal * Mat3::Identity(), other * Mat3::Identity(), other * Mat3::Identity(),
        diagonal * Mat3::Identity();
    return blocks;
  }
  Matrix Mass() const { return Blocks(mass / 3, mass / 6); }
  Vec3 Stretch(const ElementContext& x) const {
    return x.bodies[idx(B)].r - x.bodies[idx(A)].r - rest;
  }
  void CalcForce(const ElementContext& x, Vector& f) const {
    f << k * Stretch(x), -k * Stretch(x);
    f += Vec3(0.5 * mass * x.gravity).replicate<2, 1>();
  }
  void Linearize(const ElementContext&, Matrix& f_q, Matrix& f_v) const {
    f_q = Blocks(-k, k);
    f_v.setZero();
  }
  void AddInertia(const ElementContext& x, Vector& f) const {
    Vector a;
    a << x.accelerations[idx(A)].head<3>(), x.accelerations[idx(B)].head<3>();
    f -= Mass() * a;
  }
  void LinearizeInertia(const ElementContext&, Matrix& M, Matrix&, Matrix&) const { M = Mass(); }
  double CalcEnergy(const ElementContext& x) const {
    return 0.5 * k * Stretch(x).squaredNorm() -
           0.5 * mass * x.gravity.dot(x.bodies[idx(A)].r + x.bodies[idx(B)].r);
  }
  double CalcKineticEnergy(const ElementContext& x) const {
    Vector v;
    v << x.bodies[idx(A)].v, x.bodies[idx(B)].v;
    return 0.5 * v.dot(Mass() * v);
  }
};

/// A point mass fixed at p on a body: M and h depend on the orientation and on w.
struct PointOnBody {
  static constexpr int kBodies = 1;
  BodyIndex body;
  double mass;
  Vec3 p;

  std::array<BodyIndex, 1> bodies() const { return {body}; }
  Eigen::Matrix<double, 3, 6> Jacobian(const BodyState& b) const {
    Eigen::Matrix<double, 3, 6> J;
    J << Mat3::Identity(), -b.R * Skew(p);
    return J;
  }
  Vec3 Centripetal(const BodyState& b) const { return b.R * b.w.cross(b.w.cross(p)); }
  void CalcForce(const ElementContext& x, LocalVector<1>& f) const {
    f = Jacobian(x.bodies[idx(body)]).transpose() * mass * x.gravity;
  }
  void Linearize(const ElementContext& x, LocalMatrix<1>& f_q, LocalMatrix<1>& f_v) const {
    const BodyState& b = x.bodies[idx(body)];
    f_q.setZero();
    f_q.block<3, 3>(3, 3) = mass * Skew(p) * Skew(b.R.transpose() * x.gravity);
    f_v.setZero();
  }
  void AddInertia(const ElementContext& x, LocalVector<1>& f) const {
    const BodyState& b = x.bodies[idx(body)];
    f -= mass * Jacobian(b).transpose() *
         (Jacobian(b) * x.accelerations[idx(body)] + Centripetal(b));
  }
  void LinearizeInertia(const ElementContext& x,
                        LocalMatrix<1>& M,
                        LocalMatrix<1>&,
                        LocalMatrix<1>& f_v) const {
    const BodyState& b = x.bodies[idx(body)];
    M = mass * Jacobian(b).transpose() * Jacobian(b);
    const Mat3 dw = -Skew(b.w.cross(p)) - Skew(b.w) * Skew(p);  // of w × (w × p)
    f_v.rightCols<3>() -= mass * Jacobian(b).transpose() * b.R * dw;
  }
  double CalcEnergy(const ElementContext& x) const {
    const BodyState& b = x.bodies[idx(body)];
    return -mass * x.gravity.dot(b.r + b.R * p);
  }
  double CalcKineticEnergy(const ElementContext& x) const {
    const BodyState& b = x.bodies[idx(body)];
    return 0.5 * mass * (b.v + b.R * b.w.cross(p)).squaredNorm();
  }
};

struct OnUnitSphere {
  static constexpr int kRows = 1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    g[0] = 0.5 * (bodies[0].r.squaredNorm() - 1.0);
  }
};

BodyInfo Ground() { return {.name = "ground", .kind = BodyKind::ground}; }

TEST(ElementInertia, ChainOfBarsHasTheFrequenciesOfConsistentMass) {
  constexpr int kBars = 8;
  constexpr double m = 0.3, k = 50;
  SystemParts parts;
  parts.bodies.push_back(Ground());
  auto bars = std::make_unique<ForcePool<Bar>>();
  for (int i = 1; i <= kBars; ++i) {
    BodyInfo node{.name = "n", .kind = BodyKind::point};
    node.initial.r = {static_cast<double>(i), 0, 0};
    parts.bodies.push_back(node);
    bars->Add({i - 1, i, m, k, Vec3::UnitX()}, "bar");
  }
  parts.force_pools.push_back(std::move(bars));
  const System system(std::move(parts));
  SystemEvaluator evaluator(system);
  VectorXd q, v;
  system.GetInitialState(q, v);
  Residuals r;
  DynamicsMatrices matrices;
  evaluator.InitializePatterns(r, matrices);
  evaluator.CalcMatrices(0, q, v, v, {}, matrices);
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(MatrixXd(matrices.K),
                                                                 MatrixXd(matrices.M));
  // Dispersion of linear elements with consistent mass, fixed at one end and free at the other.
  for (int j = 0; j < kBars; ++j) {
    const double c = std::cos((2 * j + 1) * std::numbers::pi / (2 * kBars));
    const double square = k / m * 6 * (1 - c) / (2 + c);
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(modes.eigenvalues()[3 * j + axis], square, 1e-11 * k / m);
  }
}

// The consistent mass of a rod between two points is exact where the rod is rigid: a compound
// pendulum of inertia m L²/3, period 4 K(sin 45°) √(2L/3g) from the horizontal.
TEST(ElementInertia, RodOfTwoPointsSwingsAsACompoundPendulum) {
  constexpr double g = 9.81, kEllipticK = 1.8540746773013719;
  SystemParts parts;
  parts.gravity = {0, 0, -g};
  parts.bodies.push_back(Ground());
  BodyInfo tip{.name = "tip", .kind = BodyKind::point};
  tip.initial.r = {1, 0, 0};
  parts.bodies.push_back(tip);
  auto rods = std::make_unique<ForcePool<Bar>>();
  rods->Add({kGround, 1, 2.0, 0.0, Vec3::UnitX()}, "rod");
  parts.force_pools.push_back(std::move(rods));
  auto lengths = std::make_unique<ConstraintPool<UserConstraint<OnUnitSphere, 1>>>();
  lengths->Add(UserConstraint<OnUnitSphere, 1>({1}), "length");
  parts.constraint_pools.push_back(std::move(lengths));
  const System system(std::move(parts));
  Simulation simulation(system, {.integrator = {.tolerance = 1e-7}});
  const double period = 4 * kEllipticK * std::sqrt(2 / (3 * g));
  const double energy = simulation.kinetic_energy() + simulation.potential_energy();
  simulation.advance_to(period / 4);
  EXPECT_LT((simulation.body(1).r - Vec3(0, 0, -1)).norm(), 1e-6);
  EXPECT_NEAR(simulation.body(1).v.norm(), std::sqrt(3 * g), 1e-5);
  EXPECT_NEAR(simulation.kinetic_energy() + simulation.potential_energy(), energy, 1e-5);
  simulation.advance_to(period);
  EXPECT_LT((simulation.body(1).r - Vec3(1, 0, 0)).norm(), 2e-6);
}

// Rigid body and point mass together are a rigid body again.
TEST(ElementInertia, PointOnABodyEqualsTheCompositeBody) {
  const double m = 2, mp = 0.7;
  const Vec3 p(0.3, -0.2, 0.5), com = mp / (m + mp) * p, gravity(0.5, 0, -9.81);
  const Mat3 J = Vec3(0.2, 0.3, 0.4).asDiagonal();
  BodyInfo body{.name = "body", .mass = m, .inertia = J};
  body.initial.w = {1, 2, -3};
  BodyInfo composite = body;
  composite.mass = m + mp;
  composite.inertia = J - m * Skew(com) * Skew(com) - mp * Skew(p - com) * Skew(p - com);
  composite.initial.r = com;
  composite.initial.v = body.initial.w.cross(com);

  SystemParts parts, reference;
  parts.gravity = reference.gravity = gravity;
  parts.bodies = {Ground(), body};
  reference.bodies = {Ground(), composite};
  auto points = std::make_unique<ForcePool<PointOnBody>>();
  points->Add({1, mp, p}, "point");
  parts.force_pools.push_back(std::move(points));
  const System system(std::move(parts)), expected(std::move(reference));
  const SimulationOptions options{.integrator = {.tolerance = 1e-8}};
  Simulation simulation(system, options), rigid(expected, options);
  EXPECT_NEAR(simulation.kinetic_energy(), rigid.kinetic_energy(), 1e-13);
  for (const double t : {0.3, 1.0, 2.0}) {
    simulation.advance_to(t);
    rigid.advance_to(t);
    const BodyState a = simulation.body(1), b = rigid.body(1);
    EXPECT_LT((a.r + a.R * com - b.r).norm(), 1e-7);
    EXPECT_LT((a.R - b.R).norm(), 1e-7);
    EXPECT_LT((a.w - b.w).norm(), 1e-6);
  }
}

}  // namespace element_inertia_test
}  // namespace trunnion
