// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/cosimulation/fmi2.hpp"
#include "engine/cosimulation/fmi3.hpp"
#include "engine/model_file/model_file.hpp"
#include "fmu/package.hpp"
#include "fmu/variables.hpp"

/// A host of FMUs, with nothing but what the standard gives it.
namespace trunnion::fmu {

namespace fs = std::filesystem;

inline const std::string kModels = std::string(TRUNNION_SOURCE_DIR) + "/models/";

/// A beam on a hinge with a motor [N·m], a carriage that a motion [m] moves, and a spring between.
inline const char* kDriven = R"({
  "inputs": [{"name": "motor", "unit": "N·m", "start": 0.5}, {"name": "lift", "unit": "m"},
             {"name": "wind", "unit": "N"}],
  "gravity": [0, 0, -9.81],
  "bodies": [{"name": "rod", "mass": 2, "com": [0.5, 0, 0], "inertia": [0.01, 0.17, 0.17]},
             {"name": "cart", "mass": 3, "inertia": [0.1, 0.1, 0.1], "position": [1, 0, 0.5]}],
  "markers": [{"name": "tip", "body": "rod", "position": [1, 0, 0]},
              {"name": "eye", "body": "cart"}],
  "joints": [{"name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
              "point": [0, 0, 0], "axis": [0, 1, 0]},
             {"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
              "point": [1, 0, 0.5], "axis": [0, 0, 1]}],
  "motions": [{"name": "lift", "along": "rail", "law": {"type": "input", "name": "lift"}}],
  "forces": [{"name": "motor", "type": "motor", "along": "hinge",
              "law": {"type": "input", "name": "motor"}},
             {"name": "spring", "type": "spring", "along": {"a": "tip", "b": "eye"}, "stiffness": 200,
              "damping": 5, "free_length": 0.4}],
  "outputs": [{"name": "height", "type": "position", "body": "cart", "component": "z",
               "from_initial": true},
              {"name": "jolt", "type": "acceleration", "body": "rod", "component": "z",
               "from_initial": true}],
  "run": {"until": 1, "output_interval": 0.01, "tolerance": 1e-6}})";

