// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/package.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "engine/core/version.hpp"
#include "engine/model_file/include.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/model_file/parameters.hpp"
#include "engine/model_file/parts.hpp"
#include "fmu/description.hpp"

namespace trunnion::fmu {
namespace {

namespace fs = std::filesystem;
using model_file::Json;

constexpr long kFirstDate = 315532800;  // 1980, where the dates of zip archives begin

/// Seconds of SOURCE_DATE_EPOCH (https://reproducible-builds.org).
std::optional<long> SourceDate() {
  const char* text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr) return {};
  char* end = nullptr;
  const long seconds = std::strtol(text, &end, 10);
  return end == text || *end != '\0' || seconds < kFirstDate ? std::nullopt
                                                             : std::optional(seconds);
}

std::string DateText(long seconds) {
  const std::time_t time = seconds;
  std::tm t{};
  gmtime_r(&time, &t);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &t);
  return text.data();
}

/// 128 bits of all that makes the FMU, as a guid: FNV-1a from two starts.
std::string MakeToken(const Files& files, int fmi) {
  std::array<std::uint64_t, 2> hash{0xcbf29ce484222325, 0x84222325cbf29ce4};
  const auto add = [&](const std::string& text) {
    for (std::uint64_t& h : hash) {
      for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
      h = (h ^ 0x100) * 0x100000001b3;
    }
  };
  add(std::string(Version()) + (fmi == 2 ? "2" : "3"));
  for (const auto& [name, text] : files) {
    add(name);
    add(text);
  }
  const auto part = [](std::uint64_t h, int shift, unsigned mask) {
    return static_cast<unsigned>(h >> shift) & mask;
  };
  std::array<char, 64> text{};
  std::snprintf(text.data(),
                text.size(),
                "{%08x-%04x-%04x-%04x-%08x%04x}",
                part(hash[0], 32, ~0U),
                part(hash[0], 16, 0xFFFF),
                part(hash[0], 0, 0xFFFF),
                part(hash[1], 48, 0xFFFF),
                part(hash[1], 16, ~0U),
                part(hash[1], 0, 0xFFFF));
  return text.data();
}

/// The shared libraries, their licences, and what the standard wants to be said beside.
void AddKit(const fs::path& kit, int fmi, Files& files) {
  const std::string library = std::string(kModelIdentifier) + ".so";
  if (kit.empty() || !fs::exists(kit / library))
    throw FileError(
        "the shared library of FMUs, " + library +
        ", is not there; install Trunnion completely, or build the target trunnion_fmi");
  const std::string binaries = fmi == 2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
  for (const auto& entry : fs::directory_iterator(kit))
    if (entry.is_regular_file())
      files[binaries + entry.path().filename().string()] = ReadWhole(entry.path());
  for (const auto& entry : fs::directory_iterator(kit / "licenses"))
    files["documentation/licenses/" + entry.path().filename().string()] = ReadWhole(entry.path());
  files["documentation/externalDependencies.txt"] =
      "The shared libraries need of the system: libc, libm, libgcc_s and libstdc++.\n";
}

Description Describe(const ModelFile& file, SteppedSimulation& host, const Json& document) {
  Description d;
  d.name = fs::path(file.source).stem().string();
  d.text = file.description;
  d.has_events = host.simulation().has_events();
  d.stop_time = file.run.until;
  d.tolerance = file.run.integrator.tolerance;
  d.step_size = file.run.output_interval;
  d.variables = ListVariables(host, document);
  return d;
}

std::string IndexPage(const Description& d) {
  return "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>FMU of Trunnion</title>\n<p>A "
         "multibody "
         "model, exported by Trunnion " +
         std::string(Version()) + " for FMI " + (d.fmi == 2 ? "2.0" : "3.0") +
         ".</p>\n<p>Inputs hold through a step; those that drive motions go straight to the value "
         "that has been set and reach it at the end of the step. Parameters may change between "
         "steps.</p>\n";
}

ExportReport Report(const Description& d, const SteppedSimulation& host) {
  ExportReport report;
  for (const Variable& v : d.variables) {
    report.inputs += v.causality == Causality::input;
    report.parameters += v.causality == Causality::parameter && v.index >= 0;
    report.outputs += v.causality == Causality::output;
  }
  if (host.outputs().size() > kMostOutputs)
    report.columns_left_out = host.outputs().size() - report.outputs;
  return report;
}

void RequireNoFmus(const ModelFile& file) {
  if (file.fmus.empty()) return;
  throw ModelError(
      file.source + ": /fmus/0: fmu '" + file.fmus.front().name + "'",
      "an FMU holds no other FMUs; take the section \"fmus\" out, and connect both in the "
      "program that takes them");
}

}  // namespace

ExportReport ExportFmu(const ExportRequest& request) {
  const ModelFile file = ReadModelFile(request.model);
  RequireNoFmus(file);
  SimulationOptions options = file.run.MakeOptions();
  options.threads = 1;
  options.serial = true;
  SteppedSimulation host(file.model, options, file.signals);
  const std::string source = request.model.string();
  Json document =
      model_file::ResolveIncludes(model_file::ParseText(ReadWhole(source), source), source);
  const model_file::Entry root(document, source);
  model_file::WriteOutParts(document, root, model_file::ReadParameters(root, {}));
  document.erase("$schema");
  Files files;
  GatherFiles(document, request.model.parent_path(), files);
  files["resources/model.json"] = document.dump(1);
  Description description = Describe(file, host, document);
  description.fmi = request.fmi;
  description.token = MakeToken(files, request.fmi);
  const auto date = SourceDate();
  if (date) description.date = DateText(*date);
  files["resources/token.txt"] = description.token;
  files["modelDescription.xml"] = WriteXml(description);
  files["documentation/index.html"] = IndexPage(description);
  AddKit(request.kit, request.fmi, files);
  WriteZip(request.output, files, date.value_or(kFirstDate));
  return Report(description, host);
}

}  // namespace trunnion::fmu
