// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/aerodynamics.hpp"

#include <array>
#include <cmath>

#include <trunnion/elements.hpp>
#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

constexpr double kSmallSpeed = 1e-3;  // below which |v| is rounded [m/s]

/// Points are from the centre of mass.
struct AirLaw {
  Aerodynamics air;

  template <class S>
  struct Forces {
    Eigen::Matrix<S, 3, 1> drag;
    S front{0.0}, rear{0.0};
  };
  template <class S>
  Forces<S> Calc(const BodyStateT<S>& body) const {
    using std::sqrt;
    const Eigen::Matrix<S, 3, 1> at = air.point.cast<S>();
    const Eigen::Matrix<S, 3, 1> v = body.v + body.R * body.w.cross(at);
    const S u = v.dot(body.R.col(0)), speed = sqrt(S(v.dot(v) + kSmallSpeed * kSmallSpeed));
    const S pressure = 0.5 * air.density * u * u;
    return {v * S(-0.5 * air.density * air.drag_area * speed),
            air.front_lift_area * pressure,
            air.rear_lift_area * pressure};
  }
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    using V = Eigen::Matrix<S, 3, 1>;
    const BodyStateT<S>& body = bodies[0];
    const Forces<S> forces = Calc<S>(body);
    const V up = Vec3::UnitZ().cast<S>(), drag = body.R.transpose() * forces.drag;
    const V front = up * forces.front, rear = up * forces.rear;
    f[0].template head<3>() = forces.drag + body.R * V(front + rear);
    f[0].template tail<3>() = air.point.cast<S>().cross(drag) + air.front.cast<S>().cross(front) +
                              air.rear.cast<S>().cross(rear);
  }

  ElementDescription Describe() const {
    return {.type = "aerodynamics",
            .columns = {{"drag", "N", "against the velocity"},
                        {"front_lift", "N", "upward at the front axle"},
                        {"rear_lift", "N", "upward at the rear axle"}}};
  }
  void WriteReport(double, const std::array<BodyState, 1>& bodies, std::span<double> out) const {
    const Forces<double> forces = Calc<double>(bodies[0]);
    out[0] = forces.drag.norm();
    out[1] = forces.front;
    out[2] = forces.rear;
  }
};

}  // namespace

ForceId AddAerodynamics(Model& model, const Aerodynamics& air) {
  const std::string label = "aerodynamics '" + air.name + "'";
  Require(std::isfinite(air.drag_area) && air.drag_area >= 0 && air.density >= 0,
          label,
          "drag_area and density must not be negative");
  Require(air.body != Model::ground() && !model.is_point(air.body),
          label,
          "it acts on a rigid body of the vehicle");
  AirLaw law{air};
  const Vec3 com = model.body(air.body).com;
  for (Vec3* point : {&law.air.point, &law.air.front, &law.air.rear}) *point -= com;
  return model.AddUserForce(air.name, std::array{air.body}, law);
}

}  // namespace trunnion::vehicle
