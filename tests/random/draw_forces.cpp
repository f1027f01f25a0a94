// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/model/time_laws.hpp"
#include "tests/random/draughtsman.hpp"

namespace trunnion::random {
namespace {

/// Two centres attract each other, −k/r, softened at small distances.
struct Attraction {
  double k;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 2>& f) const {
    using std::sqrt;
    const Eigen::Matrix<S, 3, 1> d = bodies[1].r - bodies[0].r;
    const S square = d.squaredNorm() + 0.01;
    const Eigen::Matrix<S, 3, 1> pull = d * (k / (square * sqrt(square)));
    f[0].template head<3>() = pull;
    f[1].template head<3>() = -pull;
  }
  double Energy(double, const std::array<BodyState, 2>& bodies) const {
    return -k / std::sqrt((bodies[1].r - bodies[0].r).squaredNorm() + 0.01);
  }
};

/// A lag of first order: the force −k s on the second body, T s' = v − s, along a relative
/// velocity.
struct LaggingDrag {
  static constexpr int kStates = 3;
  double k, time;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  const Eigen::Matrix<S, kStates, 1>& s,
                  std::array<Eigen::Matrix<S, 6, 1>, 2>& f,
                  Eigen::Matrix<S, kStates, 1>& rate) const {
    const Eigen::Matrix<S, 3, 1> v = bodies[1].v - bodies[0].v;
    f[1].template head<3>() = -k * s;
    f[0].template head<3>() = k * s;
    rate = (v - s) / time;
  }
};

constexpr double kArm = 0.3;  // of angles: forces at this arm [m]

}  // namespace

void Draughtsman::DrawForce() {
  const auto pair = PickPair(true);
  switch (random_.Below(16)) {
    case 0:
    case 1:
      return DrawSpring();
    case 2:
      return DrawSpringCurve();
    case 3:
      return DrawStop();
    case 4:
      return DrawMotor();
    case 5:
      return DrawMaxwell();
    case 6:
    case 7:
      if (pair.second > 0) DrawBushing(pair.first, pair.second);
      return;
    case 8:
      if (pair.second > 0) DrawBeam(pair.first, pair.second);
      return;
    case 9:
      return DrawBeamLine();
    case 10:
      return DrawCable();
    case 11:
      if (pair.second > 0) DrawSuperelement(pair.first, pair.second);
      return;
    case 12:
    case 13:
      return DrawLoad();
    case 14:
      return DrawUserForce();
    default:
      return DrawUserStateForce();
  }
}

void Draughtsman::DrawSpring() {
  const auto c = random_.Chance(0.5) ? PickCoordinate() : PickDistance();
  if (!c || c->b == 0) return;
  const double arm = c->is_angle() ? kArm * kArm : 1, mass = arm * EffectiveMass(c->a, c->b);
  const double k = DrawStiffness(mass, 0, 4), d = DrawDamping(k, mass);
  const double force = 10 * mass * random_.Symmetric(2);
  const double free = c->value - random_.Symmetric(1) * std::min(0.1, 10 * mass / k);
  const bool preload = random_.Chance(0.3);
  Add(
      "spring",
      [=](Builder& builder, const std::string& name) {
        builder.model().AddSpringDamper({.name = name,
                                         .along = c->Refer(builder),
                                         .stiffness = k,
                                         .damping = d,
                                         .free_length = free,
                                         .preload = preload ? force : 0});
      },
      true);
}

