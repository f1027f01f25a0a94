// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/vehicle.hpp"

#include <cmath>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/tyre_forces.hpp"

namespace trunnion::vehicle {
namespace {

/// Deceleration that the engine alone may brake with before brakes come in [m/s²].
constexpr double kCoasting = 0.3;

class VehicleBuilder {
 public:
  VehicleBuilder(Model& model, const Vehicle& vehicle) : model_(model), v_(vehicle) {
    Require(!v_.name.empty(), "a vehicle needs a name");
    Require(v_.chassis.is_set() && v_.chassis != Model::ground(),
            Label(),
            "its chassis must be a body; the ground does not drive");
    out.name = v_.name;
    out.chassis = v_.chassis;
    out.plan = std::make_shared<DriverPlan>(v_.plan);
    out.road = std::make_shared<ObstacleRoad>(v_.road);
    FindWheels();
    CalcMass();
    const RigidBody& chassis = model_.body(v_.chassis);
    speed_ = chassis.orientation.col(0).dot(chassis.velocity);
  }

  VehicleHandles Build() {
    for (std::size_t i = 0; i < 4; ++i) TurnWheel(i);
    for (std::size_t i = 0; i < 4; ++i) AddTyreOf(i);
    if (v_.brakes) AddBrakes();
    if (v_.motors) AddMotors();
    if (v_.driveline) AddDrivelineOf();
    if (v_.air) AddAir();
    if (v_.steering) AddSteeringOf();
    return std::move(out);
  }

 private:
  std::string Label() const { return "vehicle '" + v_.name + "'"; }
  const VehicleAxle& AxleOf(std::size_t wheel) const { return v_.axles[wheel / 2]; }
  std::string Prefix(std::size_t wheel) const {
    return AxleOf(wheel).name + (wheel % 2 == 0 ? ".left." : ".right.");
  }
  const SuspensionSide& SideOf(std::size_t wheel) const {
    const auto* side = AxleOf(wheel).suspension.Find(wheel % 2 == 0 ? Side::left : Side::right);
    Require(
        side != nullptr, Label(), "its suspension '" + AxleOf(wheel).name + "' needs both sides");
    return *side;
  }
  void Note(const std::string& name, const char* type) {
    out.added.forces.push_back({name, false, type});
  }
  /// A point of the frame of the chassis, for a marker of a body that moves with it as drawn.
  Vec3 InChassis(MarkerId id) const {
    const Marker& marker = model_.marker(id);
    return model_.body(v_.chassis).X_WB().Inverse() *
           (model_.body(marker.body).X_WB() * marker.position);
  }

  void FindWheels() {
    for (std::size_t i = 0; i < 4; ++i) {
      out.wheels[i] = SideOf(i).wheel;
      out.radii[i] = SideOf(i).radius;
    }
  }

  /// Mass, its centre and yaw inertia of all bodies, and the bicycle.
  void CalcMass() {
    std::vector<BodyId> bodies{v_.chassis};
    for (const VehicleAxle& axle : v_.axles)
      for (const std::string& name : axle.suspension.added.bodies)
        bodies.push_back(*model_.FindBody(name));
    const Pose X_BW = model_.body(v_.chassis).X_WB().Inverse();
    Vec3 moment = Vec3::Zero();
    Bicycle& c = out.bicycle;
    const auto place = [&](const RigidBody& body) { return Vec3(X_BW * (body.X_WB() * body.com)); };
    for (const BodyId id : bodies) {
      const RigidBody& body = model_.body(id);
      c.mass += body.mass;
      moment += body.mass * place(body);
    }
    Require(c.mass > 0, Label(), "it has no mass");
    out.centre = moment / c.mass;
    out.centre_marker =
        model_.AddMarker({.name = v_.name + ".centre", .body = v_.chassis, .position = out.centre});
    for (const BodyId id : bodies) {
      const RigidBody& body = model_.body(id);
      const Mat3 R = X_BW.R * body.orientation;
      c.yaw_inertia += (R * body.inertia * R.transpose())(2, 2) +
                       body.mass * (place(body) - out.centre).head<2>().squaredNorm();
    }
    CalcBicycle(c);
  }

  void CalcBicycle(Bicycle& c) const {
    c.front = InChassis(out.wheels[0]).x() - out.centre.x();
    c.rear = out.centre.x() - InChassis(out.wheels[2]).x();
    Require(c.front > 0 && c.rear > 0,
            Label(),
            "its centre of mass must lie between the axles; exchange \"front\" and \"rear\"");
    const double weight = c.mass * model_.gravity().norm();
    const auto stiffness = [&](const VehicleAxle& axle, double share) {
      const auto [Kx, Ky] = CalcSlopes(axle.tyre.data, Slip<double>{.Fz = 0.5 * share * weight});
      return 2 * std::abs(Ky);
    };
    c.front_stiffness = stiffness(v_.axles[0], c.rear / c.wheelbase());
    c.rear_stiffness = stiffness(v_.axles[1], c.front / c.wheelbase());
  }

  SpeedFacts Facts() const {
    const double weight = out.bicycle.mass * model_.gravity().norm();
    SpeedFacts facts{.mass = out.bicycle.mass, .rolling = v_.rolling_resistance * weight};
    if (v_.air) facts.drag = 0.5 * v_.air->density * v_.air->drag_area;
    facts.coasting = kCoasting * out.bicycle.mass;
    return facts;
  }

