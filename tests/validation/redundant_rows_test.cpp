// SPDX-License-Identifier: BSD-3-Clause
// Rows that repeat others at the start and not later: every integrator takes them back, or ends the
// run by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace redundant_rows_test {

constexpr auto kAll = std::to_array<Method>({FormulationKind::coordinate_splitting,
                                             FormulationKind::stabilized_index2,
                                             FormulationKind::projected_invariants,
                                             FormulationKind::index1_projected,
                                             FormulationKind::index1,
                                             FormulationKind::baumgarte,
                                             FormulationKind::index2,
                                             FormulationKind::index3,
                                             FormulationKind::state_space,
                                             IntegratorKind::explicit_method,
                                             IntegratorKind::adams,
                                             IntegratorKind::automatic});

/// What a run to t = 1 s ends with: the message of its error, or "" and the largest residual.
struct Outcome {
  std::string message;
  double residual = 0;  ///< [m or rad]
};

Outcome Run(const Model& model, Method method) {
  const System system = model.Compile();
  Outcome outcome;
  try {
    Simulation run(system, {.integrator = With(method, {.max_steps = 20000})});
    for (int i = 1; i <= 50; ++i) {
      run.advance_to(0.02 * i);
      outcome.residual = std::max(outcome.residual, run.constraint_residual());
    }
  } catch (const SolverError& error) {
    outcome.message = error.what();
  }
  return outcome;
}

BodyId AddBody(Model& model, const char* name, const Vec3& at) {
  return model.AddRigidBody(
      {.name = name, .mass = 1, .inertia = 0.01 * Mat3::Identity(), .position = at});
}

MotionLaw Step(double start, double end, double to) {
  return MakeSmoothStep({.start = start, .end = end, .to = to});
}

/// Every integrator has to end with a message that has all `names` and "singular" or not.
void ExpectEndsByName(const Model& model, const std::vector<std::string>& names, bool singular) {
  for (const auto method : kAll) {
    const Outcome outcome = Run(model, method);
    const auto label = ::testing::Message()
                       << "method " << method.name() << ": " << outcome.message;
    EXPECT_NE(outcome.message, "") << label << " residual " << outcome.residual;
    for (const auto& name : names)
      EXPECT_NE(outcome.message.find(name), std::string::npos) << label;
    EXPECT_EQ(outcome.message.find("singular (a change point") != std::string::npos, singular)
        << label;
  }
}

TEST(RedundantRows, MotionsThatAgreeAndThenContradictEachOther) {
  Model model;
  const BodyId a = AddBody(model, "a", Vec3::Zero());
  const JointId p = model.AddJointAt({.name = "P",
                                      .type = JointType::prismatic,
                                      .body_a = Model::ground(),
                                      .body_b = a,
                                      .axis = {1, 0, 0}});
  model.AddMotion({.name = "m1", .along = p, .law = MakeRamp(0, 1)});
  model.AddMotion(
      {.name = "m2", .along = p, .law = MakeSumOfTime({MakeRamp(0, 1), Step(0.5, 0.8, 0.3)})});
  ExpectEndsByName(model, {"'m1'", "'m2'", "contradict"}, false);
}

TEST(RedundantRows, SupportThatMovesAwayWhileTheOtherHolds) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId a = AddBody(model, "a", Vec3::Zero()), w = AddBody(model, "w", {2, 0, 0});
  for (const auto& [name, body] : {std::pair("pa", Model::ground()), std::pair("pb", w)})
    model.AddJointAt({.name = name,
                      .type = JointType::point_on_plane,
                      .body_a = body,
                      .body_b = a,
                      .axis = {0, 0, 1}});
  const JointId lift = model.AddJointAt({.name = "pw",
                                         .type = JointType::prismatic,
                                         .body_a = Model::ground(),
                                         .body_b = w,
                                         .point = {2, 0, 0},
                                         .axis = {0, 0, 1}});
  model.AddMotion({.name = "lift", .along = lift, .law = Step(0.2, 0.8, 0.3)});
  ExpectEndsByName(model, {"'pa'", "'pb'", "contradict"}, false);
}

