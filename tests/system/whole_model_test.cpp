// SPDX-License-Identifier: BSD-3-Clause
// Everything that a Model can hold at once, against differences of its own residuals.
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <cstring>
#include <functional>
#include <string>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion {
namespace {

Mat3 RandomRotation() { return RotationExp(2 * Vec3::Random()); }

Mat6 RandomStiffness() {
  const Mat6 A = Mat6::Random();
  return A * A.transpose();
}

MarkerId RandomMarker(Model& model, BodyId body) {
  return model.AddMarker(
      {.body = body, .position = Vec3::Random(), .orientation = RandomRotation()});
}

// Forces of every kind between bodies i and i + 1, and motions and couplings of their markers.
void AddElements(Model& model, BodyId i, BodyId j) {
  const MarkerId a = RandomMarker(model, i), b = RandomMarker(model, j);
  model.AddBushing({.a = a,
                    .b = b,
                    .parameters = {.stiffness = RandomStiffness(),
                                   .damping = RandomStiffness(),
                                   .preload = Vec6::Random()}});
  model.AddSpringDamper({.along = Between(a, b), .stiffness = 3, .damping = 0.2, .preload = 2});
  const ScalarLaw law =
      MakeScalarLaw([](auto c, auto c_dot, double t) { return sin(c) + c * c_dot * 0.3 + t; });
  model.AddMotor({.along = Between(a, b, CoordinateKind::offset_y), .law = law});
  model.AddAppliedLoad({.body = j,
                        .point = Vec3::Random(),
                        .force = {.constant = Vec3::Random(), .frame = AppliedVector::Frame::body},
                        .torque = {.constant = Vec3::Random()}});
  model.AddMotion({.along = Between(a, b, CoordinateKind::offset_x), .law = [](double t) {
                     return MotionValue{t * t, 2 * t, 2};
                   }});
  model.AddCoupling({.first = Between(a, b, CoordinateKind::angle),
                     .second = Between(b, a, CoordinateKind::offset_z),
                     .ratio = 0.7});
}

// One body for every joint type, hanging in a chain from the ground, far from assembled.
Model RandomModel(unsigned seed) {
  std::srand(seed);
  Model model;
  model.set_gravity({1, -2, -9});
  BodyId last = model.ground();
  for (const JointType type : kJointTypes) {
    const Mat3 R = RandomRotation();
    const BodyId body =
        model.AddRigidBody({.mass = 1.5,
                            .com = Vec3::Random(),
                            .inertia = R * Vec3(1, 1.3, 1.9).asDiagonal() * R.transpose(),
                            .position = Vec3::Random(),
                            .orientation = RandomRotation(),
                            .velocity = Vec3::Random(),
                            .angular_velocity = Vec3::Random()});
    JointBetween joint{
        .type = type, .a = RandomMarker(model, last), .b = RandomMarker(model, body)};
    if (has_pitch(type)) joint.pitch = 0.1;
    model.AddJoint(joint);
    AddElements(model, last, body);
    last = body;
  }
  const BodyId point = model.AddPointMass({.mass = 2, .position = Vec3::Random()});
  model.AddSpringDamper(
      {.along = Between(model.AddMarker({.body = point}), RandomMarker(model, last)),
       .stiffness = 5});
  return model;
}

struct Fixture {
  Model model;
  System system;
  SystemEvaluator evaluator;
  VectorXd q, v, v_dot, lambda, d;
  Residuals r, moved;
  DynamicsMatrices m;
  double t = 0.4;

