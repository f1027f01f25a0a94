// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/state.hpp"

#include "engine/core/error.hpp"
#include "engine/system/handle_checks.hpp"
#include "engine/system/switches.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

/// Acceleration [m/s²] of a point of body `b` at `arm` from the centre of mass, in body axes.
Vec3 PointAcceleration(const State& state, BodyIndex b, const Vec3& arm) {
  const System& system = state.system();
  const int size = system.layout().size(b);
  if (size == 0) return Vec3::Zero();
  const int first = system.layout().offset(b);
  Vec3 a = state.v_dot().segment<3>(first);
  if (size < 6) return a;
  const BodyState body = state.body(b);
  const Vec3 alpha = state.v_dot().segment<3>(first + 3);
  a += body.R * (alpha.cross(arm) + body.w.cross(body.w.cross(arm)));
  return a;
}

}  // namespace

void State::Show(double t,
                 const VectorXd& q,
                 const VectorXd& v,
                 const std::vector<double>& memory,
                 std::shared_ptr<const Switches> switches) {
  t_ = t;
  q_ = q;
  v_ = v;
  memory_ = memory;
  switches_ = std::move(switches);
  has_context_ = has_accelerations_ = false;
}

const ElementContext& State::context() const {
  if (has_context_) return context_;
  bodies_.resize(idx(system_.num_blocks()));
  for (BodyIndex b = 0; b < system_.num_blocks(); ++b) bodies_[idx(b)] = body(b);
  context_ = {t_, bodies_, memory_, system_.gravity()};
  if (switches_) {
    context_.gravity = switches_->gravity;
    context_.force_scales = switches_->force_scales;
  }
  has_context_ = true;
  return context_;
}

const State::AccelerationPair& State::Accelerations() const {
  if (!has_accelerations_) solve_(*this, accelerations_.first, accelerations_.second);
  has_accelerations_ = true;
  return accelerations_;
}

Pose State::pose(BodyId id) const {
  RequireHandle(system_, id);
  const BodyState state = body(id.index());
  return {state.R, state.r - state.R * system_.body(id.index()).com};
}

Pose State::pose(MarkerId id) const {
  RequireHandle(system_, id);
  const MarkerInfo& marker = system_.parts().markers[idx(id.index())];
  const BodyState state = body(marker.body);
  return Pose{state.R, state.r} * marker.X_CM;
}

Vec3 State::velocity(BodyId id) const {
  RequireHandle(system_, id);
  const BodyState state = body(id.index());
  return state.v - state.R * state.w.cross(system_.body(id.index()).com);
}

Vec3 State::velocity(MarkerId id) const {
  RequireHandle(system_, id);
  const MarkerInfo& marker = system_.parts().markers[idx(id.index())];
  const BodyState state = body(marker.body);
  return state.v + state.R * state.w.cross(marker.X_CM.p);
}

Vec3 State::angular_velocity(BodyId id) const {
  RequireHandle(system_, id);
  const BodyState state = body(id.index());
  return state.R * state.w;
}

Vec3 State::acceleration(BodyId id) const {
  RequireHandle(system_, id);
  return PointAcceleration(*this, id.index(), -system_.body(id.index()).com);
}

Vec3 State::acceleration(MarkerId id) const {
  RequireHandle(system_, id);
  const MarkerInfo& marker = system_.parts().markers[idx(id.index())];
  return PointAcceleration(*this, marker.body, marker.X_CM.p);
}

double State::coordinate(const CoordinateRef& of) const {
  return CalcCoordinate(system_, of, context()).value;
}

double State::rate(const CoordinateRef& of) const {
  return CalcCoordinate(system_, of, context()).rate;
}

Reaction State::reaction(JointId joint) const {
  RequireHandle(system_, joint);
  return CalcJointReaction(system_, joint, context(), lambda());
}

double State::drive(ConstraintId motion) const {
  RequireHandle(system_, motion);
  return CalcDrive(system_, motion, lambda());
}

Reaction State::force(ForceId id, BodyId on) const {
  RequireHandle(system_, id);
  const auto loads = system_.CalcLoads(id.index(), context());
  Reaction sum;
  bool found = false;
  const BodyIndex b = on.is_set() || loads.empty() ? on.index() : loads.back().first;
  for (const auto& [body, load] : loads) {
    if (body != b) continue;
    sum.force += load.head<3>();
    sum.torque += context().bodies[idx(body)].R * load.tail<3>();
    found = true;
  }
  Require(found,
          "state: force '" + system_.parts().forces[idx(id.index())].name +
              "' does not act on the body that was asked for; pass one of its bodies");
  return sum;
}

double State::report(ForceId id, const std::string& column) const {
  RequireHandle(system_, id);
  const std::vector<ReportColumn> columns = DescribeForce(system_, id).columns;
  std::vector<double> values(columns.size());
  std::string names;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    names += (i > 0 ? ", '" : "'") + columns[i].name + "'";
    if (columns[i].name != column) continue;
    WriteForceReport(system_, id, context(), values);
    return values[i];
  }
  throw ModelError("force '" + system_.parts().forces[idx(id.index())].name + "' reports no '" +
                   column + "'; it has " + names);
}

}  // namespace trunnion
