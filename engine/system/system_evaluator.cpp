// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/system_evaluator.hpp"

#include <algorithm>
#include <cassert>

#include "engine/core/parallel.hpp"

namespace trunnion {
namespace {

// Cost of a body in these loops is a small part of that of an element.
constexpr int kBodyGrain = 4 * kChunkSize, kBodiesSerialBelow = 4 * kSerialBelow;

}  // namespace

SystemEvaluator::SystemEvaluator(const System& system, bool parallel)
    : system_(system),
      parallel_(parallel),
      bodies_(idx(system.num_blocks())),
      accelerations_(system.plans_.mass ? bodies_.size() : 0, Vec6::Zero()),
      memory_(idx(system.memory_size()), 0.0),
      turns_(system),
      force_staging_(idx(system.plans_.force.staging_size())),
      stiffness_staging_(idx(std::max(system.plans_.stiffness.staging_size(),
                                      system.plans_.geometric_stiffness.staging_size()))),
      damping_staging_(idx(system.plans_.damping.staging_size())),
      mass_staging_(system.plans_.mass ? idx(system.plans_.mass->staging_size()) : 0),
      zero_velocity_(VectorXd::Zero(system.num_velocities())) {
  VectorXd q, v;
  system.GetInitialState(q, v);
  ResetMemory(0, q, v);
}

bool SystemEvaluator::ShareWork(int amount) const { return parallel_ && amount >= kSerialBelow; }

bool SystemEvaluator::ShareBodies() const {
  return parallel_ && system_.num_blocks() >= kBodiesSerialBelow;
}

void SystemEvaluator::InitializePatterns(Residuals& r, DynamicsMatrices& m) const {
  r.dynamics.setZero(num_velocities());
  r.g.setZero(num_constraints());
  r.g_t.setZero(num_constraints());
  r.GT = system_.plans_.jacobian.MakeMatrix(system_.layout());
  m.M = system_.plans_.pattern.MakeMatrix(system_.layout());
  m.D = m.M;
  m.K = m.M;
}

const ElementContext& SystemEvaluator::Evaluate(double t, const VectorXd& q, const VectorXd& v) {
  assert(q.size() == configuration_size() && v.size() == num_velocities());
  ForEachIndex(
      system_.num_blocks(),
      ShareBodies(),
      [&](BodyIndex b) { bodies_[idx(b)] = system_.GetBodyState(b, q, v); },
      kBodyGrain);
  context_ = {std::clamp(t, from_, to_), bodies_, memory_, system_.gravity(), {}, in_pieces_};
  if (switches_) {
    context_.gravity = switches_->gravity;
    context_.force_scales = switches_->force_scales;
  }
  return context_;
}

const ElementContext& SystemEvaluator::Evaluate(double t,
                                                const VectorXd& q,
                                                const VectorXd& v,
                                                const VectorXd& v_dot) {
  Evaluate(t, q, v);
  const BlockLayout& layout = system_.layout();
  for (BodyIndex b = 0; b < static_cast<BodyIndex>(accelerations_.size()); ++b)
    accelerations_[idx(b)].head(layout.size(b)) = v_dot.segment(layout.offset(b), layout.size(b));
  context_.accelerations = accelerations_;
  return context_;
}

void SystemEvaluator::CalcResiduals(
    double t, const VectorXd& q, const VectorXd& v, const VectorXd& v_dot, Residuals& out) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, v, v_dot);
  const int num_force_chunks = static_cast<int>(s.force_chunks_.size());
  const int num_chunks = num_force_chunks + static_cast<int>(s.constraint_chunks_.size());
  ForEachIndex(num_chunks, ShareWork(s.num_elements_), [&](int i) {
    if (i < num_force_chunks) {
      const System::Chunk& chunk = s.force_chunks_[idx(i)];
      s.parts_.force_pools[idx(chunk.pool)]->CalcForce(
          chunk.range, x, s.plans_.force, force_staging_.data());
    } else {
      const System::Chunk& chunk = s.constraint_chunks_[idx(i - num_force_chunks)];
      s.parts_.constraint_pools[idx(chunk.pool)]->Calc(
          chunk.range, x, s.plans_.jacobian, out.g.data(), out.g_t.data(), out.GT.valuePtr());
    }
  });
  if (switches_) {
    switches_->ScaleForces(s.plans_.force, force_staging_.data());
    switches_->ClearRows(s.plans_.jacobian, out);
  }
  const auto balance = [&](BodyIndex b) {
    const int size = s.layout().size(b), offset = s.layout().offset(b);
    if (size == 0) return;
    Vec6 acceleration = Vec6::Zero();
    acceleration.head(size) = v_dot.segment(offset, size);
    Vec6 residual = b < s.num_bodies()
                        ? s.inertia(b).CalcResidual(bodies_[idx(b)], acceleration, x.gravity)
                        : Vec6(s.CalcMassMatrix(b) * acceleration);
    residual -= s.plans_.force.Sum(b, force_staging_.data());
    out.dynamics.segment(offset, size) = residual.head(size);
  };
  ForEachIndex(s.num_blocks(), ShareWork(s.num_blocks()), balance, kBodyGrain);
  if (row_form_ != RowForm::exact) ReplaceRows(x, out);
}

