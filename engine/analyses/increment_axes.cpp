// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/increment_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "engine/core/rotation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/consistency/initial_conditions.hpp"

namespace trunnion {
namespace {

/// Weight of components of points that go round in the choice of dependent ones.
constexpr double kGoingRound = 100;
/// Centripetal acceleration, relative to the largest, from which a point goes round.
constexpr double kGoes = 1e-3;
/// Circles of a larger radius come from angular velocities that are rounding [m].
constexpr double kLargestCircle = 1e6;
/// Points that turn faster than this many times the motion as a whole do so by rounding.
constexpr double kFastestCircle = 100;
/// Turn of the fastest body between the points of a difference [rad].
constexpr double kTurn = 0.05;
/// Change of velocities over the same, of a motion that is not steady.
constexpr double kUnsteady = 0.2;
/// Largest change of coefficients that counts as none, and as an uncertainty: an unbalance of a
/// rotor on a support that is not round is no reason to refuse.
constexpr double kConstant = 2e-4, kUncertain = 5e-2;
/// Rounding of the entries of A, which are differences: of stiff parts it may be larger than all
/// that slow modes depend on.
constexpr double kNoise = 1e-4;
/// Speed of the motion that counts as rest [1/s].
constexpr double kRest = 1e-6;
/// Modes slower than this part of the speed of turning count as that slow.
constexpr double kSlowest = 0.01;

constexpr std::array kKinds{IncrementAxes::world, IncrementAxes::rotor, IncrementAxes::body};

const char* NameOf(IncrementAxes axes) {
  return axes == IncrementAxes::world ? "world" : axes == IncrementAxes::body ? "body" : "rotor";
}

/// Angular velocity of the fastest body [rad/s], world.
Vec3 FindSpin(const System& system, const OperatingPoint& at) {
  Vec3 spin = Vec3::Zero();
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!system.has_rotation(b)) continue;
    const BodyState body = system.GetBodyState(b, at.q, at.v);
    if (body.w.norm() > (1 + 1e-9) * spin.norm()) spin = body.R * body.w;
  }
  return spin;
}

/// The blocks that hold amplitudes of reduced bodies, which no axes turn.
std::vector<bool> FindAmplitudes(const System& system) {
  std::vector<bool> amplitudes(idx(system.num_bodies()), false);
  for (const ReducedBodyInfo& body : system.parts().reduced_bodies)
    for (const BodyIndex b : body.amplitudes) amplitudes[idx(b)] = true;
  return amplitudes;
}

/// Speed at which the motion changes the configuration [1/s]; 0 at rest.
double CalcRate(const System& system, const OperatingPoint& at) {
  double fastest = 0;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b)
    if (system.has_position(b))
      fastest = std::max(fastest, system.GetBodyState(b, at.q, at.v).v.norm());
  return std::max(FindSpin(system, at).norm(), fastest / CalcReactionLength(system));
}

/// E and S of solvers/analysis/linearization.hpp at a point; `elapsed` [s] since the axes of a
/// rotor, which turns with `spin`, were those of the world.
MovingAxes MakeAxes(const System& system,
                    const OperatingPoint& at,
                    IncrementAxes kind,
                    const Vec3& spin,
                    double elapsed) {
  const Vec3 w_axes = kind == IncrementAxes::rotor ? spin : Vec3::Zero();
  const Mat3 QT = RotationExp(-elapsed * w_axes);
  std::vector<Eigen::Triplet<double>> E, S;
  const auto add = [](std::vector<Eigen::Triplet<double>>& out, int first, const Mat3& block) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (block(i, j) != 0) out.emplace_back(first + i, first + j, block(i, j));
  };
  const std::vector<bool> amplitudes = FindAmplitudes(system);
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!system.has_position(b)) continue;
    const BodyState body = system.GetBodyState(b, at.q, at.v);
    const int first = system.layout().offset(b);
    if (amplitudes[idx(b)]) {
      add(E, first, Mat3::Identity());
      continue;
    }
    const bool turns = system.has_rotation(b), own = turns && kind == IncrementAxes::body;
    // Of an E that turns with the angular velocity ω, E' = −(E ω)~ E, relative to the axes of d.
    add(E, first, own ? Mat3(body.R.transpose()) : QT);
    add(S, first, Skew(own ? body.w : w_axes));
    if (!turns) continue;
    add(E, first + 3, own ? Mat3(Mat3::Identity()) : Mat3(QT * body.R));
    if (!own) add(S, first + 3, Skew(QT * (w_axes - body.R * body.w)));
  }
  const int n = system.num_velocities();
  MovingAxes axes;
  for (SparseMatrix* matrix : {&axes.E, &axes.S}) {
    matrix->resize(n, n);
    const auto& entries = matrix == &axes.E ? E : S;
    matrix->setFromTriplets(entries.begin(), entries.end());
  }
  return axes;
}

