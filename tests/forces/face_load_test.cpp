// SPDX-License-Identifier: BSD-3-Clause
//
// Loads on faces of solids: resultants, tangents and work.
#include "forces/elements/face_load.hpp"

#include <gtest/gtest.h>

#include "tests/support/check_force.hpp"
#include "tests/support/shell_patch.hpp"
#include "tests/support/solid_patch.hpp"

namespace trunnion {
namespace {

using test::RandomVector;

/// All nodes of a distorted element as points, turned and strained.
struct Loaded {
  NodeMatrix X;
  std::vector<BodyState> bodies{1};
  ElementContext x;

  Loaded(SolidType type, double strain, unsigned seed)
      : X(test::MakeSolidPatch(type, 2, 0.2).X(0)) {
    std::mt19937 random(seed);
    const Mat3 R = test::RandomRotation(random);
    const Vec3 move = RandomVector(random, 2);
    for (int i = 0; i < X.rows(); ++i) {
      BodyState node;
      node.r = R * X.row(i).transpose() + move + RandomVector(random, strain);
      node.v = RandomVector(random, 1);
      bodies.push_back(node);
    }
    x.t = 0.7;
    x.bodies = bodies;
  }
  Vec3 position(int node) const { return bodies[static_cast<std::size_t>(node) + 1].r; }
};

template <int N>
FaceLoad<N> MakeLoad(const Loaded& on, SolidType type, int face, FaceLoadLaw law) {
  const FaceQuadrature& rule = GetFaceQuadrature(type, face);
  std::array<BodyIndex, N> bodies;
  typename FaceLoad<N>::Points drawn;
  for (std::size_t i = 0; i < N; ++i) {
    bodies[i] = rule.nodes[i] + 1;
    drawn.col(static_cast<int>(i)) = on.X.row(rule.nodes[i]).transpose();
  }
  return {bodies, drawn, rule, std::make_shared<const FaceLoadLaw>(std::move(law))};
}

/// Calls visit.template operator()<N>(type) for every solid type with N nodes on a face.
template <class Visit>
void ForTypes(Visit visit) {
  visit.template operator()<3>(SolidType::tet4);
  visit.template operator()<6>(SolidType::tet10);
  visit.template operator()<4>(SolidType::hex8);
  visit.template operator()<8>(SolidType::hex20);
}

TEST(FaceLoad, QuadratureHasTheNodesOfTheFace) {
  ForTypes([]<int N>(SolidType type) {
    for (int face = 0; face < NumFaces(type); ++face) {
      const FaceQuadrature& rule = GetFaceQuadrature(type, face);
      ASSERT_EQ(rule.nodes.size(), static_cast<std::size_t>(N)) << ToString(type);
      for (const FacePoint& point : rule.points) {
        EXPECT_NEAR(point.N.sum(), 1, 1e-14) << "other nodes take part";
        EXPECT_LT(point.dN.colwise().sum().norm(), 1e-14);
      }
    }
  });
}

// A pressure all around is in equilibrium and its power is −p V' at any deformation.
TEST(FaceLoad, FollowingPressureAllAroundIsAVolume) {
  ForTypes([]<int N>(SolidType type) {
    const Loaded on(type, 0.05, 3);
    const double p = 2.5;
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    double power = 0;
    for (int face = 0; face < NumFaces(type); ++face) {
      const auto load = MakeLoad<N>(on, type, face, {.pressure = [p](double) { return p; }});
      typename FaceLoad<N>::Vector f;
      load.CalcForce(on.x, f);
      for (int i = 0; i < N; ++i) {
        const Vec3 fi = f.template segment<3>(3 * i);
        const auto body = static_cast<std::size_t>(load.bodies()[static_cast<std::size_t>(i)]);
        force += fi;
        moment += on.bodies[body].r.cross(fi);
        power += fi.dot(on.bodies[body].v);
      }
    }
    EXPECT_LT(force.norm(), 1e-13) << ToString(type);
    EXPECT_LT(moment.norm(), 1e-12) << ToString(type);
    const auto volume = [&](double dt) {
      NodeMatrix X = on.X;
      for (int i = 0; i < X.rows(); ++i)
        X.row(i) = (on.position(i) + dt * on.bodies[static_cast<std::size_t>(i) + 1].v).transpose();
      double sum = 0;
      for (const QuadraturePoint& q : MassRule(type)) {
        const Mat3 J = X.transpose() * CalcSolidShape(type, q.xi).dN;
        sum += q.weight * J.determinant();
      }
      return sum;
    };
    const double h = 1e-3;
    const double rate =
        (8 * (volume(h) - volume(-h)) - (volume(2 * h) - volume(-2 * h))) / (12 * h);
    EXPECT_NEAR(power, -p * rate, 1e-9 * std::abs(p * rate)) << ToString(type);
  });
}

TEST(FaceLoad, TangentIsTheDerivative) {
  ForTypes([]<int N>(SolidType type) {
    Loaded on(type, 0.05, 5);
    const auto load = MakeLoad<N>(on, type, 1, {.pressure = [](double t) { return 3 * t; }});
    typename FaceLoad<N>::Matrix f_q, f_v;
    load.Linearize(on.x, f_q, f_v);
    EXPECT_EQ(f_v.norm(), 0);
    for (int i = 0; i < 3 * N; ++i) {
      const auto body = static_cast<std::size_t>(load.bodies()[static_cast<std::size_t>(i / 3)]);
      double& at = on.bodies[body].r[i % 3];
      const double start = at, h = 1e-3;  // f is quadratic in a position: central is exact
      typename FaceLoad<N>::Vector above, below;
      at = start + h;
      load.CalcForce(on.x, above);
      at = start - h;
      load.CalcForce(on.x, below);
      at = start;
      EXPECT_LT((f_q.col(i) - (above - below) / (2 * h)).norm(), 1e-11) << ToString(type);
    }
  });
}

TEST(FaceLoad, DeadLoadsKeepDirectionAndSum) {
  ForTypes([]<int N>(SolidType type) {
    const Loaded on(type, 0.3, 9);
    const NodeMatrix pressed = CalcPressureShares(type, on.X, 2);
    const double area = CalcFaceShares(type, on.X, 2).sum();
    const Vec3 t0(1, -2, 3);
    const auto load = MakeLoad<N>(on,
                                  type,
                                  2,
                                  {.pressure = [](double t) { return 10 * t; },
                                   .following = false,
                                   .traction = [t0](double t) { return Vec3(t * t0); }});
    typename FaceLoad<N>::Vector f;
    load.CalcForce(on.x, f);
    const Vec3 sum = FaceLoad<N>::Points::Map(f.data()).rowwise().sum();
    const Vec3 expected = 7 * pressed.colwise().sum().transpose() + 0.7 * area * t0;
    EXPECT_LT((sum - expected).norm(), 1e-13 * expected.norm()) << ToString(type);
    typename FaceLoad<N>::Matrix f_q, f_v;
    load.Linearize(on.x, f_q, f_v);
    EXPECT_EQ(f_q.norm(), 0);
  });
}

/// A load on a shell of N nodes, drawn warped, its nodes as bodies with rotation at random.
template <int N>
struct LoadedShell {
  explicit LoadedShell(FaceLoadLaw law) : random(N), X(test::RandomShell<N>(random, 0.1)) {
    bodies = test::RandomStates(N, random, {});
    for (int i = 0; i < N; ++i) at[static_cast<std::size_t>(i)] = i + 1;
    x.t = 0.7;
    x.bodies = bodies;
    load.emplace(at,
                 X,
                 GetFaceQuadrature(N == 3 ? SolidType::tet4 : SolidType::hex8, 0),
                 std::make_shared<const FaceLoadLaw>(std::move(law)));
  }
  std::mt19937 random;
  Eigen::Matrix<double, 3, N> X;
  std::vector<BodyState> bodies;
  std::array<BodyIndex, N> at{};
  ElementContext x;
  std::optional<FaceLoad<N, 6>> load;

