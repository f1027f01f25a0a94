// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <trunnion/elements.hpp>
#include <trunnion/equations.hpp>
#include <trunnion/error.hpp>

namespace trunnion::models {

/// A wheelset on a straight level track: conical wheels, circular rail heads, saturating creep
/// forces that depend on the normal forces and so on the multipliers.
///
/// Coordinates  p = (x, y, z, θ, φ): lateral, vertical (up), longitudinal displacement of the
///              centre in a frame that moves with v₀ [m], yaw, roll [rad]; then one that nobody
///              uses, whose velocity is the state β, deviation of the spin rate from v₀/ρ₀ [rad/s];
///              then the contact variables (ψ_L, ξ_L, ψ_R, ξ_R), shift angle [rad] and lateral
///              coordinate of the contact point on the profile [m], without mass.
/// Constraints  g₁ (2): each wheel touches its rail; g₂ (4): the tangents agree at the contact
/// point.
///              On g₂ = 0 the derivative of g₁ by the contact variables vanishes, so the
///              multipliers of g₂ are zero and −λ of g₁ are the contact forces e [N] (negative).
/// Source       B. Simeon, C. Führer, P. Rentrop, Surv. Math. Ind. 1 (1991) 1-37; data and
///              equations of the Bari test set (F. Mazzia, F. Iavernaro, 2003, part II-22). As in
///              its program, and unlike its text, the creep block uses θ/cos δ for θ.
struct Wheelset {
  static constexpr int n = 10, m = 6;
  static constexpr double mR = 16.08, gravity = 9.81, v0 = 30, rho0 = 0.1, I1 = 0.0605, I2 = 0.366;
  static constexpr double mu = 0.12, xl = 0.19, cx = 6400, cz = 6400;
  static constexpr double epsE = 1.3537956, Ghat = 0.7115218, sig = 0.28, Gm = 7.92e10;
  static constexpr double C11 = 4.72772197, C22 = 4.27526987, C23 = 1.97203505;
  static constexpr double delta0 = 0.0262, a0 = 0.1506, rho1 = 0.06;
  static constexpr double w0 = v0 / rho0;

  template <class S, int size = n>
  using Vec = Eigen::Matrix<S, size, 1>;

  std::vector<NormBlock> blocks() const {
    return {{0, 3}, {3, 2}, {5, 1, BlockKind::differential}, {6, 4}};
  }

  template <class S>
  void Inertia(const Vec<S>& q, const Vec<S>& a, Vec<S>& p) const {
    using std::cos, std::sin;
    for (int i = 0; i < 3; ++i) p[i] = mR * a[i];
    p[3] = I2 * cos(q[4]) * a[3];
    p[4] = I2 * a[4];
    p[5] = I1 * (a[5] + a[3] * sin(q[4]));
    for (int i = 6; i < n; ++i) p[i] = S(0.0);
  }

  template <class S>
  void Force(const S&, const Vec<S>& q, const Vec<S>& v, Vec<S>& f) const {
    using std::cos, std::sin;
    const S s = sin(q[4]), c = cos(q[4]), W = w0 + v[5], M2 = -2 * xl * xl * cz * q[3];
    f.setConstant(S(0.0));
    f[0] = -2 * cx * q[0];
    f[1] = S(-mR * gravity);
    f[2] = -2 * cz * q[2];
    f[3] = I2 * v[3] * v[4] * s - I1 * W * v[4] - (I1 - I2) * v[3] * v[4] * s + c * M2;
    f[4] = I1 * W * v[3] * c + (I1 - I2) * v[3] * v[3] * s * c;
    f[5] = -I1 * v[3] * v[4] * c + s * M2;
  }

  /// One contact: profiles, trigonometric functions and b₁ = ∂g₁/∂x.
  template <class S>
  struct Contact {
    double sigma;  // +1 left, −1 right
    S xi, R, st, ct, sf, cf, sp, cp, xh, G, dG, ddG;
    double dR;
    S b1;

    Contact(int side, const Vec<S>& q) {
      using std::cos, std::sin, std::sqrt;
      sigma = side == 0 ? 1 : -1;
      const S psi = q[6 + 2 * side];
      xi = q[7 + 2 * side];
      R = rho0 + std::tan(delta0) * (a0 - sigma * xi);  // σ ξ = |ξ|
      dR = -sigma * std::tan(delta0);
      st = sin(q[3]), ct = cos(q[3]), sf = sin(q[4]), cf = cos(q[4]), sp = sin(psi), cp = cos(psi);
      xh = q[0] + xi * ct * cf + R * (ct * sf * cp - st * sp);
      const S d = sigma * xh - (a0 + rho1 * std::sin(delta0)), w = sqrt(rho1 * rho1 - d * d);
      G = w - (rho0 + rho1 * std::cos(delta0));
      dG = -sigma * d / w;
      ddG = -(rho1 * rho1) / (w * w * w);
      b1 = dG;
    }
  };

