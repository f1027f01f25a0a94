// SPDX-License-Identifier: BSD-3-Clause
#include "joints/tie_kinematics.hpp"

#include <numbers>

#include "engine/core/dual.hpp"
#include "engine/core/followed_rotation.hpp"
#include "engine/core/seeded_bodies.hpp"

namespace trunnion::tie {
namespace {

template <class S>
using Vec = Eigen::Matrix<S, 3, 1>;
template <class S>
using Mat = Eigen::Matrix<S, 3, 3>;

/// Σ (−y)ⁿ/(2n + m)!, |y| ≤ π²: m = 1: sin θ/θ, 2: (1 − cos θ)/θ², 3: (θ − sin θ)/θ³ of y = θ².
template <class S>
S Series(const S& y, int m) {
  constexpr int kTerms = 15;
  S sum(1.0);
  for (int n = kTerms; n > 0; --n) sum = 1.0 - y * sum * (1.0 / ((2 * n + m) * (2 * n + m - 1)));
  return sum * (m == 3 ? 1.0 / 6 : m == 2 ? 0.5 : 1.0);
}

template <class S>
Vec<S> AxialOf(const Mat<S>& Y) {
  return {Y(2, 1) - Y(1, 2), Y(0, 2) - Y(2, 0), Y(1, 0) - Y(0, 1)};
}

/// The tie with its kinematics in a scalar S.
template <class S>
struct Tie {
  Vec<S> X, u, theta;
  BodyStateT<S> frame, F;
  Vec<S> u_dot, theta_dot;