  explicit Fixture(unsigned seed)
      : model(RandomModel(seed)), system(model.Compile()), evaluator(system) {
    system.GetInitialState(q, v);
    v_dot = VectorXd::Random(v.size());
    d = VectorXd::Random(v.size());
    lambda = VectorXd::Random(system.num_constraints());
    evaluator.InitializePatterns(r, m);
    moved = r;
    evaluator.CalcResiduals(t, q, v, v_dot, r);
    evaluator.CalcMatrices(t, q, v, v_dot, lambda, m);
  }
  // Central difference of f of the residuals at q ⊕ h dq, v + h dv, t + h dt.
  VectorXd Slope(const VectorXd& dq,
                 const VectorXd& dv,
                 double dt,
                 const std::function<VectorXd(const VectorXd& v)>& f) {
    const auto at = [&](double h) {
      VectorXd q_h;
      evaluator.Retract(q, h * dq, q_h);
      evaluator.CalcResiduals(t + h * dt, q_h, v + h * dv, v_dot, moved);
      return f(v + h * dv);
    };
    const double h = 3e-6;
    return (at(h) - at(-h)) / (2 * h);
  }
};

void ExpectNear(const VectorXd& ours, const VectorXd& differences) {
  EXPECT_LT((ours - differences).norm(), 1e-6 * (1 + differences.norm()));
}

TEST(WholeModel, DerivativesAgreeWithDifferences) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Fixture x(seed);
    const VectorXd none = VectorXd::Zero(x.v.size());
    const auto force = [&](const VectorXd&) {
      return VectorXd(x.moved.dynamics + x.moved.GT * x.lambda);
    };
    const auto g = [&](const VectorXd&) { return x.moved.g; };
    const auto g_dot = [&](const VectorXd& v) {
      return VectorXd(x.moved.GT.transpose() * v + x.moved.g_t);
    };
    ExpectNear(x.m.K * x.d, x.Slope(x.d, none, 0, force));
    ExpectNear(x.m.D * x.d, x.Slope(none, x.d, 0, force));
    ExpectNear(x.r.GT.transpose() * x.d, x.Slope(x.d, none, 0, g));
    ExpectNear(x.r.g_t, x.Slope(none, none, 1, g));

    SparseMatrix LT = x.r.GT;
    VectorXd gamma;
    x.evaluator.CalcVelocityGradient(x.t, x.q, x.v, LT);
    x.evaluator.CalcGamma(x.t, x.q, x.v, gamma);
    ExpectNear(LT.transpose() * x.d, x.Slope(x.d, none, 0, g_dot));
    ExpectNear(-gamma, x.Slope(x.v, none, 1, g_dot));

    SparseMatrix geometric = x.m.K;
    x.evaluator.CalcGeometricStiffness(x.t, x.q, x.lambda, geometric);
    const auto reaction = [&](const VectorXd&) { return VectorXd(x.moved.GT * x.lambda); };
    ExpectNear(geometric * x.d, x.Slope(x.d, none, 0, reaction));
  }
}

TEST(WholeModel, InternalForcesAndMomentsBalance) {
  const Model model = RandomModel(3);
  const System system = model.Compile();
  SystemEvaluator evaluator(system);
  VectorXd q, v;
  system.GetInitialState(q, v);
  const ElementContext& x = evaluator.Evaluate(0, q, v);
  for (std::size_t i = 0; i < system.parts().forces.size(); ++i) {
    const auto loads = system.CalcLoads(static_cast<int>(i), x);
    if (loads.size() < 2) continue;  // an applied load
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (const auto& [body, load] : loads) {
      const BodyState& state = x.bodies[static_cast<std::size_t>(body)];
      force += load.head<3>();
      moment += state.r.cross(load.head<3>()) + state.R * load.tail<3>();
    }
    EXPECT_LT(force.norm(), 1e-12) << system.parts().forces[i].name;
    EXPECT_LT(moment.norm(), 1e-11) << system.parts().forces[i].name;
  }
}

TEST(WholeModel, BitsDoNotDependOnThreads) {
  std::srand(9);
  Model model;
  BodyId last = model.ground();
  for (int i = 0; i < 150; ++i) {
    const BodyId body =
        model.AddRigidBody({.mass = 1, .inertia = Mat3::Identity(), .position = Vec3::Random()});
    AddElements(model, last, body);
    last = body;
  }
  const System system = model.Compile();
  const auto run = [&](bool parallel, int threads) {
    SystemEvaluator evaluator(system, parallel);
    Residuals r;
    DynamicsMatrices m;
    evaluator.InitializePatterns(r, m);
    VectorXd q, v;
    system.GetInitialState(q, v);
    tbb::task_arena(threads).execute([&] {
      evaluator.CalcResiduals(0, q, v, v, r);
      evaluator.CalcMatrices(0, q, v, v, VectorXd::Ones(system.num_constraints()), m);
    });
    VectorXd all(r.dynamics.size() + r.g.size() + m.K.nonZeros() + m.D.nonZeros());
    all << r.dynamics, r.g, VectorXd(m.K.coeffs()), VectorXd(m.D.coeffs());
    return all;
  };
  const VectorXd serial = run(false, 1);
  ASSERT_TRUE(serial.allFinite());
  for (const int threads : {1, 2, 4}) {
    const VectorXd other = run(true, threads);
    EXPECT_EQ(
        std::memcmp(
            serial.data(), other.data(), static_cast<std::size_t>(serial.size()) * sizeof(double)),
        0);
  }
}

}  // namespace
}  // namespace trunnion