// Where no element has inertia M is block-diagonal, and is written without a plan.
void SystemEvaluator::SetMass(BodyIndex b, const MatrixTarget& target, SparseMatrix& M) const {
  const System& s = system_;
  const int size = s.layout().size(b);
  if (size == 0) return;
  if (target.plan) {
    target.plan->Write<1>(
        s.num_force_elements_ + b, s.CalcMassMatrix(b), target.values, target.staging);
    return;
  }
  const int height = s.plans_.pattern.height(b);
  const Mat6 mass = s.CalcMassMatrix(b);
  double* column = M.valuePtr() + M.outerIndexPtr()[s.layout().offset(b)];
  std::fill_n(column, size * height, 0.0);  // a body's columns are contiguous
  const int row = s.plans_.pattern.blocks()[idx(s.mass_blocks_[idx(b)])].base -
                  M.outerIndexPtr()[s.layout().offset(b)];
  for (int c = 0; c < size; ++c) {
    std::copy_n(mass.data() + 6 * c, size, column + c * height + row);
  }
}

void SystemEvaluator::Gather(const MatrixPlan& plan,
                             const std::vector<double>& staging,
                             double* values) const {
  ForEachIndex(
      plan.num_gathers(),
      ShareWork(plan.num_gathers()),
      [&](int i) { plan.Gather(i, staging.data(), values); },
      kChunkSize);
}

void SystemEvaluator::CalcMatrices(double t,
                                   const VectorXd& q,
                                   const VectorXd& v,
                                   const VectorXd& v_dot,
                                   const VectorXd& lambda,
                                   DynamicsMatrices& out) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, v, v_dot);
  const MatrixTarget K{&s.plans_.stiffness, out.K.valuePtr(), stiffness_staging_.data()};
  const MatrixTarget D{&s.plans_.damping, out.D.valuePtr(), damping_staging_.data()};
  const MatrixTarget M{
      s.plans_.mass ? &*s.plans_.mass : nullptr, out.M.valuePtr(), mass_staging_.data()};
  const int num_force_chunks = static_cast<int>(s.force_chunks_.size());
  const int num_chunks = num_force_chunks + static_cast<int>(s.constraint_chunks_.size());
  ForEachIndex(num_chunks, ShareWork(s.num_elements_), [&](int i) {
    if (i < num_force_chunks) {
      const System::Chunk& chunk = s.force_chunks_[idx(i)];
      s.parts_.force_pools[idx(chunk.pool)]->Linearize(chunk.range, x, K, D, M);
    } else {
      const System::Chunk& chunk = s.constraint_chunks_[idx(i - num_force_chunks)];
      const ConstraintPoolBase& pool = *s.parts_.constraint_pools[idx(chunk.pool)];
      pool.CalcGeometricStiffness(chunk.range,
                                  x,
                                  s.plans_.jacobian,
                                  lambda.data(),
                                  K,
                                  s.num_force_elements_ + pool.first());
    }
  });
  if (switches_) switches_->ScaleMatrices(K, D);
  const auto inertia = [&](BodyIndex b) {
    SetMass(b, M, out.M);
    const LocalMatrix<1> gyroscopic = s.inertia(b).CalcVelocityGradient(bodies_[idx(b)]);
    D.plan->Write<1>(s.num_force_elements_ + b, gyroscopic, D.values, D.staging);
  };
  ForEachIndex(s.num_blocks(), ShareWork(s.num_blocks()), inertia, kBodyGrain);
  Gather(s.plans_.stiffness, stiffness_staging_, out.K.valuePtr());
  Gather(s.plans_.damping, damping_staging_, out.D.valuePtr());
  if (M.plan) Gather(*M.plan, mass_staging_, out.M.valuePtr());
}

void SystemEvaluator::CalcReactionForces(
    double t, const VectorXd& q, const VectorXd& v, const VectorXd& lambda, VectorXd& f) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, v);
  const int count = static_cast<int>(s.reaction_forces_.size());
  reaction_staging_.resize(idx(s.plans_.reaction_force.staging_size()));
  ForEachIndex(count, ShareWork(count), [&](int e) {
    const auto& [pool, index] = s.reaction_forces_[idx(e)];
    s.parts_.constraint_pools[idx(pool)]->CalcReactionForce(index,
                                                            x,
                                                            s.plans_.jacobian,
                                                            lambda.data(),
                                                            s.plans_.reaction_force,
                                                            e,
                                                            reaction_staging_.data());
    if (IsOff(pool, index)) s.plans_.reaction_force.Scale(e, 0, reaction_staging_.data());
  });
  f.setZero(num_velocities());
  for (BodyIndex b = 0; b < s.num_bodies(); ++b) {
    if (const int size = s.layout().size(b); size > 0)
      f.segment(s.layout().offset(b), size) =
          s.plans_.reaction_force.Sum(b, reaction_staging_.data()).head(size);
  }
}

