// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/imported_fmu.hpp"

#include <array>
#include <cfenv>
#include <cmath>
#include <sstream>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/cosimulation/fmu_archive.hpp"
#include "engine/cosimulation/fmu_calls.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

/// The environment of this program, after whatever an FMU does to it.
class KeptFloatingPoint {
 public:
  KeptFloatingPoint() { std::fegetenv(&kept_); }
  ~KeptFloatingPoint() { std::fesetenv(&kept_); }
  KeptFloatingPoint(const KeptFloatingPoint&) = delete;
  KeptFloatingPoint& operator=(const KeptFloatingPoint&) = delete;

 private:
  std::fenv_t kept_{};
};

std::string LabelOf(const fs::path& file, const std::string& name) {
  return "fmu '" + (name.empty() ? file.stem().string() : name) + "'";
}

/// The platforms that an FMU has a folder for.
std::string ListPlatforms(const fs::path& binaries) {
  std::string text;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(binaries, error))
    text += (text.empty() ? "" : ", ") + entry.path().filename().string();
  return text;
}

fs::path FindBinary(const fs::path& folder, const FmuDescription& d, const std::string& label) {
  const fs::path binaries = folder / "binaries", name = d.identifier + ".so";
  const fs::path binary = binaries / (d.fmi == 2 ? "linux64" : "x86_64-linux") / name;
  if (fs::exists(binary)) return binary;
  const std::string others = ListPlatforms(binaries);
  throw FileError(label + ": the FMU has no library for 64-bit Linux, " +
                  binary.lexically_relative(folder).string() + ", " +
                  (others.empty() ? "and none for another platform" : "but for " + others) +
                  "; export it for Linux");
}

const char* Word(FmuStatus status) {
  constexpr std::array<const char*, 6> kWords{
      "ok", "warning", "discard", "error", "fatal", "pending"};
  const auto i = static_cast<std::size_t>(status);
  return i < kWords.size() ? kWords[i] : "a status that the standard does not know";
}

std::string At(double t) {
  std::ostringstream text;
  text.precision(9);
  text << " at t = " << t << " s";
  return text.str();
}

}  // namespace

ImportedFmu::ImportedFmu(const fs::path& file, const std::string& name)
    : label_(LabelOf(file, name)),
      archive_(std::make_unique<FmuArchive>(file)),
      description_(ReadFmuDescription(archive_->folder(), label_)),
      messages_(std::make_unique<FmuMessages>()) {
  if (description_.needs_tool)
    throw FileError(label_ +
                    ": the FMU needs the program that has written it while it runs; export it "
                    "without");
  const KeptFloatingPoint kept;
  library_ =
      std::make_unique<FmuLibrary>(FindBinary(archive_->folder(), description_, label_), label_);
  const fs::path resources = archive_->folder() / "resources";
  const bool has_resources = fs::is_directory(resources);
  if (!has_resources && description_.fmi == 2) fs::create_directories(resources);
  const FmuPlace place{.loaded = *library_,
                       .description = description_,
                       .name = name.empty() ? file.stem().string() : name,
                       .resources = has_resources || description_.fmi == 2 ? resources : fs::path(),
                       .messages = *messages_};
  calls_ = description_.fmi == 2 ? InstantiateFmi2(place) : InstantiateFmi3(place);
  if (calls_) return;
  const std::string said = messages_->TakeText();
  throw FileError(label_ + ": the FMU cannot be instantiated" +
                  (said.empty() ? ", and does not say why" : ": " + said) +
                  "; look into its documentation");
}

ImportedFmu::~ImportedFmu() {
  const KeptFloatingPoint kept;
  if (initialized_ && calls_) calls_->Terminate();
  calls_.reset();
  library_.reset();
}

int ImportedFmu::Find(const std::string& variable) const {
  try {
    return description_.Find(variable);
  } catch (const ModelError& error) {
    throw ModelError(label_, error.what());
  }
}

