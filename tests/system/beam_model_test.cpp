// SPDX-License-Identifier: BSD-3-Clause
// Beams, cables and superelements in models and model files.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/load_steps.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/beam_line.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace beam_model_test {

constexpr double kE = 2.1e11, kWidth = 0.02, kHeight = 0.01, kLength = 0.8;

BeamSection Steel() { return MakeRectangularSection(kWidth, kHeight, kE, 0.3, 7800); }

/// A block of 2 kg on the end of a horizontal beam or superelement.
struct Cantilever {
  Model model;
  BodyId block;
  MarkerId root, end;
  Cantilever() {
    model.set_gravity({0, 0, -9.81});
    block = model.AddRigidBody({.name = "block",
                                .mass = 2,
                                .inertia = 1e-3 * Mat3::Identity(),
                                .position = {kLength, 0, 0}});
    root = model.AddMarker({.name = "root", .body = Model::ground()});
    end = model.AddMarker({.name = "end", .body = block});
  }
  double Deflection() const {
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    return -simulation.body(block.index()).r.z();
  }
};

double LinearDeflection(double distributed) {
  const BeamSection s = Steel();
  const double EI = kE * s.iy, GA = 5.0 / 6 * s.shear_modulus * s.area, P = 2 * 9.81;
  const double q = distributed * 9.81, L = kLength;
  return P * L * L * L / (3 * EI) + P * L / GA + q * L * L * L * L / (8 * EI) +
         q * L * L / (2 * GA);
}

TEST(BeamModel, CantileverSagsUnderItsBlockAndItsWeight) {
  for (const BeamMass mass : {BeamMass::none, BeamMass::consistent}) {
    Cantilever c;
    c.model.AddBeam(
        {.a = c.root, .b = c.end, .section = Steel(), .y_axis = Vec3::UnitY(), .mass = mass});
    const double own = mass == BeamMass::none ? 0 : 7800 * kWidth * kHeight;
    // Large deflection shortens by the order of (w/L)² = 1e-4.
    EXPECT_NEAR(c.Deflection() / LinearDeflection(own), 1, 1e-3);
  }
}

/// Markers that are turned and away from the origins of their bodies: what counts is the line
/// between them and the y axis.
TEST(BeamModel, MarkersMayLieAnywhereOnTheirBodies) {
  const auto tip = [](const Mat3& R, const Vec3& offset, const Mat3& marker) -> Vec3 {
    Model model;
    const Vec3 end(kLength, 0, 0);
    const BodyId body = model.AddRigidBody({.mass = 2,
                                            .com = offset,
                                            .inertia = 1e-3 * Mat3::Identity(),
                                            .position = end - R * offset,
                                            .orientation = R});
    model.AddBeam(
        {.a = model.AddMarker({.body = Model::ground(), .orientation = marker.transpose()}),
         .b = model.AddMarker({.body = body, .position = offset, .orientation = marker}),
         .section = Steel(),
         .y_axis = Vec3::UnitY()});
    model.AddAppliedLoad({.body = body, .point = offset, .force = {.constant = {5, 30, 100}}});
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    return simulation.body(body.index()).r;
  };
  const Vec3 plain = tip(Mat3::Identity(), Vec3::Zero(), Mat3::Identity());
  const Vec3 turned =
      tip(RotationExp({0.3, -1.1, 0.5}), {0.1, 0.2, -0.3}, RotationExp({1, 2, 0.5}));
  EXPECT_GT((plain - Vec3(kLength, 0, 0)).norm(), 0.03);
  EXPECT_LT((plain - turned).norm(), 1e-9);
}

