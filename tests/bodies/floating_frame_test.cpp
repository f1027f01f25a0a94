// SPDX-License-Identifier: BSD-3-Clause
//
// The floating frame against d'Alembert's principle for a cloud of mass points, whose integrals are
// sums.
#include "bodies/floating_frame.hpp"

#include <gtest/gtest.h>

#include "bodies/rigid_body.hpp"
#include "tests/support/random_state.hpp"

namespace trunnion {
namespace {

using test::RandomSource;

constexpr int kPoints = 7, kShapes = 4;
const Vec3 kGravity(1, 2, -9);

MatrixXd RandomMatrix(RandomSource& random, Eigen::Index rows, Eigen::Index cols) {
  return MatrixXd::NullaryExpr(rows, cols, [&] { return random.Uniform(-1, 1); });
}

struct Cloud {
  std::vector<double> m;
  std::vector<Vec3> X;
  std::vector<Eigen::Matrix3Xd> phi;  // of each point
  MatrixXd K, D;
  std::vector<std::vector<Mat3>> foreshortening{};

  explicit Cloud(RandomSource& random) {
    for (int n = 0; n < kPoints; ++n) {
      m.push_back(random.Uniform(0.1, 1));
      X.push_back(random.Vector());
      phi.emplace_back(RandomMatrix(random, 3, kShapes));
    }
    K = RandomMatrix(random, kShapes, kShapes);
    K = (K * K.transpose()).eval();
    D = RandomMatrix(random, kShapes, kShapes);
    D = (D * D.transpose()).eval();
  }
  InertiaIntegrals Integrals() const {
    InertiaIntegrals I{0, Vec3::Zero(), Mat3::Zero(), Eigen::Matrix3Xd::Zero(3, kShapes), {}, {}};
    I.position_shape.assign(kShapes, Mat3::Zero());
    I.shape_shape.assign(kShapes, std::vector<Mat3>(kShapes, Mat3::Zero()));
    for (std::size_t n = 0; n < kPoints; ++n) {
      I.mass += m[n];
      I.first += m[n] * X[n];
      I.second += m[n] * X[n] * X[n].transpose();
      I.shape_first += m[n] * phi[n];
      for (std::size_t i = 0; i < kShapes; ++i) {
        I.position_shape[i] += m[n] * X[n] * Shape(n, i).transpose();
        for (std::size_t j = 0; j < kShapes; ++j)
          I.shape_shape[i][j] += m[n] * Shape(n, i) * Shape(n, j).transpose();
      }
    }
    I.foreshortening = foreshortening;
    return I;
  }
  FloatingFrame Frame() const { return {Integrals(), K, D}; }
  Vec3 Shape(std::size_t n, std::size_t i) const {
    return phi[n].col(static_cast<Eigen::Index>(i));
  }
  Vec3 Deformed(std::size_t n, const FloatingState& s) const { return X[n] + phi[n] * s.p; }
  Vec3 Position(std::size_t n, const FloatingState& s) const {
    return s.frame.r + s.frame.R * Deformed(n, s);
  }
  Eigen::Matrix3Xd Jacobian(std::size_t n, const FloatingState& s) const {
    Eigen::Matrix3Xd jacobian(3, 6 + kShapes);
    jacobian << Mat3::Identity(), -s.frame.R * Skew(Deformed(n, s)), s.frame.R * phi[n];
    return jacobian;
  }
};

FloatingState RandomFloating(RandomSource& random) {
  return {random.Body(), RandomMatrix(random, kShapes, 1), RandomMatrix(random, kShapes, 1)};
}
std::vector<std::vector<Mat3>> RandomForeshortening(RandomSource& random) {
  std::vector<std::vector<Mat3>> integrals(kShapes, std::vector<Mat3>(kShapes));
  for (std::size_t i = 0; i < kShapes; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const MatrixXd half = RandomMatrix(random, 3, 3);
      integrals[i][j] = integrals[j][i] = half + half.transpose();
    }
  return integrals;
}
VectorXd Velocity(const FloatingState& s) {
  VectorXd v(6 + kShapes);
  v << s.frame.v, s.frame.w, s.p_dot;
  return v;
}
FloatingState Moved(FloatingState s, int i, double h) {
  if (i < 6) {
    test::MoveBody(h * Vec6::Unit(i), s.frame);
  } else {
    s.p[i - 6] += h;
  }
  return s;
}
FloatingState Sped(FloatingState s, int i, double h) {
  (i < 3 ? s.frame.v[i] : i < 6 ? s.frame.w[i - 3] : s.p_dot[i - 6]) += h;
  return s;
}

TEST(FloatingFrame, InertiaIsThatOfMassPoints) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    RandomSource random(seed);
    const Cloud cloud(random);
    const FloatingFrame body = cloud.Frame();
    const FloatingState s = RandomFloating(random);
    const VectorXd a = RandomMatrix(random, 6 + kShapes, 1);
    const Vec3 w_dot = a.segment<3>(3);
    const Mat3 turning = Skew(w_dot) + Skew(s.frame.w) * Skew(s.frame.w);
    VectorXd expected = VectorXd::Zero(6 + kShapes);
    Vec6 momentum = Vec6::Zero();
    double energy = 0;
    for (std::size_t n = 0; n < kPoints; ++n) {
      const Eigen::Matrix3Xd jacobian = cloud.Jacobian(n, s);
      const Vec3 acceleration =
          a.head<3>() + s.frame.R * (turning * cloud.Deformed(n, s) +
                                     2 * s.frame.w.cross(cloud.phi[n] * s.p_dot) +
                                     cloud.phi[n] * a.tail<kShapes>());
      expected -= cloud.m[n] * jacobian.transpose() * acceleration;
      const Vec3 velocity = jacobian * Velocity(s);
      energy += 0.5 * cloud.m[n] * velocity.squaredNorm();
      momentum.head<3>() += cloud.m[n] * velocity;
      momentum.tail<3>() += cloud.m[n] * cloud.Position(n, s).cross(velocity);
    }
    VectorXd f = VectorXd::Zero(6 + kShapes);
    body.AddInertia(s, a, f);
    EXPECT_LT((f - expected).norm(), 1e-13 * expected.norm()) << "seed " << seed;
    EXPECT_NEAR(body.CalcKineticEnergy(s) / energy, 1, 1e-13);
    EXPECT_LT((body.CalcMomentum(s) - momentum).norm(), 1e-13 * momentum.norm());
  }
}