/// @throws unless the status is good; afterwards nothing but the destructor may be called.
void ImportedFmu::Check(FmuStatus status, const std::string& what, bool ended) {
  if (status == FmuStatus::ok && !ended) return;
  const std::string said = messages_->TakeText();
  if (status == FmuStatus::warning && !ended) {
    if (!said.empty()) warnings_.push_back(label_ + ": " + what + ": " + said);
    return;
  }
  initialized_ = ended;
  if (status >= FmuStatus::fatal) calls_->Abandon();
  const std::string reason = said.empty() ? ", and does not say why" : ": " + said;
  if (ended)
    throw SolverError(label_ + ": the FMU ends the simulation in " + what +
                      (said.empty() ? "" : ": " + said) + "; end the run before");
  if (status == FmuStatus::discard)
    throw SolverError(label_ + ": the FMU refuses " + what + reason +
                      "; give values that it can take, or a shorter interval");
  throw SolverError(label_ + ": the FMU fails in " + what + " with status " + Word(status) +
                    reason + "; look at its inputs, parameters and interval");
}

template <class F>
void ImportedFmu::Call(const std::string& what, const F& f) {
  FmuStatus status{};
  {
    const KeptFloatingPoint kept;
    status = f(*calls_);
  }
  Check(status, what);
}

void ImportedFmu::BeginInitialization(double t) {
  Call("its initialization" + At(t), [&](FmuCalls& c) { return c.EnterInitialization(t); });
}

void ImportedFmu::EndInitialization() {
  Call("its initialization", [](FmuCalls& c) { return c.ExitInitialization(); });
  initialized_ = true;
}

void ImportedFmu::RequireNumber(int i) const {
  const FmuVariable& v = variable(i);
  const bool number =
      v.type != FmuType::text && v.type != FmuType::binary && v.type != FmuType::clock && !v.array;
  Require(number,
          label_,
          "the variable '" + v.name + "' is " + (v.array ? "an array" : Describe(v.type)) +
              ", not a number; choose another");
}

double ImportedFmu::Get(int i) {
  RequireNumber(i);
  const FmuVariable& v = variable(i);
  double value = 0;
  Call("getting '" + v.name + "'", [&](FmuCalls& c) { return c.Get(v, value); });
  if (!std::isfinite(value))
    throw SolverError(label_ + ": the FMU gives a value of '" + v.name +
                      "' that is not finite; look at its inputs, parameters and interval");
  return value;
}

void ImportedFmu::Set(int i, double value) {
  RequireNumber(i);
  const FmuVariable& v = variable(i);
  Call("setting '" + v.name + "'", [&](FmuCalls& c) { return c.Set(v, value); });
}

void ImportedFmu::SetText(int i, const std::string& value) {
  const FmuVariable& v = variable(i);
  Require(v.type == FmuType::text, label_, "the variable '" + v.name + "' is no string");
  Call("setting '" + v.name + "'", [&](FmuCalls& c) { return c.SetText(v, value); });
}

void ImportedFmu::DoStep(double t, double step) {
  bool ended = false;
  FmuStatus status{};
  {
    const KeptFloatingPoint kept;
    status = calls_->DoStep(t, step, ended);
  }
  if (status != FmuStatus::ok || ended) Check(status, "its step" + At(t), ended);
}

void ImportedFmu::RequireSaves() const {
  Require(description_.saves_state && description_.serializes_state,
          label_,
          "the FMU cannot save its state, so that there are no checkpoints of this model; run it "
          "without");
}

std::string ImportedFmu::Save() {
  RequireSaves();
  std::string bytes;
  Call("saving its state", [&](FmuCalls& c) { return c.Save(bytes); });
  return bytes;
}

void ImportedFmu::Load(std::string_view bytes) {
  RequireSaves();
  Call("restoring its state", [&](FmuCalls& c) { return c.Load(bytes); });
}

std::vector<double> ImportedFmu::Differentiate(const std::vector<int>& unknowns,
                                               const std::vector<int>& knowns,
                                               const std::vector<double>& seed) {
  Require(description_.differentiates, label_, "the FMU has no directional derivatives");
  Require(seed.size() == knowns.size(), label_, "give one number for each of the knowns");
  const auto references = [this](const std::vector<int>& list) {
    std::vector<unsigned> out;
    for (const int i : list) out.push_back(variable(i).reference);
    return out;
  };
  std::vector<double> out(unknowns.size());
  Call("calculating derivatives", [&](FmuCalls& c) {
    return c.Differentiate(references(unknowns), references(knowns), seed, out);
  });
  return out;
}

std::vector<std::string> ImportedFmu::TakeWarnings() { return std::exchange(warnings_, {}); }

}  // namespace trunnion
