// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/fmi3.hpp"
#include "engine/cosimulation/fmu_calls.hpp"

namespace trunnion {
namespace {

extern "C" void TakeFmi3Message(fmi3InstanceEnvironment environment,
                                fmi3Status status,
                                fmi3String /*category*/,
                                fmi3String message) {
  if (environment != nullptr && status != fmi3OK)
    static_cast<FmuMessages*>(environment)->Take(message);
}

#define FMI3_FUNCTION(name) decltype(::name)* name = library.Find<decltype(::name)>(#name)

struct Fmi3Functions {
  explicit Fmi3Functions(const FmuLibrary& of) : library(of) {}
  const FmuLibrary& library;
  FMI3_FUNCTION(fmi3InstantiateCoSimulation);
  FMI3_FUNCTION(fmi3FreeInstance);
  FMI3_FUNCTION(fmi3EnterInitializationMode);
  FMI3_FUNCTION(fmi3ExitInitializationMode);
  FMI3_FUNCTION(fmi3Terminate);
  FMI3_FUNCTION(fmi3DoStep);
};

FmuStatus Status3(fmi3Status status) { return static_cast<FmuStatus>(status); }

class Fmi3Calls final : public FmuCalls {
 public:
  explicit Fmi3Calls(const FmuPlace& place) : library_(place.loaded), call_(place.loaded) {
    const std::string resources = place.resources.string() + '/';
    instance_ =
        call_.fmi3InstantiateCoSimulation(place.name.c_str(),
                                          place.description.token.c_str(),
                                          place.resources.empty() ? nullptr : resources.c_str(),
                                          false,
                                          true,
                                          false,
                                          false,
                                          nullptr,
                                          0,
                                          &place.messages,
                                          TakeFmi3Message,
                                          nullptr);
  }
  ~Fmi3Calls() override {
    if (instance_ != nullptr && !abandoned_) call_.fmi3FreeInstance(instance_);
  }
  Fmi3Calls(const Fmi3Calls&) = delete;
  Fmi3Calls& operator=(const Fmi3Calls&) = delete;
  bool is_there() const { return instance_ != nullptr; }

  FmuStatus EnterInitialization(double t) override {
    return Status3(call_.fmi3EnterInitializationMode(instance_, false, 0, t, false, 0));
  }
  FmuStatus ExitInitialization() override {
    return Status3(call_.fmi3ExitInitializationMode(instance_));
  }

  FmuStatus Get(const FmuVariable& v, double& value) override {
    return Visit(v.type, [&]<class T, class GetF, class SetF>(const char* get, const char*) {
      T number{};
      const auto status = Find<GetF>(get)(instance_, &v.reference, 1, &number, 1);
      value = static_cast<double>(number);
      return status;
    });
  }

  FmuStatus Set(const FmuVariable& v, double value) override {
    return Visit(v.type, [&]<class T, class GetF, class SetF>(const char*, const char* set) {
      const T number = static_cast<T>(value);
      return Find<SetF>(set)(instance_, &v.reference, 1, &number, 1);
    });
  }

  FmuStatus SetText(const FmuVariable& v, const std::string& value) override {
    const char* text = value.c_str();
    return Status3(
        Find<decltype(fmi3SetString)>("fmi3SetString")(instance_, &v.reference, 1, &text, 1));
  }

  FmuStatus DoStep(double t, double step, bool& ended) override {
    bool event = false, early = false;
    double last = t;
    const fmi3Status status =
        call_.fmi3DoStep(instance_, t, step, false, &event, &ended, &early, &last);
    return Status3(status <= fmi3Warning && early && !ended ? fmi3Discard : status);
  }

  FmuStatus Keep(void*& state) override {
    return Status3(Find<decltype(fmi3GetFMUState)>("fmi3GetFMUState")(instance_, &state));
  }
  FmuStatus Restore(void* state) override {
    return Status3(Find<decltype(fmi3SetFMUState)>("fmi3SetFMUState")(instance_, state));
  }
  FmuStatus Forget(void*& state) override {
    return Status3(Find<decltype(fmi3FreeFMUState)>("fmi3FreeFMUState")(instance_, &state));
  }