/// A body's motion at an instant, as a steady one: the angular velocity stays in the body, and the
/// part of the velocity that belongs to the centripetal acceleration turns with `spin`, that of the
/// body, or of a point on its circle.
struct SteadyMotion {
  SteadyMotion(const System& system, const OperatingPoint& at, BodyIndex b, double rate)
      : body(system.GetBodyState(b, at.q, at.v)) {
    const int first = system.layout().offset(b);
    const Vec3 v_dot = at.v_dot.segment<3>(first);
    if (system.has_rotation(b)) {
      spin = body.R * body.w;
      w_dot = at.v_dot.segment<3>(first + 3);
    } else if (v_dot.norm() < kFastestCircle * rate * body.v.norm()) {
      spin = body.v.cross(v_dot) / body.v.squaredNorm();
    }
    const double square = spin.squaredNorm();
    if (v_dot.norm() < kLargestCircle * square) round = -spin.cross(v_dot) / square;
    other = v_dot - spin.cross(round);
  }
  double centripetal() const { return spin.cross(round).norm(); }  ///< acceleration [m/s²]
  BodyState After(double h) const {
    BodyState next = body;
    next.r += h * (body.v - round + h / 2 * other + RotationTangent(-h * spin) * round);
    next.v = body.v - round + h * other + RotationExp(h * spin) * round;
    next.R = body.R * RotationExp(h * (body.w + h / 2 * w_dot));
    next.w += h * w_dot;
    return next;
  }

  BodyState body;
  Vec3 w_dot = Vec3::Zero(), spin = Vec3::Zero(), round = Vec3::Zero();
  Vec3 other;  // acceleration that is not centripetal
};

/// The motion a time h later; none where its accelerations are not determined.
std::optional<OperatingPoint> Advance(SystemEvaluator& evaluator,
                                      const OperatingPoint& at,
                                      double h) {
  const System& system = evaluator.system();
  const double rate = CalcRate(system, at);
  OperatingPoint next = at;
  next.t += h;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!system.has_position(b)) continue;
    system.SetBodyState(b, SteadyMotion(system, at, b, rate).After(h), next.q, next.v);
  }
  // Steady positions meet the constraints as well as those they come from; where these are whole
  // turns away from a motion, as after a restart, they stay so.
  VectorXd assembled = next.q;
  if (AssemblePositions(evaluator, next.t, {}, assembled).converged) next.q = assembled;
  if (!AssembleVelocities(evaluator, next.t, next.q, {}, next.v).converged ||
      !SolveAccelerations(evaluator, next.t, next.q, next.v, next.active, next.v_dot, next.lambda))
    return {};
  return next;
}

/// Time over which the motion is followed [s]: until it has turned or moved by some part, or, where
/// it is not steady, its velocities have changed by some part.
double ChooseStep(const System& system, const OperatingPoint& at, double rate) {
  const double length = CalcReactionLength(system);
  double unsteady = 0;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!system.has_position(b)) continue;
    const SteadyMotion motion(system, at, b, rate);
    unsteady = std::max({unsteady, motion.other.norm() / length, motion.w_dot.norm()});
  }
  return std::min(kTurn / rate, kUnsteady * rate / std::max(unsteady, 1e-300));
}

/// How much the coefficients of a linearization change along the motion.
struct CoefficientChange {
  /// Largest over the modes x of |A' x| over what a turning of the coordinates would make of it: an
  /// error of this order in the eigenvalues, relative to them.
  double relative = 0;
  BodyIndex body = kGround;  // whose motion depends most on what changes
};