void Draughtsman::DrawSpringCurve() {
  const auto c = random_.Chance(0.5) ? PickCoordinate() : PickDistance();
  if (!c || c->b == 0) return;
  const double mass = (c->is_angle() ? kArm * kArm : 1) * EffectiveMass(c->a, c->b);
  const double k = DrawStiffness(mass, 0, 2), d = DrawDamping(k, mass) + 0.1 * k * m_.until;
  const auto smooth = random_.Chance(0.5) ? Interpolation::linear : Interpolation::monotone_cubic;
  const Curve spring =
      random_.Chance(0.4)
          ? Curve::Cubic(k, k * random_.Between(0.0, 10.0))
          : Curve::Table({{-0.1, -0.2 * k}, {-0.01, -0.01 * k}, {0.01, 0.01 * k}, {0.1, 0.3 * k}},
                         smooth);
  const Curve damper = Curve::Table({{-1, -d}, {0, 0}, {1, 0.5 * d}}, smooth);
  const bool damped = random_.Chance(0.5);
  Add(
      "spring curve",
      [=](Builder& builder, const std::string& name) {
        SpringDamper force{.name = name, .along = c->Refer(builder), .free_length = c->value};
        force.spring_curve = spring;
        if (damped) force.damper_curve = damper;
        builder.model().AddSpringDamper(force);
      },
      true);
}

/// A stop near where the coordinate is drawn.
void Draughtsman::DrawStop() {
  const auto c = random_.Chance(0.6) ? PickCoordinate() : PickDistance();
  if (!c || c->b == 0) return;
  const double mass = (c->is_angle() ? kArm * kArm : 1) * EffectiveMass(c->a, c->b);
  StopLaw law;
  law.side = random_.Chance(0.5) ? StopSide::upper : StopSide::lower;
  const double away = random_.Between(-0.002, 0.05);
  law.limit = c->value + (law.side == StopSide::upper ? away : -away);
  law.stiffness = DrawStiffness(mass, 2, 4);
  law.damping = DrawDamping(law.stiffness, mass);
  law.onset = random_.Between(1e-4, 5e-3);
  if (random_.Chance(0.3)) law.exponent = 1.5;
  Add(
      "stop",
      [=](Builder& builder, const std::string& name) {
        builder.model().AddStop({.name = name, .along = c->Refer(builder), .law = law});
      },
      true);
}

/// A drive by a force of time, a servo, or a law with slopes by automatic differentiation.
void Draughtsman::DrawMotor() {
  const auto c = PickCoordinate();
  if (!c) return;
  const double mass = (c->is_angle() ? kArm * kArm : 1) * EffectiveMass(c->a, c->b);
  const double k = DrawStiffness(mass, 0, 3), d = DrawDamping(k, mass);
  ScalarLaw law;
  switch (random_.Below(3)) {
    case 0:
      law = MakeForceOverTime(DrawMotionLaw(0, 10 * mass));
      break;
    case 1:
      law = MakeServo(k, d, DrawMotionLaw(c->value, c->is_angle() ? 0.3 : 0.05));
      break;
    default:
      law = ScalarLaw(MakeScalarLaw([k, d, c0 = c->value](auto x, auto rate, double) {
                        using std::sin;
                        return -k * sin(x - c0) - d * rate;
                      }),
                      NoBreaks());
  }
  Add(
      "motor",
      [=](Builder& builder, const std::string& name) {
        builder.model().AddMotor({.name = name, .along = c->Refer(builder), .law = law});
      },
      true)
      .conservative = false;
}

void Draughtsman::DrawMaxwell() {
  const auto c = random_.Chance(0.5) ? PickCoordinate() : PickDistance();
  if (!c || c->b == 0) return;
  const double mass = (c->is_angle() ? kArm * kArm : 1) * EffectiveMass(c->a, c->b);
  const double k = DrawStiffness(mass, 0, 3), d = k * random_.Decade(-3, 0);
  Add(
      "maxwell",
      [=](Builder& builder, const std::string& name) {
        builder.model().AddMaxwell(
            {.name = name, .along = c->Refer(builder), .stiffness = k, .damping = d});
      },
      true)
      .conservative = false;
}

