// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/log.hpp"
#include "fmu/resources.hpp"
#include "fmu/results_table.hpp"
#include "fmu/variables.hpp"

namespace trunnion::fmu {

/// States of the machine of calls; bits, so that functions can list those that they belong to.
enum Mode : unsigned {
  instantiated = 1,
  initialization = 2,
  event_mode = 4,
  step_mode = 8,
  step_failed = 16,  ///< FMI 2: after Discard
  intermediate = 32,
  terminated = 64,
  error_mode = 128,
};

/// A state that a host keeps. The first word is zero: a host that gives the state where its
/// address is due gives a null pointer so.
struct SavedState {
  const void* zero = nullptr;
  std::string bytes{};
};

/// What DoStep has come to.
struct StepResult {
  bool event = false;  ///< something has happened that the host should handle
  bool terminated = false, early = false;
  double t = 0;  ///< [s]
};

/// What a host wants to be asked while a step goes on.
struct StepRequest {
  /// At the end of each step of the integrator; true ends the communication step there.
  std::function<bool(double t)> intermediate{};
  bool stops_at_events = false;
};

/// One instance of an FMU: a SteppedSimulation behind the calls of the standard. Functions throw
/// Failure or Error; the exported functions catch them.
class Instance {
 public:
  Instance(std::string name, const std::filesystem::path& resources, Log log);

  const std::string& name() const { return name_; }
  const std::string& token() const { return resources_.token(); }
  Log& log() { return log_; }
  Mode mode() const { return mode_; }
  void set_mode(Mode mode) { mode_ = mode; }
  bool has_events() const { return has_events_; }
  double t() { return Host().t(); }
  bool stopped() { return host_->stopped(); }

  void SetUp(std::optional<double> tolerance, double start, std::optional<double> stop);
  bool is_set_up() const { return set_up_; }
  void Initialize();  ///< at the end of initialization mode
  void Terminate();
  void Reset();

  double GetReal(unsigned reference);
  /// All of them, or none.
  void SetReals(const unsigned* references, std::size_t count, const double* values);
  int GetInteger(unsigned reference) const;
  void SetInteger(unsigned reference, int value);
  const std::string& GetText(unsigned reference) const;
  void SetText(unsigned reference, const std::string& value);
  /// Rate of an input in the next step.
  void SetRate(unsigned reference, double rate);

  StepResult DoStep(double point, double size, const StepRequest& request);

  std::string Save();
  /// @throws Failure if the bytes are damaged or of another FMU; the instance is as before then.
  void Load(std::string_view bytes);
  /// Keeps bytes for the host, in `state` if it has one already.
  SavedState* Keep(SavedState* state, std::string bytes);
  const std::string& Kept(const void* state) const;  ///< @throws Failure if there is none
  void Forget(void* state);
  /// @throws Failure unless the bytes are whole, and of this FMU.
  std::string_view Verify(std::string_view bytes) const;

  /// Change of unknowns for a change of knowns, at this instant.
  std::vector<double> Differentiate(std::span<const unsigned> unknowns,
                                    std::span<const unsigned> knowns,
                                    std::span<const double> seed);

 private:
  struct InputState {
    double value = 0, rate = 0;
    bool has_rate = false;
    void Serialize(Archive& archive) { archive(value, rate, has_rate); }
  };

  /// The simulation, made anew if what it is made with has changed.
  SteppedSimulation& Host();
  std::unique_ptr<SteppedSimulation> Make(const Settings& settings);
  static void TouchSignals(SteppedSimulation& host, const std::vector<Variable>& variables);
  const Variable& At(unsigned reference, Kind kind) const;
  void RequireSettable(const Variable& v) const;
  void SetReal(unsigned reference, double value);
  void SetInput(const Variable& v, double value);
  void PrepareInputs(double target);
  void CheckStep(double point, double size, double target);
  void Advance(double target, const StepRequest& request, StepResult& result);
  void TellNews();
  void OpenResults();
  void WriteRow();
  struct Stored;
  void Take(Stored&& stored);
  double CheckKnowns(std::span<const unsigned> knowns, std::span<const double> seed) const;
  bool CheckUnknowns(std::span<const unsigned> unknowns) const;
  std::vector<double> Sample(std::span<const unsigned> unknowns,
                             std::span<const unsigned> knowns,
                             std::span<const double> seed,
                             double factor);

  std::string name_;
  Log log_;
  Resources resources_;
  Settings settings_, made_with_;
  std::unique_ptr<SteppedSimulation> host_;
  bool has_events_ = false, set_up_ = false;  // events: of the model
  std::vector<Variable> variables_;
  std::vector<InputState> inputs_;                 // in the order of the host
  std::vector<std::optional<double>> parameters_;  // that have been set
  OwnVariables own_;
  Mode mode_ = instantiated;
  std::optional<double> stop_time_;
  double step_begin_ = 0;               // [s], of the communication step that goes on
  std::string results_file_, initial_;  // initial_: the state outputs are relative to
  std::unique_ptr<ResultsTable> results_;
  std::size_t warnings_told_ = 0, events_told_ = 0;
  std::vector<std::unique_ptr<SavedState>> states_;
};

}  // namespace trunnion::fmu
