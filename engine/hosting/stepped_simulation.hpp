// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/hosting/host_handle.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

/// An input of a model, as a host sees it.
struct InputInfo {
  std::string name;
  std::string unit;
  double start = 0;                   ///< what it is until it is set
  std::vector<std::string> drives{};  ///< "motion 'bump'", "force 'motor'": what follows it
};
struct OutputInfo {
  std::string name;  ///< as in results: "hinge.force_y", or the name of an output of the model file
  std::string unit;
  std::string description;
};
struct ParameterInfo {
  std::string name;  ///< "spring.stiffness", "rod.mass"
  std::string unit;
  double value = 0;  ///< now
};

/// A model inside another program, the host, which goes from one communication point to the next.
///
///     SteppedSimulation car(ReadModelFile("car.json"));
///     const InputHandle steer = car.FindInput("steer");
///     const OutputHandle yaw = car.FindOutput("chassis.wz");
///     for (double t = 0.001; ...; t += 0.001) {
///       car.Hold(steer, controller(car.Get(yaw)));
///       car.AdvanceTo(t);
///     }
///
/// A step of the integrator ends at each communication point, never beyond it, so that inputs and
/// parameters may jump there. Accelerations and reactions at a communication point belong to the
/// inputs as they have been set, before and after AdvanceTo. Motions take inputs whose values do
/// not jump; where rates do, velocities follow by the impulses of the motions.
///
/// It belongs to one thread. It has a System of its own; the inputs of a model serve one host at a
/// time.
///
/// Verified  tests/hosting/: closed forms, tables of the same inputs, steps counted.
class SteppedSimulation {
 public:
  /// @throws ModelError as Model::Compile and Simulation, and if another simulation uses the inputs
  /// of the model.
  explicit SteppedSimulation(const Model& model,
                             const SimulationOptions& options = {},
                             std::vector<Signal> outputs = {});
  /// With the options, events, outputs and FMUs of the file.
  explicit SteppedSimulation(const ModelFile& file);
  /// With other options. @throws as FmuCoupling.
  SteppedSimulation(const ModelFile& file, const SimulationOptions& options);
  ~SteppedSimulation();
  SteppedSimulation(const SteppedSimulation&) = delete;
  SteppedSimulation& operator=(const SteppedSimulation&) = delete;

  const std::vector<InputInfo>& inputs() const;
  const std::vector<OutputInfo>& outputs() const;
  std::vector<ParameterInfo> parameters() const;
  /// @throws ModelError if there is none of this name, with one of a similar name.
  InputHandle FindInput(const std::string& name) const;
  OutputHandle FindOutput(const std::string& name) const;
  ParameterHandle FindParameter(const std::string& name) const;
  /// By the place in the lists above; one beyond them names nothing.
  InputHandle input(int i) const;
  OutputHandle output(int i) const;
  ParameterHandle parameter(int i) const;

  // Inputs, from t() on. All throw ModelError if a handle is not one of this object or a value is
  // not finite. An input that is not set again is held at what it has reached.

  /// Jumps to `value` and stays there.
  void Hold(InputHandle input, double value);
  /// Goes straight from what it is to `end` at the end of the next AdvanceTo.
  void Ramp(InputHandle input, double end);
  /// The same by a parabola that begins with the rate that it has now. Rates set in this way by
  /// themselves swing from one interval to the next where values do; Spline does not.
  void Bend(InputHandle input, double end);
  /// The same by a cubic that ends with `rate` [per s]: value and rate have no jump.
  void Spline(InputHandle input, double end, double rate);
  /// Its value at t().
  double Get(InputHandle input) const;

  /// Steps until `t` [s]: t() == t, unless an event of the options has stopped the run before.
  /// @throws SolverError as Simulation::step; SolverError naming the motion, if an input that
  /// drives one has jumped: all inputs are then as before they were set; ModelError if t is not
  /// beyond t().
  /// @param stop  asked before each step, may be empty: true ends it there, before t.
  void AdvanceTo(double t, const std::function<bool()>& stop = {});
  double t() const;      ///< [s]
  bool stopped() const;  ///< an event has ended the run

  /// At t(), with inputs and parameters as they are set; what follows a rate of an input that is to
  /// be chosen by AdvanceTo has that of the interval before. The first output of a state that is no
  /// output of a model file solves for accelerations and reactions. Quaternions may change their
  /// sign. @throws SolverError as AdvanceTo, for inputs.
  double Get(OutputHandle output);

  /// Changes a number of the model at t(). @throws ModelError naming the element if the value is
  /// impossible.
  void Set(ParameterHandle parameter, double value);
  double Get(ParameterHandle parameter) const;

  /// The complete state at t(), inputs and parameters as they are set included: an object of the
  /// same model and options goes on from it as this one does, bit by bit. @throws as Simulation::
  /// SaveCheckpoint and LoadCheckpoint.
  std::string Save();
  void Load(std::string_view bytes);

  /// What is underneath, at t(): its state, statistics, warnings, events.
  const Simulation& simulation();

 private:
  class Host;
  std::unique_ptr<Host> host_;
};

}  // namespace trunnion
