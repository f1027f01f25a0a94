// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/coupled_fmu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "engine/model_file/entry.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

double ChooseInterval(const FmuRequest& request, const ImportedFmu& fmu) {
  if (request.interval > 0) return request.interval;
  const double preferred = fmu.description().step_size;
  Require(preferred > 0 && std::isfinite(preferred),
          fmu.label(),
          "the FMU does not say which interval it prefers; give \"interval\"");
  return preferred;
}

void RequireCausality(const FmuVariable& v, const std::string& label, const std::string& wanted) {
  const std::string article =
      v.causality == "input" || v.causality == "output" || v.causality == "independent" ? "an "
                                                                                        : "a ";
  Require(v.causality == wanted,
          label,
          "the variable '" + v.name + "' is " + article + v.causality + " of the FMU, not an " +
              wanted + "; choose another");
}

bool IsReal(FmuType type) { return type == FmuType::float64 || type == FmuType::float32; }

/// Least and largest value of a type of integers, or of a Boolean.
std::array<double, 2> RangeOf(FmuType type) {
  const auto of = []<class T>(T) {
    return std::array{static_cast<double>(std::numeric_limits<T>::min()),
                      static_cast<double>(std::numeric_limits<T>::max())};
  };
  switch (type) {
    case FmuType::int8:
      return of(std::int8_t{});
    case FmuType::uint8:
      return of(std::uint8_t{});
    case FmuType::int16:
      return of(std::int16_t{});
    case FmuType::uint16:
      return of(std::uint16_t{});
    case FmuType::uint32:
      return of(std::uint32_t{});
    case FmuType::uint64:
      return {0, 0x1p53};
    case FmuType::int64:
      return {-0x1p53, 0x1p53};
    default:
      return of(std::int32_t{});
  }
}

/// The number of a start value that is given as a number or as the name of an item.
double NumberOf(const FmuVariable& v, const FmuRequest::Value& value, const std::string& label) {
  const std::string element = label + ": start value of '" + v.name + "'";
  if (const auto* name = std::get_if<std::string>(&value)) {
    std::vector<std::string> known;
    for (const auto& [item, number] : v.items) {
      if (item == *name) return static_cast<double>(number);
      known.push_back(item);
    }
    Require(!known.empty(), element, "the variable is " + Describe(v.type) + ", not a string");
    throw ModelError(element, "there is no item '" + *name + "'; give " + model_file::List(known));
  }
  const bool boolean = v.type == FmuType::boolean;
  Require(std::holds_alternative<bool>(value) == boolean,
          element,
          boolean ? "the variable is a Boolean; give true or false"
                  : "the variable is " + Describe(v.type) + "; give a number");
  if (boolean) return std::get<bool>(value) ? 1 : 0;
  const double number = std::get<double>(value);
  if (IsReal(v.type)) return number;
  const auto [least, most] = RangeOf(v.type);
  Require(std::floor(number) == number && number >= least && number <= most,
          element,
          "the variable is " + Describe(v.type) + "; give a whole number of its range");
  return number;
}

bool IsSameCourse(const MotionValue& now, const std::array<double, 4>& piece) {
  const auto same = [](double a, double b) {
    return std::abs(a - b) <= 1e-13 * (std::abs(a) + std::abs(b));
  };
  return same(now.s, piece[0]) && same(now.s_dot, piece[1]);
}

}  // namespace

CoupledFmu::CoupledFmu(const FmuRequest& request,
                       const std::vector<Signal>& signals,
                       const InputSignals* inputs,
                       const Simulation& simulation)
    : fmu_(request.file, request.name),
      interval_(ChooseInterval(request, fmu_)),
      start_(simulation.t()) {
  Connect(request, signals, inputs);
  SetStarts(request, false);
  fmu_.BeginInitialization(start_);
  SetStarts(request, true);
}

void CoupledFmu::Connect(const FmuRequest& request,
                         const std::vector<Signal>& signals,
                         const InputSignals* inputs) {
  for (const auto& [name, output] : request.inputs) {
    const int i = fmu_.Find(name);
    const FmuVariable& v = fmu_.variable(i);
    RequireCausality(v, label(), "input");
    Require(IsReal(v.type) && !v.array,
            label(),
            "the input '" + name + "' is " + (v.array ? "an array" : Describe(v.type)) +
                "; outputs of a model are real numbers: give it a start value, or none");
    const auto signal = std::find_if(
        signals.begin(), signals.end(), [&](const Signal& s) { return s.name == output; });
    Require(signal != signals.end(), label(), "the model has no output '" + output + "'");
    try {
      feeds_.push_back({i, ToFmu(signal->unit, v), *signal});
    } catch (const ModelError& error) {
      throw ModelError(label(), error.what());
    }
  }
  for (const auto& [name, drive] : request.drives) {
    int place = inputs ? inputs->size() - 1 : -1;
    while (place >= 0 && (*inputs)[place].name() != name) --place;
    Require(place >= 0, label(), "the model has no input '" + name + "'");
    ConnectOutput(drive, place, (*inputs)[place]);
  }
}

