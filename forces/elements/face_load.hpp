// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "engine/core/element.hpp"
#include "engine/core/laws.hpp"
#include "engine/core/rotation.hpp"
#include "forces/elements/solid_faces.hpp"

namespace trunnion {

/// Loads on faces over time [s]; either may be empty.
struct FaceLoadLaw {
  TimeLaw pressure{};     ///< p [Pa], > 0 presses on the face
  bool following = true;  ///< p acts on the deformed area along its normal; false: as drawn
  VectorLaw traction{};   ///< T [Pa] on the area as drawn, fixed direction, world
};

/// Load on a face of N nodes (3, 4, 6 or 8): points, those of a solid element (B = 3), or bodies
/// with rotation, those of a shell (B = 6), which get no torque.
///
///     fᵢ = p Σ Nᵢ (∂r/∂s × ∂r/∂t) w + T Aᵢ,   Aᵢ = ∫ Nᵢ dA as drawn
///
/// A dead pressure uses the area vectors as drawn. No potential energy is counted: the work of a
/// load is that of the user.
///
/// Reference Bonet & Wood, Nonlinear continuum mechanics for finite element analysis, 2nd ed.
///           (2008), 8.5 (tangent of a following pressure, unsymmetric on an open surface).
/// Verified  tests/forces/face_load_test.cpp.
template <int N, int B = 3>
class FaceLoad {
 public:
  static constexpr int kBodies = N;
  static constexpr int kBlockSize = B;
  using Vector = LocalVector<N, B>;
  using Matrix = LocalMatrix<N, B>;
  using Points = Eigen::Matrix<double, 3, N>;

  /// @param bodies  of the nodes of the face, in the order of GetFaceQuadrature, which is `rule`
  /// @param drawn   their positions as drawn, world [m]
  FaceLoad(const std::array<BodyIndex, N>& bodies,
           const Points& drawn,
           const FaceQuadrature& rule,
           std::shared_ptr<const FaceLoadLaw> law)
      : bodies_(bodies), rule_(&rule), law_(std::move(law)) {
    areas_.setZero();
    pressed_ = CalcPressed(drawn);
    for (const FacePoint& p : rule.points) areas_ += p.N * AreaVector(drawn, p).norm();
  }

  const std::array<BodyIndex, N>& bodies() const { return bodies_; }

  void CalcForce(const ElementContext& x, Vector& f) const {
    Points nodal = Points::Zero();
    if (law_->pressure)
      nodal += law_->pressure(x.t) * (law_->following ? CalcPressed(Positions(x)) : pressed_);
    if (law_->traction) nodal += law_->traction(x.t) * areas_.transpose();
    f.setZero();
    for (int i = 0; i < N; ++i) f.template segment<3>(B * i) = nodal.col(i);
  }
  void Linearize(const ElementContext& x, Matrix& f_q, Matrix& f_v) const {
    f_q.setZero();
    f_v.setZero();
    if (!law_->pressure || !law_->following) return;
    const double pressure = law_->pressure(x.t);
    const Points r = Positions(x);
    for (const FacePoint& p : rule_->points) {
      const Mat3 over_a = -Skew(r * p.dN.col(1)), over_b = Skew(r * p.dN.col(0));
      for (int j = 0; j < N; ++j) {
        const Mat3 change = p.weight * pressure * (p.dN(j, 0) * over_a + p.dN(j, 1) * over_b);
        for (int i = 0; i < N; ++i) f_q.template block<3, 3>(B * i, B * j) += p.N[i] * change;
      }
    }
  }
  double CalcEnergy(const ElementContext&) const { return 0; }
  bool has_unknown_breaks() const {
    return (law_->pressure && !law_->pressure.breaks()) ||
           (law_->traction && !law_->traction.breaks());
  }
  double SampleLaw(double t) const {
    const Vec3 traction = law_->traction ? law_->traction(t) : Vec3(Vec3::Zero());
    return (law_->pressure ? law_->pressure(t) : 0.0) + traction.dot(Vec3(1, 1.3, 1.7));
  }
  BreakFinder breaks() const { return FirstOf({law_->pressure.breaks(), law_->traction.breaks()}); }

 private:
  Points Positions(const ElementContext& x) const {
    Points r;
    for (int i = 0; i < N; ++i) r.col(i) = At(x, i) - At(x, 0);
    return r;
  }
  const Vec3& At(const ElementContext& x, int i) const {
    return x.bodies[static_cast<std::size_t>(bodies_[static_cast<std::size_t>(i)])].r;
  }
  static Vec3 AreaVector(const Points& r, const FacePoint& p) {
    const Vec3 a = r * p.dN.col(0), b = r * p.dN.col(1);
    return p.weight * a.cross(b);
  }
  /// Nodal forces of the pressure 1 [m²].
  Points CalcPressed(const Points& r) const {
    Points pressed = Points::Zero();
    for (const FacePoint& p : rule_->points) pressed += AreaVector(r, p) * p.N.transpose();
    return pressed;
  }

  std::array<BodyIndex, N> bodies_;
  const FaceQuadrature* rule_;
  std::shared_ptr<const FaceLoadLaw> law_;
  Points pressed_;
  Eigen::Matrix<double, N, 1> areas_;  // Aᵢ
};

}  // namespace trunnion
