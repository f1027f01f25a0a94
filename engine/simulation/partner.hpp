// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

namespace trunnion {

class Archive;
class Simulation;

/// What is simulated beside a model, by programs of its own, and exchanges values with it at
/// communication points: the FMUs of a model (engine/cosimulation/fmu_coupling.hpp). It is an
/// interface so that models which are exported as FMUs hold no part of what runs others.
class Partner {
 public:
  virtual ~Partner() = default;

  /// The next communication point [s].
  virtual double next() const = 0;
  /// Times that differ by less are the same [s].
  virtual double slack() const = 0;
  /// At next(), which `simulation` shows: it steps, its outputs go into the inputs of the model,
  /// and next() is later. @throws SolverError naming what has failed.
  virtual void Exchange(Simulation& simulation) = 0;
  /// "fmu 'abs'": what the input at this place in the model follows; empty: nothing.
  virtual const std::string& driver(int input) const = 0;
  /// The complete state. @throws ModelError naming what cannot save it, FileError if the bytes are
  /// of other partners.
  virtual void Serialize(Archive& archive) = 0;
};

/// One step of `simulation`, to next() at the latest. An exchange that is due is made before; the
/// one at its end waits for the next step or ExchangeIfDue, so that the step can be interpolated.
/// @param t  where outputs are wanted next [s]; a communication point that is the same lies there.
void StepBeside(Simulation& simulation, Partner& partner, double t);
/// Makes the exchange that waits at step_end(), if that is what `simulation` shows.
void ExchangeIfDue(Simulation& simulation, Partner& partner);
/// As Simulation::advance_exactly_to, with all exchanges up to t.
void AdvanceBeside(Simulation& simulation,
                   Partner& partner,
                   double t,
                   const std::function<bool()>& stop);

}  // namespace trunnion
