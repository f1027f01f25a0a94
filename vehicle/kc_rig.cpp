// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/kc_rig.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include <trunnion/elements.hpp>
#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

/// Forces of a WheelLoad at the lowest point and the centre of the disc of a wheel.
struct WheelLoadLaw {
  std::shared_ptr<const WheelLoad> load;
  Vec3 centre, axis;  // of the wheel, from the centre of mass, body frame
  double radius = 0;

  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    using V = Eigen::Matrix<S, 3, 1>;
    const BodyStateT<S>& body = bodies[0];
    const V arm = body.R * centre.cast<S>(), e = body.R * axis.cast<S>();
    const V up = Vec3::UnitZ().cast<S>();
    V n = up - e * e.z();
    using std::sqrt;
    n *= S(1.0) / sqrt(n.dot(n));
    const V contact = arm - n * S(radius);
    const V at_contact = load->at_contact.cast<S>(), at_centre = load->at_centre.cast<S>();
    const V torque = contact.cross(at_contact) + arm.cross(at_centre) + up * S(load->aligning);
    f[0].template head<3>() = at_contact + at_centre;
    f[0].template tail<3>() = body.R.transpose() * torque;
  }
};

/// The suspension with its brakes locked: bearings are fixed, in those of rubber the spin alone.
Suspension LockWheels(Suspension suspension) {
  std::optional<Connection> brake;
  for (Connection& c : suspension.side.connections) {
    if (c.name != suspension.wheel.bearing) continue;
    if (!c.bushing) {
      c.joint = JointType::fixed;
      continue;
    }
    const Mat3 axes = FrameWithZ(suspension.wheel.spin_axis);
    brake = Connection{.name = "rig_brake",
                       .a = c.a,
                       .b = c.b,
                       .point = c.point,
                       .joint = JointType::perpendicular_axes,
                       .axis = axes.col(0),
                       .axis_b = Vec3(axes.col(1))};
  }
  if (brake) suspension.side.connections.push_back(*brake);
  return suspension;
}

MotionLaw Follow(std::shared_ptr<const double> value) {
  return {[value](double) { return MotionValue{.s = *value}; }, NoBreaks()};
}

std::size_t IndexOf(Side side) { return side == Side::left ? 0 : 1; }

}  // namespace

/// The compiled rig, with wheels held or loaded.
struct KcRig::Stand {
  struct Wheel {
    std::shared_ptr<WheelLoad> load = std::make_shared<WheelLoad>();
    std::shared_ptr<double> height = std::make_shared<double>(0);
    CoordinateRef support;
    double drawn = 0;  // value of `support` in the design position
    MotionId motion;
  };

  Stand(const Suspension& suspension, const KcRigOptions& options, bool held)
      : options_(options), held_(held) {
    Model model;
    model.set_gravity(options.gravity);
    handles = AddSuspension(model, suspension, Model::ground(), {}, options.sides);
    for (const SuspensionSide& side : handles.sides) AddWheel(model, side);
    if (handles.steering.is_set())
      steering_motion =
          model.AddMotion({.name = "rig.steer", .along = handles.steering, .law = Follow(steer)});
    simulation = std::make_unique<Simulation>(model.Compile());
    for (std::size_t i = 0; i < wheels.size(); ++i)
      wheels[i].drawn = simulation->coordinate(wheels[i].support);
  }

  KcState Solve(const KcCommand& command) {
    for (std::size_t i = 0; i < wheels.size(); ++i) {
      const std::size_t side = IndexOf(handles.sides[i].side);
      *wheels[i].load = command.loads[side];
      *wheels[i].height = wheels[i].drawn + command.travel[side];
      Vec3& at = options_.support == WheelSupport::contact ? wheels[i].load->at_contact
                                                           : wheels[i].load->at_centre;
      if (!held_) at.z() += command.vertical[side];
    }
    *steer = command.steer;
    SolveStatics(*simulation, {.tolerance = 1e-12});
    return Measure(command);
  }

  SuspensionHandles handles;
  std::vector<Wheel> wheels;
  std::shared_ptr<double> steer = std::make_shared<double>(0);
  MotionId steering_motion;
  std::unique_ptr<Simulation> simulation;

 private:
  void AddWheel(Model& model, const SuspensionSide& side) {
    const Marker marker = model.marker(side.wheel);
    const RigidBody& body = model.body(marker.body);
    const std::string name = std::string("rig.") + ToString(side.side);
    const Vec3 axis = marker.orientation.col(1);
    Wheel wheel;
    const MarkerId disc = model.AddMarker({.name = name + ".disc",
                                           .body = marker.body,
                                           .position = marker.position,
                                           .orientation = FrameWithZ(axis)});
    wheel.support = options_.support == WheelSupport::contact
                        ? DiscHeight(handles.frame, disc, side.radius)
                        : Between(handles.frame, side.wheel, CoordinateKind::offset_z);
    *wheel.height = options_.support == WheelSupport::contact
                        ? DrawnContact(marker, axis, side.radius)
                        : marker.position.z();
    if (held_)
      wheel.motion = model.AddMotion(
          {.name = name + ".height", .along = wheel.support, .law = Follow(wheel.height)});
    model.AddUserForce(name + ".load",
                       std::array{marker.body},
                       WheelLoadLaw{wheel.load, marker.position - body.com, axis, side.radius});
    wheels.push_back(wheel);
  }

  // Body frames are S in the design position.
  static double DrawnContact(const Marker& marker, const Vec3& axis, double radius) {
    return marker.position.z() - radius * std::sqrt(1 - axis.z() * axis.z());
  }

  KcState Measure(const KcCommand& command) const {
    KcState state{.steer = command.steer};
    for (std::size_t i = 0; i < wheels.size(); ++i) {
      const SuspensionSide& side = handles.sides[i];
      WheelState wheel{.side = side.side, .posture = CalcWheelPosture(*simulation, handles, side)};
      wheel.vertical =
          held_ ? simulation->drive(wheels[i].motion) : command.vertical[IndexOf(side.side)];
      for (const auto& [name, along] : side.struts)
        wheel.struts.push_back({name, simulation->coordinate(along)});
      state.wheels.push_back(std::move(wheel));
    }
    if (steering_motion.is_set()) state.steering_force = simulation->drive(steering_motion);
    return state;
  }

  KcRigOptions options_;
  bool held_;
};

KcRig::KcRig(const Suspension& suspension, const KcRigOptions& options)
    : suspension_(suspension),
      held_(std::make_unique<Stand>(LockWheels(suspension), options, true)),
      loaded_(std::make_unique<Stand>(LockWheels(suspension), options, false)) {}
KcRig::~KcRig() = default;

KcState KcRig::Solve(const KcCommand& command) {
  Require(command.steer == 0 || held_->handles.steering.is_set(),
          "suspension '" + suspension_.name + "'",
          "it has no steering; leave its travel at zero");
  return (command.by_load ? *loaded_ : *held_).Solve(command);
}

int KcRig::num_wheels() const { return static_cast<int>(held_->wheels.size()); }
int KcRig::degrees_of_freedom() const { return held_->simulation->degrees_of_freedom(); }
const std::vector<std::string>& KcRig::warnings() const { return held_->simulation->warnings(); }

}  // namespace trunnion::vehicle
