// SPDX-License-Identifier: BSD-3-Clause
#include "bench/references/slider_crank.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "bench/references/rod.hpp"
#include "engine/core/dual.hpp"
#include "engine/core/pool.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system.hpp"
#include "joints/user_constraint.hpp"

namespace trunnion::references {
namespace {

using std::cos;
using std::sin;
using std::numbers::pi;

constexpr double kL1 = 0.15, kL2 = 0.3, kM1 = 0.36, kM2 = 0.151104, kM3 = 0.075552;
constexpr double kJ1 = 0.002727, kJ2 = 0.0045339259, kD = 0.008, kH = 0.008;
constexpr double kRho = 7870, kE = 2e11, kOmega = 150, kArea = kD * kH;
constexpr int kCoordinates = 7;  // φ₁, φ₂, x₃, q₁ to q₄

using Mat4 = Eigen::Matrix4d;
using Vec4 = Eigen::Vector4d;

/// The integrals of the rod's shapes, with the numbers of the problem.
struct Rod {
  Mat4 M, K, B;
  Vec4 c1, c2, c12, c21;
};

Rod MakeRod() {
  Rod rod;
  rod.M << 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 8, 1, 0, 0, 1, 2;
  rod.M *= kRho * kArea * kL2;
  const double slim = (kH / kL2) * (kH / kL2), pi4 = pi * pi * pi * pi;
  rod.K << pi4 / 24 * slim, 0, 0, 0, 0, pi4 * 2 / 3 * slim, 0, 0, 0, 0, 16.0 / 3, -8.0 / 3, 0, 0,
      -8.0 / 3, 7.0 / 3;
  rod.K *= kE * kArea / kL2;
  const double a = 16 / (pi * pi * pi), b = 8 / (pi * pi * pi) - 1 / pi, c = 1 / (2 * pi);
  rod.B << 0, 0, -a, b, 0, 0, 0, c, a, 0, 0, 0, -b, -c, 0, 0;
  rod.B *= kArea * kL2;
  rod.c1 = kArea * kL2 * Vec4(0, 0, 2.0 / 3, 1.0 / 6);
  rod.c2 = kArea * kL2 * Vec4(2 / pi, 0, 0, 0);
  rod.c12 = kArea * kL2 * kL2 * Vec4(0, 0, 1.0 / 3, 1.0 / 6);
  rod.c21 = kArea * kL2 * kL2 * Vec4(1 / pi, -1 / (2 * pi), 0, 0);
  return rod;
}

template <class S>
using Coordinates = Eigen::Matrix<S, kCoordinates, 1>;

/// M(z) a − f(z, z'), without gravity.
template <class S>
Coordinates<S> CalcResidual(const Coordinates<S>& z,
                            const Coordinates<S>& v,
                            const Coordinates<S>& a) {
  static const Rod rod = MakeRod();
  using Shapes = Eigen::Matrix<S, 4, 1>;
  const auto number = [](const Vec4& x) { return Shapes(x.cast<S>()); };
  const Shapes q = z.template tail<4>(), q1 = v.template tail<4>(), q2 = a.template tail<4>();
  const S sine = sin(z[0] - z[1]), cosine = cos(z[0] - z[1]);
  const S w1 = v[0], w2 = v[1];
  const Shapes c1 = number(rod.c1), c2 = number(rod.c2), c12 = number(rod.c12);
  const Shapes Mq = rod.M.cast<S>() * q, Bq1 = rod.B.cast<S>() * q1;
  const Shapes along = -sine * c1 + cosine * c2, across = cosine * c1 + sine * c2;
  const Shapes row1 = kRho * kL1 * along;
  const Shapes row2 = number(kRho * rod.c21) + kRho * (rod.B.transpose().cast<S>() * q);
  const S m11 = S(kJ1 + kM2 * kL1 * kL1);
  const S m12 = 0.5 * kL1 * kL2 * kM2 * cosine + kRho * kL1 * across.dot(q);
  const S m22 = kJ2 + q.dot(Mq) + 2 * kRho * c12.dot(q);
  Coordinates<S> r;
  r[0] = m11 * a[0] + m12 * a[1] + row1.dot(q2);
  r[1] = m12 * a[0] + m22 * a[1] + row2.dot(q2);
  r[2] = kM3 * a[2];
  r[0] -= -0.5 * kL1 * kL2 * kM2 * w2 * w2 * sine + kRho * kL1 * w2 * w2 * along.dot(q) -
          2 * kRho * kL1 * w2 * across.dot(q1);
  r[1] -= 0.5 * kL1 * kL2 * kM2 * w1 * w1 * sine - kRho * kL1 * w1 * w1 * along.dot(q) -
          2 * kRho * w2 * c12.dot(q1) - 2 * w2 * q1.dot(Mq) - kRho * q1.dot(Bq1);
  const Shapes force = w2 * w2 * Mq +
                       kRho * (w2 * w2 * c12 + kL1 * w1 * w1 * across + 2 * w2 * Bq1) -
                       rod.K.cast<S>() * q;
  r.template tail<4>() = row1 * a[0] + row2 * a[1] + rod.M.cast<S>() * q2 - force;
  return r;
}

/// The mechanism over three points that hold (φ₁, φ₂, x₃), (q₁, q₂, q₃), (q₄, -, -).
class Mechanism {
 public:
  static constexpr int kBodies = 3;
  static constexpr int kBlockSize = 3;
  using Vector = LocalVector<3, 3>;
  using Matrix = LocalMatrix<3, 3>;