TEST(FloatingFrame, ForceIsTheEnergyGradientAndDampingTakesPower) {
  RandomSource random(11);
  const Cloud cloud(random);
  const FloatingFrame body = cloud.Frame();
  FloatingState s = RandomFloating(random);
  double weight = 0;
  for (std::size_t n = 0; n < kPoints; ++n)
    weight -= cloud.m[n] * kGravity.dot(cloud.Position(n, s));
  EXPECT_NEAR(body.CalcPotentialEnergy(s, kGravity), weight + 0.5 * s.p.dot(cloud.K * s.p), 1e-12);
  VectorXd f, damped;
  body.CalcForce(s, kGravity, damped);
  const VectorXd rate = s.p_dot;
  s.p_dot.setZero();
  body.CalcForce(s, kGravity, f);
  EXPECT_NEAR((damped - f).tail<kShapes>().dot(rate), -rate.dot(cloud.D * rate), 1e-13);
  EXPECT_EQ((damped - f).head<6>().norm(), 0);
  for (int i = 0; i < 6 + kShapes; ++i) {
    const double h = 1e-5, slope = (body.CalcPotentialEnergy(Moved(s, i, h), kGravity) -
                                    body.CalcPotentialEnergy(Moved(s, i, -h), kGravity)) /
                                   (2 * h);
    EXPECT_NEAR(f[i], -slope, 1e-7) << i;
  }
}

/// All forces at a state.
VectorXd Total(const FloatingFrame& body, const FloatingState& s, const VectorXd& a) {
  VectorXd f;
  body.CalcForce(s, kGravity, f);
  body.AddInertia(s, a, f);
  return f;
}

// The error of a central difference falls by 16 where the step is divided by 4: no magic tolerance.
TEST(FloatingFrame, MatricesAreDerivatives) {
  RandomSource random(3);
  Cloud cloud(random);
  cloud.foreshortening = RandomForeshortening(random);
  const FloatingFrame body = cloud.Frame();
  const FloatingState s = RandomFloating(random);
  const VectorXd a = RandomMatrix(random, 6 + kShapes, 1);
  MatrixXd M, f_q, f_v;
  body.Linearize(s, kGravity, f_q, f_v);
  body.LinearizeInertia(s, a, M, f_q, f_v);
  const double size = Total(body, s, a).norm();
  for (int i = 0; i < 6 + kShapes; ++i) {
    const auto position_error = [&](double h) {
      const VectorXd slope =
          (Total(body, Moved(s, i, h), a) - Total(body, Moved(s, i, -h), a)) / (2 * h);
      return (f_q.col(i) - slope).norm() / size;
    };
    EXPECT_LT(position_error(2.5e-4), position_error(1e-3) / 12 + 1e-11) << i;
    EXPECT_LT(position_error(2.5e-4), 1e-6) << i;
    const VectorXd slope = (Total(body, Sped(s, i, 0.5), a) - Total(body, Sped(s, i, -0.5), a));
    EXPECT_LT((f_v.col(i) - slope).norm(), 1e-13 * size) << i;  // quadratic in the velocities
    const VectorXd inertia = Total(body, s, a) - Total(body, s, a + VectorXd::Unit(6 + kShapes, i));
    EXPECT_LT((M.col(i) - inertia).norm(), 1e-13 * size) << i;
  }
  EXPECT_EQ((M - body.CalcMassMatrix(s)).norm(), 0);
  EXPECT_LT((M - M.transpose()).norm(), 1e-14 * M.norm());
}

