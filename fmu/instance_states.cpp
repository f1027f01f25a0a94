// SPDX-License-Identifier: BSD-3-Clause
//
// States of an instance, saved and restored.
#include <zlib.h>

#include <algorithm>
#include <utility>

#include "fmu/instance.hpp"

namespace trunnion::fmu {
namespace {

constexpr std::string_view kMagic = "TRUNNION FMU STATE\n";
constexpr std::uint32_t kVersion = 1;

std::uint32_t Checksum(std::string_view bytes) {
  uLong sum = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, std::size_t{1} << 30);
    sum = crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    bytes.remove_prefix(part.size());
  }
  return static_cast<std::uint32_t>(sum);
}

}  // namespace

/// What a state holds.
struct Instance::Stored {
  std::uint32_t mode = 0;
  Settings settings{};
  bool set_up = false, has_stop = false;
  double stop = 0;
  std::vector<InputState> inputs{};
  std::vector<bool> has_parameter{};
  std::vector<double> parameters{};
  std::string initial{}, run{};
  void Serialize(Archive& archive) {
    archive(mode, settings, set_up, has_stop, stop, inputs, has_parameter, parameters);
    archive(initial, run);
  }
};

std::string Instance::Save() {
  Stored stored;
  stored.run = Host().Save();
  stored.mode = mode_;
  stored.settings = settings_;
  stored.set_up = set_up_;
  stored.has_stop = stop_time_.has_value();
  stored.stop = stop_time_.value_or(0);
  stored.inputs = inputs_;
  for (const auto& value : parameters_) {
    stored.has_parameter.push_back(value.has_value());
    stored.parameters.push_back(value.value_or(0));
  }
  stored.initial = initial_;
  Archive body;
  body(stored);
  std::string text = body.TakeBytes(), token = resources_.token();
  std::uint32_t version = kVersion, sum = Checksum(text);
  Archive whole;
  whole.Write(kMagic);
  whole(version, token, sum, text);
  return whole.TakeBytes();
}

std::string_view Instance::Verify(std::string_view bytes) const {
  Expect(bytes.starts_with(kMagic), "these bytes are no state of an FMU of Trunnion");
  try {
    Archive whole(bytes.substr(kMagic.size()));
    std::uint32_t version = 0, sum = 0;
    std::string token, text;
    whole(version);
    Expect(version == kVersion, "the state was made by another version of Trunnion");
    whole(token, sum);
    Expect(token == resources_.token(), "the state belongs to another FMU");
    const std::size_t size = whole.left().size();
    whole(text);
    Expect(whole.at_end() && sum == Checksum(text), "the state is damaged");
    return bytes.substr(bytes.size() - size + sizeof(std::uint64_t));
  } catch (const FileError&) {
    throw Failure("the state is damaged: it ends too early");
  }
}

void Instance::Load(std::string_view bytes) {
  const std::string_view body = Verify(bytes);
  Stored stored;
  Archive archive(body);
  archive(stored);
  Expect(stored.inputs.size() == inputs_.size() && stored.parameters.size() == parameters_.size() &&
             stored.has_parameter.size() == parameters_.size(),
         "the state belongs to another model");
  const bool anew = stored.settings != made_with_;
  if (anew || (resources_.remembers_initial() && stored.initial != initial_)) {
    auto host = resources_.MakeHost(stored.settings);
    if (!stored.initial.empty()) host->Load(stored.initial);
    TouchSignals(*host, variables_);
    host->Load(stored.run);
    host_ = std::move(host);
  } else {
    host_->Load(stored.run);
  }
  Take(std::move(stored));
}

void Instance::Take(Stored&& stored) {
  settings_ = made_with_ = stored.settings;
  mode_ = static_cast<Mode>(stored.mode);
  set_up_ = stored.set_up;
  stop_time_ = stored.has_stop ? std::optional(stored.stop) : std::nullopt;
  inputs_ = std::move(stored.inputs);
  initial_ = std::move(stored.initial);
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    parameters_[i] = stored.has_parameter[i] ? std::optional(stored.parameters[i]) : std::nullopt;
  const Simulation& simulation = host_->simulation();
  warnings_told_ = simulation.warnings().size();
  events_told_ = simulation.has_events() ? simulation.events().size() : 0;
  if ((mode_ & (step_mode | event_mode)) == 0) return;
  OpenResults();
  WriteRow();
}

SavedState* Instance::Keep(SavedState* state, std::string bytes) {
  if (state != nullptr) {
    Kept(state);
  } else {
    states_.push_back(std::make_unique<SavedState>());
    state = states_.back().get();
  }
  state->bytes = std::move(bytes);
  return state;
}

const std::string& Instance::Kept(const void* state) const {
  for (const auto& kept : states_)
    if (kept.get() == state) return kept->bytes;
  throw Failure("this is no state of the instance, or it has been freed");
}

void Instance::Forget(void* state) {
  Kept(state);
  std::erase_if(states_, [state](const auto& kept) { return kept.get() == state; });
}

}  // namespace trunnion::fmu