  std::array<BodyIndex, 3> bodies() const { return {1, 2, 3}; }

  void CalcForce(const ElementContext& x, Vector& f) const {
    f.setZero();
    f.head<kCoordinates>() = -CalcResidual(Positions(x), Velocities(x), None());
  }
  void Linearize(const ElementContext& x, Matrix& f_q, Matrix& f_v) const {
    using S = Dual<double, 2 * kCoordinates>;
    Coordinates<S> z, v;
    for (int i = 0; i < kCoordinates; ++i) {
      z[i] = S::Variable(Positions(x)[i], i);
      v[i] = S::Variable(Velocities(x)[i], kCoordinates + i);
    }
    const Coordinates<S> r = CalcResidual<S>(z, v, None().cast<S>());
    f_q.setZero();
    f_v.setZero();
    for (int i = 0; i < kCoordinates; ++i)
      for (int j = 0; j < kCoordinates; ++j) {
        f_q(i, j) = -r[i].d[j];
        f_v(i, j) = -r[i].d[kCoordinates + j];
      }
  }
  double CalcEnergy(const ElementContext&) const { return 0; }
  void AddInertia(const ElementContext& x, Vector& f) const {
    f.head<kCoordinates>() -= CalcInertia<double>(Positions(x), Accelerations(x));
  }
  void LinearizeInertia(const ElementContext& x, Matrix& M, Matrix& f_q, Matrix&) const {
    M.setZero();
    for (int j = 0; j < kCoordinates; ++j)
      M.col(j).head<kCoordinates>() =
          CalcInertia<double>(Positions(x), Coordinates<double>::Unit(j));
    if (x.accelerations.empty()) return;
    using S = Dual<double, kCoordinates>;
    Coordinates<S> z;
    for (int i = 0; i < kCoordinates; ++i) z[i] = S::Variable(Positions(x)[i], i);
    const Coordinates<S> r = CalcInertia<S>(z, Accelerations(x).cast<S>());
    for (int i = 0; i < kCoordinates; ++i)
      for (int j = 0; j < kCoordinates; ++j) f_q(i, j) -= r[i].d[j];
  }
  double CalcKineticEnergy(const ElementContext&) const { return 0; }

