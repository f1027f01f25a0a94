// SPDX-License-Identifier: BSD-3-Clause
//
// Total-Lagrangian and co-rotational solids, on one distorted element of every type.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <functional>
#include <random>

#include "engine/core/pool.hpp"
#include "engine/core/rotation.hpp"
#include "forces/elements/elastic_material.hpp"
#include "forces/elements/make_solid.hpp"
#include "tests/support/solid_patch.hpp"

namespace trunnion {
namespace {

constexpr double kDensity = 3;

/// A pool of one element behind its base, so that tests see one type.
struct Sample {
  std::string name;
  SolidType type;
  NodeMatrix X;
  std::function<VectorXd(const ElementContext&)> force{};
  std::function<void(const ElementContext&, MatrixXd&, MatrixXd&)> linearize{};
  std::function<double(const ElementContext&)> strain_energy{};
  MatrixXd mass{};
  bool exact_damping = true;  ///< f_q has the derivative of the damping force, too
};

SolidLaw Law(SolidLaw::Kind kind, double viscosity) {
  return {kind, ElasticMaterial::Isotropic("rubber", 2, 0.3, kDensity).stiffness, viscosity, false};
}

template <class E>
Sample MakeSample(std::string name, SolidType type, const NodeMatrix& X, const E& element) {
  constexpr int n = 3 * E::kBodies;
  Sample s{.name = std::move(name), .type = type, .X = X};
  s.force = [element](const ElementContext& x) {
    typename E::Vector f;
    element.CalcForce(x, f);
    return VectorXd(f);
  };
  s.linearize = [element](const ElementContext& x, MatrixXd& f_q, MatrixXd& f_v) {
    typename E::Matrix q, v;
    element.Linearize(x, q, v);
    f_q = q, f_v = v;
  };
  s.strain_energy = [element](const ElementContext& x) { return element.CalcStrainEnergy(x); };
  typename E::Matrix M = E::Matrix::Zero(), none = E::Matrix::Zero();
  element.LinearizeInertia({}, M, none, none);
  s.mass = M;
  EXPECT_EQ(M.rows(), n);
  return s;
}

template <int N, int P>
void AddSamples(SolidType type, const NodeMatrix& X, double viscosity, std::vector<Sample>& out) {
  std::array<BodyIndex, N> points;
  for (int i = 0; i < N; ++i) points[static_cast<std::size_t>(i)] = i + 1;
  const double alpha = viscosity > 0 ? 0.2 : 0;
  const auto inertia = MakeSolidInertia<N>(points, type, X, kDensity, SolidMass::consistent, alpha);
  const std::string name = ToString(type);
  for (const auto kind : {SolidLaw::Kind::st_venant_kirchhoff, SolidLaw::Kind::neo_hookean}) {
    const auto law = std::make_shared<const SolidLaw>(Law(kind, viscosity));
    const std::string full = name + (kind == SolidLaw::Kind::neo_hookean ? " neo" : " stvk");
    if (type != SolidType::hex8_incompatible) {
      out.push_back(
          MakeSample(full, type, X, MakeTotalLagrangian<N, P>(inertia, type, X, law, "element")));
    } else if constexpr (N == 8) {
      out.push_back(MakeSample(full, type, X, MakeIncompatible(inertia, X, law, "element")));
      out.back().exact_damping = false;
    }
  }
  const SolidLaw law = Law(SolidLaw::Kind::st_venant_kirchhoff, viscosity);
  out.push_back(MakeSample(
      name + " corotational", type, X, MakeCorotational<N>(inertia, type, X, law, "element")));
}

std::vector<Sample> MakeSamples(double viscosity) {
  std::vector<Sample> samples;
  for (const SolidType type : test::kSolidTypes) {
    const NodeMatrix X = test::MakeSolidPatch(type, 2, 0.2).X(0);
    switch (type) {
      case SolidType::tet4:
        AddSamples<4, 1>(type, X, viscosity, samples);
        break;
      case SolidType::tet10:
        AddSamples<10, 4>(type, X, viscosity, samples);
        break;
      case SolidType::hex8:
      case SolidType::hex8_incompatible:
        AddSamples<8, 8>(type, X, viscosity, samples);
        break;
      case SolidType::hex20:
        AddSamples<20, 27>(type, X, viscosity, samples);
        break;
      case SolidType::hex20_reduced:
        AddSamples<20, 8>(type, X, viscosity, samples);
        break;
    }
  }
  return samples;
}

/// The ground, then the nodes of an element: turned, moved, strained and in motion.
struct Motion {
  std::vector<BodyState> bodies;
  ElementContext x;