  FmuStatus Save(std::string& bytes) override {
    void* state = nullptr;
    FmuStatus status = Keep(state);
    if (status > FmuStatus::warning) return status;
    std::size_t size = 0;
    fmi3Status done = Find<decltype(fmi3SerializedFMUStateSize)>("fmi3SerializedFMUStateSize")(
        instance_, state, &size);
    if (done <= fmi3Warning) {
      bytes.resize(size);
      done = Find<decltype(fmi3SerializeFMUState)>("fmi3SerializeFMUState")(
          instance_, state, reinterpret_cast<fmi3Byte*>(bytes.data()), size);
    }
    status = Forget(state);
    return done > fmi3Warning ? Status3(done) : status;
  }

  FmuStatus Load(std::string_view bytes) override {
    void* state = nullptr;
    const fmi3Status made = Find<decltype(fmi3DeserializeFMUState)>("fmi3DeserializeFMUState")(
        instance_, reinterpret_cast<const fmi3Byte*>(bytes.data()), bytes.size(), &state);
    if (made > fmi3Warning) return Status3(made);
    const FmuStatus status = Restore(state);
    const FmuStatus freed = Forget(state);
    return status > FmuStatus::warning ? status : freed;
  }

  FmuStatus Differentiate(std::span<const unsigned> unknowns,
                          std::span<const unsigned> knowns,
                          std::span<const double> seed,
                          std::span<double> out) override {
    return Status3(Find<decltype(fmi3GetDirectionalDerivative)>("fmi3GetDirectionalDerivative")(
        instance_,
        unknowns.data(),
        unknowns.size(),
        knowns.data(),
        knowns.size(),
        seed.data(),
        seed.size(),
        out.data(),
        out.size()));
  }

  FmuStatus Terminate() override { return Status3(call_.fmi3Terminate(instance_)); }

 private:
  template <class F>
  F* Find(const char* name) const {
    return library_.Find<F>(name);
  }

/// f<type of the values, that of the function that gets them, and sets them>(names of both).
#define FMI3_TYPE(type, T, Name)                                                               \
  case FmuType::type:                                                                          \
    return Status3(f.template operator()<T, decltype(fmi3Get##Name), decltype(fmi3Set##Name)>( \
        "fmi3Get" #Name, "fmi3Set" #Name))

  template <class F>
  FmuStatus Visit(FmuType type, const F& f) {
    switch (type) {
      FMI3_TYPE(float64, double, Float64);
      FMI3_TYPE(float32, float, Float32);
      FMI3_TYPE(int8, std::int8_t, Int8);
      FMI3_TYPE(uint8, std::uint8_t, UInt8);
      FMI3_TYPE(int16, std::int16_t, Int16);
      FMI3_TYPE(uint16, std::uint16_t, UInt16);
      FMI3_TYPE(int32, std::int32_t, Int32);
      FMI3_TYPE(uint32, std::uint32_t, UInt32);
      FMI3_TYPE(int64, std::int64_t, Int64);
      FMI3_TYPE(enumeration, std::int64_t, Int64);
      FMI3_TYPE(uint64, std::uint64_t, UInt64);
      FMI3_TYPE(boolean, bool, Boolean);
      default:
        return FmuStatus::error;  // refused before
    }
  }
#undef FMI3_TYPE

  const FmuLibrary& library_;
  Fmi3Functions call_;
  fmi3Instance instance_ = nullptr;
};

}  // namespace

std::unique_ptr<FmuCalls> InstantiateFmi3(const FmuPlace& place) {
  auto calls = std::make_unique<Fmi3Calls>(place);
  if (!calls->is_there()) return nullptr;
  return calls;
}

}  // namespace trunnion
