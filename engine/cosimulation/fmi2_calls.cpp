// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "engine/cosimulation/fmi2.hpp"
#include "engine/cosimulation/fmu_calls.hpp"

namespace trunnion {
namespace {

extern "C" void TakeFmi2Message(fmi2ComponentEnvironment environment,
                                fmi2String /*instance*/,
                                fmi2Status status,
                                fmi2String /*category*/,
                                fmi2String message,
                                ...) {
  if (environment == nullptr || message == nullptr || status == fmi2OK) return;
  std::array<char, 1000> text{};
  std::va_list values;
  va_start(values, message);
  std::vsnprintf(text.data(), text.size(), message, values);
  va_end(values);
  static_cast<FmuMessages*>(environment)->Take(text.data());
}

/// As the standard wants it: with everything escaped that is no part of a plain path.
std::string FileAddress(const std::filesystem::path& path) {
  std::string text = "file://";
  for (const char c : path.string() + '/') {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '.' || c == '_' || c == '-' || c == '~';
    std::array<char, 4> code{};
    std::snprintf(code.data(), code.size(), "%%%02X", static_cast<unsigned char>(c));
    text += plain ? std::string(1, c) : std::string(code.data());
  }
  return text;
}

#define FMI2_FUNCTION(name) decltype(::name)* name = library.Find<decltype(::name)>(#name)

/// The functions of every FMU that are called; those of states and derivatives where it has them.
struct Fmi2Functions {
  explicit Fmi2Functions(const FmuLibrary& of) : library(of) {}
  const FmuLibrary& library;
  FMI2_FUNCTION(fmi2Instantiate);
  FMI2_FUNCTION(fmi2FreeInstance);
  FMI2_FUNCTION(fmi2SetupExperiment);
  FMI2_FUNCTION(fmi2EnterInitializationMode);
  FMI2_FUNCTION(fmi2ExitInitializationMode);
  FMI2_FUNCTION(fmi2Terminate);
  FMI2_FUNCTION(fmi2GetReal);
  FMI2_FUNCTION(fmi2GetInteger);
  FMI2_FUNCTION(fmi2GetBoolean);
  FMI2_FUNCTION(fmi2SetReal);
  FMI2_FUNCTION(fmi2SetInteger);
  FMI2_FUNCTION(fmi2SetBoolean);
  FMI2_FUNCTION(fmi2SetString);
  FMI2_FUNCTION(fmi2DoStep);
  FMI2_FUNCTION(fmi2GetBooleanStatus);
};

FmuStatus Status2(fmi2Status status) { return static_cast<FmuStatus>(status); }

class Fmi2Calls final : public FmuCalls {
 public:
  explicit Fmi2Calls(const FmuPlace& place) : library_(place.loaded), call_(place.loaded) {
    const std::string address = FileAddress(place.resources);
    functions_ = {TakeFmi2Message, std::calloc, std::free, nullptr, &place.messages};
    instance_ = call_.fmi2Instantiate(place.name.c_str(),
                                      fmi2CoSimulation,
                                      place.description.token.c_str(),
                                      address.c_str(),
                                      &functions_,
                                      0,
                                      1);
  }
  ~Fmi2Calls() override {
    if (instance_ != nullptr && !abandoned_) call_.fmi2FreeInstance(instance_);
  }
  Fmi2Calls(const Fmi2Calls&) = delete;
  Fmi2Calls& operator=(const Fmi2Calls&) = delete;
  bool is_there() const { return instance_ != nullptr; }

  FmuStatus EnterInitialization(double t) override {
    const fmi2Status status = call_.fmi2SetupExperiment(instance_, 0, 0, t, 0, 0);
    return Status2(status > fmi2Warning ? status : call_.fmi2EnterInitializationMode(instance_));
  }
  FmuStatus ExitInitialization() override {
    return Status2(call_.fmi2ExitInitializationMode(instance_));
  }