void Draughtsman::DrawBushing(int a, int b) {
  const double mass = EffectiveMass(a, b);
  const Pose X_WF = DrawFrame(a, b);
  const Pose X_WM{X_WF.R, X_WF.p + random_.Vector(1e-3)};
  BushingParameters p;
  for (int i = 0; i < 6; ++i) {
    const double m = mass * (i < 3 ? 1 : kArm * kArm);
    p.stiffness(i, i) = DrawStiffness(m, 1, 4);
    p.damping(i, i) = DrawDamping(p.stiffness(i, i), m);
    if (random_.Chance(0.3)) p.preload[i] = 5 * m * random_.Symmetric(1);
  }
  p.measure = static_cast<BushingMeasure>(random_.Below(3));
  const bool bearing = p.measure == BushingMeasure::energy && random_.Chance(0.3);
  if (bearing) {
    p.stiffness(5, 5) = p.preload[5] = 0;
    p.damping(5, 5) *= 0.01;
  } else if (random_.Chance(0.3)) {  // couplings within what is definite
    const double k = 0.3 * std::sqrt(p.stiffness(0, 0) * p.stiffness(4, 4));
    p.stiffness(0, 4) = p.stiffness(4, 0) = k;
  }
  if (random_.Chance(0.2)) {
    const double k = p.stiffness(1, 1);
    p.curves[1] = BushingCurve{.force = Curve::Cubic(k, 100 * k)};
  }
  Add("bushing", [=](Builder& builder, const std::string& name) {
    builder.model().AddBushing({.name = name,
                                .a = builder.AddMarker(a, X_WF),
                                .b = builder.AddMarker(b, X_WM),
                                .parameters = p});
  }).conservative = p.measure == BushingMeasure::energy;
}

/// A constant force or torque, or one of time, in the world or following the body.
void Draughtsman::DrawLoad() {
  const int b = random_.Count(1, m_.num_bodies());
  const double size = 5 * body(b).mass;
  const Vec3 force = random_.Vector(size), torque = random_.Vector(0.05 * size);
  const Vec3 p_W = is_point(b) ? Place(b) : Vec3(Place(b) + random_.Vector(0.3));
  const bool follows = !is_point(b) && random_.Chance(0.5), of_time = random_.Chance(0.5);
  const bool turns = !is_point(b) && random_.Chance(0.3);
  const MotionLaw law = DrawMotionLaw(1, 1);
  Add("load", [=](Builder& builder, const std::string& name) {
    const auto frame = follows ? AppliedVector::Frame::body : AppliedVector::Frame::world;
    const Vec3 F = follows ? force : builder.Turned(force);
    AppliedLoad load{.name = name, .body = builder.body(b), .point = builder.PointOn(b, p_W)};
    load.force.frame = frame;
    if (of_time)
      load.force.law = VectorLaw([=](double t) { return Vec3(F * law(t).s); }, law.breaks());
    else
      load.force.constant = F;
    if (turns) load.torque = {.constant = torque, .frame = AppliedVector::Frame::body};
    builder.model().AddAppliedLoad(load);
  }).conservative = !follows && !of_time && !turns;
}

void Draughtsman::DrawUserForce() {
  const auto [a, b] = PickPair(true);
  if (a == 0 || b == 0) return;
  const double k = 10 * EffectiveMass(a, b) * random_.Unit();
  Add("user force", [=, a = a, b = b](Builder& builder, const std::string& name) {
    builder.model().AddUserForce(name, std::array{builder.body(a), builder.body(b)}, Attraction{k});
  });
}

void Draughtsman::DrawUserStateForce() {
  const auto [a, b] = PickPair(true);
  if (b == 0) return;
  const double mass = EffectiveMass(a, b), k = mass * random_.Decade(0, 2);
  const double time = random_.Decade(-3, 0);
  Add("user state force", [=, a = a, b = b](Builder& builder, const std::string& name) {
    builder.model().AddUserStateForce(name,
                                      std::array{builder.body(a), builder.body(b)},
                                      {{"x"}, {"y"}, {"z"}},
                                      LaggingDrag{k, time});
  }).conservative = false;
}

}  // namespace trunnion::random
