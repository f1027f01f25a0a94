// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/core/input_signal.hpp"
#include "engine/cosimulation/imported_fmu.hpp"
#include "engine/cosimulation/unit_conversion.hpp"
#include "engine/model_file/fmu_request.hpp"
#include "engine/simulation/signals.hpp"

namespace trunnion {

/// One FMU of an FmuCoupling, with what connects it. Internal to engine/cosimulation.
///
/// One whose outputs are held steps behind the model: to where the model has come, with the model's
/// outputs there. One with a linear output steps ahead: from there to the next communication point,
/// where the input of the model is to be.
class CoupledFmu {
 public:
  /// Instantiates it, checks all connections, sets start values and initializes it.
  /// @throws ModelError, FileError naming the FMU and the variable.
  CoupledFmu(const FmuRequest& request,
             const std::vector<Signal>& signals,
             const InputSignals* inputs,
             const Simulation& simulation);

  const std::string& label() const { return fmu_.label(); }
  double interval() const { return interval_; }
  double next() const;                  ///< [s]
  std::vector<int> ListInputs() const;  ///< of the model, that it drives
  void RequireSaves() const { fmu_.RequireSaves(); }

  /// At the start, and at next(): steps. `simulation` shows the state there.
  void Start(const Simulation& simulation);
  void Step(const Simulation& simulation);
  /// Its outputs go into the inputs, from t [s] on. @return true if one has changed its course.
  bool Drive(InputSignals& inputs, double t) const;

  std::vector<std::string> TakeWarnings() { return fmu_.TakeWarnings(); }
  void Serialize(Archive& archive);

 private:
  struct Feed {
    int variable;
    UnitConversion convert;
    Signal signal;
  };
  struct Output {
    int variable, input;  // of the FMU, and the place in the model
    UnitConversion convert;
    bool linear;
    double value = 0, end = 0;  // now, and at the next communication point if it is ahead
  };

  void Connect(const FmuRequest& request,
               const std::vector<Signal>& signals,
               const InputSignals* inputs);
  void ConnectOutput(const FmuRequest::Drive& drive, int input, const InputSignal& signal);
  void SetStarts(const FmuRequest& request, bool of_inputs);
  void SetStart(int variable, const FmuRequest::Value& value);
  void SetInputs(const Simulation& simulation);
  void Advance(const Simulation& simulation);
  void Read();
  double Point(double steps) const { return start_ + steps * interval_; }

  ImportedFmu fmu_;
  double interval_, start_;  // [s]
  bool ahead_ = false;
  double steps_ = 0;  // done
  std::vector<Feed> feeds_;
  std::vector<Output> outputs_;
};

}  // namespace trunnion
