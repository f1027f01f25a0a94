// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/random_state.hpp"

/// Checks of any ConstraintElement at random states: every block against central differences of the
/// residual (Taylor slope and absolute bound), invariance, balance of the reactions.
namespace trunnion::test {

/// Everything a constraint element returns at one state.
template <int K>
struct ConstraintBlocks {
  VectorXd g, g_t, gamma;
  MatrixXd G, L, stiffness;
};

template <ConstraintElement E>
ConstraintBlocks<E::kBodies> EvaluateConstraint(const E& element,
                                                const ElementContext& context,
                                                const VectorXd& lambda) {
  LocalRows<E::kMaxRows> g, g_t, gamma;
  LocalJacobian<E::kBodies, E::kMaxRows> G, L;
  LocalMatrix<E::kBodies> stiffness;
  element.Calc(context, g, g_t, G);
  element.CalcGamma(context, gamma);
  element.CalcVelocityGradient(context, L);
  element.CalcGeometricStiffness(
      context, {lambda.data(), static_cast<std::size_t>(lambda.size())}, stiffness);
  return {g, g_t, gamma, G, L, stiffness};
}

struct ConstraintCheckOptions {
  bool invariant = true;  ///< g does not change under a rigid motion of everything (apart from the
                          ///< direction of rows that are components of a world vector)
  /// The reactions have zero sum and zero moment. False for rows p_WM − p_WF in world axes away
  /// from g = 0, where their two forces are not in one line.
  bool balanced = true;
  double t = 0.7;
};

/// Runs all checks; returns one line for each that fails, so an empty string is success.
template <ConstraintElement E>
class ConstraintChecker {
 public:
  ConstraintChecker(const E& element,
                    std::vector<BodyState> bodies,
                    unsigned seed,
                    const ConstraintCheckOptions& options)
      : element_(element), bodies_(std::move(bodies)), random_(seed), options_(options) {
    for (BodyIndex i : element_.bodies()) distinct_.insert(i);
    lambda_.resize(element_.num_rows());
    for (double& l : lambda_) l = random_.Uniform(-2, 2);
    if constexpr (ElementWithMemory<E>) {
      memory_.assign(element_.num_memory(), 0);
      element_.set_memory(0);
      element_.UpdateMemory(Context(bodies_, options_.t), memory_);
    }
    at_ = Blocks(bodies_, options_.t);
    v_ = StackVelocities(bodies_);
  }

  std::string Run() {
    CheckSizes();
    CheckJacobian();
    CheckStiffness();
    CheckVelocityGradient();
    CheckTimeDerivative();
    CheckGamma();
    if (options_.invariant) CheckInvariance();
    if (options_.balanced) CheckBalance();
    return failures_.str();
  }

 private:
  ElementContext Context(const std::vector<BodyState>& bodies, double t) const {
    return {t, bodies, memory_};
  }
  ConstraintBlocks<E::kBodies> Blocks(const std::vector<BodyState>& bodies, double t) const {
    return EvaluateConstraint(element_, Context(bodies, t), lambda_);
  }
  VectorXd StackVelocities(const std::vector<BodyState>& bodies) const {
    VectorXd v(6 * NumBodies(element_));
    const auto indices = element_.bodies();
    for (int k = 0; k < NumBodies(element_); ++k) {
      v.segment<3>(6 * k) = bodies[indices[k]].v;
      v.segment<3>(6 * k + 3) = bodies[indices[k]].w;
    }
    return v;
  }
  /// Local columns that belong to the first appearance of each body in the element's list.
  std::vector<int> Columns() const {
    std::vector<int> columns;
    std::set<BodyIndex> seen;
    const auto indices = element_.bodies();
    for (int k = 0; k < NumBodies(element_); ++k) {
      if (!seen.insert(indices[k]).second) continue;
      for (int j = 0; j < 6; ++j) columns.push_back(6 * k + j);
    }
    return columns;
  }
  std::vector<BodyState> Moved(int column, double step) const {
    std::vector<BodyState> bodies = bodies_;
    MoveBody(step * Vec6::Unit(column % 6), bodies[element_.bodies()[column / 6]]);
    return bodies;
  }

  /// `exact` against D(h), central differences of some function: the error of D falls by 4 when h
  /// is halved, and the extrapolated difference agrees to 1e-8 of the largest entry (plus a share
  /// of the coarse error, its own remainder).
  void CheckDifference(const std::string& what,
                       const MatrixXd& exact,
                       const std::function<MatrixXd(double)>& D,
                       double h = 2e-3) {
    const MatrixXd coarse = D(h), fine = D(0.5 * h);
    const double scale = std::max(1.0, exact.cwiseAbs().maxCoeff());
    const double coarse_error = (coarse - exact).cwiseAbs().maxCoeff() / scale;
    const double fine_error = (fine - exact).cwiseAbs().maxCoeff() / scale;
    const double error = ((4 * fine - coarse) / 3 - exact).cwiseAbs().maxCoeff() / scale;
    if (!(fine_error <= 0.3 * coarse_error + 1e-9) || !(error <= 1e-8 + 1e-2 * coarse_error)) {
      failures_ << what << ": differences at h, h/2 off by " << coarse_error << ", " << fine_error
                << ", extrapolated by " << error << "\n";
    }
  }
  /// Columns ∂(value)/∂x of a vector function of the pose.
  MatrixXd Differences(const std::function<VectorXd(const std::vector<BodyState>&)>& value,
                       double h) const {
    MatrixXd D = MatrixXd::Zero(value(bodies_).size(), 6 * NumBodies(element_));
    for (int j : Columns()) D.col(j) = (value(Moved(j, h)) - value(Moved(j, -h))) / (2 * h);
    return D;
  }
  void Expect(bool condition, const std::string& what, double value) {
    if (!condition) failures_ << what << ": " << value << "\n";
  }

