// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/input_signal.hpp"

#include <cmath>
#include <utility>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"

namespace trunnion {

InputSignal::InputSignal(std::string name, std::string unit, double start)
    : name_(std::move(name)), unit_(std::move(unit)), start_(start) {
  Require(!name_.empty(), "input: the name is missing; give one");
  Require(std::isfinite(start), "input '" + name_ + "'", "the start value is not finite");
  Reset();
}

MotionValue InputSignal::operator()(double t) const {
  const double s = t - t0_;
  const auto& c = coefficients_;
  return {.s = c[0] + s * (c[1] + s * (c[2] + s * c[3])),
          .s_dot = c[1] + s * (2 * c[2] + 3 * s * c[3]),
          .s_ddot = 2 * c[2] + 6 * s * c[3]};
}

void InputSignal::Serialize(Archive& archive) { archive(t0_, coefficients_); }

void InputSignals::Serialize(Archive& archive) {
  for (const auto& signal : signals_) archive(*signal);
}

std::shared_ptr<const InputSignal> InputSignals::Add(std::string name,
                                                     std::string unit,
                                                     double start) {
  Require(!Find(name), "input '" + name + "'", "the name is taken; give another");
  signals_.push_back(std::make_shared<InputSignal>(std::move(name), std::move(unit), start));
  return signals_.back();
}

std::shared_ptr<const InputSignal> InputSignals::Find(const std::string& name) const {
  for (const auto& signal : signals_)
    if (signal->name() == name) return signal;
  return nullptr;
}

InputSignals::Use::Use(std::shared_ptr<InputSignals> signals, bool writes)
    : signals_(signals && signals->size() > 0 ? std::move(signals) : nullptr), writes_(writes) {
  if (!signals_) return;
  int users = signals_->users_.load();
  while (true) {
    Require(users >= 0 && !(writes_ && users > 0),
            "the inputs of this model belong to another simulation, and a host that sets them must "
            "be alone; build the model, or read its file, once for each");
    if (signals_->users_.compare_exchange_weak(users, writes_ ? -1 : users + 1)) return;
  }
}

InputSignals::Use::~Use() {
  if (!signals_) return;
  if (!writes_) {
    --signals_->users_;
    return;
  }
  for (const auto& signal : signals_->signals_) signal->Reset();
  signals_->users_ = 0;
}

MotionLaw MakeInputLaw(std::shared_ptr<const InputSignal> input) {
  Require(input != nullptr, "input law: there is no input; pass one that a model has given");
  return {[input = std::move(input)](double t) { return (*input)(t); }, NoBreaks()};
}

}  // namespace trunnion
