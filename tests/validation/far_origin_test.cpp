// SPDX-License-Identifier: BSD-3-Clause
// A model drawn far from the origin runs as it does at the origin.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace far_origin_test {

/// Three uprights and two couplers, all coordinates multiples of 1/2, so that nothing is rounded
/// where they are drawn. The mechanism passes its change points, where violations of 1e-12 m would
/// show as 1e-6 m.
Model Ladder(const Vec3& origin) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const Vec3 y(0, 1, 0);
  const auto hinge = [&](BodyId a, BodyId b, const Vec3& at, bool moves) {
    JointAt joint{.body_a = a, .body_b = b, .point = origin + at, .axis = y};
    if (moves) joint.initial_rate = 1;
    model.AddJointAt(joint);
  };
  std::vector<BodyId> uprights;
  for (int i = 0; i < 3; ++i) {
    uprights.push_back(model.AddRigidBody({.name = "upright" + std::to_string(i),
                                           .mass = 1,
                                           .inertia = Vec3(0.1, 0.1, 0.01).asDiagonal(),
                                           .position = origin + Vec3(i, 0, 0.5)}));
    hinge(Model::ground(), uprights.back(), Vec3(i, 0, 0), true);
  }
  for (int i = 0; i < 2; ++i) {
    const BodyId coupler = model.AddRigidBody({.name = "coupler" + std::to_string(i),
                                               .mass = 1,
                                               .inertia = Vec3(0.01, 0.1, 0.1).asDiagonal(),
                                               .position = origin + Vec3(i + 0.5, 0, 1)});
    hinge(uprights[static_cast<std::size_t>(i)], coupler, Vec3(i, 0, 1), false);
    hinge(coupler, uprights[static_cast<std::size_t>(i) + 1], Vec3(i + 1, 0, 1), false);
  }
  return model;
}

struct Outcome {
  Vec3 place;  ///< of the first upright, from the origin of the model
  double steps;
};

Outcome RunLadder(const Vec3& origin, const IntegratorOptions& options) {
  const Model model = Ladder(origin);
  const System system = model.Compile();
  Simulation run(system, {.integrator = options, .serial = true});
  run.advance_to(5);
  EXPECT_LT(run.constraint_residual(), options.tolerance);
  return {run.body(1).r - origin, static_cast<double>(run.statistics().steps)};
}

TEST(FarOrigin, LadderRunsAsAtTheOrigin) {
  for (const Method method : std::initializer_list<Method>{FormulationKind::coordinate_splitting,
                                                           FormulationKind::stabilized_index2,
                                                           IntegratorKind::automatic}) {
    for (const double tolerance : {1e-5, 1e-8}) {
      const IntegratorOptions options = With(method, {.tolerance = tolerance});
      const Outcome home = RunLadder(Vec3::Zero(), options);
      for (const Vec3& origin :
           {Vec3(100, -100, 100), Vec3(1e3, 0, 0), Vec3(1e4, 1e4, -1e4), Vec3(0, 0, 1e5)}) {
        const Outcome far = RunLadder(origin, options);
        const auto label = ::testing::Message() << "method " << method.name() << " tolerance "
                                                << tolerance << " origin " << origin.transpose();
        // Each may be some forty tolerances off behind the change points.
        EXPECT_LT((far.place - home.place).norm(), 80 * tolerance) << label;
        EXPECT_LT(far.steps, 1.2 * home.steps) << label;
      }
    }
  }
}

}  // namespace far_origin_test
}  // namespace trunnion