// But for the stretch, which a beam measures along its chord: of second order in the deflection.
TEST(BeamModel, SuperelementOfTheBeamIsTheBeam) {
  const BeamSectionMatrices section = CalcSectionMatrices(Steel(), "steel");
  const Mat6 K = CalcBeamStiffness(BeamFormulation::corotational, section, kLength, "steel");
  Eigen::Matrix<double, 6, 12> e = Eigen::Matrix<double, 6, 12>::Zero();
  e.leftCols<6>() = -Mat6::Identity();
  e.rightCols<6>().setIdentity();
  e.block<3, 3>(0, 3) = e.block<3, 3>(0, 9) = 0.5 * kLength * Skew(Vec3::UnitX());
  Cantilever beam, element;
  beam.model.AddBeam({.a = beam.root, .b = beam.end, .section = section, .y_axis = Vec3::UnitY()});
  element.model.AddSuperelement({.markers = {element.root, element.end},
                                 .stiffness = e.transpose() * K * e,
                                 .mass = CalcBeamMass(section, kLength)});
  const double slope = beam.Deflection() / kLength;
  EXPECT_NEAR(element.Deflection() / beam.Deflection(), 1, slope * slope);
}

TEST(BeamModel, CablePullsAndGoesSlack) {
  const auto force_at = [](double distance, bool compression) {
    Model model;
    const BodyId body = model.AddPointMass({.mass = 1, .position = {0, 0, distance}});
    const ForceId cable = model.AddCable({.a = model.AddMarker({.body = Model::ground()}),
                                          .b = model.AddMarker({.body = body}),
                                          .axial_stiffness = 1000,
                                          .length = 2.0,
                                          .compression = compression});
    const System system = model.Compile();
    const Simulation simulation(system);
    return -system.CalcLoads(cable.index(), simulation.context())[1].second(2);
  };
  EXPECT_NEAR(force_at(2.02, true), 10, 1e-12);
  EXPECT_NEAR(force_at(1.98, true), -10, 1e-12);
  EXPECT_NEAR(force_at(2.02, false), 10, 1e-12);  // taut
  EXPECT_EQ(force_at(1.98, false), 0);
}

std::string MessageOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BeamModel, NamesWhatIsWrong) {
  Cantilever c;
  const auto beam = [&](auto change) {
    BeamBetween b{
        .name = "b", .a = c.root, .b = c.end, .section = Steel(), .y_axis = Vec3::UnitY()};
    change(b);
    return MessageOf([&] { c.model.AddBeam(b); });
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find("force 'b'") != std::string::npos && text.find(part) != std::string::npos
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << text;
  };
  EXPECT_TRUE(contains(beam([](auto& b) { b.y_axis = Vec3::UnitX(); }), "along the beam"));
  EXPECT_TRUE(contains(beam([&](auto& b) { b.b = c.root; }), "connect two bodies"));
  EXPECT_TRUE(contains(beam([&](auto& b) {
                         const BodyId point = c.model.AddPointMass({.mass = 1});
                         b.b = c.model.AddMarker({.body = point});
                       }),
                       "takes no torque"));
  EXPECT_TRUE(contains(beam([&](auto& b) {
                         b.b = c.model.AddMarker({.body = c.block, .position = {-kLength, 0, 0}});
                       }),
                       "needs a length"));
  EXPECT_TRUE(contains(
      beam([&](auto& b) {
        b.y_axis.reset();
        b.a = c.model.AddMarker({.body = Model::ground(), .orientation = RotationExp({0, 0, 3})});
      }),
      "do not point along it"));
  const auto element = [&](const MatrixXd& stiffness, std::vector<MarkerId> markers) {
    return MessageOf([&] {
      c.model.AddSuperelement({.name = "b", .markers = markers, .stiffness = stiffness});
    });
  };
  EXPECT_TRUE(contains(element(MatrixXd::Identity(12, 12), {c.root, c.end}), "rigid motions"));
  EXPECT_TRUE(contains(element(MatrixXd::Identity(6, 6), {c.root, c.end}), "12 x 12"));
  EXPECT_TRUE(contains(element(MatrixXd::Identity(6, 6), {c.root}), "two to six markers"));
  EXPECT_TRUE(contains(MessageOf([&] { c.model.AddCable({.name = "b", .a = c.root, .b = c.end}); }),
                       "axial stiffness"));
}

