// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "bodies/floating_frame.hpp"
#include "engine/core/element.hpp"

namespace trunnion {

/// A FloatingFrame in a System: mass, weight, stiffness and damping over a rigid body (the frame)
/// and points whose positions and velocities are the amplitudes and their rates, three each. The
/// bodies have no mass of their own. Components beyond the last shape do not take part.
///
/// Verified  tests/bodies/floating_frame_test.cpp.
class FloatingFrameElement {
 public:
  static constexpr int kBodies = Eigen::Dynamic;

  /// @param bodies  the floating frame, then ⌈k/3⌉ points for the k shapes of `frame`.
  FloatingFrameElement(std::vector<BodyIndex> bodies, std::shared_ptr<const FloatingFrame> frame)
      : bodies_(std::move(bodies)), frame_(std::move(frame)) {}

  const std::vector<BodyIndex>& bodies() const { return bodies_; }
  const FloatingFrame& frame() const { return *frame_; }

  FloatingState Gather(const ElementContext& x) const {
    const int k = frame_->num_shapes();
    FloatingState state{x.bodies[Index(0)], VectorXd(k), VectorXd(k)};
    for (int j = 0; j < k; ++j) {
      const BodyState& point = x.bodies[Index(1 + j / 3)];
      state.p[j] = point.r[j % 3];
      state.p_dot[j] = point.v[j % 3];
    }
    return state;
  }

  void CalcForce(const ElementContext& x, VectorXd& f) const {
    VectorXd own;
    frame_->CalcForce(Gather(x), x.gravity, own);
    f.setZero(Size());
    Add(own, f);
  }
  void Linearize(const ElementContext& x, MatrixXd& f_q, MatrixXd& f_v) const {
    MatrixXd own_q, own_v;
    frame_->Linearize(Gather(x), x.gravity, own_q, own_v);
    f_q.setZero(Size(), Size());
    f_v.setZero(Size(), Size());
    Add(own_q, f_q);
    Add(own_v, f_v);
  }
  double CalcEnergy(const ElementContext& x) const {
    return frame_->CalcPotentialEnergy(Gather(x), x.gravity);
  }
  void AddInertia(const ElementContext& x, VectorXd& f) const {
    VectorXd own = VectorXd::Zero(6 + frame_->num_shapes());
    frame_->AddInertia(Gather(x), Accelerations(x), own);
    Add(own, f);
  }
  void LinearizeInertia(const ElementContext& x, MatrixXd& M, MatrixXd& f_q, MatrixXd& f_v) const {
    const int n = 6 + frame_->num_shapes();
    MatrixXd mass, own_q = MatrixXd::Zero(n, n), own_v = own_q;
    frame_->LinearizeInertia(Gather(x), Accelerations(x), mass, own_q, own_v);
    M.setZero(Size(), Size());
    Add(mass, M);
    Add(own_q, f_q);
    Add(own_v, f_v);
  }
  double CalcKineticEnergy(const ElementContext& x) const {
    return frame_->CalcKineticEnergy(Gather(x));
  }

 private:
  std::size_t Index(int k) const {
    return static_cast<std::size_t>(bodies_[static_cast<std::size_t>(k)]);
  }
  int Size() const { return 6 * static_cast<int>(bodies_.size()); }
  /// Place of a component of the frame in local vectors: points take the first three of six.
  static int Slot(int i) { return i < 6 ? i : 6 * (i / 3 - 1) + i % 3; }
  VectorXd Accelerations(const ElementContext& x) const {
    VectorXd a(6 + frame_->num_shapes());
    for (int i = 0; i < a.size(); ++i) {
      const int slot = Slot(i);
      a[i] = x.accelerations[Index(slot / 6)][slot % 6];
    }
    return a;
  }
  static void Add(const VectorXd& own, VectorXd& f) {
    for (int i = 0; i < own.size(); ++i) f[Slot(i)] += own[i];
  }
  static void Add(const MatrixXd& own, MatrixXd& A) {
    for (int j = 0; j < own.cols(); ++j)
      for (int i = 0; i < own.rows(); ++i) A(Slot(i), Slot(j)) += own(i, j);
  }

  std::vector<BodyIndex> bodies_;
  std::shared_ptr<const FloatingFrame> frame_;
};

}  // namespace trunnion