  /// The wheel rolls at the speed of the chassis.
  void TurnWheel(std::size_t i) {
    const Marker& marker = model_.marker(out.wheels[i]);
    RigidBody wheel = model_.body(marker.body);
    const Vec3 spin = wheel.orientation * marker.orientation.col(1) * (speed_ / out.radii[i]);
    wheel.angular_velocity += spin;
    wheel.velocity -= spin.cross(wheel.orientation * marker.position);
    model_.ReplaceRigidBody(marker.body, wheel);
  }

  void AddTyreOf(std::size_t i) {
    Tyre tyre = AxleOf(i).tyre;
    tyre.name = Prefix(i) + "tyre";
    tyre.wheel = out.wheels[i];
    tyre.road = out.road;
    tyre.side = i % 2 == 0 ? TyreSide::left : TyreSide::right;
    Note(tyre.name, "tyre");
    out.tyres[i] = AddTyre(model_, std::move(tyre));
  }

  void AddBrakes() {
    Require(v_.brakes->torque > 0 && v_.brakes->front_share >= 0 && v_.brakes->front_share <= 1,
            Label(),
            "its brakes need a torque above zero, and a front_share from 0 to 1");
    for (std::size_t i = 0; i < 4; ++i) {
      const double share = 0.5 * (i < 2 ? v_.brakes->front_share : 1 - v_.brakes->front_share);
      if (share == 0) continue;
      const Brake brake{.name = Prefix(i) + "brake",
                        .wheel = out.wheels[i],
                        .carrier = model_.marker(SideOf(i).carrier).body,
                        .torque = share * v_.brakes->torque,
                        .share = share,
                        .radius = out.radii[i],
                        .friction = v_.brakes->friction};
      Note(brake.name, "brake");
      out.brakes[i] = AddBrake(model_, brake, v_.chassis, out.plan, Facts(), speed_ > 0);
    }
  }

  void AddMotors() {
    Require(v_.motors->torque > 0 && v_.motors->front_share >= 0 && v_.motors->front_share <= 1,
            Label(),
            "its motors need a torque above zero, and a front_share from 0 to 1");
    for (std::size_t i = 0; i < 4; ++i) {
      const double share = 0.5 * (i < 2 ? v_.motors->front_share : 1 - v_.motors->front_share);
      if (share == 0) continue;
      const WheelMotor motor{.name = Prefix(i) + "motor",
                             .wheel = out.wheels[i],
                             .torque = share * v_.motors->torque,
                             .share = share,
                             .radius = out.radii[i]};
      Note(motor.name, "wheel_motor");
      AddWheelMotor(model_, motor, v_.chassis, out.plan, Facts());
    }
  }

  void AddDrivelineOf() {
    Require(v_.front_drive >= 0 && v_.front_drive <= 1,
            Label(),
            "the front_share of its driveline is from 0 to 1");
    Driveline line = *v_.driveline;
    line.name = v_.name + ".driveline";
    line.axles.clear();
    for (std::size_t a = 0; a < 2; ++a) {
      const double share = a == 0 ? v_.front_drive : 1 - v_.front_drive;
      if (share > 0)
        line.axles.push_back({.wheels = {out.wheels[2 * a], out.wheels[2 * a + 1]},
                              .share = share,
                              .radius = out.radii[2 * a],
                              .differential = v_.differentials[a]});
    }
    Note(line.name, "driveline");
    out.driveline_force = AddDriveline(model_, line, v_.chassis, out.plan, Facts(), speed_);
    out.driveline = std::move(line);
  }

  void AddAir() {
    Aerodynamics air = *v_.air;
    air.name = v_.name + ".aerodynamics";
    air.body = v_.chassis;
    air.front = Vec3(InChassis(out.wheels[0]).x(), 0, air.point.z());
    air.rear = Vec3(InChassis(out.wheels[2]).x(), 0, air.point.z());
    Note(air.name, "aerodynamics");
    AddAerodynamics(model_, air);
  }

  void AddSteeringOf() {
    const SuspensionHandles& front = v_.axles[0].suspension;
    Require(front.steering.is_set(),
            Label(),
            "its front suspension has no steering; give it a rack or a Pitman arm");
    Steering steering = *v_.steering;
    steering.name = v_.name + ".steering";
    for (const SectionParts::Joint& joint : front.added.joints)
      if (model_.FindJoint(joint.name) == front.steering) {
        steering.a = *model_.FindMarker(joint.name + ".a");
        steering.b = *model_.FindMarker(joint.name + ".b");
        steering.turns = joint.type == JointType::revolute;
      }
    Note(steering.name, "steering");
    out.steering_joint = front.steering;
    out.steering = AddSteering(model_,
                               steering,
                               v_.chassis,
                               out.plan,
                               out.bicycle,
                               out.centre - model_.body(v_.chassis).com);
  }

  Model& model_;
  const Vehicle& v_;
  VehicleHandles out;
  double speed_ = 0;
};

}  // namespace

VehicleHandles AddVehicle(Model& model, const Vehicle& vehicle) {
  return VehicleBuilder(model, vehicle).Build();
}

}  // namespace trunnion::vehicle
