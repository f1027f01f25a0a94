// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <trunnion/hosting.hpp>
#include <trunnion/model_file.hpp>
#include <trunnion/results.hpp>
#include <trunnion/simulation.hpp>

#include "python/bindings/text.hpp"

/// Simulations as objects of Python: who uses one now, and how it is interrupted.
namespace trunnion::python {

/// Which thread uses an object. Changed only under the lock of the interpreter; the work between is
/// done without it.
class Usage {
 public:
  /// @param changes  the object; false: it is only asked.
  /// @throws RuntimeError if another thread uses it, or a callback of this one changes it.
  class Use {
   public:
    Use(Usage& usage, bool changes);
    ~Use() { --usage_.depth_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Usage& usage_;
  };
  /// A callback has failed within a step: there is no state to go on from.
  void Break() { broken_ = true; }

 private:
  std::thread::id user_{};
  int depth_ = 0;
  bool broken_ = false;
};

/// Runs `work` without the lock of the interpreter.
template <class F>
auto Freely(Usage& usage, bool changes, F&& work) {
  const Usage::Use use(usage, changes);
  try {
    const py::gil_scoped_release free;
    return work();
  } catch (const Error&) {
    throw;
  } catch (...) {  // of a callback
    if (changes) usage.Break();
    throw;
  }
}

struct SimulationObject {
  std::shared_ptr<const System> system;
  std::unique_ptr<Simulation> simulation;
  std::vector<Signal> signals;                   ///< of the model file
  std::optional<double> until, output_interval;  ///< of the model file
  std::string model_name{};
  Usage usage{};
};

struct HostObject {
  std::unique_ptr<SteppedSimulation> host;
  Usage usage{};
};

/// What events and signals see, within their call only.
struct StateView {
  const Simulation* simulation = nullptr;
  const Simulation& get() const;
};
/// A StateView for the time of a call.
class LentState {
 public:
  explicit LentState(const Simulation& simulation)
      : view_(std::make_shared<StateView>(StateView{&simulation})) {}
  ~LentState() { view_->simulation = nullptr; }
  LentState(const LentState&) = delete;
  LentState& operator=(const LentState&) = delete;
  const std::shared_ptr<StateView>& view() const { return view_; }

 private:
  std::shared_ptr<StateView> view_;
};

/// Asked between steps: has a signal come (Ctrl-C), or does the user's function want to stop?
class StopRequest {
 public:
  /// @param wanted  None, or a function that returns True to stop.
  explicit StopRequest(const py::object& wanted);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;
  std::function<bool()> function();
  /// @throws what Python has raised meanwhile, e.g. KeyboardInterrupt.
  void Rethrow();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// A function of Python of the state that a simulation shows.
std::function<double(const Simulation&)> ToStateFunction(py::handle value,
                                                         const std::string& label);
std::vector<Signal> ToSignals(py::handle value, const std::string& label);
/// A number that a System, Model or ModelFile stands for: what a Simulation needs of it.
std::unique_ptr<SimulationObject> MakeSimulation(const py::object& of, const py::dict& options);
/// Repeats an error about a model of a file with the place in the file.
[[noreturn]] void Locate(const ModelFile& file, const Error& error);

}  // namespace trunnion::python
