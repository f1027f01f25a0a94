// SPDX-License-Identifier: BSD-3-Clause
#include "forces/marker_measure.hpp"

#include <cmath>
#include <utility>

#include "engine/core/seeded_bodies.hpp"

namespace trunnion {
namespace {

constexpr std::pair<std::string_view, MeasureKind> kNames[]{
    {"dx", MeasureKind::dx},    {"dy", MeasureKind::dy},   {"dz", MeasureKind::dz},
    {"dm", MeasureKind::dm},    {"vx", MeasureKind::vx},   {"vy", MeasureKind::vy},
    {"vz", MeasureKind::vz},    {"vm", MeasureKind::vm},   {"vr", MeasureKind::vr},
    {"wx", MeasureKind::wx},    {"wy", MeasureKind::wy},   {"wz", MeasureKind::wz},
    {"wm", MeasureKind::wm},    {"ax", MeasureKind::ax},   {"ay", MeasureKind::ay},
    {"az", MeasureKind::az},    {"psi", MeasureKind::psi}, {"theta", MeasureKind::theta},
    {"phi", MeasureKind::phi},  {"yaw", MeasureKind::yaw}, {"pitch", MeasureKind::pitch},
    {"roll", MeasureKind::roll}};

template <class S>
S Magnitude(const Eigen::Matrix<S, 3, 1>& x) {
  using std::sqrt;
  const S square = x.dot(x);
  return PlainValue(square) == 0 ? S(0.0) : sqrt(square);
}

template <class S>
S Angle(const S& y, const S& x) {
  using std::atan2;
  return PlainValue(y) == 0 && PlainValue(x) == 0 ? S(0.0) : atan2(y, x);
}

template <class S>
S Length(const S& x, const S& y) {
  using std::sqrt;
  const S square = x * x + y * y;
  return PlainValue(square) == 0 ? S(0.0) : sqrt(square);
}

/// The bodies that a measure sees; body `seeded` with derivatives.
template <class S>
class Places {
 public:
  using Vector = Eigen::Matrix<S, 3, 1>;
  using Matrix = Eigen::Matrix<S, 3, 3>;

  Places(const MarkerMeasure& measure, const ElementContext& x, BodyIndex seeded)
      : measure_(measure) {
    for (std::size_t n = 0; n < 4; ++n) {
      const BodyIndex body = measure.places()[n]->body;
      states_[n] = Read(x.bodies[static_cast<std::size_t>(body)], body == seeded);
    }
  }

  Matrix Axes(std::size_t n) const { return states_[n].R * Place(n).R.template cast<S>(); }
  /// O_i − O_j; the difference of the bodies comes first, so that a far origin costs no digits.
  Vector Offset() const { return Vector(states_[0].r - states_[1].r) + (Arm(0) - Arm(1)); }
  Vector Velocity(std::size_t n) const { return states_[n].v + Spin(n).cross(Arm(n)); }
  Vector Spin(std::size_t n) const { return states_[n].R * states_[n].w; }

 private:
  static BodyStateT<S> Read(const BodyState& body, [[maybe_unused]] bool seeded) {
    if constexpr (!std::is_same_v<S, double>)
      if (seeded) return SeedBody<S>(body, 0, 6);
    return {body.r.template cast<S>(),
            body.R.template cast<S>(),
            body.v.template cast<S>(),
            body.w.template cast<S>()};
  }
  const Pose& Place(std::size_t n) const { return measure_.places()[n]->X_CF; }
  Vector Arm(std::size_t n) const { return states_[n].R * Place(n).p.template cast<S>(); }

