// SPDX-License-Identifier: BSD-3-Clause
#include "joints/joint.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "engine/core/convective_rates.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

Vec12 Velocities(const BodyState& A, const BodyState& B) {
  Vec12 v;
  v << A.v, A.w, B.v, B.w;
  return v;
}

// The generalized force on one body (force in the world, torque about the centre of mass in the
// body) as force and torque about the point p of the body.
Reaction AboutPoint(const Vec6& f, const BodyState& body, const Vec3& p_B) {
  const Vec3 force = f.head<3>(), torque_body = f.tail<3>() - p_B.cross(body.R.transpose() * force);
  return {.force = force, .torque = body.R * torque_body};
}

}  // namespace

Joint::Joint(JointType type, const JointParameters& parameters)
    : type_(type), parameters_(parameters), definition_(&DefinitionOf(type)) {
  for (int i = 0; i < num_coordinates(); ++i) {
    has_twist_ = has_twist_ || coordinate(i).plain_kind() == CoordinateKind::angle;
  }
  for (int i = 0; i < num_rows(); ++i) {
    const JointRow::Kind kind = definition_->rows[i].kind;
    if (kind != JointRow::Kind::separation && kind != JointRow::Kind::distance)
      row_parts_ = PairKinematics::Parts::all;
  }
}

PairKinematics Joint::MakeKinematics(const ElementContext& context) const {
  return {pair(), context.bodies[pair().A], context.bodies[pair().B]};
}

/// What the rows need.
PairKinematics Joint::MakeRowKinematics(const ElementContext& context) const {
  return {pair(), context.bodies[pair().A], context.bodies[pair().B], row_parts_};
}

double Joint::Unwrap(double angle, const ElementContext& context) const {
  const bool remembers = has_twist_ && static_cast<std::size_t>(memory_) < context.memory.size();
  return remembers ? UnwrapAngle(angle, context.memory[memory_]) : angle;
}

double Joint::CalcTwist(const PairKinematics& x,
                        const ElementContext& context,
                        Vec12& gradient) const {
  return Unwrap(x.Angle(TwistSine(), TwistCosine(), gradient), context);
}

double Joint::CalcRow(const JointRow& row,
                      const PairKinematics& x,
                      const ElementContext& context,
                      Vec12& gradient) const {
  switch (row.kind) {
    case JointRow::Kind::separation:
      return x.Separation(row.direction, gradient);
    case JointRow::Kind::offset:
      return x.Offset(row.direction, gradient);
    case JointRow::Kind::orientation:
      return x.Orientation(row.C, gradient);
    case JointRow::Kind::distance:
      return x.Distance(gradient) - parameters_.length;
    case JointRow::Kind::screw:
      break;
  }
  Vec12 twist_gradient;
  const double offset = x.Offset(Vec3::UnitZ(), gradient);
  const double twist = CalcTwist(x, context, twist_gradient);
  gradient -= parameters_.pitch * twist_gradient;
  return offset - parameters_.pitch * twist;
}

void Joint::AddRowHessian(const JointRow& row, const PairKinematics& x, Mat12& H) const {
  switch (row.kind) {
    case JointRow::Kind::separation:
      return x.AddSeparationHessian(row.direction, H);
    case JointRow::Kind::offset:
      return x.AddOffsetHessian(row.direction, H);
    case JointRow::Kind::orientation:
      return x.AddOrientationHessian(row.C, H);
    case JointRow::Kind::distance:
      return x.AddDistanceHessian(1, H);
    case JointRow::Kind::screw:
      x.AddOffsetHessian(Vec3::UnitZ(), H);
      x.AddAngleHessian(TwistSine(), TwistCosine(), -parameters_.pitch, H);
  }
}

void Joint::Calc(const ElementContext& context,
                 LocalRows<kMaxRows>& g,
                 LocalRows<kMaxRows>& g_t,
                 LocalJacobian<2, kMaxRows>& G) const {
  const PairKinematics x = MakeRowKinematics(context);
  g.resize(num_rows());
  g_t.setZero(num_rows());
  G.resize(num_rows(), 12);
  for (int i = 0; i < num_rows(); ++i) {
    Vec12 gradient;
    g[i] = CalcRow(definition_->rows[i], x, context, gradient);
    G.row(i) = gradient.transpose();
  }
}