  /// ∮ r × dr / 2 of a polygon: the area vector of any surface in it.
  static Vec3 AreaVector(const Eigen::Matrix<double, 3, N>& r) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < N; ++i) sum += 0.5 * Vec3(r.col(i)).cross(Vec3(r.col((i + 1) % N)));
    return sum;
  }
  Eigen::Matrix<double, 3, N> Positions() const {
    Eigen::Matrix<double, 3, N> r;
    for (int i = 0; i < N; ++i) r.col(i) = bodies[static_cast<std::size_t>(i) + 1].r;
    return r;
  }
};

/// The force and the largest torque on the nodes.
template <int N>
std::pair<Vec3, double> Sum(const typename FaceLoad<N, 6>::Vector& f) {
  Vec3 force = Vec3::Zero();
  double torque = 0;
  for (int i = 0; i < N; ++i) {
    force += f.template segment<3>(6 * i);
    torque = std::max(torque, f.template segment<3>(6 * i + 3).norm());
  }
  return {force, torque};
}

// Along the normal about which the nodes are counter-clockwise, p times the area vector.
TEST(FaceLoad, PressureOnShellsHasTheResultantOfTheirArea) {
  const auto check = []<int N>() {
    for (const bool following : {true, false}) {
      const LoadedShell<N> on(
          {.pressure = [](double t) { return 10 * t; }, .following = following});
      typename FaceLoad<N, 6>::Vector f;
      on.load->CalcForce(on.x, f);
      const auto [force, torque] = Sum<N>(f);
      const Vec3 expected = 7 * on.AreaVector(following ? on.Positions() : on.X);
      EXPECT_LT((force - expected).norm(), 1e-14 * expected.norm()) << N;
      EXPECT_EQ(torque, 0);
    }
    EXPECT_GT(LoadedShell<N>({}).AreaVector(LoadedShell<N>({}).X).z(), 0.3);
  };
  check.template operator()<3>();
  check.template operator()<4>();
}

TEST(FaceLoad, TractionOnShellsHasTheResultantOfTheirArea) {
  const LoadedShell<3> on({.traction = [](double t) { return Vec3(t, 0, -2 * t); }});
  FaceLoad<3, 6>::Vector f;
  on.load->CalcForce(on.x, f);
  const Vec3 expected = 0.7 * on.AreaVector(on.X).norm() * Vec3(1, 0, -2);
  EXPECT_LT((Sum<3>(f).first - expected).norm(), 1e-14);
}

// Against differences, also over rotations; a following pressure turns with the shell.
TEST(FaceLoad, TangentOnShellsIsTheDerivative) {
  const auto check = []<int N>() {
    const auto pressure = [](double t) { return 3 + t; };
    const LoadedShell<N> follows({.pressure = pressure});
    EXPECT_TRUE(test::CheckForce(*follows.load, 3, {.balanced = false}));
    const LoadedShell<N> dead({.pressure = pressure, .following = false});
    EXPECT_TRUE(test::CheckForce(*dead.load, 4, {.balanced = false, .objective = false}));
  };
  check.template operator()<3>();
  check.template operator()<4>();
}

}  // namespace
}  // namespace trunnion