 private:
  static Coordinates<double> None() { return Coordinates<double>::Zero(); }
  /// M(z) a: velocities are zero.
  template <class S>
  static Coordinates<S> CalcInertia(const Coordinates<S>& z, const Coordinates<S>& a) {
    const Coordinates<S> none = None().cast<S>();
    return CalcResidual<S>(z, none, a) - CalcResidual<S>(z, none, none);
  }
  static Coordinates<double> Positions(const ElementContext& x) {
    Coordinates<double> z;
    z << x.bodies[1].r, x.bodies[2].r, x.bodies[3].r[0];
    return z;
  }
  static Coordinates<double> Velocities(const ElementContext& x) {
    Coordinates<double> v;
    v << x.bodies[1].v, x.bodies[2].v, x.bodies[3].v[0];
    return v;
  }
  static Coordinates<double> Accelerations(const ElementContext& x) {
    Coordinates<double> a;
    a << x.accelerations[1].head<3>(), x.accelerations[2].head<3>(), x.accelerations[3][0];
    return a;
  }
};
static_assert(InertialElement<Mechanism>);

/// Slider on its line, and the crank's angle; the last two hold the components without meaning.
struct Loop {
  static constexpr int kRows = 5;
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 3>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    const S phi1 = bodies[0].r[0], phi2 = bodies[0].r[1], length = kL2 + bodies[2].r[0];
    g[0] = kL1 * sin(phi1) + length * sin(phi2);
    g[1] = bodies[0].r[2] - kL1 * cos(phi1) - length * cos(phi2);
    g[2] = phi1 - kOmega * t;
    g[3] = bodies[2].r[1];
    g[4] = bodies[2].r[2];
  }
};

BodyInfo Point(const char* name, const Vec3& r, const Vec3& v) {
  BodyInfo point{.name = name, .kind = BodyKind::point};
  point.initial.r = r;
  point.initial.v = v;
  return point;
}

System MakeSystem() {
  const double q3 = 1.03339863e-5, q4 = 1.69327969e-5, q4_rate = -2.68938672e-6;
  SystemParts parts;
  parts.bodies = {
      {.name = "ground", .kind = BodyKind::ground},
      Point("angles", {0, 0, kL1 + kL2 + q4}, {kOmega, -kL1 * kOmega / (kL2 + q4), q4_rate}),
      Point("shapes", {0, 0, q3}, {0.444896105, 0.00463434311, -1.78591076e-6}),
      Point("end", {q4, 0, 0}, {q4_rate, 0, 0})};
  auto forces = std::make_unique<ForcePool<Mechanism>>();
  forces->Add(Mechanism(), "mechanism");
  parts.force_pools.push_back(std::move(forces));
  auto loops = std::make_unique<ConstraintPool<UserConstraint<Loop, 3>>>();
  loops->Add(UserConstraint<Loop, 3>({1, 2, 3}), "loop");
  parts.constraint_pools.push_back(std::move(loops));
  return System(std::move(parts));
}

}  // namespace

std::vector<ReferenceRow> RunFlexibleSliderCrank(double tolerance) {
  static const char* const names[] = {"phi1",
                                      "phi2",
                                      "x3",
                                      "q1",
                                      "q2",
                                      "q3",
                                      "q4",
                                      "phi1'",
                                      "phi2'",
                                      "x3'",
                                      "q1'",
                                      "q2'",
                                      "q3'",
                                      "q4'",
                                      "lambda1",
                                      "lambda2",
                                      "lambda3"};
  const System system = MakeSystem();
  Simulation simulation(system, {.integrator = {.tolerance = tolerance}});
  simulation.advance_to(0.1);
  VectorXd ours(17);
  ours << simulation.body(1).r, simulation.body(2).r, simulation.body(3).r[0], simulation.body(1).v,
      simulation.body(2).v, simulation.body(3).v[0], simulation.lambda().head(3);
  const auto reference =
      BeamData()["flex_slider_crank"]["values"]["0.1"].get<std::vector<double>>();
  std::vector<ReferenceRow> rows;
  const double largest_shape_rate = std::abs(reference[10]);
  for (std::size_t i = 0; i < reference.size(); ++i)
    rows.push_back(MakeRow("flex_slider_crank",
                           names[i],
                           "2 bending, 2 longitudinal shapes",
                           reference[i],
                           ours[static_cast<Eigen::Index>(i)],
                           i >= 10 && i < 14 ? largest_shape_rate : 0));
  return rows;
}

}  // namespace trunnion::references
