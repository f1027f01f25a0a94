// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/assembly_plan.hpp"
#include "engine/core/element.hpp"
#include "engine/core/element_events.hpp"
#include "engine/core/element_parameters.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/jacobian_plan.hpp"
#include "engine/core/turn.hpp"

/// Homogeneous stores of elements. Elements of one type lie contiguously in a typed pool; the
/// System knows pools only by the bases here, with one virtual call per chunk of elements.
namespace trunnion {

/// Elements begin .. end − 1 of a pool.
struct ElementRange {
  int begin;
  int end;
};

/// One matrix being assembled: the plan and its two buffers.
struct MatrixTarget {
  const MatrixPlan* plan;
  double *values, *staging;
};

/// What forces and constraints have in common.
class ElementPool {
 public:
  virtual ~ElementPool() = default;

  int size() const { return static_cast<int>(labels_.size()); }
  /// "joint 'hinge'", for messages.
  const std::string& label(int i) const { return labels_[static_cast<std::size_t>(i)]; }
  /// Number of the pool's first element in the plans.
  int first() const { return first_; }
  void set_first(int first) { first_ = first; }

  virtual void AddTo(Connectivity& connectivity) const = 0;
  /// Adds the breaks over time of the elements that have any; see ElementWithBreaks.
  virtual void AddTo(std::vector<BreakFinder>& breaks) const = 0;
  /// See ElementWithTimeLaw.
  virtual bool has_unknown_breaks(int i) const = 0;
  virtual double SampleLaw(int i, double t) const = 0;
  /// Event functions of all elements, and their values and rates; see ElementWithEvents.
  virtual int CountEvents() const = 0;
  virtual void CalcEvents(const ElementContext& x,
                          std::span<double> values,
                          std::span<double> rates) const = 0;
  virtual int FindElementOfEvent(int event) const = 0;
  /// Gives the elements their slots of memory from `first` on. @return the number of slots.
  virtual int AssignMemory(int first) = 0;
  virtual void InitializeMemory(const ElementContext& x, std::span<double> memory) const = 0;
  virtual void UpdateMemory(const ElementContext& x, std::span<double> memory) const = 0;
  /// True if elements may be turned too far: see engine/core/turn.hpp.
  virtual bool has_turns() const = 0;
  virtual Turn CalcTurn(int i, const ElementContext& x) const = 0;

 protected:
  std::vector<std::string> labels_;

 private:
  int first_ = 0;
};

class ForcePoolBase : public ElementPool {
 public:
  /// True if the elements have mass of their own (InertialElement).
  virtual bool has_inertia() const = 0;
  /// The forces, with those of inertia where the context has accelerations.
  virtual void CalcForce(ElementRange range,
                         const ElementContext& x,
                         const VectorPlan& plan,
                         double* staging) const = 0;
  /// Assigns ∂f/∂q to K and ∂f/∂v to D, both with the opposite sign, as in M v' − f, and the mass
  /// of elements with inertia to M.
  virtual void Linearize(ElementRange range,
                         const ElementContext& x,
                         const MatrixTarget& K,
                         const MatrixTarget& D,
                         const MatrixTarget& M) const = 0;
  virtual double CalcKineticEnergy(int i, const ElementContext& x) const = 0;
  virtual double CalcEnergy(int i, const ElementContext& x) const = 0;
  /// In the order of its bodies.
  virtual BodyLoads CalcLoads(int i, const ElementContext& x) const = 0;
  /// What elements say of themselves; see element_report.hpp.
  virtual ElementDescription Describe(int i) const = 0;
  virtual bool has_reports() const = 0;  ///< false: WriteReport writes nothing
  virtual void WriteReport(int i, const ElementContext& x, std::span<double> out) const = 0;
  virtual BodyLoads CalcInputForce(int i, const ElementContext& x, int input) const = 0;
  virtual std::vector<ElementParameter> ListParameters(int i) const = 0;  // AdjustableElement
  virtual void SetParameter(int i, int parameter, double value) = 0;
};

class ConstraintPoolBase : public ElementPool {
 public:
  virtual int num_rows(int i) const = 0;
  virtual bool is_rotational(int i, int row) const = 0;
  virtual bool is_holonomic(int i, int row) const = 0;
  virtual bool has_reaction_force(int i) const = 0;
  /// Assigns g, g_t ∈ ℝᵐ and the values of Gᵀ.
  virtual void Calc(ElementRange range,
                    const ElementContext& x,
                    const JacobianPlan& plan,
                    double* g,
                    double* g_t,
                    double* GT_values) const = 0;
  virtual void CalcGamma(ElementRange range,
                         const ElementContext& x,
                         const JacobianPlan& plan,
                         double* gamma) const = 0;
  /// Assigns ∂(Gᵀλ)/∂q. `first` is the number of the pool's first element in `K.plan`.
  virtual void CalcGeometricStiffness(ElementRange range,
                                      const ElementContext& x,
                                      const JacobianPlan& plan,
                                      const double* lambda,
                                      const MatrixTarget& K,
                                      int first) const = 0;
  virtual void CalcVelocityGradient(ElementRange range,
                                    const ElementContext& x,
                                    const JacobianPlan& plan,
                                    double* LT_values) const = 0;

  /// Element i, which has a reaction force and the number `e` among those in `plan` and in K.plan.
  /// `lambda` are all multipliers.
  virtual void CalcReactionForce(int i,
                                 const ElementContext& x,
                                 const JacobianPlan& jacobian,
                                 const double* lambda,
                                 const VectorPlan& plan,
                                 int e,
                                 double* staging) const = 0;
  /// Assigns −∂f/∂q to K, −∂f/∂v to D and ∂f/∂λ to values like Gᵀ.
  virtual void LinearizeReactionForce(int i,
                                      const ElementContext& x,
                                      const JacobianPlan& jacobian,
                                      const double* lambda,
                                      const MatrixTarget& K,
                                      const MatrixTarget& D,
                                      int e,
                                      double* f_lambda) const = 0;
};

}  // namespace trunnion