TEST(LoadSteps, NameTheBodyThatGivesWay) {
  Model model;  // a rod hangs from a ball joint: nothing resists its turning about itself
  const BodyId rod = model.AddRigidBody(
      {.name = "rod", .mass = 1, .inertia = Mat3::Identity(), .position = {0, 0, -1}});
  model.AddJointAt({.type = JointType::ball, .body_a = Model::ground(), .body_b = rod});
  const System system = model.Compile();
  Simulation simulation(system);
  const std::string lost = MessageOf([&] { AdvanceLoads(simulation, 1); });
  EXPECT_NE(lost.find("the static equilibrium is lost"), std::string::npos) << lost;
  EXPECT_NE(MessageOf([&] { AdvanceLoads(simulation, 0); }).find("the end must be after"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { AdvanceLoads(simulation, 1, {.first_step = 0}); }).find("steps"),
            std::string::npos);
}

TEST(LoadSteps, FollowTheLoadAndShowEveryStep) {
  Model model;
  const BeamLineParts parts = AddBeamLine(model,
                                          {.name = "rod",
                                           .points = PointsBetween({0, 0, 0}, {kLength, 0, 0}, 4),
                                           .section = Steel(),
                                           .start = Model::ground()});
  model.AddAppliedLoad({.body = parts.nodes.back(), .force = {.law = [](double t) -> Vec3 {
                                                      return {0, 0, 50 * t};
                                                    }}});
  const System system = model.Compile();
  Simulation simulation(system);
  double last = 0;
  const auto steps = AdvanceLoads(simulation, 2, {}, [&](const LoadStep& step) {
    EXPECT_EQ(step.t, simulation.t());
    EXPECT_GT(simulation.body(parts.nodes.back().index()).r.z(), last);
    last = simulation.body(parts.nodes.back().index()).r.z();
  });
  EXPECT_EQ(steps.back().t, 2);
  EXPECT_EQ(simulation.t(), 2);
  EXPECT_GT(steps.size(), 4u);
}

TEST(BeamModelFile, ReadsAllKinds) {
  const ModelFile file = ParseModel(R"({
    "bodies": [{ "name": "block", "mass": 2, "inertia": [1e-3, 1e-3, 1e-3], "position": [0.8, 0, 0] }],
    "markers": [{ "name": "root", "body": "ground" }, { "name": "end", "body": "block" }],
    "forces": [
      { "name": "bar", "type": "beam", "a": "root", "b": "end", "y_axis": [0, 1, 0], "mass": "lumped",
        "section": { "shape": "rectangle", "width": 0.02, "height": 0.01, "youngs_modulus": 2.1e11,
                     "poisson_ratio": 0.3, "density": 7800 } },
      { "name": "tube", "type": "beam", "a": "root", "b": "end", "formulation": "geometrically_exact",
        "section": { "shape": "circle", "radius": 0.01, "inner_radius": 0.008, "youngs_modulus": 2.1e11,
                     "poisson_ratio": 0.3 }, "damping_time": 1e-4 },
      { "name": "angle", "type": "beam", "a": "root", "b": "end", "prestrain": [1e-4, 0, 0, 0, 0, 0],
        "section": { "youngs_modulus": 2e11, "shear_modulus": 8e10, "area": 1e-4, "iy": 1e-9, "iz": 2e-9,
                     "torsion": 1e-10, "orientation": "45 deg", "centroid": [0.01, 0] } },
      { "name": "guy", "type": "cable", "a": "root", "b": "end", "axial_stiffness": 1e4, "length": 0.7 }
    ]
  })");
  const System system = file.model.Compile();
  const Simulation simulation(system);
  const auto axial = [&](int i) { return system.CalcLoads(i, simulation.context())[1].second(0); };
  EXPECT_NEAR(axial(0), 0, 1e-6);
  EXPECT_NEAR(axial(1), 0, 1e-6);
  EXPECT_NEAR(axial(2), -2e11 * 1e-4 * 1e-4, 1e-6);
  EXPECT_NEAR(axial(3), -1e4 * (0.1 / 0.7), 1e-6);
}

}  // namespace beam_model_test
}  // namespace trunnion