void Joint::CalcGamma(const ElementContext& context, LocalRows<kMaxRows>& gamma) const {
  const PairKinematics x = MakeRowKinematics(context);
  const ConvectiveRates rates(
      x, pair(), context.bodies[pair().A], context.bodies[pair().B], row_parts_);
  gamma.resize(num_rows());
  for (int i = 0; i < num_rows(); ++i) {
    const JointRow& row = definition_->rows[i];
    switch (row.kind) {
      case JointRow::Kind::separation:
        gamma[i] = -rates.Separation(row.direction);
        break;
      case JointRow::Kind::offset:
        gamma[i] = -rates.Offset(row.direction);
        break;
      case JointRow::Kind::orientation:
        gamma[i] = -rates.Orientation(row.C);
        break;
      case JointRow::Kind::distance:
        gamma[i] = -rates.Distance();
        break;
      case JointRow::Kind::screw:
        gamma[i] = parameters_.pitch * rates.Angle(TwistSine(), TwistCosine()) -
                   rates.Offset(Vec3::UnitZ());
    }
  }
}

// K = Σ λ_i H_i; rows whose Hessian is linear in their constant are summed first.
void Joint::CalcGeometricStiffness(const ElementContext& context,
                                   std::span<const double> lambda,
                                   LocalMatrix<2>& K) const {
  const PairKinematics x = MakeRowKinematics(context);
  Vec3 separation = Vec3::Zero(), offset = Vec3::Zero();
  Mat3 orientation = Mat3::Zero();
  K.setZero();
  for (int i = 0; i < num_rows(); ++i) {
    const JointRow& row = definition_->rows[i];
    switch (row.kind) {
      case JointRow::Kind::separation:
        separation += lambda[i] * row.direction;
        break;
      case JointRow::Kind::offset:
        offset += lambda[i] * row.direction;
        break;
      case JointRow::Kind::orientation:
        orientation += lambda[i] * row.C;
        break;
      case JointRow::Kind::distance:
        x.AddDistanceHessian(lambda[i], K);
        break;
      case JointRow::Kind::screw:
        offset.z() += lambda[i];
        x.AddAngleHessian(TwistSine(), TwistCosine(), -parameters_.pitch * lambda[i], K);
    }
  }
  if (!separation.isZero(0)) x.AddSeparationHessian(separation, K);
  if (!offset.isZero(0)) x.AddOffsetHessian(offset, K);
  if (!orientation.isZero(0)) x.AddOrientationHessian(orientation, K);
}

void Joint::CalcVelocityGradient(const ElementContext& context,
                                 LocalJacobian<2, kMaxRows>& L) const {
  const PairKinematics x = MakeRowKinematics(context);
  const Vec12 v = Velocities(context.bodies[pair().A], context.bodies[pair().B]);
  L.resize(num_rows(), 12);
  for (int i = 0; i < num_rows(); ++i) {
    Mat12 H = Mat12::Zero();
    AddRowHessian(definition_->rows[i], x, H);
    L.row(i).noalias() = v.transpose() * H;
  }
}

FrictionState Joint::MakeFrictionState(const ElementContext& context,
                                       const LocalJacobian<2, kMaxRows>& G,
                                       std::span<const double> lambda) const {
  const Eigen::Map<const LocalRows<kMaxRows>> own(lambda.data(), num_rows());
  return {type_,
          pair(),
          context.bodies[pair().A],
          context.bodies[pair().B],
          -G.rightCols<6>().transpose() * own};
}

void Joint::CalcReactionForce(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalVector<2>& f) const {
  LocalRows<kMaxRows> g, g_t;
  LocalJacobian<2, kMaxRows> G;
  Calc(context, g, g_t, G);
  CalcJointFriction(*parameters_.friction, MakeFrictionState(context, G, lambda), f);
}

// The reaction on B, −G_Bᵀλ, changes with q by its geometric stiffness.
void Joint::LinearizeReactionForce(const ElementContext& context,
                                   std::span<const double> lambda,
                                   LocalMatrix<2>& f_q,
                                   LocalMatrix<2>& f_v,
                                   LocalJacobian<2, kMaxRows>& f_lambda) const {
  LocalRows<kMaxRows> g, g_t;
  LocalJacobian<2, kMaxRows> G;
  LocalMatrix<2> K;
  Eigen::Matrix<double, 12, 6> f_w;
  Calc(context, g, g_t, G);
  CalcGeometricStiffness(context, lambda, K);
  LinearizeJointFriction(
      *parameters_.friction, MakeFrictionState(context, G, lambda), f_q, f_v, f_w);
  f_q.noalias() -= f_w * K.bottomRows<6>();
  f_lambda.noalias() = -G.rightCols<6>() * f_w.transpose();
}