void SystemEvaluator::LinearizeReactionForces(double t,
                                              const VectorXd& q,
                                              const VectorXd& v,
                                              const VectorXd& lambda,
                                              DynamicsMatrices& out,
                                              SparseMatrix& f_lambda) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, v);
  const MatrixPlan& plan = s.plans_.reaction;
  const int count = static_cast<int>(s.reaction_forces_.size());
  std::vector<double> K_staging(idx(plan.staging_size())), D_staging(K_staging.size());
  VectorXd K_values(out.K.nonZeros()), D_values(out.D.nonZeros());
  const MatrixTarget K{&plan, K_values.data(), K_staging.data()};
  const MatrixTarget D{&plan, D_values.data(), D_staging.data()};
  f_lambda.coeffs().setZero();
  ForEachIndex(count, ShareWork(count), [&](int e) {
    const auto& [pool, index] = s.reaction_forces_[idx(e)];
    s.parts_.constraint_pools[idx(pool)]->LinearizeReactionForce(
        index, x, s.plans_.jacobian, lambda.data(), K, D, e, f_lambda.valuePtr());
    if (!IsOff(pool, index)) return;
    plan.Scale(e, 0, K.values, K.staging);
    plan.Scale(e, 0, D.values, D.staging);
    s.plans_.jacobian.Clear(s.parts_.constraint_pools[idx(pool)]->first() + index,
                            f_lambda.valuePtr());
  });
  Gather(plan, K_staging, K_values.data());
  Gather(plan, D_staging, D_values.data());
  out.K.coeffs() += K_values.array();
  out.D.coeffs() += D_values.array();
}

void SystemEvaluator::CalcGeometricStiffness(double t,
                                             const VectorXd& q,
                                             const VectorXd& s_in,
                                             SparseMatrix& out) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, zero_velocity_);
  const MatrixTarget K{&s.plans_.geometric_stiffness, out.valuePtr(), stiffness_staging_.data()};
  ForEachIndex(static_cast<int>(s.constraint_chunks_.size()),
               ShareWork(s.num_elements_ - s.num_force_elements_),
               [&](int i) {
                 const System::Chunk& chunk = s.constraint_chunks_[idx(i)];
                 const auto& pool = *s.parts_.constraint_pools[idx(chunk.pool)];
                 pool.CalcGeometricStiffness(
                     chunk.range, x, s.plans_.jacobian, s_in.data(), K, pool.first());
               });
  if (switches_) switches_->ForEachOff([&](int e) { K.plan->Scale(e, 0, K.values, K.staging); });
  Gather(s.plans_.geometric_stiffness, stiffness_staging_, out.valuePtr());
}

void SystemEvaluator::CalcVelocityGradient(double t,
                                           const VectorXd& q,
                                           const VectorXd& v,
                                           SparseMatrix& out) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, v);
  ForEachIndex(static_cast<int>(s.constraint_chunks_.size()),
               ShareWork(s.num_elements_ - s.num_force_elements_),
               [&](int i) {
                 const System::Chunk& chunk = s.constraint_chunks_[idx(i)];
                 s.parts_.constraint_pools[idx(chunk.pool)]->CalcVelocityGradient(
                     chunk.range, x, s.plans_.jacobian, out.valuePtr());
               });
  if (switches_) switches_->ClearColumns(s.plans_.jacobian, out.valuePtr());
}

void SystemEvaluator::CalcGamma(double t, const VectorXd& q, const VectorXd& v, VectorXd& gamma) {
  const System& s = system_;
  const ElementContext& x = Evaluate(t, q, v);
  gamma.resize(num_constraints());
  ForEachIndex(static_cast<int>(s.constraint_chunks_.size()),
               ShareWork(s.num_elements_ - s.num_force_elements_),
               [&](int i) {
                 const System::Chunk& chunk = s.constraint_chunks_[idx(i)];
                 s.parts_.constraint_pools[idx(chunk.pool)]->CalcGamma(
                     chunk.range, x, s.plans_.jacobian, gamma.data());
               });
  for (int row = 0; switches_ && row < num_constraints(); ++row)
    if (!switches_->rows_on[idx(row)]) gamma[row] = 0;
}

}  // namespace trunnion