  template <class S>
  void Constraint(const S&, const Vec<S>& q, Eigen::Matrix<S, m, 1>& g) const {
    for (int side = 0; side < 2; ++side) {
      const Contact<S> c(side, q);
      g[side] = c.G - q[1] - c.xi * c.sf + c.R * c.cf * c.cp;
      g[2 + 2 * side] = c.dG * (c.dR * c.sf + c.cf * c.cp) + c.dR * c.ct * c.cf -
                        c.ct * c.sf * c.cp + c.st * c.sp;
      g[3 + 2 * side] = c.dR * c.st * c.cf - c.st * c.sf * c.cp - c.ct * c.sp;
    }
  }

  /// The contact angle as (sin, cos).
  template <class S>
  static std::array<S, 2> Angle(const Contact<S>& c) {
    using std::sqrt;
    const S top = (c.dR * c.cf - c.sf * c.cp) * c.ct + c.sp * c.st;
    const S bottom = c.dR * c.sf + c.cp * c.cf;
    const S t = -c.sigma * top / bottom, cosine = 1.0 / sqrt(1.0 + t * t);
    return {t * cosine, cosine};
  }

  /// Creep force (T₁, T₂, T₃) of one contact under the normal force N [N].
  template <class S>
  static std::array<S, 3> CreepForce(
      const Contact<S>& c, const Vec<S>& q, const Vec<S>& v, const S& sD, const S& cD, const S& N) {
    using std::abs, std::cos, std::pow, std::sin, std::sqrt, std::tanh;
    const S theta = q[3] / cD, sT = sin(theta), cT = cos(theta), W = w0 + v[5];
    const S a = c.R * (sT * c.sf * c.cp + cT * c.sp) + c.xi * sT * c.cf;
    const S b = c.xi * c.sf - c.R * c.cf * c.cp;
    const S vr1 = v[0] - v[3] * a - v[4] * cT * b - W * c.R * (sT * c.cp + cT * c.sf * c.sp);
    const S vr2 = v[1] + v[4] * (c.xi * c.cf + c.R * c.sf * c.cp) + W * c.R * c.cf * c.sp;
    const S vr3 = v[2] + v0 - v[3] * (c.xi * cT * c.cf + c.R * (cT * c.sf * c.cp - sT * c.sp)) +
                  v[4] * sT * b - W * c.R * (cT * c.cp - sT * c.sf * c.sp);
    const S r1 = vr1 - 2 * v[0], r2 = vr2 - 2 * v[1], r3 = vr3 - 2 * v[2] - 2 * v0;
    const S roll = 0.5 * sqrt(r1 * r1 + r2 * r2 + r3 * r3);
    const S nu1 = (sT * vr1 + cT * vr3) / roll;
    const S nu2 = (cT * cD * vr1 + c.sigma * sD * vr2 - sT * cD * vr3) / roll;
    const S spin = (-c.sigma * sD * W + cD * v[3]) / roll;

    const S A = 0.5 / (c.R * std::sqrt(1 + c.dR * c.dR));
    const S B = -0.5 * c.ddG / pow(1.0 + c.dG * c.dG, 1.5);  // R'' = 0
    const S size = pow(
        3.0 * abs(N) * (1 - sig) * epsE / (2 * std::numbers::pi * (A + B) * Gm * std::sqrt(Ghat)),
        1.0 / 3);
    const S limit = mu * N, s2 = Gm * size * size;
    S t1 = -limit * tanh(s2 * C11 * nu1 / limit);
    S t2 = -limit * tanh((s2 * C22 * nu2 + s2 * size * C23 * spin) / limit);
    const S length = sqrt(t1 * t1 + t2 * t2);
    if (length > abs(limit)) {  // a kink: sliding, most of the time
      t1 *= abs(limit) / length;
      t2 *= abs(limit) / length;
    }
    return {sT * t1 + cT * cD * t2, c.sigma * sD * t2, cT * t1 - sT * cD * t2};
  }

