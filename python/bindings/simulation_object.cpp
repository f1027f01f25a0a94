// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/simulation_object.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "python/bindings/convert.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

namespace trunnion::python {

Usage::Use::Use(Usage& usage, bool changes) : usage_(usage) {
  const bool used = usage.depth_ > 0;
  if (used && usage.user_ != std::this_thread::get_id())
    throw std::runtime_error(
        "the simulation is at work in another thread; give each thread one of its own");
  if (used && changes)
    throw std::runtime_error("a callback of the simulation may ask it, but not change it");
  if (usage.broken_ && changes)
    throw std::runtime_error(
        "a callback of this simulation has raised an exception within a step; make a new one");
  usage.user_ = std::this_thread::get_id();
  ++usage.depth_;
}

const Simulation& StateView::get() const {
  if (simulation == nullptr)
    throw std::runtime_error("a State is valid only while the function runs that it was given to");
  return *simulation;
}

struct StopRequest::State {
  std::optional<Callable> wanted;
  std::exception_ptr raised{};
  std::chrono::steady_clock::time_point next{};
  std::thread::id thread = std::this_thread::get_id();

  bool Ask() {
    const auto now = std::chrono::steady_clock::now();
    if (!wanted && now < next) return false;
    const py::gil_scoped_acquire lock;
    next = now + std::chrono::milliseconds(20);  // the lock may be long in coming
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      return wanted && ToBool((*wanted)(), wanted->label() + ": what the function returns");
    } catch (...) {
      raised = std::current_exception();
      return true;
    }
  }
};

StopRequest::StopRequest(const py::object& wanted) : state_(std::make_shared<State>()) {
  if (!wanted.is_none()) state_->wanted = Callable(wanted, "stop");
}
StopRequest::~StopRequest() = default;

std::function<bool()> StopRequest::function() {
  return [state = state_] { return state->Ask(); };
}

void StopRequest::Rethrow() {
  if (state_->raised) std::rethrow_exception(std::exchange(state_->raised, nullptr));
}

std::function<double(const Simulation&)> ToStateFunction(py::handle value,
                                                         const std::string& label) {
  return [f = Callable(value, label)](const Simulation& simulation) {
    const py::gil_scoped_acquire lock;
    const LentState state(simulation);
    const py::object returned = f(state.view());
    return ToDouble(returned, f.label() + ": what the function returns");
  };
}

std::vector<Signal> ToSignals(py::handle value, const std::string& label) {
  std::vector<Signal> signals;
  if (value.is_none()) return signals;
  for (const py::handle item : value) {
    if (!py::isinstance<Signal>(item)) FailType(label, "a list of Signal", item);
    signals.push_back(item.cast<Signal>());
  }
  return signals;
}

void Locate(const ModelFile& file, const Error& error) {
  ErrorFields fields = error.fields();
  if (fields.file.empty()) fields.file = file.source;
  const auto place = file.paths.find(fields.element);
  if (fields.place.empty() && place != file.paths.end()) fields.place = place->second;
  const std::string message = file.Locate(error.what());
  if (dynamic_cast<const SolverError*>(&error) != nullptr) throw SolverError(message, fields);
  throw ModelError(message, fields);
}

namespace {

/// Compiles and assembles without the lock of the interpreter: threads of the engine may call
/// functions of Python.
void Assemble(SimulationObject& made, const Model& model, const SimulationOptions& options) {
  const Model copy = model;  // another thread may change it meanwhile
  const py::gil_scoped_release free;
  made.system = std::make_shared<const System>(copy.Compile());
  made.simulation = std::make_unique<Simulation>(*made.system, options);
}

void AssembleFile(SimulationObject& made, const ModelFile& file, const py::dict& given) {
  const auto options = ReadFields<SimulationOptions>("Simulation", given, file.run.MakeOptions());
  if (!file.fmus.empty())
    throw ModelError(
        "fmu '" + file.fmus.front().name + "'",
        "FMUs run beside a SteppedSimulation, and in `trunnion run`; take one of these");
  made.signals = file.signals;
  made.until = file.run.until;
  made.output_interval = file.run.output_interval;
  made.model_name = file.source;
  try {
    Assemble(made, file.model, options);
  } catch (const Error& error) {
    Locate(file, error);
  }
}

}  // namespace

std::unique_ptr<SimulationObject> MakeSimulation(const py::object& of, const py::dict& given) {
  auto made = std::make_unique<SimulationObject>();
  if (py::isinstance<ModelFile>(of)) {
    AssembleFile(*made, of.cast<const ModelFile&>(), given);
    return made;
  }
  const auto options = ReadFields<SimulationOptions>("Simulation", given);
  if (py::isinstance<Model>(of)) {
    Assemble(*made, of.cast<const Model&>(), options);
  } else if (py::isinstance<System>(of)) {
    made->system = of.cast<std::shared_ptr<System>>();
    const py::gil_scoped_release free;
    made->simulation = std::make_unique<Simulation>(*made->system, options);
  } else {
    FailType("Simulation: model", "a Model, a System or a ModelFile", of);
  }
  return made;
}

}  // namespace trunnion::python