/// The state a time h later, at constant rates.
FloatingState Later(FloatingState s, const VectorXd& a, double h) {
  Vec6 step;
  step << s.frame.v, s.frame.w;
  test::MoveBody(h * step, s.frame);
  s.p += h * s.p_dot;
  s.frame.v += h * a.head<3>();
  s.frame.w += h * a.segment<3>(3);
  s.p_dot += h * a.tail<kShapes>();
  return s;
}

// Displacements of second order in the inertia: its power is the rate of the kinetic energy, force
// and moment are the rates of the momenta, and a spin with |w|² I − w wᵀ = E has the geometric
// stiffness E : foreshortening.
TEST(FloatingFrame, ForeshorteningKeepsEnergyAndMomentum) {
  RandomSource random(4);
  Cloud cloud(random);
  FloatingState s = RandomFloating(random);
  const VectorXd a = RandomMatrix(random, 6 + kShapes, 1);
  VectorXd plain = VectorXd::Zero(6 + kShapes), f = plain;
  cloud.Frame().AddInertia(s, a, plain);
  const auto foreshortening = RandomForeshortening(random);
  cloud.foreshortening = foreshortening;
  const FloatingFrame body = cloud.Frame();
  body.AddInertia(s, a, f);
  EXPECT_GT((f - plain).norm(), 0.01 * f.norm());
  const double h = 1e-4;
  const FloatingState before = Later(s, a, -h), after = Later(s, a, h);
  const double power = (body.CalcKineticEnergy(after) - body.CalcKineticEnergy(before)) / (2 * h);
  EXPECT_NEAR(Velocity(s).dot(f), -power, 1e-6 * std::abs(power));
  const Vec6 rate = (body.CalcMomentum(after) - body.CalcMomentum(before)) / (2 * h);
  Vec6 wrench;
  wrench << f.head<3>(), s.frame.R * f.segment<3>(3) + s.frame.r.cross(Vec3(f.head<3>()));
  EXPECT_LT((wrench + rate).norm(), 1e-6 * rate.norm());
  s.p_dot.setZero();
  VectorXd spun = VectorXd::Zero(6 + kShapes), spun_plain = spun;
  const Vec3& w = s.frame.w;
  const Mat3 E = w.squaredNorm() * Mat3::Identity() - w * w.transpose();
  body.AddInertia(s, VectorXd::Zero(6 + kShapes), spun);
  cloud.foreshortening.clear();
  cloud.Frame().AddInertia(s, VectorXd::Zero(6 + kShapes), spun_plain);
  for (std::size_t i = 0; i < kShapes; ++i) {
    double force = 0;
    for (std::size_t j = 0; j < kShapes; ++j)
      force += E.cwiseProduct(foreshortening[i][j]).sum() * s.p[static_cast<Eigen::Index>(j)];
    EXPECT_NEAR((spun - spun_plain)[6 + static_cast<Eigen::Index>(i)], force, 1e-12);
  }
}

TEST(FloatingFrame, WithoutAmplitudesItIsARigidBody) {
  RandomSource random(5);
  Cloud cloud(random);
  const InertiaIntegrals at_origin = cloud.Integrals();
  for (Vec3& X : cloud.X) X -= at_origin.first / at_origin.mass;
  const InertiaIntegrals I = cloud.Integrals();
  const RigidBodyInertia rigid(
      1, I.mass, I.second.trace() * Mat3::Identity() - I.second.transpose());
  FloatingState s = RandomFloating(random);
  s.p.setZero();
  s.p_dot.setZero();
  VectorXd a = RandomMatrix(random, 6 + kShapes, 1);
  a.tail<kShapes>().setZero();
  const VectorXd f = Total(cloud.Frame(), s, a);
  EXPECT_LT((f.head<6>() + rigid.CalcResidual(s.frame, a.head<6>(), kGravity)).norm(), 1e-12);
}

}  // namespace
}  // namespace trunnion