  template <class S>
  void ReactionForce(const S&,
                     const Vec<S>& q,
                     const Vec<S>& v,
                     const Eigen::Matrix<S, m, 1>& lambda,
                     Vec<S>& f) const {
    const std::array contacts{Contact<S>(0, q), Contact<S>(1, q)};
    const auto [sL, cL] = Angle(contacts[0]);
    const auto [sR, cR] = Angle(contacts[1]);
    const S w1 = -(contacts[0].b1 * lambda[0] + contacts[1].b1 * lambda[1]);
    const S w2 = lambda[0] + lambda[1];  // b₂ = −1, e = −λ
    const S det = -sL * cR - sR * cL;
    const std::array normal{(cR * w1 - sR * w2) / det, (-cL * w1 - sL * w2) / det};
    f.setConstant(S(0.0));
    for (int side = 0; side < 2; ++side) {
      const Contact<S>& c = contacts[static_cast<std::size_t>(side)];
      const auto [T1, T2, T3] = CreepForce<S>(c,
                                              q,
                                              v,
                                              side == 0 ? sL : sR,
                                              side == 0 ? cL : cR,
                                              normal[static_cast<std::size_t>(side)]);
      f[0] += T1, f[1] += T2, f[2] += T3;
      f[3] += -(c.xi * c.st + c.R * c.sp * c.ct * c.cf) * T1 - c.R * c.sp * c.sf * T2 +
              (-c.xi * c.ct + c.R * c.sp * c.st * c.cf) * T3;
      f[4] += -(c.xi * c.ct * c.sf - c.R * c.cp * c.ct * c.cf) * T1 +
              (c.xi * c.cf + c.R * c.cp * c.sf) * T2 +
              (c.xi * c.st * c.sf - c.R * c.cp * c.st * c.cf) * T3;
      f[5] += -c.R * (c.cp * c.st + c.sp * c.ct * c.sf) * T1 + c.R * c.sp * c.cf * T2 -
              c.R * (c.cp * c.ct - c.sp * c.st * c.sf) * T3;
    }
  }
};

/// A state with the accelerations and multipliers that belong to it.
struct WheelsetState {
  VectorXd q, v, v_dot, lambda;

  /// x y z θ φ, their rates, β, ψ_L ξ_L ψ_R ξ_R and the contact forces in 1e4 N: the order of the
  /// published tables.
  VectorXd Published() const {
    VectorXd y(17);
    y << q.head(5), v.head(6), q.tail(4), -lambda.head(2) / 1e4;
    return y;
  }
};

/// The start of the test set moved onto g₁ = 0: v = 0, contact variables from g = 0 at the given p.
inline WheelsetState MakeWheelsetStart(SmallSystem<Wheelset>& system) {
  WheelsetState s;
  s.q.resize(Wheelset::n);
  s.v.setZero(Wheelset::n);
  s.q << 1.494099406090538e-03, 4.009101408405170e-07, 1.124100000000000e-06,
      -2.857300000000151e-04, 2.645933536123313e-04, 0, 7.56344160e-06, 1.49063572e-01,
      -7.41223708e-06, -1.52136430e-01;
  AssemblyOptions options;
  options.tolerance = 1e-15;
  options.frozen.assign(Wheelset::n, true);
  std::fill(options.frozen.begin() + 6, options.frozen.end(), false);
  Require(AssemblePositions(system, 0, options, s.q).converged &&
              SolveAccelerations(system, 0, s.q, s.v, ActiveRows(Wheelset::m), s.v_dot, s.lambda),
          "wheelset: no consistent start");
  return s;
}

/// Runs to t [s]; the multipliers are those of the acceleration level there.
inline WheelsetState RunWheelset(SmallSystem<Wheelset>& system, Bdf& bdf, double t) {
  while (bdf.t() < t) bdf.Step();
  WheelsetState s;
  bdf.Interpolate(t, s.q, s.v);
  Require(SolveAccelerations(system, t, s.q, s.v, ActiveRows(Wheelset::m), s.v_dot, s.lambda),
          "wheelset: the accelerations are not determined");
  return s;
}

/// Largest distance of a wheel from its rail |g₁| [m]; zero in the exact solution.
inline double CalcWheelsetGap(const WheelsetState& s) {
  const Eigen::Matrix<double, Wheelset::n, 1> q = s.q;
  Eigen::Matrix<double, Wheelset::m, 1> g;
  Wheelset{}.Constraint<double>(0.0, q, g);
  return g.head<2>().cwiseAbs().maxCoeff();
}

}  // namespace trunnion::models