CoordinateValue Joint::CalcCoordinate(const JointCoordinate& coordinate,
                                      const PairKinematics& x,
                                      const ElementContext& context) const {
  const BodyState &A = context.bodies[pair().A], &B = context.bodies[pair().B];
  const Vec12 v = Velocities(A, B);
  Vec12 gradient = Vec12::Zero();
  double value = 0;
  switch (coordinate.form) {
    case JointCoordinate::Form::plain: {
      if (is_angle(coordinate.kind)) {
        value = CalcTwist(x, context, gradient);
        break;
      }
      CoordinateDerivatives c;
      trunnion::CalcCoordinate(coordinate.kind, pair(), A, B, c);
      return {c.value, c.gradient.dot(v)};
    }
    case JointCoordinate::Form::angle:
      value = x.Angle(coordinate.C_s, coordinate.C_c, gradient);
      break;
    case JointCoordinate::Form::direction_angle: {
      Vec12 gradient_x, gradient_y;
      const double dx = x.Offset(Vec3::UnitX(), gradient_x);
      const double dy = x.Offset(Vec3::UnitY(), gradient_y);
      gradient = (dx * gradient_y - dy * gradient_x) / (dx * dx + dy * dy);
      value = std::atan2(dy, dx);
      break;
    }
    case JointCoordinate::Form::rotation_vector: {
      const Vec3 theta = RotationLog(x.R_FM());
      const Vec3 w_FM_M = pair().X_BM.R.transpose() * B.w -
                          x.R_FM().transpose() * (pair().X_AF.R.transpose() * A.w);
      return {theta[coordinate.axis], (RotationTangentInverse(theta) * w_FM_M)[coordinate.axis]};
    }
  }
  return {value, gradient.dot(v)};
}

void Joint::CalcCoordinates(const ElementContext& context, std::span<CoordinateValue> out) const {
  const PairKinematics x = MakeKinematics(context);
  for (int i = 0; i < num_coordinates(); ++i) out[i] = CalcCoordinate(coordinate(i), x, context);
}

Reaction Joint::CalcReaction(const ElementContext& context, std::span<const double> lambda) const {
  LocalRows<kMaxRows> g, g_t;
  LocalJacobian<2, kMaxRows> G;
  Calc(context, g, g_t, G);
  const Vec6 f = -G.rightCols<6>().transpose() *
                 Eigen::Map<const LocalRows<kMaxRows>>(lambda.data(), num_rows());
  return AboutPoint(f, context.bodies[pair().B], pair().X_BM.p);
}

Reaction Joint::CalcReactionOnA(const ElementContext& context,
                                std::span<const double> lambda) const {
  LocalRows<kMaxRows> g, g_t;
  LocalJacobian<2, kMaxRows> G;
  Calc(context, g, g_t, G);
  const Vec6 f = -G.leftCols<6>().transpose() *
                 Eigen::Map<const LocalRows<kMaxRows>>(lambda.data(), num_rows());
  return AboutPoint(f, context.bodies[pair().A], pair().X_AF.p);
}

bool Joint::IsOnRightBranch(const ElementContext& context) const {
  const PairKinematics x = MakeKinematics(context);
  const Mat3& Q = x.R_FM();
  switch (definition_->branch) {
    case JointBranch::any:
      return true;
    case JointBranch::axes_aligned:
      return Q(2, 2) > 0;
    case JointBranch::frames_aligned:
      return Q.trace() > 1;
    case JointBranch::twist_aligned:
      return Q(0, 0) + Q(1, 1) > 0;
    case JointBranch::points_distinct:
      return x.p_FM_W().norm() > 0;
  }
  return true;
}

void Joint::UpdateMemory(const ElementContext& context, std::span<double> all_memory) const {
  if (!has_twist_) return;
  const PairKinematics x = MakeKinematics(context);
  Vec12 gradient;
  all_memory[memory_] =
      UnwrapAngle(x.Angle(TwistSine(), TwistCosine(), gradient), all_memory[memory_]);
}

void Joint::InitializeMemory(const ElementContext& context, std::span<double> all_memory) const {
  if (!has_twist_) return;
  const double pitch = has_pitch(type_) ? parameters_.pitch : 0;
  all_memory[memory_] = pitch == 0 ? 0 : MakeKinematics(context).p_FM_F().z() / pitch;
  UpdateMemory(context, all_memory);
}

}  // namespace trunnion
