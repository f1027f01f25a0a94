// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <trunnion/elements.hpp>

#include "python/bindings/convert.hpp"

namespace trunnion::python {

/// What a force of Python sees of a body.
struct BodyView {
  BodyState state;
};

/// A force on any number of bodies as a function of Python,
///
///     function(t, bodies) -> array of shape (bodies, 6)
///
/// force [N] in the world, then torque about the centre of mass [N·m] in the body frame. Slopes are
/// central differences of its values: they serve Newton's iteration, whose solution they do not
/// change. Energy 0.
class PythonForce {
 public:
  static constexpr int kBodies = Eigen::Dynamic;

  PythonForce(std::vector<BodyIndex> bodies, Callable function)
      : bodies_(std::move(bodies)), function_(std::move(function)) {}

  const std::vector<BodyIndex>& bodies() const { return bodies_; }

  void CalcForce(const ElementContext& x, LocalVector<kBodies>& f) const {
    const py::gil_scoped_acquire lock;
    f = Call(x.t, States(x));
  }

  void Linearize(const ElementContext& x,
                 LocalMatrix<kBodies>& f_q,
                 LocalMatrix<kBodies>& f_v) const {
    const py::gil_scoped_acquire lock;
    const auto n = static_cast<Eigen::Index>(6 * bodies_.size());
    f_q.resize(n, n);
    f_v.resize(n, n);
    const std::vector<BodyState> states = States(x);
    for (Eigen::Index i = 0; i < n; ++i) {
      f_q.col(i) = Slope(x.t, states, i, false);
      f_v.col(i) = Slope(x.t, states, i, true);
    }
  }

  double CalcEnergy(const ElementContext& /*x*/) const { return 0; }

 private:
  std::vector<BodyState> States(const ElementContext& x) const {
    std::vector<BodyState> states;
    for (const BodyIndex b : bodies_) states.push_back(x.bodies[idx(b)]);
    return states;
  }

  VectorXd Call(double t, const std::vector<BodyState>& states) const {
    py::list views;
    for (const BodyState& state : states) views.append(py::cast(BodyView{state}));
    const MatrixXd rows = ToMatrix(function_(t, views),
                                   function_.label() + ": what the function returns",
                                   static_cast<int>(states.size()),
                                   6);
    const MatrixXd columns = rows.transpose();
    return Eigen::Map<const VectorXd>(columns.data(), columns.size());
  }

  static void Move(BodyState& state, Eigen::Index i, double by, bool rates) {
    const Vec3 e = by * Vec3::Unit(i % 3);
    const bool turns = i % 6 >= 3;
    if (rates) {
      (turns ? state.w : state.v) += e;
    } else if (turns) {
      state.R = state.R * RotationExp(e);
    } else {
      state.r += e;
    }
  }

  VectorXd Slope(double t, const std::vector<BodyState>& states, Eigen::Index i, bool rates) const {
    const auto body = static_cast<std::size_t>(i / 6);
    const double speed = states[body].v.norm() + states[body].w.norm();
    const double h = 6e-6 * (rates ? std::max(1.0, speed) : 1.0);  // ε to the third
    std::vector<BodyState> ahead = states, behind = states;
    Move(ahead[body], i, h, rates);
    Move(behind[body], i, -h, rates);
    return (Call(t, ahead) - Call(t, behind)) / (2 * h);
  }

  std::vector<BodyIndex> bodies_;
  Callable function_;
};
static_assert(ForceElement<PythonForce>);

}  // namespace trunnion::python
