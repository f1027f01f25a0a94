// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/user_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

std::size_t idx(int i) { return static_cast<std::size_t>(i); }

template <class Id, class List>
const typename List::value_type& Find(Id id, const List& list, const char* unknown) {
  Require(id.is_set() && id.index() < static_cast<int>(list.size()), unknown);
  return list[idx(id.index())];
}

void Validate(const std::vector<UserEvent>& events) {
  std::set<std::string> names;
  for (const UserEvent& event : events) {
    Require(!event.name.empty() && names.insert(event.name).second,
            "event '" + event.name + "': give every event a name of its own");
    const std::string label = "event '" + event.name + "': ";
    Require(bool(event.function) != event.time.has_value(),
            label + "give it a function or a time, and not both");
    Require(!event.time || std::isfinite(*event.time), label + "its time is not finite");
    Require(bool(event.action), label + "it has no action");
  }
}

}  // namespace

UserEvents::UserEvents(const Simulation& simulation,
                       SystemEvaluator& evaluator,
                       std::vector<UserEvent> events,
                       Show show)
    : simulation_(simulation),
      evaluator_(evaluator),
      system_(evaluator.system()),
      events_(std::move(events)),
      show_(std::move(show)),
      done_(events_.size(), false) {
  Validate(events_);
}

void UserEvents::Begin(double t, const VectorXd& q, const VectorXd& v) {
  changed_.reset();
  change_ = {};
  has_changes_ = stopped_ = false;
  records_.clear();
  std::vector<int> now;
  for (int i = 0; i < size(); ++i)
    if (event(i).time == t) now.push_back(i);
  if (!now.empty()) Fire(now, t, q, v);
}

int UserEvents::direction(int i) const {
  if (event(i).time) return 1;
  return event(i).direction == Crossing::either   ? 0
         : event(i).direction == Crossing::rising ? 1
                                                  : -1;
}

void UserEvents::CalcValues(double t, const VectorXd& q, const VectorXd& v, VectorXd& values) {
  values.resize(size());
  show_(t, q, v);
  for (int i = 0; i < size(); ++i) {
    if (done_[idx(i)])
      values[i] = 1;
    else
      values[i] = event(i).time ? t - *event(i).time : event(i).function(simulation_);
    if (std::isfinite(values[i])) continue;
    std::ostringstream message;
    message << label(i) << ": its function is " << values[i] << " at t = " << t
            << " s; let it be finite everywhere";
    throw EventError(message.str());
  }
}

double UserEvents::FindTime(double t) const {
  double first = std::numeric_limits<double>::infinity();
  for (const UserEvent& event : events_)
    if (event.time && *event.time > t) first = std::min(first, *event.time);
  return first;
}

void UserEvents::Fire(const std::vector<int>& events,
                      double t,
                      const VectorXd& q,
                      const VectorXd& v) {
  show_(t, q, v);
  for (const int i : events) {
    if (done_[idx(i)]) continue;
    done_[idx(i)] = event(i).once;
    records_.push_back({event(i).name, t});
    change_.causes += (change_.causes.empty() ? "" : ", ") + label(i);
    EventActions actions(*this);
    event(i).action(actions);
  }
}

Switches& UserEvents::switches() {
  has_changes_ = true;
  if (changed_) return *changed_;
  if (evaluator_.switches()) {
    changed_ = std::make_unique<Switches>(*evaluator_.switches());
    return *changed_;
  }
  const SystemParts& parts = system_.parts();
  std::size_t forces = 0, constraints = 0;
  for (const auto& pool : parts.force_pools) forces += idx(pool->size());
  for (const auto& pool : parts.constraint_pools) constraints += idx(pool->size());
  changed_ =
      std::make_unique<Switches>(Switches{std::vector<double>(forces, 1.0),
                                          std::vector<bool>(constraints, true),
                                          std::vector<bool>(idx(system_.num_constraints()), true),
                                          parts.gravity});
  return *changed_;
}

EquationChange UserEvents::ApplyChanges() {
  if (changed_) {
    const auto& on = changed_->constraints_on;
    const std::shared_ptr<const Switches>& before = evaluator_.switches();
    change_.rows =
        before ? on != before->constraints_on : std::find(on.begin(), on.end(), false) != on.end();
    evaluator_.set_switches(std::move(changed_));
  }
  has_changes_ = false;
  return std::exchange(change_, {});
}

const Simulation& EventActions::simulation() const { return events_.simulation_; }

void EventActions::Stop() { events_.stopped_ = true; }

void UserEvents::SwitchConstraint(const ElementInfo& info, bool on) {
  const int first = system_.parts().constraint_pools[idx(info.pool)]->first();
  Switches& all = switches();
  all.constraints_on[idx(first + info.index)] = on;
  for (int i = 0; i < system_.num_rows(info); ++i)
    all.rows_on[idx(system_.first_row(info) + i)] = on;
}

void EventActions::SwitchConstraint(JointId joint, bool on) {
  events_.SwitchConstraint(Find(joint,
                                events_.system_.parts().joints,
                                "event: unknown joint handle; use one of this model"),
                           on);
}

void EventActions::SwitchConstraint(ConstraintId constraint, bool on) {
  events_.SwitchConstraint(Find(constraint,
                                events_.system_.parts().constraints,
                                "event: unknown constraint handle; use one of this model"),
                           on);
}

void EventActions::Scale(ForceId force, double factor) {
  const ElementInfo& info = Find(
      force, events_.system_.parts().forces, "event: unknown force handle; use one of this model");
  const ForcePoolBase& pool = *events_.system_.parts().force_pools[idx(info.pool)];
  const std::string& label = pool.label(info.index);
  Require(std::isfinite(factor), label + ": the factor of an event is not finite");
  Require(!pool.has_inertia() && info.states < 0,
          label +
              " has mass or states of its own and cannot be switched or scaled; give it to a "
              "body that a joint releases");
  events_.switches().force_scales[idx(pool.first() + info.index)] = factor;
}

void EventActions::set_gravity(const Vec3& gravity) {
  Require(gravity.allFinite(), "event: gravity must be finite");
  events_.switches().gravity = gravity;
}

void EventActions::ApplyImpulse(BodyId body,
                                const Vec3& impulse,
                                const Vec3& point,
                                const Vec3& angular_impulse) {
  const System& system = events_.system_;
  Require(body.is_set() && body.index() < system.num_bodies(),
          "event: unknown body handle; use one of this model");
  const BodyInfo& info = system.body(body.index());
  const int size = system.layout().size(body.index());
  const std::string label = "body '" + info.name + "'";
  Require(impulse.allFinite() && point.allFinite() && angular_impulse.allFinite(),
          label + ": the impulse of an event is not finite");
  Require(size > 0, label + " cannot move and takes no impulse");
  Require(size == 6 || (angular_impulse.isZero(0) && point.isZero(0)),
          label + " is a point mass: it takes an impulse at its position and no angular one");
  VectorXd& p = events_.change_.impulse;
  if (p.size() == 0) p.setZero(system.num_velocities());
  const int first = system.layout().offset(body.index());
  p.segment<3>(first) += impulse;
  events_.has_changes_ = true;
  if (size < 6) return;
  const Mat3 R = simulation().body(body.index()).R;
  p.segment<3>(first + 3) +=
      (point - info.com).cross(R.transpose() * impulse) + R.transpose() * angular_impulse;
}

}  // namespace trunnion