void CoupledFmu::ConnectOutput(const FmuRequest::Drive& drive,
                               int input,
                               const InputSignal& signal) {
  const int i = fmu_.Find(drive.variable);
  const FmuVariable& v = fmu_.variable(i);
  RequireCausality(v, label(), "output");
  Require(v.type < FmuType::text && !v.array,
          label(),
          "the output '" + v.name + "' is " + (v.array ? "an array" : Describe(v.type)) +
              "; an input of a model follows a number or a Boolean");
  try {
    outputs_.push_back({i, input, FromFmu(v, signal.unit()), drive.linear});
  } catch (const ModelError& error) {
    throw ModelError(label() + ": input '" + signal.name() + "'", error.what());
  }
  ahead_ = ahead_ || drive.linear;
}

void CoupledFmu::SetStarts(const FmuRequest& request, bool of_inputs) {
  for (const auto& [name, value] : request.start) {
    const int i = fmu_.Find(name);
    const FmuVariable& v = fmu_.variable(i);
    const bool input = v.causality == "input";
    Require(input || (v.causality == "parameter" && v.variability != "constant"),
            label(),
            "the variable '" + name + "' is of the kind " + v.causality +
                "; start values are for parameters and inputs");
    Require(!request.inputs.contains(name),
            label(),
            "the input '" + name + "' follows the output '" +
                (request.inputs.contains(name) ? request.inputs.at(name) : "") +
                "' of the model; leave out its start value");
    if (input == of_inputs) SetStart(i, value);
  }
}

void CoupledFmu::SetStart(int i, const FmuRequest::Value& value) {
  const FmuVariable& v = fmu_.variable(i);
  const auto* text = std::get_if<std::string>(&value);
  if (v.type == FmuType::text) {
    Require(text != nullptr,
            label() + ": start value of '" + v.name + "'",
            "the variable is a string; give one");
    fmu_.SetText(i, *text);
  } else {
    fmu_.Set(i, NumberOf(v, value, label()));
  }
}

std::vector<int> CoupledFmu::ListInputs() const {
  std::vector<int> list;
  for (const Output& output : outputs_) list.push_back(output.input);
  return list;
}

/// The end of the last step of one that is ahead, else that of its next one.
double CoupledFmu::next() const { return Point(ahead_ ? steps_ : steps_ + 1); }

void CoupledFmu::SetInputs(const Simulation& simulation) {
  for (const Feed& feed : feeds_) {
    const double value = feed.signal.evaluate(simulation);
    if (!std::isfinite(value))
      throw SolverError(label() + ": the output '" + feed.signal.name +
                        "' of the model, which feeds '" + fmu_.variable(feed.variable).name +
                        "', is not finite");
    fmu_.Set(feed.variable, feed.convert(value));
  }
}

void CoupledFmu::Read() {
  for (Output& output : outputs_) output.end = output.convert(fmu_.Get(output.variable));
}

void CoupledFmu::Advance(const Simulation& simulation) {
  SetInputs(simulation);
  fmu_.DoStep(Point(steps_), interval_);
  ++steps_;
  Read();
}

void CoupledFmu::Start(const Simulation& simulation) {
  SetInputs(simulation);
  fmu_.EndInitialization();
  Read();
  for (Output& output : outputs_) output.value = output.end;
  if (ahead_) Advance(simulation);
}

void CoupledFmu::Step(const Simulation& simulation) {
  if (ahead_)
    for (Output& output : outputs_) output.value = output.end;
  Advance(simulation);
  if (!ahead_)
    for (Output& output : outputs_) output.value = output.end;
}

bool CoupledFmu::Drive(InputSignals& inputs, double t) const {
  bool changed = false;
  for (const Output& output : outputs_) {
    const double rate = output.linear ? (output.end - output.value) / interval_ : 0;
    const std::array<double, 4> piece{output.value, rate, 0, 0};
    changed = changed || !IsSameCourse(inputs[output.input](t), piece);
    inputs[output.input].SetPiece(t, piece);
  }
  return changed;
}

void CoupledFmu::Serialize(Archive& archive) {
  std::string token = fmu_.description().token, bytes = archive.loading() ? "" : fmu_.Save();
  archive(token, steps_, start_);
  for (Output& output : outputs_) archive(output.value, output.end);
  archive(bytes);
  if (!archive.loading()) return;
  if (token != fmu_.description().token)
    throw FileError(label() + ": the checkpoint was made with another FMU; give it that one");
  fmu_.Load(bytes);
}

}  // namespace trunnion
