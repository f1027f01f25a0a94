// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cosimulation/fmu_description.hpp"

namespace trunnion {

class FmuArchive;
class FmuCalls;
class FmuLibrary;
class FmuMessages;
enum class FmuStatus;

/// One instance of an FMU for co-simulation, of FMI 2.0 or 3.0, for 64-bit Linux, that this program
/// steps. Its files lie in a private folder that goes with the object.
///
///     ImportedFmu fmu("wheel.fmu");
///     fmu.Initialize(0);
///     fmu.Set(fmu.Find("speed"), 3);
///     fmu.DoStep(0, 0.01);
///     const double torque = fmu.Get(fmu.Find("torque"));
///
/// Values are in the units of the FMU. The floating-point environment is after each call what it
/// was before. A failure of the FMU is a SolverError with its own last messages; code of an FMU
/// runs in this process: take only those that you trust. It belongs to one thread.
///
/// Verified  tests/cosimulation/: FMUs in C of both versions, and our own.
class ImportedFmu {
 public:
  /// Unpacks, loads and instantiates it.
  /// @param name  of the instance, "fmu 'NAME'" in messages; empty: that of the file.
  /// @throws FileError if it is none, not for co-simulation or not for this platform.
  explicit ImportedFmu(const std::filesystem::path& file, const std::string& name = {});
  ~ImportedFmu();
  ImportedFmu(const ImportedFmu&) = delete;
  ImportedFmu& operator=(const ImportedFmu&) = delete;

  const FmuDescription& description() const { return description_; }
  const std::string& label() const { return label_; }  ///< "fmu 'NAME'"
  /// The place of a variable in description().variables: what the functions below take.
  /// @throws ModelError with a similar name if there is none.
  int Find(const std::string& variable) const;
  const FmuVariable& variable(int i) const {
    return description_.variables[static_cast<std::size_t>(i)];
  }

  /// Initialization begins at t [s]: inputs may be set, then; parameters before. @throws
  /// SolverError
  void BeginInitialization(double t);
  void EndInitialization();
  void Initialize(double t) {
    BeginInitialization(t);
    EndInitialization();
  }

  /// A number; of a Boolean 0 or 1. @throws SolverError naming the variable if the FMU refuses, or
  /// what it gives is not finite; ModelError if the variable is no number.
  double Get(int variable);
  void Set(int variable, double value);
  void SetText(int variable, const std::string& value);

  /// From t to t + step [s]. @throws SolverError if it fails, refuses, or ends the simulation; what
  /// it is then no more is used.
  void DoStep(double t, double step);

  /// The state, complete. @throws ModelError if the FMU cannot save it, SolverError if it fails.
  std::string Save();
  void Load(std::string_view bytes);
  void RequireSaves() const;  ///< @throws ModelError if it cannot

  /// Changes of `unknowns` for changes `seed` of `knowns`, at the present time. @throws ModelError
  /// if the FMU has no directional derivatives, SolverError if it fails.
  std::vector<double> Differentiate(const std::vector<int>& unknowns,
                                    const std::vector<int>& knowns,
                                    const std::vector<double>& seed);

  /// What calls that went well have warned of since the last call, a sentence each.
  std::vector<std::string> TakeWarnings();

 private:
  template <class F>
  void Call(const std::string& what, const F& f);
  void Check(FmuStatus status, const std::string& what, bool ended = false);
  void RequireNumber(int variable) const;

  std::string label_;
  std::unique_ptr<FmuArchive> archive_;
  FmuDescription description_;
  std::unique_ptr<FmuMessages> messages_;
  std::unique_ptr<FmuLibrary> library_;
  std::unique_ptr<FmuCalls> calls_;
  std::vector<std::string> warnings_;
  bool initialized_ = false;
};

}  // namespace trunnion