  FmuStatus Get(const FmuVariable& v, double& value) override {
    if (v.type == FmuType::float64)
      return Status2(call_.fmi2GetReal(instance_, &v.reference, 1, &value));
    int number = 0;
    const auto get = v.type == FmuType::boolean ? call_.fmi2GetBoolean : call_.fmi2GetInteger;
    const fmi2Status status = get(instance_, &v.reference, 1, &number);
    value = v.type == FmuType::boolean ? (number != 0 ? 1 : 0) : number;
    return Status2(status);
  }

  FmuStatus Set(const FmuVariable& v, double value) override {
    if (v.type == FmuType::float64)
      return Status2(call_.fmi2SetReal(instance_, &v.reference, 1, &value));
    const int number = static_cast<int>(value);
    const auto set = v.type == FmuType::boolean ? call_.fmi2SetBoolean : call_.fmi2SetInteger;
    return Status2(set(instance_, &v.reference, 1, &number));
  }

  FmuStatus SetText(const FmuVariable& v, const std::string& value) override {
    const char* text = value.c_str();
    return Status2(call_.fmi2SetString(instance_, &v.reference, 1, &text));
  }

  FmuStatus DoStep(double t, double step, bool& ended) override {
    const fmi2Status status = call_.fmi2DoStep(instance_, t, step, 0);
    fmi2Boolean terminated = 0;
    if (status == fmi2Discard &&
        call_.fmi2GetBooleanStatus(instance_, fmi2Terminated, &terminated) > fmi2Warning)
      terminated = 0;
    ended = terminated != 0;
    return Status2(status);
  }

  FmuStatus Keep(void*& state) override {
    return Status2(Find<decltype(fmi2GetFMUstate)>("fmi2GetFMUstate")(instance_, &state));
  }
  FmuStatus Restore(void* state) override {
    return Status2(Find<decltype(fmi2SetFMUstate)>("fmi2SetFMUstate")(instance_, state));
  }
  FmuStatus Forget(void*& state) override {
    return Status2(Find<decltype(fmi2FreeFMUstate)>("fmi2FreeFMUstate")(instance_, &state));
  }

  FmuStatus Save(std::string& bytes) override {
    void* state = nullptr;
    FmuStatus status = Keep(state);
    if (status > FmuStatus::warning) return status;
    std::size_t size = 0;
    fmi2Status done = Find<decltype(fmi2SerializedFMUstateSize)>("fmi2SerializedFMUstateSize")(
        instance_, state, &size);
    if (done <= fmi2Warning) {
      bytes.resize(size);
      done = Find<decltype(fmi2SerializeFMUstate)>("fmi2SerializeFMUstate")(
          instance_, state, bytes.data(), size);
    }
    status = Forget(state);
    return done > fmi2Warning ? Status2(done) : status;
  }

  FmuStatus Load(std::string_view bytes) override {
    void* state = nullptr;
    const fmi2Status made = Find<decltype(fmi2DeSerializeFMUstate)>("fmi2DeSerializeFMUstate")(
        instance_, bytes.data(), bytes.size(), &state);
    if (made > fmi2Warning) return Status2(made);
    const FmuStatus status = Restore(state);
    const FmuStatus freed = Forget(state);
    return status > FmuStatus::warning ? status : freed;
  }

  FmuStatus Differentiate(std::span<const unsigned> unknowns,
                          std::span<const unsigned> knowns,
                          std::span<const double> seed,
                          std::span<double> out) override {
    return Status2(Find<decltype(fmi2GetDirectionalDerivative)>("fmi2GetDirectionalDerivative")(
        instance_,
        unknowns.data(),
        unknowns.size(),
        knowns.data(),
        knowns.size(),
        seed.data(),
        out.data()));
  }

  FmuStatus Terminate() override { return Status2(call_.fmi2Terminate(instance_)); }

 private:
  template <class F>
  F* Find(const char* name) const {
    return library_.Find<F>(name);
  }

  const FmuLibrary& library_;
  Fmi2Functions call_;
  fmi2CallbackFunctions functions_{};
  fmi2Component instance_ = nullptr;
};

}  // namespace

std::unique_ptr<FmuCalls> InstantiateFmi2(const FmuPlace& place) {
  auto calls = std::make_unique<Fmi2Calls>(place);
  if (!calls->is_there()) return nullptr;
  return calls;
}

}  // namespace trunnion
