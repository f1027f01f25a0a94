// SPDX-License-Identifier: BSD-3-Clause
//
// Variables of an instance.
#include <array>
#include <cmath>

#include "fmu/instance.hpp"

namespace trunnion::fmu {

const Variable& Instance::At(unsigned reference, Kind kind) const {
  constexpr std::array kKinds{"a real", "an integer", "a string"};
  Expect(reference < variables_.size(),
         "there is no variable of value reference " + std::to_string(reference) +
             "; the largest is " + std::to_string(variables_.size() - 1));
  const Variable& v = variables_[reference];
  Expect(v.kind == kind,
         "variable '" + v.name + "' is " + kKinds[static_cast<std::size_t>(v.kind)] + ", not " +
             kKinds[static_cast<std::size_t>(kind)]);
  return v;
}

void Instance::RequireSettable(const Variable& v) const {
  const std::string name = "variable '" + v.name + "' cannot be set: ";
  Expect(v.causality != Causality::output && v.causality != Causality::independent,
         name + "it is " + (v.causality == Causality::output ? "an output" : "the time"));
  if (mode_ == instantiated || mode_ == initialization) return;
  Expect(v.causality == Causality::input || v.tunable,
         name + "it is fixed once initialization mode has ended");
}

double Instance::GetReal(unsigned reference) {
  const Variable& v = At(reference, Kind::real);
  SteppedSimulation& host = mode_ == intermediate ? *host_ : Host();
  switch (v.causality) {
    case Causality::independent:
      return host.t();
    case Causality::input:
      return inputs_[static_cast<std::size_t>(v.index)].value;
    case Causality::parameter:
      return host.Get(host.parameter(v.index));
    case Causality::output:
      break;
  }
  return host.Get(host.output(v.index));
}

void Instance::SetInput(const Variable& v, double value) {
  InputState& input = inputs_[static_cast<std::size_t>(v.index)];
  const std::string& name = host_->inputs()[static_cast<std::size_t>(v.index)].name;
  const bool begins = mode_ == instantiated || mode_ == initialization;
  if (v.drives_motion && begins) {
    settings_.starts.erase(name);
    if (value != v.start) settings_.starts[name] = value;
  } else if (!v.drives_motion && settings_ == made_with_) {
    host_->Hold(host_->input(v.index), value);
  }
  input.value = value;
  input.has_rate = false;
}

void Instance::SetReal(unsigned reference, double value) {
  const Variable& v = At(reference, Kind::real);
  if (v.causality == Causality::input) return SetInput(v, value);
  host_->Set(host_->parameter(v.index), value);
  parameters_[static_cast<std::size_t>(v.index)] = value;
}

void Instance::SetReals(const unsigned* references, std::size_t count, const double* values) {
  std::vector<double> before;
  for (std::size_t i = 0; i < count; ++i) {
    const Variable& v = At(references[i], Kind::real);
    RequireSettable(v);
    Expect(std::isfinite(values[i]), "variable '" + v.name + "': the value is not finite");
  }
  for (std::size_t i = 0; i < count; ++i) before.push_back(GetReal(references[i]));
  std::size_t done = 0;
  try {
    for (; done < count; ++done) SetReal(references[done], values[done]);
  } catch (...) {
    while (done-- > 0) SetReal(references[done], before[done]);
    throw;
  }
}

int Instance::GetInteger(unsigned reference) const {
  At(reference, Kind::integer);
  return settings_.threads;
}

void Instance::SetInteger(unsigned reference, int value) {
  const Variable& v = At(reference, Kind::integer);
  RequireSettable(v);
  Expect(value >= 1 && value <= 1024,
         "variable '" + v.name + "': " + std::to_string(value) + " does not lie in 1 ... 1024");
  settings_.threads = value;
}

const std::string& Instance::GetText(unsigned reference) const {
  At(reference, Kind::text);
  return results_file_;
}

void Instance::SetText(unsigned reference, const std::string& value) {
  RequireSettable(At(reference, Kind::text));
  results_file_ = value;
}

void Instance::SetRate(unsigned reference, double rate) {
  const Variable& v = At(reference, Kind::real);
  Expect(v.causality == Causality::input, "variable '" + v.name + "' is no input: it has no rate");
  Expect(std::isfinite(rate), "variable '" + v.name + "': the rate is not finite");
  InputState& input = inputs_[static_cast<std::size_t>(v.index)];
  input.rate = rate;
  input.has_rate = true;
}

/// Inputs go on to the end of the step: those that drive motions straight to the value that has
/// been set, those with a rate from their value by it.
void Instance::PrepareInputs(double target) {
  for (const Variable& v : variables_) {
    if (v.causality != Causality::input) continue;
    const InputState& input = inputs_[static_cast<std::size_t>(v.index)];
    const InputHandle handle = host_->input(v.index);
    const double end = input.value + (input.has_rate ? input.rate * (target - step_begin_) : 0);
    if (v.drives_motion ? host_->Get(handle) != end : input.has_rate) host_->Ramp(handle, end);
  }
}

}  // namespace trunnion::fmu
