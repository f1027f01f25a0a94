// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "engine/system/row_form.hpp"
#include "engine/system/switches.hpp"
#include "engine/system/system.hpp"
#include "engine/system/turn_watch.hpp"

namespace trunnion {

/// The equations of one simulation of a System: its scratch memory and the memory of its elements.
///
/// Every quantity is the same bit for bit in parallel and in serial. Small systems run in the
/// calling thread; the number of threads is that of the enclosing tbb::task_arena.
class SystemEvaluator final : public SwitchableSystem {
 public:
  /// @param system    must outlive this object.
  /// @param parallel  false: all work in the calling thread.
  explicit SystemEvaluator(const System& system, bool parallel = true);

  const System& system() const { return system_; }
  bool parallel() const { return parallel_; }

  int num_velocities() const override { return system_.num_velocities(); }
  int num_constraints() const override { return system_.num_constraints(); }
  int configuration_size() const override { return system_.configuration_size(); }

  /// Per body r + dr, R exp(dφ~).
  void Retract(const VectorXd& q, const VectorXd& d, VectorXd& out) const override;
  /// Per body r − r_ref, Log(R_refᵀ R).
  void Difference(const VectorXd& q_ref, const VectorXd& q, VectorXd& x) const override;
  /// Per body (r', T(θ) θ').
  void ChartRate(const VectorXd& x, const VectorXd& x_dot, VectorXd& rate) const override;
  void CalcRate(const VectorXd& q_ref,
                const VectorXd& q,
                double a,
                const VectorXd& c,
                VectorXd& x,
                VectorXd& rate) const override;
  /// Per body (r', T(θ)⁻¹ w).
  void ChartVelocity(const VectorXd& x, const VectorXd& w, VectorXd& x_dot) const override;
  /// Per body the sixth-order Magnus expansion. Source: Blanes, Casas, Oteo & Ros (2009),
  /// section 5.4.
  void AddCommutators(double h, const std::array<VectorXd, 3>& w, VectorXd& x) const override;
  /// Half a radian: six past points then span less than π, and T(θ) is near the identity.
  double max_chart_rotation() const override { return 0.5; }
  void Normalize(VectorXd& q) const override;

  const VectorXd& metric() const override { return system_.metric(); }
  const std::vector<NormBlock>& norm_blocks() const override { return system_.norm_blocks(); }
  const std::vector<bool>& is_angle() const override { return system_.is_angle(); }
  const std::vector<bool>& is_rotational_row() const override {
    return system_.is_rotational_row();
  }
  bool is_holonomic_row(int row) const override { return system_.is_holonomic_row(row); }

  void InitializePatterns(Residuals& r, DynamicsMatrices& m) const override;
  void CalcResiduals(double t,
                     const VectorXd& q,
                     const VectorXd& v,
                     const VectorXd& v_dot,
                     Residuals& out) override;
  void CalcMatrices(double t,
                    const VectorXd& q,
                    const VectorXd& v,
                    const VectorXd& v_dot,
                    const VectorXd& lambda,
                    DynamicsMatrices& out) override;
  bool has_constant_mass() const override {
    return !system_.plans_.mass && !system_.parts_.mass_changed;
  }
  void CalcGeometricStiffness(double t,
                              const VectorXd& q,
                              const VectorXd& s,
                              SparseMatrix& out) override;
  void CalcVelocityGradient(double t,
                            const VectorXd& q,
                            const VectorXd& v,
                            SparseMatrix& out) override;
  void CalcGamma(double t, const VectorXd& q, const VectorXd& v, VectorXd& gamma) override;
  bool has_reaction_forces() const override { return !system_.reaction_forces_.empty(); }
  void CalcReactionForces(
      double t, const VectorXd& q, const VectorXd& v, const VectorXd& lambda, VectorXd& f) override;
  void LinearizeReactionForces(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const VectorXd& lambda,
                               DynamicsMatrices& out,
                               SparseMatrix& f_lambda) override;
  Break FindBreak(double t) const override;
  void OpenWindow(double from, double to) override { from_ = from, to_ = to, in_pieces_ = true; }
  void CloseWindow() override;
  int num_events() const override { return system_.num_events(); }
  void CalcEvents(
      double t, const VectorXd& q, const VectorXd& v, VectorXd& values, VectorXd& rates) override;
  std::string DescribeEvent(int event) const override;
  /// The memory of the elements goes on. @throws SolverError if the frames of one are turned
  /// further than its law reaches, see TurnWatch.
  void Accept(double t, const VectorXd& q, const VectorXd& v) override;
  /// Forgets the past of the elements: memory starts at (t, q, v).
  void ResetMemory(double t, const VectorXd& q, const VectorXd& v);
  std::string DescribeComponent(int i) const override { return system_.DescribeComponent(i); }
  std::string DescribeConstraint(int row) const override { return system_.DescribeConstraint(row); }
  std::string NameOwner(int row) const override { return system_.NameOwner(row); }
  /// The bodies at (t, q, v), as elements see them; valid until the next call of this object.
  const ElementContext& Evaluate(double t, const VectorXd& q, const VectorXd& v);

  /// Element memory, to be saved and restored with a state.
  const std::vector<double>& memory() const { return memory_; }
  void set_memory(const std::vector<double>& memory);
  void Serialize(Archive& archive);  ///< memory and switches
  /// Elements that are turned further than their laws are accurate, one sentence each.
  const std::vector<std::string>& turn_warnings() const { return turns_.warnings(); }
  /// For the assembly of positions only.
  void set_row_form(RowForm form) { row_form_ = form; }

 private:
  void ReplaceRows(const ElementContext& x, Residuals& out) const;
  bool IsOff(int pool, int index) const;
  bool ShareWork(int amount) const;
  bool ShareBodies() const;
  const ElementContext& Evaluate(double t,
                                 const VectorXd& q,
                                 const VectorXd& v,
                                 const VectorXd& v_dot);
  void SetMass(BodyIndex b, const MatrixTarget& target, SparseMatrix& M) const;
  void Gather(const MatrixPlan& plan, const std::vector<double>& staging, double* values) const;

  const System& system_;
  bool parallel_;
  RowForm row_form_ = RowForm::exact;
  std::vector<BodyState> bodies_;
  std::vector<Vec6> accelerations_;  // where elements have inertia
  std::vector<double> memory_;
  TurnWatch turns_;
  std::vector<double> force_staging_, stiffness_staging_, damping_staging_, mass_staging_,
      reaction_staging_;
  VectorXd zero_velocity_;
  static constexpr double kAlways = std::numeric_limits<double>::infinity();
  double from_ = -kAlways, to_ = kAlways;  // the window
  bool in_pieces_ = false;
  ElementContext context_;
};

}  // namespace trunnion