/// By central differences of A along the motion, which goes on as a steady one would: velocities
/// turn with the bodies. Zero at rest.
CoefficientChange CalcCoefficientChange(SystemEvaluator& evaluator,
                                        const OperatingPoint& at,
                                        const LinearizationOptions& options,
                                        IncrementAxes axes,
                                        const Linearization& linear,
                                        const Eigenmodes& modes) {
  const System& system = evaluator.system();
  const double rate = CalcRate(system, at);
  CoefficientChange change;
  if (rate < kRest || linear.A.size() == 0) return change;
  const double h = ChooseStep(system, at, rate);
  const Vec3 spin = FindSpin(system, at);
  LinearizationOptions same = options;
  same.independent = linear.independent;
  MatrixXd A_dot = MatrixXd::Zero(linear.A.rows(), linear.A.cols());
  for (const double side : {h, -h}) {
    const auto next = Advance(evaluator, at, side);
    if (!next) return {std::numeric_limits<double>::infinity(), kGround};
    same.axes = MakeAxes(system, *next, axes, spin, side);
    A_dot += Linearize(evaluator, *next, MatrixXd(system.num_velocities(), 0), same).A / (2 * side);
  }
  const Eigen::Index f = A_dot.rows() / 2;
  const VectorXd length = system.metric()(linear.independent).cwiseSqrt();
  for (Eigen::Index i = 0; i < modes.states.cols(); ++i) {
    const double s = std::abs(modes.eigenvalues[i]), fast = std::max(s, rate);
    VectorXd scale(2 * f);
    scale << length, length / fast;
    const VectorXd moved = scale.cwiseProduct((A_dot * modes.states.col(i)).cwiseAbs());
    const VectorXd terms = scale.cwiseProduct(linear.A.cwiseAbs() * modes.states.col(i).cwiseAbs());
    const double rounding = kNoise / (2 * h) * terms.norm();
    const double size = scale.cwiseProduct(modes.states.col(i).cwiseAbs()).norm();
    const double relative =
        std::max(0.0, moved.norm() - rounding) / (size * fast * std::max(s, kSlowest * rate));
    if (relative <= change.relative) continue;
    Eigen::Index worst = 0;
    moved.maxCoeff(&worst);
    change = {relative, system.FindBodyOfComponent(linear.independent[idx(int(worst % f))])};
  }
  return change;
}

}  // namespace

LinearizationOptions MakeLinearizationOptions(const System& system,
                                              const OperatingPoint& at,
                                              IncrementAxes axes,
                                              bool damping) {
  LinearizationOptions options{.axes = MakeAxes(system, at, axes, FindSpin(system, at), 0),
                               .damping = damping};
  if (at.v.isZero(0)) return options;
  const double rate = CalcRate(system, at);
  VectorXd acceleration = VectorXd::Zero(system.num_bodies());
  for (BodyIndex b = 1; b < system.num_bodies(); ++b)
    if (system.has_position(b)) acceleration[b] = SteadyMotion(system, at, b, rate).centripetal();
  // Rounding on the axis is no going round.
  const double least = 1e-9 * FindSpin(system, at).squaredNorm() * CalcReactionLength(system);
  const double goes = std::max(kGoes * acceleration.maxCoeff(), least);
  options.dependence = VectorXd::Ones(system.num_velocities());
  for (BodyIndex b = 1; b < system.num_bodies(); ++b)
    if (acceleration[b] > goes)
      options.dependence.segment<3>(system.layout().offset(b)).setConstant(kGoingRound);
  return options;
}

Steadiness CheckSteadiness(SystemEvaluator& evaluator,
                           const OperatingPoint& at,
                           IncrementAxes axes,
                           bool damping,
                           const Linearization& linear,
                           const Eigenmodes& modes) {
  const System& system = evaluator.system();
  const CoefficientChange change = CalcCoefficientChange(
      evaluator, at, MakeLinearizationOptions(system, at, axes, damping), axes, linear, modes);
  if (change.relative <= kConstant) return {};
  std::ostringstream text;
  text << "in axes '" << NameOf(axes)
       << "' the coefficients change along the motion (most those of ";
  if (change.body == kGround)
    text << "many bodies), ";
  else
    text << "body '" << system.body(change.body).name << "'), ";
  if (change.relative <= kUncertain) {
    text << "though little: eigenvalues may be wrong by a relative " << change.relative;
    return {true, text.str()};
  }
  text << "so that their eigenvalues mean nothing; ";
  for (const IncrementAxes other : kKinds) {
    if (other == axes) continue;
    const LinearizationOptions options = MakeLinearizationOptions(system, at, other, damping);
    const Linearization again =
        Linearize(evaluator, at, MatrixXd(system.num_velocities(), 0), options);
    const CoefficientChange of_other = CalcCoefficientChange(
        evaluator, at, options, other, again, CalcEigenmodes(evaluator, again));
    if (of_other.relative > kUncertain) continue;
    text << "take axes '" << NameOf(other) << "', in which they are constant";
    return {false, text.str()};
  }
  text << "they are constant in no axes: excite the model in a dynamic analysis and read the "
          "frequencies there";
  return {false, text.str()};
}

}  // namespace trunnion
