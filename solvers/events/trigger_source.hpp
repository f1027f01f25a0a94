// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/core/types.hpp"

namespace trunnion {

/// What changes at an event besides accelerations.
struct EquationChange {
  bool rows = false;     ///< constraint rows come or go
  VectorXd impulse{};    ///< generalized, ∈ ℝⁿ [N·s; N·m·s]; empty: none
  std::string causes{};  ///< "event 'a', event 'b'", for messages
};

/// An event that ends the run whatever the integrator is.
class EventError : public SolverError {
 public:
  using SolverError::SolverError;
};

/// Functions of time and state, in any unit, at whose crossings of zero something happens that is
/// not part of the equations.
class TriggerSource {
 public:
  virtual ~TriggerSource() = default;

  virtual int size() const = 0;
  virtual void CalcValues(double t, const VectorXd& q, const VectorXd& v, VectorXd& values) = 0;
  /// 1: it waits for its function to rise through zero, −1: to fall, 0: for both.
  virtual int direction(int i) const = 0;
  /// "event 'latch'", for messages.
  virtual std::string label(int i) const = 0;
  /// The first time after t [s] at which one happens whatever the state is; infinite: none.
  virtual double FindTime(double t) const = 0;

  /// These have crossed at (t, q, v), where the last step ends. The equations stay as they are, for
  /// what is asked about that step, until ApplyChanges.
  virtual void Fire(const std::vector<int>& triggers,
                    double t,
                    const VectorXd& q,
                    const VectorXd& v) = 0;
  /// True between a Fire that changes something and ApplyChanges.
  virtual bool has_changes() const = 0;
  virtual EquationChange ApplyChanges() = 0;
};

}  // namespace trunnion