  const MarkerMeasure& measure_;
  std::array<BodyStateT<S>, 4> states_;
};

constexpr std::size_t kI = 0, kJ = 1, kK = 2, kL = 3;

/// v_i − v_j − ω_l × p
template <class S>
typename Places<S>::Vector CalcVelocity(const Places<S>& at) {
  return Eigen::Matrix<S, 3, 1>(at.Velocity(kI) - at.Velocity(kJ)) - at.Spin(kL).cross(at.Offset());
}

template <class S>
S CalcAngle(MeasureKind kind, const Eigen::Matrix<S, 3, 3>& Q) {
  switch (kind) {
    case MeasureKind::ax:
      return Angle<S>(-Q(1, 2), Q(2, 2));
    case MeasureKind::ay:
      return Angle<S>(Q(0, 2), Q(2, 2));
    case MeasureKind::az:
    case MeasureKind::yaw:
      return Angle<S>(Q(1, 0), Q(0, 0));
    case MeasureKind::twist:
      return Angle<S>(Q(1, 0) - Q(0, 1), Q(0, 0) + Q(1, 1));
    case MeasureKind::psi:
      return Angle<S>(Q(0, 2), -Q(1, 2));
    case MeasureKind::theta:
      return Angle<S>(Length<S>(Q(0, 2), Q(1, 2)), Q(2, 2));
    case MeasureKind::phi:
      return Angle<S>(Q(2, 0), Q(2, 1));
    case MeasureKind::pitch:
      return Angle<S>(Q(2, 0), Length<S>(Q(2, 1), Q(2, 2)));
    default:  // roll
      return Angle<S>(Q(2, 1), Q(2, 2));
  }
}

template <class S>
S Calc(MeasureKind kind, const Places<S>& at) {
  const auto component = [kind](MeasureKind x, const Eigen::Matrix<S, 3, 1>& vector) {
    return vector(static_cast<int>(kind) - static_cast<int>(x));
  };
  const auto in_axes_of_k = [&at](const Eigen::Matrix<S, 3, 1>& vector) {
    return Eigen::Matrix<S, 3, 1>(at.Axes(kK).transpose() * vector);
  };
  switch (kind) {
    case MeasureKind::dx:
    case MeasureKind::dy:
    case MeasureKind::dz:
      return component(MeasureKind::dx, in_axes_of_k(at.Offset()));
    case MeasureKind::dm:
      return Magnitude<S>(at.Offset());
    case MeasureKind::vx:
    case MeasureKind::vy:
    case MeasureKind::vz:
      return component(MeasureKind::vx, in_axes_of_k(CalcVelocity(at)));
    case MeasureKind::vm:
      return Magnitude<S>(CalcVelocity(at));
    case MeasureKind::vr: {
      const Eigen::Matrix<S, 3, 1> p = at.Offset();
      const S distance = Magnitude<S>(p);
      if (PlainValue(distance) == 0) return S(0.0);
      return p.dot(Eigen::Matrix<S, 3, 1>(at.Velocity(kI) - at.Velocity(kJ))) / distance;
    }
    case MeasureKind::wx:
    case MeasureKind::wy:
    case MeasureKind::wz:
      return component(MeasureKind::wx, in_axes_of_k(at.Spin(kI) - at.Spin(kJ)));
    case MeasureKind::wm:
      return Magnitude<S>(at.Spin(kI) - at.Spin(kJ));
    default:
      return CalcAngle<S>(kind, at.Axes(kJ).transpose() * at.Axes(kI));
  }
}

}  // namespace

std::optional<MeasureKind> FindMeasureKind(std::string_view name) {
  for (const auto& [known, kind] : kNames)
    if (known == name) return kind;
  return {};
}

double CalcMeasure(const MarkerMeasure& measure, const ElementContext& x) {
  return Calc(measure.kind, Places<double>(measure, x, kGround));
}

MeasureGradient CalcMeasureGradient(const MarkerMeasure& measure,
                                    const ElementContext& x,
                                    BodyIndex body) {
  using S = Dual<double, 12>;
  const S value = Calc(measure.kind, Places<S>(measure, x, body));
  return {.q = value.d.head<6>(), .v = value.d.tail<6>()};
}

}  // namespace trunnion
