// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/model/time_laws.hpp"
#include "tests/random/draughtsman.hpp"

namespace trunnion::random {
namespace {

/// Axes with the given z axis.
Mat3 AxesAlong(const Vec3& z) {
  return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), z).toRotationMatrix();
}

/// The centres of two bodies keep their distance (squared form).
struct KeepDistance {
  static constexpr int kRows = 1;
  double square;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    g[0] = ((bodies[1].r - bodies[0].r).squaredNorm() - square) / (2 * std::sqrt(square));
  }
};

/// The centre of the second body does not move along an axis of the first, seen from the first.
struct NoSideSlip {
  static constexpr int kRows = 1;
  Vec3 axis;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    using Vector = Eigen::Matrix<S, 3, 1>;
    const auto& [A, B] = bodies;
    const Vector side = A.R * axis.cast<S>(), w = A.R * A.w, arm = B.r - A.r;
    const Vector slip = B.v - A.v - w.cross(arm);
    c[0] = side.dot(slip);
  }
};

}  // namespace

/// A disc on a plane of the ground, which holds it by its height and rolls it without slip.
void Draughtsman::DrawRollingDisc(int b) {
  const double radius = random_.Between(0.2, 0.5);
  const Pose X_WM{random_.Rotation(), Place(b)};
  const Vec3 axis = X_WM.R.col(2);
  Vec3 normal = random_.Direction();
  while (std::abs(normal.dot(axis)) > 0.7) normal = random_.Direction();
  const Vec3 up = (normal - normal.dot(axis) * axis).normalized();
  const Mat3 plane = AxesAlong(normal);
  const Vec3 contact = X_WM.p - radius * up;
  const Pose X_WF{plane, contact + plane.col(0) * random_.Symmetric(0.5)};
  Add("rolling disc", [=](Builder& builder, const std::string& name) {
    builder.model().AddRollingDisc({.name = name,
                                    .plane = builder.AddMarker(0, X_WF),
                                    .disc = builder.AddMarker(b, X_WM),
                                    .radius = radius});
  });
  freedoms_ -= 3;
}

void Draughtsman::DrawKnifeEdge(int b) {
  const Pose X_WM{random_.Rotation(), Place(b) + random_.Vector(0.2)};
  Vec3 normal = random_.Direction();
  while (std::abs(normal.dot(X_WM.R.col(0))) > 0.7) normal = random_.Direction();
  const Pose X_WF{AxesAlong(normal), X_WM.p};
  AddJoint(JointType::point_on_plane, 0, b, X_WF, X_WF.Inverse() * X_WM);
  Add("knife edge", [=](Builder& builder, const std::string& name) {
    builder.model().AddKnifeEdge(
        {.name = name, .plane = builder.AddMarker(0, X_WF), .blade = builder.AddMarker(b, X_WM)});
  });
  freedoms_ -= 1;
}

/// A law that begins at `from` and moves by about `size`.
MotionLaw Draughtsman::DrawMotionLaw(double from, double size) {
  const double amplitude = random_.Symmetric(size), end = random_.Between(0.3, 1.0) * m_.until;
  switch (random_.Below(6)) {
    case 0:
      return MakeHarmonic({.amplitude = amplitude,
                           .angular_frequency = random_.Between(2.0, 20.0),
                           .offset = from});
    case 1:
      return MakeRamp(from, amplitude / end);
    case 2:
      return MakePolynomial({from, amplitude, amplitude / end, amplitude});
    case 3: {
      const double start = random_.Unit() * 0.5 * end;
      return MakeSmoothStep({.start = start, .end = end, .from = from, .to = from + amplitude});
    }
    case 4:
      return MakeSumOfTime({MakeConstant(from),
                            MakeHarmonic({.amplitude = 0.2 * amplitude, .angular_frequency = 40})});
    default: {
      TimePoints points;
      for (int k = 0; k < 5; ++k) points.push_back({k * end / 4, from + k * amplitude / 4});
      points[2][1] += random_.Symmetric(0.3 * std::abs(amplitude));
      return MakeSplineTable(points, "motion");
    }
  }
}

void Draughtsman::DrawMotion() {
  if (freedoms_ < 1) return;
  const bool of_points = random_.Chance(0.2);
  const auto c = of_points ? PickDistance() : PickCoordinate();
  if (!c || c->b == 0) return;
  if (!c->joint.empty()) {
    if (std::find(driven_.begin(), driven_.end(), c->joint) != driven_.end()) return;
    driven_.push_back(c->joint);
  }
  const MotionLaw law = DrawMotionLaw(c->value, c->is_angle() ? 0.5 : 0.1);
  Add(
      "motion",
      [c = *c, law](Builder& builder, const std::string& name) {
        builder.model().AddMotion({.name = name, .along = c.Refer(builder), .law = law});
      },
      true);
  m_.driven = true;
  freedoms_ -= 1;
}

/// A gear, rack or linkage of the coordinates of two joints.
void Draughtsman::DrawCoupling() {
  const auto first = PickCoordinate(), second = PickCoordinate();
  if (freedoms_ < 2 || !first || !second || first->joint == second->joint) return;
  for (const auto& c : {first, second}) {
    if (std::find(driven_.begin(), driven_.end(), c->joint) != driven_.end()) return;
    driven_.push_back(c->joint);
  }
  const double ratio = random_.Between(0.3, 2.0) * (random_.Chance(0.5) ? 1 : -1);
  const double phase = first->value - ratio * second->value;
  Add(
      "coupling",
      [=](Builder& builder, const std::string& name) {
        builder.model().AddCoupling({.name = name,
                                     .first = first->Refer(builder),
                                     .second = second->Refer(builder),
                                     .ratio = ratio,
                                     .phase = phase});
      },
      true);
  freedoms_ -= 1;
}

void Draughtsman::DrawUserConstraint() {
  const auto [a, b] = PickPair(true);
  if (a == 0 || b == 0 || freedoms_ < 2) return;
  freedoms_ -= 1;
  if (random_.Chance(0.5)) {
    const auto centre = [&](int i) { return Vec3(body(i).X_WB() * body(i).com); };
    const double square = (centre(b) - centre(a)).squaredNorm();
    Add("user constraint", [=](Builder& builder, const std::string& name) {
      builder.model().AddUserConstraint(
          name, std::array{builder.body(a), builder.body(b)}, KeepDistance{square});
    });
    return;
  }
  const Vec3 axis = random_.Direction();
  Add("user velocity constraint", [=](Builder& builder, const std::string& name) {
    builder.model().AddUserVelocityConstraint(
        name, std::array{builder.body(a), builder.body(b)}, NoSideSlip{axis});
  });
}

}  // namespace trunnion::random
