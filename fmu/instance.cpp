// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/instance.hpp"

#include <cmath>
#include <sstream>
#include <utility>

#include "engine/results/result_files.hpp"
#include "fmu/description.hpp"

namespace trunnion::fmu {
namespace {

std::string Text(double x) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(17);
  text << x;
  return text.str();
}

}  // namespace

Instance::Instance(std::string name, const std::filesystem::path& resources, Log log)
    : name_(std::move(name)), log_(std::move(log)), resources_(resources) {
  host_ = resources_.MakeHost(settings_);
  has_events_ = host_->simulation().has_events();
  variables_ = ListVariables(*host_, resources_.document());
  own_ = FindOwn(variables_);
  TouchSignals(*host_, variables_);
  for (const InputInfo& input : host_->inputs()) inputs_.push_back({.value = input.start});
  parameters_.resize(host_->parameters().size());
  TellNews();
}

/// Outputs relative to their initial values take these here.
void Instance::TouchSignals(SteppedSimulation& host, const std::vector<Variable>& variables) {
  for (const Variable& v : variables)
    if (v.declared) host.Get(host.output(v.index));
}

std::unique_ptr<SteppedSimulation> Instance::Make(const Settings& settings) {
  auto host = resources_.MakeHost(settings);
  for (int i = 0; i < static_cast<int>(parameters_.size()); ++i)
    if (const auto& value = parameters_[static_cast<std::size_t>(i)])
      host->Set(host->parameter(i), *value);
  TouchSignals(*host, variables_);
  for (const Variable& v : variables_)
    if (v.causality == Causality::input && !v.drives_motion)
      if (const double value = inputs_[static_cast<std::size_t>(v.index)].value; value != v.start)
        host->Hold(host->input(v.index), value);
  return host;
}

SteppedSimulation& Instance::Host() {
  if (settings_ != made_with_) {
    host_ = Make(settings_);
    made_with_ = settings_;
    warnings_told_ = events_told_ = 0;
    TellNews();
  }
  return *host_;
}

void Instance::SetUp(std::optional<double> tolerance, double start, std::optional<double> stop) {
  Expect(!tolerance || (std::isfinite(*tolerance) && *tolerance > 0),
         "the tolerance must be a finite number above zero");
  Expect(std::isfinite(start), "the start time must be finite");
  Expect(!stop || (std::isfinite(*stop) && *stop > start),
         "the stop time must be finite and later than the start time");
  settings_.start_time = start;
  settings_.tolerance = tolerance.value_or(0);
  stop_time_ = stop;
  set_up_ = true;
}

void Instance::Initialize() {
  SteppedSimulation& host = Host();
  TouchSignals(host, variables_);
  if (resources_.remembers_initial()) initial_ = host.Save();
  OpenResults();
  WriteRow();
}

void Instance::OpenResults() {
  if (results_file_.empty() || results_) return;
  std::string head = "time [s]";
  for (const Variable& v : variables_)
    if (v.causality == Causality::output)
      head += ',' + CsvField(v.name + (v.unit.name.empty() ? "" : " [" + v.unit.name + "]"));
  results_ = std::make_unique<ResultsTable>(results_file_, head);
}

void Instance::WriteRow() {
  if (!results_) return;
  std::vector<double> values;
  for (const Variable& v : variables_)
    if (v.causality == Causality::output) values.push_back(host_->Get(host_->output(v.index)));
  results_->Write(host_->t(), values);
}

void Instance::Terminate() {
  if (results_) results_->Finish();
  results_.reset();
}

void Instance::Reset() {
  Terminate();
  auto host = resources_.MakeHost({});
  TouchSignals(*host, variables_);
  host_ = std::move(host);
  settings_ = made_with_ = {};
  stop_time_.reset();
  set_up_ = false;
  results_file_.clear();
  initial_.clear();
  for (const Variable& v : variables_)
    if (v.causality == Causality::input) inputs_[static_cast<std::size_t>(v.index)] = {v.start};
  parameters_.assign(parameters_.size(), {});
  warnings_told_ = events_told_ = 0;
  mode_ = instantiated;
}

/// Warnings and events that have come since the last call.
void Instance::TellNews() {
  const Simulation& simulation = host_->simulation();
  const auto& warnings = simulation.warnings();
  for (; warnings_told_ < warnings.size(); ++warnings_told_)
    log_.Tell(Status::warning, kLogWarning, warnings[warnings_told_]);
  if (!simulation.has_events()) return;
  const auto events = simulation.events();
  for (; events_told_ < events.size(); ++events_told_)
    log_.Tell(
        Status::ok,
        kLogEvents,
        "event '" + events[events_told_].name + "' at t = " + Text(events[events_told_].t) + " s");
}

void Instance::CheckStep(double point, double size, double target) {
  const double t = host_->t();
  Expect(std::isfinite(point) && std::isfinite(size),
         "the communication point and the step size must be finite");
  Expect(size > 0, "the step size must be above zero, not " + Text(size) + " s");
  Expect(std::abs(point - t) <= 1e-9 * std::max({1.0, std::abs(t), size}),
         "the communication point " + Text(point) + " s is not that of the instance, " + Text(t) +
             " s; go on from there, or restore a state");
  Expect(target > t, "the step size " + Text(size) + " s is lost in the rounding of time");
  Expect(!stop_time_ || target <= *stop_time_ + 1e-12 * std::max(1.0, std::abs(*stop_time_)),
         "the step would end at " + Text(target) + " s, after the stop time");
  if (host_->stopped())
    throw Failure("an event of the model has ended the run at " + Text(t) + " s", Status::discard);
}

StepResult Instance::DoStep(double point, double size, const StepRequest& request) {
  Host();
  const double target = point + size;
  CheckStep(point, size, target);
  StepResult result;
  mode_ = error_mode;  // unless the step comes to its end
  step_begin_ = host_->t();
  PrepareInputs(target);
  Advance(target, request, result);
  if (mode_ == error_mode) mode_ = step_mode;
  for (InputState& input : inputs_) {
    if (input.has_rate) input.value += input.rate * (host_->t() - step_begin_);
    input.has_rate = false;
  }
  result.t = host_->t();
  result.terminated = host_->stopped();
  result.early = result.t < target;
  TellNews();
  WriteRow();
  return result;
}

/// By single steps of the integrator where the host wants to be asked in between.
void Instance::Advance(double target, const StepRequest& request, StepResult& result) {
  SteppedSimulation& host = *host_;
  const auto is_news = [&] {
    return has_events_ && host.simulation().events().size() > events_told_;
  };
  if (!request.intermediate && !(request.stops_at_events && has_events_)) {
    host.AdvanceTo(target);
    result.event = is_news();
    return;
  }
  for (bool ends = false; host.t() < target && !host.stopped() && !ends;) {
    bool first = true;
    host.AdvanceTo(target, [&first] { return !std::exchange(first, false); });
    result.event = is_news();
    ends = result.event && request.stops_at_events;
    if (request.intermediate) {
      mode_ = intermediate;
      const bool asked = request.intermediate(host.t());
      ends = asked || ends;
      Expect(mode_ == intermediate, "a call during the intermediate update has failed");
      mode_ = error_mode;
    }
    if (!ends && host.t() < target) PrepareInputs(target);
  }
}

}  // namespace trunnion::fmu