  Motion(const Sample& s, double strain, double speed, unsigned seed) : bodies(1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    const auto vector = [&](double size) {
      return Vec3(size * Vec3(normal(random), normal(random), normal(random)));
    };
    const Mat3 R = RotationExp(2.2 * vector(1).normalized());
    const Vec3 move = vector(3), w = vector(1);
    for (int i = 0; i < s.X.rows(); ++i) {
      const Vec3 X = s.X.row(i).transpose();
      BodyState node;
      node.r = R * X + move + vector(strain);
      node.v = w.cross(node.r) + vector(speed);
      bodies.push_back(node);
    }
    x.bodies = bodies;
  }
  double& coordinate(int i, bool velocity) {
    BodyState& node = bodies[static_cast<std::size_t>(i / 3 + 1)];
    return (velocity ? node.v : node.r)[i % 3];
  }
  VectorXd velocities() const {
    VectorXd v(3 * static_cast<int>(bodies.size() - 1));
    for (int i = 0; i < v.size(); ++i) v[i] = bodies[static_cast<std::size_t>(i / 3 + 1)].v[i % 3];
    return v;
  }
};

/// Central difference with one Richardson step.
template <class F>
auto Differentiate(F&& f, double& at) {
  using Value = std::decay_t<decltype(f())>;
  const double start = at, h = 2e-3;
  const auto quotient = [&](double step) {
    at = start + step;
    const Value above = f();
    at = start - step;
    const Value below = f();
    at = start;
    return Value((above - below) / (2 * step));
  };
  const Value coarse = quotient(h), fine = quotient(h / 2);
  return Value((4 * fine - coarse) / 3);
}

TEST(SolidElement, TangentsAreTheDerivativesOfTheForce) {
  for (const double viscosity : {0.0, 0.3}) {
    for (const Sample& s : MakeSamples(viscosity)) {
      Motion motion(s, 0.02, 0.1, 7);
      if (viscosity > 0 && !s.exact_damping)
        for (BodyState& node : motion.bodies) node.v.setZero();
      MatrixXd f_q, f_v;
      s.linearize(motion.x, f_q, f_v);
      for (const bool velocity : {false, true}) {
        const MatrixXd& tangent = velocity ? f_v : f_q;
        for (int i = 0; i < tangent.cols(); i += 2) {
          const VectorXd column =
              Differentiate([&] { return s.force(motion.x); }, motion.coordinate(i, velocity));
          EXPECT_LT((tangent.col(i) - column).norm(), 2e-7 * (1 + f_q.norm()))
              << s.name << ", column " << i << ", velocity " << velocity;
        }
      }
    }
  }
}

TEST(SolidElement, ForceIsTheGradientOfTheEnergy) {
  for (const Sample& s : MakeSamples(0)) {
    Motion motion(s, 0.03, 0, 3);
    const VectorXd f = s.force(motion.x);
    VectorXd gradient(f.size());
    for (int i = 0; i < f.size(); ++i)
      gradient[i] =
          Differentiate([&] { return s.strain_energy(motion.x); }, motion.coordinate(i, false));
    EXPECT_LT((f + gradient).norm(), 1e-8 * (1 + f.norm())) << s.name;
    EXPECT_GT(s.strain_energy(motion.x), 0);
  }
}

TEST(SolidElement, RigidMotionIsFree) {
  for (const double viscosity : {0.0, 0.3}) {
    for (const Sample& s : MakeSamples(viscosity)) {
      Motion motion(s, 0, 0, 11);
      VectorXd f = s.force(motion.x);
      if (viscosity > 0) f += 0.2 * s.mass * motion.velocities();  // α M v damps it by design
      EXPECT_LT(f.norm(), 1e-12) << s.name;
      EXPECT_LT(std::abs(s.strain_energy(motion.x)), 1e-14) << s.name;
    }
  }
}

TEST(SolidElement, ForcesBalanceAndDampingDissipates) {
  const std::vector<Sample> elastic = MakeSamples(0), damped = MakeSamples(0.3);
  for (std::size_t k = 0; k < elastic.size(); ++k) {
    Motion motion(elastic[k], 0.03, 0.5, 5);
    const VectorXd f = elastic[k].force(motion.x);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (int i = 0; i < f.size() / 3; ++i) {
      force += f.segment<3>(3 * i);
      moment += motion.bodies[static_cast<std::size_t>(i + 1)].r.cross(Vec3(f.segment<3>(3 * i)));
    }
    EXPECT_LT(force.norm(), 1e-13) << elastic[k].name;
    EXPECT_LT(moment.norm(), 1e-12) << elastic[k].name;
    EXPECT_LT((damped[k].force(motion.x) - f).dot(motion.velocities()), 0) << elastic[k].name;
  }
}

// At rest and unstrained all are the linear element.
TEST(SolidElement, TangentAtRestIsTheLinearStiffness) {
  for (const Sample& s : MakeSamples(0)) {
    Motion motion(s, 0, 0, 2);
    for (int i = 0; i < s.X.rows(); ++i)
      motion.bodies[static_cast<std::size_t>(i + 1)].r = s.X.row(i).transpose();
    MatrixXd f_q, f_v;
    s.linearize(motion.x, f_q, f_v);
    const SolidPoints points = CalcSolidPoints(s.type, s.X, StiffnessRule(s.type), "element");
    const MatrixXd K = CalcStiffness(points, Law({}, 0).C);
    EXPECT_LT((K + f_q).norm(), 1e-12 * K.norm()) << s.name;
  }
}

// Uniaxial stretch of a free cube, neo-Hookean with λ = 0: S₁ = μ(1 − 1/a²), first stress a S₁.
TEST(SolidElement, NeoHookeanStretchIsThatOfTheClosedForm) {
  SolidLaw law{SolidLaw::Kind::neo_hookean, {}, 0, false};
  law.C = ElasticMaterial::Isotropic("rubber", 4, 0, kDensity).stiffness;  // μ = 2, λ = 0
  const double a = 1.7;
  const SolidStress s = CalcStress(law, Vec3(a, 1, 1).asDiagonal());
  EXPECT_NEAR(s.stress[0], 2 * (1 - 1 / (a * a)), 1e-14);
  EXPECT_NEAR(s.stress.tail<5>().norm(), 0, 1e-14);
  EXPECT_NEAR(s.energy, (a * a - 1) - 2 * std::log(a), 1e-14);
}

}  // namespace
}  // namespace trunnion
