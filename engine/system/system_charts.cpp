// SPDX-License-Identifier: BSD-3-Clause
//
// The configuration of a System as a manifold: retraction, charts and their rates.
#include <array>

#include "engine/core/magnus.hpp"
#include "engine/core/parallel.hpp"
#include "engine/core/rotation.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion {
namespace {

// Cost of a body in these loops is a small part of that of an element.
constexpr int kChartGrain = 4 * kChunkSize;

/// Components of states, which have no configuration; they come last.
int CountStates(const System& s) {
  const BodyIndex first = s.num_bodies();
  return first < s.num_blocks() ? s.layout().num_components() - s.layout().offset(first) : 0;
}

}  // namespace

void SystemEvaluator::Retract(const VectorXd& q, const VectorXd& d, VectorXd& out) const {
  if (out.size() != q.size()) out.resize(q.size());
  const BlockLayout& layout = system_.layout();
  const auto move = [&](BodyIndex b) {
    if (!system_.has_position(b)) return;
    const int at = system_.configuration_offset(b), offset = layout.offset(b);
    out.segment<3>(at) = q.segment<3>(at) + d.segment<3>(offset);
    if (!system_.has_rotation(b)) return;
    const Mat3 R = Mat3::Map(q.data() + at + 3) * RotationExp(d.segment<3>(offset + 3));
    Mat3::Map(out.data() + at + 3) = R;
  };
  ForEachIndex(system_.num_bodies(), ShareBodies(), move, kChartGrain);
}

void SystemEvaluator::Difference(const VectorXd& q_ref, const VectorXd& q, VectorXd& x) const {
  const BlockLayout& layout = system_.layout();
  x.resize(layout.num_components());
  x.tail(CountStates(system_)).setZero();
  const auto subtract = [&](BodyIndex b) {
    if (!system_.has_position(b)) return;
    const int at = system_.configuration_offset(b), offset = layout.offset(b);
    x.segment<3>(offset) = q.segment<3>(at) - q_ref.segment<3>(at);
    if (!system_.has_rotation(b)) return;
    x.segment<3>(offset + 3) =
        RelativeRotationVector(Mat3::Map(q_ref.data() + at + 3), Mat3::Map(q.data() + at + 3));
  };
  ForEachIndex(system_.num_bodies(), ShareBodies(), subtract, kChartGrain);
}

void SystemEvaluator::ChartRate(const VectorXd& x, const VectorXd& x_dot, VectorXd& rate) const {
  const BlockLayout& layout = system_.layout();
  if (&rate != &x_dot) rate = x_dot;
  for (BodyIndex b = 0; b < layout.num_bodies(); ++b) {
    if (!system_.has_rotation(b)) continue;
    const int at = layout.offset(b) + 3;
    rate.segment<3>(at) = TimesRotationTangent(x.segment<3>(at), x_dot.segment<3>(at));
  }
}

void SystemEvaluator::CalcRate(const VectorXd& q_ref,
                               const VectorXd& q,
                               double a,
                               const VectorXd& c,
                               VectorXd& x,
                               VectorXd& rate) const {
  const BlockLayout& layout = system_.layout();
  const int states = CountStates(system_);
  for (VectorXd* out : {&x, &rate}) out->resize(layout.num_components());
  x.tail(states).setZero();
  rate.tail(states) = c.tail(states);
  const auto calc = [&](BodyIndex b) {
    if (!system_.has_position(b)) return;
    const int at = system_.configuration_offset(b), offset = layout.offset(b);
    const Vec3 dr = q.segment<3>(at) - q_ref.segment<3>(at);
    x.segment<3>(offset) = dr;
    rate.segment<3>(offset) = a * dr + c.segment<3>(offset);
    if (!system_.has_rotation(b)) return;
    const Vec3 theta =
        RelativeRotationVector(Mat3::Map(q_ref.data() + at + 3), Mat3::Map(q.data() + at + 3));
    x.segment<3>(offset + 3) = theta;
    rate.segment<3>(offset + 3) = TimesRotationTangent(theta, a * theta + c.segment<3>(offset + 3));
  };
  ForEachIndex(system_.num_bodies(), ShareBodies(), calc, kChartGrain);
}

void SystemEvaluator::ChartVelocity(const VectorXd& x, const VectorXd& w, VectorXd& x_dot) const {
  const BlockLayout& layout = system_.layout();
  if (&x_dot != &w) x_dot = w;
  for (BodyIndex b = 0; b < layout.num_bodies(); ++b) {
    if (!system_.has_rotation(b)) continue;
    const int at = layout.offset(b) + 3;
    const Vec3 theta_dot = RotationTangentInverse(x.segment<3>(at)) * w.segment<3>(at);
    x_dot.segment<3>(at) = theta_dot;
  }
}

void SystemEvaluator::AddCommutators(double h,
                                     const std::array<VectorXd, 3>& w,
                                     VectorXd& x) const {
  const BlockLayout& layout = system_.layout();
  const auto add = [&](BodyIndex b) {
    if (!system_.has_rotation(b)) return;
    const int at = layout.offset(b) + 3;
    x.segment<3>(at) +=
        MagnusCommutators(h, w[0].segment<3>(at), w[1].segment<3>(at), w[2].segment<3>(at));
  };
  ForEachIndex(layout.num_bodies(), ShareBodies(), add, kChartGrain);
}

void SystemEvaluator::Normalize(VectorXd& q) const {
  const auto normalize = [&](BodyIndex b) {
    if (!system_.has_rotation(b)) return;
    Eigen::Map<Mat3> R(q.data() + system_.configuration_offset(b) + 3);
    R = Reorthonormalize(R);
  };
  ForEachIndex(system_.num_bodies(), ShareBodies(), normalize, kChartGrain);
}

}  // namespace trunnion
