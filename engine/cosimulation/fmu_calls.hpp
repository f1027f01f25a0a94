// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cosimulation/fmu_description.hpp"

/// The calls of FMUs of both versions. Internal to engine/cosimulation.
namespace trunnion {

/// What functions of FMI return; values of both versions.
enum class FmuStatus { ok, warning, discard, error, fatal, pending };

/// The last messages of an instance.
class FmuMessages {
 public:
  void Take(const char* text);
  /// The last one, or those of a failure that came together; empty: it has said nothing.
  std::string TakeText();

 private:
  std::deque<std::string> last_;
};

/// A shared library.
class FmuLibrary {
 public:
  /// @throws FileError naming `name` if it cannot be loaded.
  FmuLibrary(const std::filesystem::path& file, std::string name);
  ~FmuLibrary();
  FmuLibrary(const FmuLibrary&) = delete;
  FmuLibrary& operator=(const FmuLibrary&) = delete;

  /// @throws FileError if the library has no such function.
  template <class F>
  F* Find(const char* function) const {
    return reinterpret_cast<F*>(FindAddress(function));
  }

 private:
  void* FindAddress(const char* function) const;

  std::string name_;
  void* library_ = nullptr;
};

/// One instance behind the functions of one version. Freed with the object.
class FmuCalls {
 public:
  virtual ~FmuCalls() = default;

  virtual FmuStatus EnterInitialization(double t) = 0;
  virtual FmuStatus ExitInitialization() = 0;
  virtual FmuStatus Get(const FmuVariable& v, double& value) = 0;
  virtual FmuStatus Set(const FmuVariable& v, double value) = 0;
  virtual FmuStatus SetText(const FmuVariable& v, const std::string& value) = 0;
  /// @param ended  the FMU wants the simulation to end.
  virtual FmuStatus DoStep(double t, double step, bool& ended) = 0;
  /// The state as bytes.
  virtual FmuStatus Save(std::string& bytes) = 0;
  virtual FmuStatus Load(std::string_view bytes) = 0;
  virtual FmuStatus Keep(void*& state) = 0;
  virtual FmuStatus Restore(void* state) = 0;
  virtual FmuStatus Forget(void*& state) = 0;
  virtual FmuStatus Differentiate(std::span<const unsigned> unknowns,
                                  std::span<const unsigned> knowns,
                                  std::span<const double> seed,
                                  std::span<double> out) = 0;
  virtual FmuStatus Terminate() = 0;
  /// A call has returned fatal: nothing else may be called, nor may it be freed.
  void Abandon() { abandoned_ = true; }

 protected:
  bool abandoned_ = false;
};

/// What an instance is made with.
struct FmuPlace {
  const FmuLibrary& loaded;
  const FmuDescription& description;
  std::string name;                 ///< of the instance
  std::filesystem::path resources;  ///< empty: there are none
  FmuMessages& messages;
};

/// @return null if the FMU refuses.
std::unique_ptr<FmuCalls> InstantiateFmi2(const FmuPlace& place);
std::unique_ptr<FmuCalls> InstantiateFmi3(const FmuPlace& place);

}  // namespace trunnion