  Vec<S> Place() const { return X + u; }
  /// exp(−θ~) a
  Vec<S> TurnBack(const Vec<S>& a) const {
    const S y = theta.squaredNorm();
    const Vec<S> b = theta.cross(a);
    return a - b * Series(y, 1) + theta.cross(b) * Series(y, 2);
  }
  /// exp(θ~) a
  Vec<S> Turn(const Vec<S>& a) const {
    const S y = theta.squaredNorm();
    const Vec<S> b = theta.cross(a);
    return a + b * Series(y, 1) + theta.cross(b) * Series(y, 2);
  }
  /// T(θ) a, or T(θ)ᵀ a = T(−θ) a for sign −1.
  Vec<S> Tangent(const Vec<S>& a, double sign) const {
    const S y = theta.squaredNorm();
    const Vec<S> b = theta.cross(a);
    return a - b * (Series(y, 2) * sign) + theta.cross(b) * Series(y, 3);
  }
  Mat<S> E() const {
    const Mat<S> relative = frame.R.transpose() * F.R;
    Mat<S> E;
    for (int j = 0; j < 3; ++j) E.col(j) = TurnBack(relative.col(j));
    return E;
  }
  /// G v
  Eigen::Matrix<S, 6, 1> Velocity() const {
    const Mat<S> e = E();
    const Vec<S> turning = TurnBack(frame.w) + Tangent(theta_dot, 1);
    const Vec<S> slip = F.v - frame.v - frame.R * (frame.w.cross(Place()) + u_dot);
    const Vec<S> spin =
        (F.w * e.trace() - e.transpose() * F.w - turning * e.trace() + e * turning) * S(0.5);
    Eigen::Matrix<S, 6, 1> rows;
    rows << slip, spin;
    return rows;
  }
  /// Gᵀ λ
  Eigen::Matrix<S, 18, 1> Force(const Vec<S>& push, const Vec<S>& torque) const {
    const Mat<S> e = E();
    const Vec<S> local = frame.R.transpose() * push;
    const Vec<S> back = (torque * e.trace() - e.transpose() * torque) * S(0.5);
    const Vec<S> own = (torque * e.trace() - e * torque) * S(0.5);
    Eigen::Matrix<S, 18, 1> f;
    f << -push, -Place().cross(local) - Turn(back), -local, -Tangent(back, -1), push, own;
    return f;
  }
};

template <class S>
Tie<S> MakeTie(const TieState& s) {
  const auto body = [](const BodyState& b) {
    return BodyStateT<S>{b.r.cast<S>(), b.R.cast<S>(), b.v.cast<S>(), b.w.cast<S>()};
  };
  return {s.X.cast<S>(),
          s.u.cast<S>(),
          s.theta.cast<S>(),
          body(s.frame),
          body(s.F),
          s.u_dot.cast<S>(),
          s.theta_dot.cast<S>()};
}

/// Moves a body by an increment whose components carry the derivatives.
template <class S>
void Move(const Eigen::Matrix<S, 6, 1>& step, BodyStateT<S>& body) {
  const Vec<S> turn = step.template tail<3>();
  body.r += step.template head<3>();
  for (int i = 0; i < 3; ++i) {
    const Vec<S> row = body.R.row(i).transpose();
    body.R.row(i) += row.cross(turn).transpose();  // Rᵢ φ~
  }
}

template <class S>
void MoveAll(const Eigen::Matrix<S, 18, 1>& step, Tie<S>& tie) {
  Move<S>(step.template head<6>(), tie.frame);
  tie.u += step.template segment<3>(6);
  tie.theta += step.template segment<3>(9);
  Move<S>(step.template tail<6>(), tie.F);
}

using D18 = Dual<double, 18>;

/// The tie with the 18 increments as variables.
Tie<D18> Seeded(const TieState& state) {
  Tie<D18> tie = MakeTie<D18>(state);
  Eigen::Matrix<D18, 18, 1> step;
  for (int i = 0; i < 18; ++i) step[i] = D18::Variable(0, i);
  MoveAll(step, tie);
  return tie;
}

template <int Rows>
Eigen::Matrix<double, Rows, 18> Derivatives(const Eigen::Matrix<D18, Rows, 1>& values) {
  Eigen::Matrix<double, Rows, 18> slopes;
  for (int i = 0; i < Rows; ++i) slopes.row(i) = values[i].d.matrix().transpose();
  return slopes;
}

}  // namespace

Rows CalcResidual(const TieState& s) {
  const Tie<double> tie = MakeTie<double>(s);
  Rows g;
  g << (s.F.r - s.frame.r) - s.frame.R * tie.Place(), 0.5 * AxialOf<double>(tie.E());
  return g;
}

Jacobian CalcJacobian(const TieState& s) {
  const Tie<double> tie = MakeTie<double>(s);
  Jacobian G = Jacobian::Zero();
  for (int i = 0; i < 3; ++i) {
    G.row(i) = tie.Force(Vec3::Unit(i), Vec3::Zero()).transpose();
    G.row(3 + i) = tie.Force(Vec3::Zero(), Vec3::Unit(i)).transpose();
  }
  return G;
}

Rows CalcGamma(const TieState& s) {
  using S = Dual<double, 1>;
  Tie<S> tie = MakeTie<S>(s);
  Eigen::Matrix<double, 18, 1> v;
  v << s.frame.v, s.frame.w, s.u_dot, s.theta_dot, s.F.v, s.F.w;
  Eigen::Matrix<S, 18, 1> step;
  for (int i = 0; i < 18; ++i) step[i].d[0] = v[i];
  MoveAll(step, tie);
  const Eigen::Matrix<S, 6, 1> rate = tie.Velocity();
  Rows gamma;
  for (int i = 0; i < 6; ++i) gamma[i] = -rate[i].d[0];
  return gamma;
}

Matrix CalcGeometricStiffness(const TieState& s, const Vec6& lambda) {
  return Derivatives<18>(
      Seeded(s).Force(lambda.head<3>().cast<D18>(), lambda.tail<3>().cast<D18>()));
}

Jacobian CalcVelocityGradient(const TieState& s) { return Derivatives<6>(Seeded(s).Velocity()); }

Turn CalcTurn(const TieState& s) {
  const double angle = s.theta.norm();
  return {.angle = angle,
          .warning = 0.25 * std::numbers::pi,
          .ended = angle > 0.5 * kLargestFollowedAngle,
          .what = "the deformation of the flexible body turns it by",
          .remedy = "its shapes are linear: divide the part into several bodies, or take its mesh"};
}

}  // namespace trunnion::tie