/// An unpacked FMU and its shared library.
class Fmu {
 public:
  Fmu(const fs::path& model, int fmi) : fmi_(fmi), folder_(MakeFolder()) {
    const fs::path archive = folder_ / "model.fmu";
    ExportFmu({.model = model, .output = archive, .fmi = fmi, .kit = TRUNNION_FMU_KIT});
    const std::string unpack =
        "python3 -m zipfile -e " + archive.string() + " " + (folder_ / "unpacked").string();
    EXPECT_EQ(std::system(unpack.c_str()), 0);
    Open();
  }
  /// One that is unpacked already.
  struct Unpacked {
    fs::path folder;
  };
  Fmu(const Unpacked& unpacked, int fmi) : fmi_(fmi), unpacked_(unpacked.folder) { Open(); }
  ~Fmu() {
    if (library_ != nullptr) dlclose(library_);
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Fmu(const Fmu&) = delete;
  Fmu& operator=(const Fmu&) = delete;

  static std::unique_ptr<Fmu> OfText(const std::string& text, int fmi) {
    const fs::path folder = MakeFolder();
    std::ofstream(folder / "driven.json") << text;
    auto fmu = std::make_unique<Fmu>(folder / "driven.json", fmi);
    fs::remove_all(folder);
    return fmu;
  }
  static fs::path MakeFolder() {
    std::string name = (fs::temp_directory_path() / "trunnion_fmu_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    return name;
  }

  fs::path unpacked() const { return folder_.empty() ? unpacked_ : folder_ / "unpacked"; }
  fs::path folder() const { return folder_; }
  fs::path library() const {
    return unpacked() / "binaries" / (fmi_ == 2 ? "linux64" : "x86_64-linux") / "trunnion_fmi.so";
  }
  std::string token() const { return ReadWhole(unpacked() / "resources/token.txt"); }
  std::string description() const { return ReadWhole(unpacked() / "modelDescription.xml"); }

  template <class F>
  F* Find(const char* name) const {
    void* address = library_ == nullptr ? nullptr : dlsym(library_, name);
    EXPECT_NE(address, nullptr) << name;
    return reinterpret_cast<F*>(address);
  }
  /// Value reference of a variable, from the text of the description.
  unsigned Reference(const std::string& name) const {
    const std::string text = description(), key = "name=\"" + name + "\" valueReference=\"";
    const std::size_t at = text.find(key);
    EXPECT_NE(at, std::string::npos) << name;
    return static_cast<unsigned>(std::atoi(text.c_str() + at + key.size()));
  }

 private:
  void Open() {
    library_ = dlopen(library().c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library_, nullptr) << dlerror();
  }
  int fmi_;
  fs::path folder_, unpacked_;
  void* library_ = nullptr;
};

#define FMI(fmu, name) (fmu).Find<decltype(::name)>(#name)

using Messages = std::vector<std::string>;

inline void Logger2(
    void* environment, const char*, fmi2Status, const char*, const char* text, ...) {
  char buffer[2048];
  va_list list;
  va_start(list, text);
  std::vsnprintf(buffer, sizeof buffer, text, list);
  va_end(list);
  static_cast<Messages*>(environment)->emplace_back(buffer);
}
inline void Logger3(void* environment, fmi3Status, const char*, const char* text) {
  static_cast<Messages*>(environment)->emplace_back(text);
}

/// An instance of either version, with what both have in common.
class HostedFmu {
 public:
  HostedFmu(const Fmu& of, int version, bool events = false, bool returns_early = false)
      : fmu(of), fmi(version) {
    if (fmi == 2) {
      const fmi2CallbackFunctions functions{Logger2, nullptr, nullptr, nullptr, &messages};
      const std::string place = "file://" + (fmu.unpacked() / "resources").string() + "/";
      instance = FMI(fmu, fmi2Instantiate)(
          "one", fmi2CoSimulation, fmu.token().c_str(), place.c_str(), &functions, 0, 1);
    } else {
      const std::string place = (fmu.unpacked() / "resources").string() + "/";
      instance = FMI(fmu, fmi3InstantiateCoSimulation)("one",
                                                       fmu.token().c_str(),
                                                       place.c_str(),
                                                       false,
                                                       true,
                                                       events,
                                                       returns_early,
                                                       nullptr,
                                                       0,
                                                       &messages,
                                                       Logger3,
                                                       nullptr);
    }
  }
  ~HostedFmu() {
    fmi == 2 ? FMI(fmu, fmi2FreeInstance)(instance) : FMI(fmu, fmi3FreeInstance)(instance);
  }
  HostedFmu(const HostedFmu&) = delete;
  HostedFmu& operator=(const HostedFmu&) = delete;

  int EnterInitialization(double start = 0, double stop = 0, double tolerance = 0) {
    if (fmi == 3)
      return FMI(fmu, fmi3EnterInitializationMode)(
          instance, tolerance > 0, tolerance, start, stop > 0, stop);
    const int status =
        FMI(fmu, fmi2SetupExperiment)(instance, tolerance > 0, tolerance, start, stop > 0, stop);
    return status != 0 ? status : FMI(fmu, fmi2EnterInitializationMode)(instance);
  }
  int ExitInitialization() {
    return fmi == 2 ? int(FMI(fmu, fmi2ExitInitializationMode)(instance))
                    : int(FMI(fmu, fmi3ExitInitializationMode)(instance));
  }
  void Initialize() {
    ASSERT_EQ(EnterInitialization(), 0) << Last();
    ASSERT_EQ(ExitInitialization(), 0) << Last();
  }
  int Step(double t, double h) {
    if (fmi == 2) return FMI(fmu, fmi2DoStep)(instance, t, h, 1);
    return FMI(fmu, fmi3DoStep)(instance, t, h, true, &event, &terminate, &early, &last);
  }
  int Set(unsigned reference, double value) {
    return fmi == 2 ? int(FMI(fmu, fmi2SetReal)(instance, &reference, 1, &value))
                    : int(FMI(fmu, fmi3SetFloat64)(instance, &reference, 1, &value, 1));
  }
  std::vector<double> Get(const std::vector<unsigned>& references, int expected = 0) {
    std::vector<double> x(references.size(), -77);
    const std::size_t n = x.size();
    const int status =
        fmi == 2 ? int(FMI(fmu, fmi2GetReal)(instance, references.data(), n, x.data()))
                 : int(FMI(fmu, fmi3GetFloat64)(instance, references.data(), n, x.data(), n));
    EXPECT_EQ(status, expected) << Last();
    return x;
  }
  double Get(const std::string& name) { return Get(std::vector{fmu.Reference(name)})[0]; }
  int GetState(void** state) {
    return fmi == 2 ? int(FMI(fmu, fmi2GetFMUstate)(instance, state))
                    : int(FMI(fmu, fmi3GetFMUState)(instance, state));
  }
  int SetState(void* state) {
    return fmi == 2 ? int(FMI(fmu, fmi2SetFMUstate)(instance, state))
                    : int(FMI(fmu, fmi3SetFMUState)(instance, state));
  }
  int FreeState(void** state) {
    return fmi == 2 ? int(FMI(fmu, fmi2FreeFMUstate)(instance, state))
                    : int(FMI(fmu, fmi3FreeFMUState)(instance, state));
  }
  std::string Serialize(void* state) {
    std::size_t size = 0;
    std::string bytes;
    if (fmi == 2) {
      EXPECT_EQ(FMI(fmu, fmi2SerializedFMUstateSize)(instance, state, &size), fmi2OK);
      bytes.resize(size);
      EXPECT_EQ(FMI(fmu, fmi2SerializeFMUstate)(instance, state, bytes.data(), size), fmi2OK);
    } else {
      EXPECT_EQ(FMI(fmu, fmi3SerializedFMUStateSize)(instance, state, &size), fmi3OK);
      bytes.resize(size);
      auto* data = reinterpret_cast<fmi3Byte*>(bytes.data());
      EXPECT_EQ(FMI(fmu, fmi3SerializeFMUState)(instance, state, data, size), fmi3OK);
    }
    return bytes;
  }
  int Deserialize(const std::string& bytes, void** state) {
    if (fmi == 2)
      return FMI(fmu, fmi2DeSerializeFMUstate)(instance, bytes.data(), bytes.size(), state);
    const auto* data = reinterpret_cast<const fmi3Byte*>(bytes.data());
    return FMI(fmu, fmi3DeserializeFMUState)(instance, data, bytes.size(), state);
  }
  int Reset() {
    return fmi == 2 ? int(FMI(fmu, fmi2Reset)(instance)) : int(FMI(fmu, fmi3Reset)(instance));
  }
  int Terminate() {
    return fmi == 2 ? int(FMI(fmu, fmi2Terminate)(instance))
                    : int(FMI(fmu, fmi3Terminate)(instance));
  }
  std::string Last() const { return messages.empty() ? "no message" : messages.back(); }
  /// Steps of 1 ms from t on.
  void Steps(int from, int to) {
    for (int i = from; i < to; ++i) ASSERT_EQ(Step(1e-3 * i, 1e-3), 0) << Last();
  }

  const Fmu& fmu;
  int fmi;
  void* instance = nullptr;
  Messages messages;
  bool event = false, terminate = false, early = false;
  double last = 0;
};

/// Value references of all variables that are reals.
inline std::vector<unsigned> Outputs(const std::vector<Variable>& list) {
  std::vector<unsigned> references;
  for (unsigned i = 0; i < list.size(); ++i)
    if (list[i].causality == Causality::output) references.push_back(i);
  return references;
}

/// What the FMU does, without the FMU.
struct Reference {
  explicit Reference(const ModelFile& file, const std::string& path) : host(Make(file)) {
    list = ListVariables(*host, model_file::ParseText(ReadWhole(path), path));
  }
  static std::unique_ptr<SteppedSimulation> Make(const ModelFile& file) {
    SimulationOptions options = file.run.MakeOptions();
    options.threads = 1;
    options.serial = true;
    return std::make_unique<SteppedSimulation>(file.model, options, file.signals);
  }
  std::vector<double> Get() {
    std::vector<double> values;
    for (const unsigned i : Outputs(list)) values.push_back(host->Get(host->output(list[i].index)));
    return values;
  }
  std::unique_ptr<SteppedSimulation> host;
  std::vector<Variable> list;
};

}  // namespace trunnion::fmu