  void CheckSizes() {
    const int rows = element_.num_rows();
    Expect(at_.g.size() == rows && at_.g_t.size() == rows && at_.gamma.size() == rows &&
               at_.G.rows() == rows && at_.L.rows() == rows,
           "number of rows",
           rows);
  }
  void CheckJacobian() {
    CheckDifference("G", at_.G, [&](double h) {
      return Differences([&](const auto& b) { return Blocks(b, options_.t).g; }, h);
    });
  }
  void CheckStiffness() {
    CheckDifference("geometric stiffness", at_.stiffness, [&](double h) {
      return Differences(
          [&](const auto& b) -> VectorXd { return Blocks(b, options_.t).G.transpose() * lambda_; },
          h);
    });
  }
  void CheckVelocityGradient() {
    const auto rate = [&](const std::vector<BodyState>& b) -> VectorXd {
      const auto blocks = Blocks(b, options_.t);
      return blocks.G * v_ + blocks.g_t;
    };
    CheckDifference("velocity gradient", at_.L, [&](double h) { return Differences(rate, h); });
  }
  void CheckTimeDerivative() {
    CheckDifference("g_t", at_.g_t, [&](double h) -> MatrixXd {
      return (Blocks(bodies_, options_.t + h).g - Blocks(bodies_, options_.t - h).g) / (2 * h);
    });
  }
  /// g̈ = G v' − γ along a motion with given accelerations.
  void CheckGamma() {
    std::vector<BodyState> acceleration = bodies_;  // v and w hold the accelerations
    for (auto& body : acceleration) {
      body.v = random_.Vector(2);
      body.w = random_.Vector(2);
    }
    if (distinct_.contains(kGround)) acceleration[kGround] = {};
    const auto at = [&](double h) {
      std::vector<BodyState> bodies = bodies_;
      for (BodyIndex i : distinct_) {
        Vec6 x;
        x << h * bodies_[i].v + 0.5 * h * h * acceleration[i].v,
            h * bodies_[i].w + 0.5 * h * h * acceleration[i].w;
        MoveBody(x, bodies[i]);
      }
      return Blocks(bodies, options_.t + h).g;
    };
    const VectorXd exact = at_.G * StackVelocities(acceleration) - at_.gamma;
    CheckDifference(
        "gamma",
        exact,
        [&](double h) -> MatrixXd { return (at(h) - 2 * at_.g + at(-h)) / (h * h); },
        8e-3);
  }
  void CheckInvariance() {
    const Mat3 S = random_.Rotation();
    const Vec3 p = random_.Vector(5);
    std::vector<BodyState> turned = bodies_, shifted = bodies_;
    for (auto& body : turned) body = {S * body.r + p, S * body.R, S * body.v, body.w};
    for (auto& body : shifted)
      body.r += Vec3(1048576, -1048576, 1048576);  // exact in floating point
    const auto a = Blocks(turned, options_.t), b = Blocks(shifted, options_.t);
    Expect(std::abs(a.g.norm() - at_.g.norm()) < 1e-13 * (1 + at_.g.norm()) * 10,
           "change of |g| under a rigid motion",
           a.g.norm() - at_.g.norm());
    Expect(std::abs(a.gamma.norm() - at_.gamma.norm()) < 1e-12 * (1 + at_.gamma.norm()),
           "change of |gamma| under a rigid motion",
           a.gamma.norm() - at_.gamma.norm());
    Expect((b.g - at_.g).norm() < 1e-14, "change of g far from the origin", (b.g - at_.g).norm());
    Expect((b.G - at_.G).norm() < 1e-13, "change of G far from the origin", (b.G - at_.G).norm());
  }
  void CheckBalance() {
    const VectorXd f = -at_.G.transpose() * lambda_;
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    const auto indices = element_.bodies();
    for (int k = 0; k < NumBodies(element_); ++k) {
      const BodyState& body = bodies_[indices[k]];
      force += f.segment<3>(6 * k);
      moment += body.r.cross(Vec3(f.segment<3>(6 * k))) + body.R * f.segment<3>(6 * k + 3);
    }
    Expect(force.norm() < 1e-12 * (1 + f.norm()), "sum of the forces", force.norm());
    Expect(moment.norm() < 1e-12 * (1 + f.norm()), "sum of the moments", moment.norm());
  }

  E element_;
  std::vector<BodyState> bodies_;
  RandomSource random_;
  ConstraintCheckOptions options_;
  std::set<BodyIndex> distinct_;
  std::vector<double> memory_;
  VectorXd lambda_, v_;
  ConstraintBlocks<E::kBodies> at_;
  std::ostringstream failures_;
};

/// Failures at a given state; empty if there is none.
template <ConstraintElement E>
std::string CheckConstraintAt(const E& element,
                              const std::vector<BodyState>& bodies,
                              unsigned seed,
                              const ConstraintCheckOptions& options = {}) {
  const std::string failures = ConstraintChecker<E>(element, bodies, seed, options).Run();
  return failures.empty() ? failures : "seed " + std::to_string(seed) + "\n" + failures;
}

/// Failures at a random state of `seed`.
template <ConstraintElement E>
std::string CheckConstraint(const E& element,
                            unsigned seed,
                            const ConstraintCheckOptions& options = {}) {
  const auto indices = element.bodies();
  const int last = *std::max_element(indices.begin(), indices.end());
  return CheckConstraintAt(element, RandomSource(seed).Bodies(last), seed, options);
}

}  // namespace trunnion::test
