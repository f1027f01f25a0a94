// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/random_state.hpp"

/// Chains, nets and loops that are drawn roughly are assembled.
namespace trunnion {
namespace rough_drawings_test {

using test::RandomSource;

struct Chain {
  int links;
  double length;     ///< of all, between points 1 m apart
  double sag;        ///< of the parabola that the points are drawn on [m]
  double rough = 0;  ///< random part of the drawing, of a link
  Vec3 origin{0, 0, 0};
};

/// Points with rods (distance joints) between them.
Model MakePointChain(const Chain& c, unsigned seed) {
  RandomSource random(seed);
  Model model;
  std::vector<MarkerId> markers{model.AddMarker({.body = model.ground(), .position = c.origin})};
  for (int i = 1; i < c.links; ++i) {
    const double s = static_cast<double>(i) / c.links;
    const Vec3 drawn = c.origin + Vec3(s, 0, -4 * c.sag * s * (1 - s));
    const BodyId p = model.AddPointMass(
        {.mass = 1, .position = drawn + c.rough * c.length / c.links * random.Vector()});
    markers.push_back(model.AddMarker({.body = p}));
  }
  markers.push_back(
      model.AddMarker({.body = model.ground(), .position = c.origin + Vec3(1, 0, 0)}));
  for (int i = 0; i < c.links; ++i)
    model.AddJoint({.name = "rod" + std::to_string(i),
                    .type = JointType::distance,
                    .a = markers[static_cast<std::size_t>(i)],
                    .b = markers[static_cast<std::size_t>(i) + 1],
                    .length = c.length / c.links});
  return model;
}

std::string Refusal(const Model& model) {
  try {
    const System system = model.Compile();
    const Simulation run(system);
    EXPECT_LT(run.constraint_residual(), 1e-10);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(RoughDrawings, ChainsOfPointsOnAParabola) {
  for (const int links : {2, 4, 6, 10, 20, 50})
    for (const double length : {1.01, 1.1, 1.25, 1.5})
      for (const double sag : {0.05, 0.3, 0.6})
        EXPECT_EQ(Refusal(MakePointChain({links, length, sag}, 1)), "")
            << links << " links of " << length << " m, sag " << sag << " m";
}

TEST(RoughDrawings, ChainsOfPointsDrawnFivePercentOff) {
  for (const int links : {3, 10, 50, 200})
    for (unsigned seed = 0; seed < (links == 200 ? 1u : 5u); ++seed)
      EXPECT_EQ(Refusal(MakePointChain({links, 1.25, 0.4, 0.05}, seed)), "")
          << links << " links, seed " << seed;
}

/// The violation is judged against the digits that positions have there.
TEST(RoughDrawings, ChainsFarFromTheOrigin) {
  for (const double distance : {1e3, 1e6}) {
    const Model model = MakePointChain({10, 1.25, 0.3, 0, Vec3(distance, -distance, 0)}, 1);
    const System system = model.Compile();
    const Simulation run(system);
    EXPECT_LT(run.constraint_residual(), 1e-14 * distance + 1e-11);
  }
}

/// In line no small move changes the distances to first order.
TEST(RoughDrawings, PointsInLineAreToldToSag) {
  for (const int links : {2, 4, 10, 50}) {
    const std::string message = Refusal(MakePointChain({links, 1.1, 0}, 1));
    EXPECT_NE(message.find("lie in line"), std::string::npos) << links << ": " << message;
    EXPECT_NE(message.find("some sag"), std::string::npos) << message;
    EXPECT_NE(message.find("joint 'rod"), std::string::npos) << message;
  }
  // Too short: no sag helps.
  const std::string message = Refusal(MakePointChain({4, 0.9, 0}, 1));
  EXPECT_NE(message.find("cannot be assembled"), std::string::npos) << message;
  EXPECT_EQ(message.find("sag"), std::string::npos) << message;
}

/// Rods as rigid bodies with ball joints, between two points of the ground.
Model MakeRodChain(int links, double length, double sag, double rough, unsigned seed) {
  RandomSource random(seed);
  Model model;
  const double l = length / links;
  const auto at = [&](double s) { return Vec3(s, 0, -4 * sag * s * (1 - s)); };
  std::vector<MarkerId> ends{model.AddMarker({.body = model.ground()})};
  for (int i = 0; i < links; ++i) {
    const Vec3 a = at(static_cast<double>(i) / links), b = at((i + 1.0) / links);
    const BodyId rod = model.AddRigidBody(
        {.mass = 1,
         .inertia = Vec3(1e-3, 1, 1).asDiagonal() * (l * l / 12),
         .position = 0.5 * (a + b) + rough * l * random.Vector(),
         .orientation = FrameWithZX(Vec3(0, 1, 0), b - a) * RotationExp(rough * random.Vector())});
    ends.push_back(model.AddMarker({.body = rod, .position = {-l / 2, 0, 0}}));
    ends.push_back(model.AddMarker({.body = rod, .position = {l / 2, 0, 0}}));
  }
  ends.push_back(model.AddMarker({.body = model.ground(), .position = {1, 0, 0}}));
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    model.AddJoint({.type = JointType::ball, .a = ends[i], .b = ends[i + 1]});
  return model;
}

TEST(RoughDrawings, ChainsOfRigidRods) {
  for (const int links : {2, 3, 10, 40, 200})
    for (const double sag : {0.2, 0.45})
      EXPECT_EQ(Refusal(MakeRodChain(links, 1.25, sag, 0.05, 3)), "")
          << links << " links, sag " << sag;
}

/// A net of points, lengths of a flat square net, held at its corners, drawn 5 % off and with its
/// corners 5 % too near.
TEST(RoughDrawings, NetsHeldAtTheirCorners) {
  for (const int n : {3, 6, 12}) {
    RandomSource random(static_cast<unsigned>(n));
    Model model;
    const double l = 1.0 / (n - 1);
    std::vector<MarkerId> markers;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Vec3 flat = 0.95 * l * Vec3(i, j, 0);
        const bool corner = (i == 0 || i == n - 1) && (j == 0 || j == n - 1);
        const double x = flat.x() - 0.475, y = flat.y() - 0.475;
        const Vec3 drawn = flat + Vec3(0, 0, x * x + y * y - 0.45) + 0.05 * l * random.Vector();
        markers.push_back(
            corner ? model.AddMarker({.body = model.ground(), .position = flat})
                   : model.AddMarker({.body = model.AddPointMass({.mass = 1, .position = drawn})}));
      }
    }
    const auto rod = [&](int a, int b) {
      model.AddJoint({.type = JointType::distance,
                      .a = markers[static_cast<std::size_t>(a)],
                      .b = markers[static_cast<std::size_t>(b)],
                      .length = l});
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j + 1 < n; ++j)
        rod(n * i + j, n * i + j + 1), rod(n * j + i, n * (j + 1) + i);
    EXPECT_EQ(Refusal(model), "") << n;
  }
}

/// Closed rings of rods drawn as a circle 5 % off, free in space.
TEST(RoughDrawings, Rings) {
  for (const int n : {4, 12, 100}) {
    RandomSource random(static_cast<unsigned>(n));
    Model model;
    std::vector<MarkerId> markers;
    for (int i = 0; i < n; ++i) {
      const double a = 2 * 3.14159265358979 * i / n;
      const Vec3 p = Vec3(std::cos(a), std::sin(a), 0) + 0.3 / n * random.Vector();
      markers.push_back(model.AddMarker({.body = model.AddPointMass({.mass = 1, .position = p})}));
    }
    for (int i = 0; i < n; ++i)
      model.AddJoint({.type = JointType::distance,
                      .a = markers[static_cast<std::size_t>(i)],
                      .b = markers[static_cast<std::size_t>((i + 1) % n)],
                      .length = 2 * std::sin(3.14159265358979 / n)});
    EXPECT_EQ(Refusal(model), "") << n;
  }
}

}  // namespace rough_drawings_test
}  // namespace trunnion
