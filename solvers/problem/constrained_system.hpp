// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "solvers/problem/event_source.hpp"
#include "solvers/problem/norm_block.hpp"
#include "solvers/problem/residuals.hpp"

namespace trunnion {

/// A mechanical system as the solvers see it (docs/theory.md, section 2):
///
///     q' = N(q) v,    M v' = f(q, v, t) + f_r(q, v, λ, t) − Gᵀλ,    0 = g(q, t),    0 = G v + g_t.
///
/// Rows of a non-holonomic constraint hold on the velocity level only: there g = 0 by definition, G
/// is the matrix of the row and g_t the rest. f_r are forces that depend on reactions (friction).
///
/// q is a point of a manifold, stored in configuration_size() numbers; v ∈ ℝⁿ. Derivatives "∂/∂q"
/// are with respect to increments d ∈ ℝⁿ, q ⊕ d = Retract(q, d). The compiled multibody system and
/// small test problems implement it. An object belongs to one simulation and one thread.
class ConstrainedSystem : public EventSource {
 public:
  virtual int num_velocities() const = 0;   ///< n
  virtual int num_constraints() const = 0;  ///< m
  /// Length of q; n for a vector space (the default).
  virtual int configuration_size() const { return num_velocities(); }

  /// out = q ⊕ d. Default: q + d. `out` may be `q`.
  virtual void Retract(const VectorXd& q, const VectorXd& d, VectorXd& out) const { out = q + d; }
  /// Chart coordinates x of q at q_ref, q = q_ref ⊕ x. Default: q − q_ref.
  virtual void Difference(const VectorXd& q_ref, const VectorXd& q, VectorXd& x) const {
    x = q - q_ref;
  }
  /// rate = N(x)⁻¹ x', the velocity that belongs to the chart rate x' at chart coordinates x.
  /// `rate` may be `x_dot`.
  virtual void ChartRate(const VectorXd& /*x*/, const VectorXd& x_dot, VectorXd& rate) const {
    rate = x_dot;
  }
  /// x as Difference and rate = N(x)⁻¹ (a x + c), in one pass. `rate` must not be `c`.
  virtual void CalcRate(const VectorXd& q_ref,
                        const VectorXd& q,
                        double a,
                        const VectorXd& c,
                        VectorXd& x,
                        VectorXd& rate) const {
    Difference(q_ref, q, x);
    rate = a * x + c;
    ChartRate(x, rate, rate);
  }
  /// x_dot = N(x) w, the chart rate that belongs to the velocity w at chart coordinates x: the
  /// inverse of ChartRate. |rotation| of a block < 2π.
  virtual void ChartVelocity(const VectorXd& /*x*/, const VectorXd& w, VectorXd& x_dot) const {
    x_dot = w;
  }
  /// Adds to x = ∫v over h what chart coordinates owe to axes that turn, to O(h⁷); w: v at the
  /// three Gauss points of the step. Default: nothing.
  virtual void AddCommutators(double, const std::array<VectorXd, 3>& /*w*/, VectorXd&) const {}
  /// Largest rotation [rad] of one block in one step for which the charts serve; longer steps are
  /// cut. Vector spaces: no limit.
  virtual double max_chart_rotation() const { return std::numeric_limits<double>::infinity(); }
  /// q back on its manifold (rotation matrices orthonormal again). Default: nothing to do.
  virtual void Normalize(VectorXd& /*q*/) const {}

  /// Diagonal metric W ∈ ℝⁿ of the projections: 1 for lengths, L² for angles. Constant.
  virtual const VectorXd& metric() const = 0;
  /// Blocks over which the error and convergence norms take the RMS; the norm is the maximum.
  virtual const std::vector<NormBlock>& norm_blocks() const = 0;
  /// Per component of v: true if it belongs to an angle (measured by the angle tolerance).
  virtual const std::vector<bool>& is_angle() const = 0;
  /// Per constraint row: true if the multiplier is a torque.
  virtual const std::vector<bool>& is_rotational_row() const = 0;
  /// False for a row that holds on the velocity level only.
  virtual bool is_holonomic_row(int /*row*/) const { return true; }

