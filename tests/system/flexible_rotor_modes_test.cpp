// SPDX-License-Identifier: BSD-3-Clause
// Eigenmodes of a damped flexible rotor: rates from 1e-3 to 1e9 1/s in one matrix.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "engine/analyses/linear.hpp"
#include "engine/model/model.hpp"

namespace trunnion {
namespace {

constexpr double kYoung = 2.1e11, kRadius = 0.01, kMass = 10;
constexpr int kElements = 8;

/// A light shaft of beams on two bearings, along x, with a heavy disc in the middle.
Model MakeShaft(double spin, double damping_time, double density) {
  const BeamSection section = MakeCircularSection(kRadius, 0, kYoung, 0.3, density);
  Model model;
  std::vector<BodyId> nodes;
  for (int i = 0; i <= kElements; ++i) {
    const bool disc = i == kElements / 2;
    nodes.push_back(model.AddRigidBody({.mass = disc ? kMass : 0.0,
                                        .inertia = (disc ? 1e-4 : 0.0) * Mat3::Identity(),
                                        .position = {static_cast<double>(i) / kElements, 0, 0},
                                        .velocity = Vec3(Vec3::Zero()),
                                        .angular_velocity = Vec3(spin, 0, 0)}));
  }
  for (std::size_t i = 0; i < kElements; ++i)
    model.AddBeam({.a = model.AddMarker({.body = nodes[i]}),
                   .b = model.AddMarker({.body = nodes[i + 1]}),
                   .section = section,
                   .y_axis = Vec3::UnitY(),
                   .damping_time = damping_time});
  model.AddJointAt({.type = JointType::ball, .body_a = Model::ground(), .body_b = nodes.front()});
  model.AddJointAt({.type = JointType::point_on_line,
                    .body_a = Model::ground(),
                    .body_b = nodes.back(),
                    .point = {1, 0, 0},
                    .axis = {1, 0, 0},
                    .point_b = Vec3(1, 0, 0)});
  return model;
}

TEST(FlexibleRotorModes, InnerDampingActsOnTheWhirlAsSeenInTheShaft) {
  // Jeffcott's rotor with rotating damping β k: s ≈ ±i ω − β ω²/2 (1 ∓ Ω/ω).
  constexpr double beta = 1e-4;
  const double second = std::numbers::pi * std::pow(kRadius, 4) / 4;
  const double w = std::sqrt(48 * kYoung * second / kMass);
  for (double spin : {0.5 * w, 0.1 * w})
    for (double density : {10.0, 0.5}) {
      const System system = MakeShaft(spin, beta, density).Compile();
      Simulation simulation(system);
      const auto modes = CalcModes(simulation);
      std::vector<std::complex<double>> whirl;
      double sum = 0;
      for (const Mode& mode : modes) {
        const auto s = mode.eigenvalue;
        sum += (s.imag() > 0 ? 2 : 1) * s.real();
        if (std::abs(s.imag() - w) < 0.01 * w && std::abs(s.real()) < 1) whirl.push_back(s);
      }
      ASSERT_EQ(whirl.size(), 2u) << spin;
      const double decay = beta * w * w / 2;
      const double slow = std::min(-whirl[0].real(), -whirl[1].real());
      const double fast = std::max(-whirl[0].real(), -whirl[1].real());
      EXPECT_NEAR(slow, decay * (1 - spin / w), 0.01 * decay) << spin;
      EXPECT_NEAR(fast, decay * (1 + spin / w), 0.01 * decay) << spin;
      // No mode is lost: the eigenvalues add up to the trace.
      const LinearModel linear = LinearizeModel(simulation);
      EXPECT_NEAR(sum, linear.A.trace(), 1e-9 * std::abs(linear.A.trace()));
      EXPECT_TRUE(linear.unsteady.empty()) << linear.unsteady;
    }
}

}  // namespace
}  // namespace trunnion