TEST(RedundantRows, BarInLineThatIsPulledAway) {
  Model model;
  const BodyId bar = AddBody(model, "bar", {0.5, 0, 0}), s = AddBody(model, "s", {1, 0, -0.2});
  const Vec3 y(0, 1, 0);
  model.AddJointAt({.name = "A", .body_a = Model::ground(), .body_b = bar, .axis = y});
  const JointId p = model.AddJointAt({.name = "P",
                                      .type = JointType::prismatic,
                                      .body_a = Model::ground(),
                                      .body_b = s,
                                      .point = {1, 0, 0},
                                      .axis = {1, 0, 0}});
  model.AddJointAt({.name = "B", .body_a = s, .body_b = bar, .point = {1, 0, 0}, .axis = y});
  model.AddMotion({.name = "pull", .along = p, .law = Step(0.2, 0.8, 0.1)});
  ExpectEndsByName(model, {"'pull'", "contradict"}, false);
}

/// The slider is driven inward from the dead centre, where the crank may go either way.
TEST(RedundantRows, SliderCrankDrivenFromItsDeadCentre) {
  Model model;
  const BodyId crank = AddBody(model, "crank", {0.1, 0, 0}),
               rod = AddBody(model, "rod", {0.45, 0, 0});
  const BodyId slider = AddBody(model, "slider", {0.7, 0, 0});
  const Vec3 y(0, 1, 0);
  model.AddJointAt({.name = "A", .body_a = Model::ground(), .body_b = crank, .axis = y});
  model.AddJointAt({.name = "B", .body_a = crank, .body_b = rod, .point = {0.2, 0, 0}, .axis = y});
  model.AddJointAt({.name = "C", .body_a = rod, .body_b = slider, .point = {0.7, 0, 0}, .axis = y});
  const JointId p = model.AddJointAt({.name = "P",
                                      .type = JointType::prismatic,
                                      .body_a = Model::ground(),
                                      .body_b = slider,
                                      .point = {0.7, 0, 0},
                                      .axis = {1, 0, 0}});
  model.AddMotion({.name = "mo", .along = p, .law = Step(0, 1, -0.1)});
  const System system = model.Compile();
  const Simulation run(system);
  EXPECT_NE(run.warnings().back().find("singular"), std::string::npos) << run.warnings().back();
  ExpectEndsByName(model, {"'mo'", "'C'"}, true);
}

/// All rows of index1 drift alike, here by two tolerances: no reason to take one back, which would
/// make the matrix singular.
TEST(RedundantRows, DriftTakesNoRowBack) {
  const ModelFile file = ReadModelFile(TRUNNION_SOURCE_DIR "/models/four_bar.json");
  const System system = file.model.Compile();
  Simulation run(
      system, {.integrator = {.tolerance = 1e-7, .bdf = {.formulation = FormulationKind::index1}}});
  ASSERT_EQ(run.warnings().size(), 3u);
  run.advance_to(10);
  EXPECT_GT(run.constraint_residual(), 2e-7);
  EXPECT_EQ(run.statistics().reinstated_rows, 0);
}

/// The velocity in the world across the x axis.
struct Across {
  static constexpr int kRows = 1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    c[0] = bodies[0].v.y();
  }
};

/// A knife edge seen from a frame that moves along x at 1 m/s.
struct MovingEdge {
  static constexpr int kRows = 1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    c[0] = bodies[0].R.col(1).dot(bodies[0].v) - bodies[0].R(0, 1);
  }
};

/// At the angle 0 both are one row; later they hold v_x = 1 m/s against a force.
TEST(RedundantRows, NonHolonomicRowIsTakenBackByEveryIntegrator) {
  for (const auto method : kAll) {
    if (method == FormulationKind::state_space) continue;  // serves no such rows
    Model model;
    const BodyId body = model.AddRigidBody({.name = "body",
                                            .mass = 1,
                                            .inertia = 0.01 * Mat3::Identity(),
                                            .velocity = {1, 0, 0},
                                            .angular_velocity = {0, 0, 0.5}});
    model.set_gravity({1, 0, 0});
    model.AddUserVelocityConstraint<Across>("across", std::array{body});
    model.AddUserVelocityConstraint<MovingEdge>("edge", std::array{body});
    const System system = model.Compile();
    Simulation run(system, {.integrator = With(method)});
    ASSERT_EQ(run.warnings().size(), 2u) << method.name();
    run.advance_to(1);
    EXPECT_NEAR(run.body(1).v.x(), 1, 1e-5) << method.name();
    EXPECT_NEAR(run.body(1).r.x(), 1, 2e-5) << method.name();
    EXPECT_EQ(run.statistics().reinstated_rows, 1) << method.name();
  }
}

}  // namespace redundant_rows_test
}  // namespace trunnion