  /// Allocates GT, M, D, K with their final patterns, values zero.
  virtual void InitializePatterns(Residuals& r, DynamicsMatrices& m) const = 0;

  /// Overwrites the residuals at (t, q, v, v').
  virtual void CalcResiduals(
      double t, const VectorXd& q, const VectorXd& v, const VectorXd& v_dot, Residuals& out) = 0;
  /// Overwrites M, D and K; `lambda` ∈ ℝᵐ are the multipliers of the geometric stiffness
  /// ∂(Gᵀλ)/∂q in K (zero to leave it out).
  virtual void CalcMatrices(double t,
                            const VectorXd& q,
                            const VectorXd& v,
                            const VectorXd& v_dot,
                            const VectorXd& lambda,
                            DynamicsMatrices& out) = 0;
  /// True if M is block-diagonal and depends on nothing.
  virtual bool has_constant_mass() const { return false; }
  /// Overwrites `out`, which has the pattern of K, with ∂(Gᵀs)/∂q alone.
  virtual void CalcGeometricStiffness(double t,
                                      const VectorXd& q,
                                      const VectorXd& s,
                                      SparseMatrix& out) = 0;
  /// Overwrites `out`, which has the pattern of GT, with (∂(G v + g_t)/∂q)ᵀ at fixed v.
  virtual void CalcVelocityGradient(double t,
                                    const VectorXd& q,
                                    const VectorXd& v,
                                    SparseMatrix& out) = 0;
  /// γ(q, v, t) ∈ ℝᵐ with G v' = γ on the acceleration level.
  virtual void CalcGamma(double t, const VectorXd& q, const VectorXd& v, VectorXd& gamma) = 0;

  /// Overwrites `out`, which has the pattern of GT, with (∂(G v' − γ)/∂q)ᵀ at fixed v and v'. It
  /// serves iteration matrices only. The default leaves out ∂γ/∂q, O(h²|v|²) beside what matters.
  virtual void CalcAccelerationGradient(double t,
                                        const VectorXd& q,
                                        const VectorXd& /*v*/,
                                        const VectorXd& v_dot,
                                        SparseMatrix& out) {
    SparseMatrix explicit_part = out;  // ∂g_t/∂q, which the velocity gradient contains
    CalcVelocityGradient(t, q, VectorXd::Zero(v_dot.size()), explicit_part);
    CalcVelocityGradient(t, q, v_dot, out);
    out.coeffs() -= explicit_part.coeffs();
  }
  /// True if there are forces f_r that depend on λ; only then are the next two called.
  virtual bool has_reaction_forces() const { return false; }
  /// Overwrites f ∈ ℝⁿ with f_r(q, v, λ, t).
  virtual void CalcReactionForces(double /*t*/,
                                  const VectorXd& /*q*/,
                                  const VectorXd& /*v*/,
                                  const VectorXd& /*lambda*/,
                                  VectorXd& f) {
    f.setZero(num_velocities());
  }
  /// Adds −∂f_r/∂q to `out.K` and −∂f_r/∂v to `out.D`; overwrites `f_lambda`, which has the pattern
  /// of GT, with ∂f_r/∂λ.
  virtual void LinearizeReactionForces(double /*t*/,
                                       const VectorXd& /*q*/,
                                       const VectorXd& /*v*/,
                                       const VectorXd& /*lambda*/,
                                       DynamicsMatrices& /*out*/,
                                       SparseMatrix& /*f_lambda*/) {}

  /// Tells the system that (t, q, v) is an accepted state: multi-turn angles advance.
  virtual void Accept(double /*t*/, const VectorXd& /*q*/, const VectorXd& /*v*/) {}

  /// "body 'rod', rotation about y", for messages.
  virtual std::string DescribeComponent(int i) const = 0;
  /// "joint 'hinge', row 2", for messages.
  virtual std::string DescribeConstraint(int row) const = 0;
  /// "joint 'hinge'": what the row belongs to.
  virtual std::string NameOwner(int row) const { return DescribeConstraint(row); }
};

}  // namespace trunnion
