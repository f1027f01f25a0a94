// SPDX-License-Identifier: BSD-3-Clause
#include "engine/study/study.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/core/input_file.hpp"
#include "engine/core/version.hpp"
#include "engine/model_file/include.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion {
namespace {

using model_file::Entry;
using model_file::Into;
using model_file::Json;
using model_file::ReadChoice;

constexpr std::size_t kMostBytes = 1'000'000'000;

/// FNV-1a.
std::uint64_t Hash(std::string_view text, std::uint64_t hash) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

int ReadCount(const Entry& entry, long least) {
  constexpr long kMost = 1'000'000;
  const long value = entry.Integer();
  if (value < least || value > kMost)
    entry.Fail("the number must lie between " + std::to_string(least) + " and 1000000");
  return static_cast<int>(value);
}

Sampling ReadSampling(const Entry& entry) {
  entry.RequireKeys({"type", "runs", "seed"});
  Sampling sampling;
  sampling.type = ReadChoice<SamplingType>(entry.At("type"),
                                           {{"grid", SamplingType::grid},
                                            {"one_at_a_time", SamplingType::one_at_a_time},
                                            {"latin_hypercube", SamplingType::latin_hypercube},
                                            {"monte_carlo", SamplingType::monte_carlo},
                                            {"sobol", SamplingType::sobol}});
  const bool levels =
      sampling.type == SamplingType::grid || sampling.type == SamplingType::one_at_a_time;
  for (const char* key : {"runs", "seed"})
    if (const auto e = entry.Find(key); e && levels)
      e->Fail("this sampling follows from the levels of the parameters; remove the key");
  if (levels) return sampling;
  sampling.runs = ReadCount(entry.At("runs"), 2);
  if (const auto e = entry.Find("seed"))
    sampling.seed = static_cast<std::uint64_t>(ReadCount(*e, 0));
  return sampling;
}

void RequireDistribution(const Entry& entry, SamplingType sampling) {
  entry.RequireKeys({"values", "from", "to", "levels", "mean", "deviation", "nominal"});
  entry.RequireOneOf({"values", "from", "mean"});
  entry.RequireOneOf({"values", "levels", "mean"});
  if (!entry.Has("values") && !entry.Has("from") && !entry.Has("mean"))
    entry.Fail("give 'values', or 'from' and 'to', or 'mean' and 'deviation'");
  const bool levels = sampling == SamplingType::grid || sampling == SamplingType::one_at_a_time;
  if (levels && entry.Has("mean"))
    entry.Fail(
        "a distribution has no levels; give 'values', or 'from' and 'to', or take another "
        "sampling");
  if (const auto e = entry.Find("levels"); e && !levels)
    e->Fail("only a grid or one_at_a_time has levels; remove the key");
  if (const auto e = entry.Find("nominal"); e && sampling != SamplingType::one_at_a_time)
    e->Fail("only one_at_a_time reads the nominal value; remove the key");
}

double FindNominal(const Entry& entry, const std::string& name, const ModelFile& model) {
  const auto known = model.parameters.find(name);
  if (known != model.parameters.end()) return known->second;
  std::vector<std::string> names;
  for (const auto& [other, value] : model.parameters) names.push_back(other);
  const std::string hint = model_file::Suggest(name, names);
  entry.Fail("the model has no parameter '" + name + "'" +
             (!hint.empty()   ? hint
              : names.empty() ? "; it has none, add it there under 'parameters'"
                              : "; it has " + model_file::List(names)));
}

StudyParameter ReadParameter(const Entry& entry,
                             const std::string& name,
                             SamplingType sampling,
                             const ModelFile& model) {
  StudyParameter parameter{.name = name, .nominal = FindNominal(entry, name, model)};
  RequireDistribution(entry, sampling);
  if (const auto e = entry.Find("values"))
    for (const Entry& item : e->Items()) parameter.values.push_back(item.Angle());
  if (entry.Has("values") && parameter.values.empty()) entry.At("values").Fail("give a value");
  if (const auto e = entry.Find("mean")) {
    parameter.mean = e->Angle();
    parameter.deviation = entry.At("deviation").Angle();
    if (!(parameter.deviation > 0)) entry.At("deviation").Fail("the number must be greater than 0");
  } else if (const auto d = entry.Find("deviation")) {
    d->Fail("it needs a 'mean'; add it, or remove the key");
  }
  if (const auto e = entry.Find("from")) {
    parameter.from = e->Angle();
    parameter.to = entry.At("to").Angle();
  } else if (const auto to = entry.Find("to")) {
    to->Fail("it needs 'from'; add it, or remove the key");
  }
  if (const auto e = entry.Find("levels")) parameter.levels = ReadCount(*e, 2);
  if (const auto e = entry.Find("nominal")) parameter.nominal = e->Angle();
  return parameter;
}

Reduction ReadReduction(const Entry& entry) {
  using Kind = Reduction::Kind;
  Reduction reduction;
  reduction.kind = ReadChoice<Kind>(entry.At("reduce"),
                                    {{"max", Kind::max},
                                     {"min", Kind::min},
                                     {"range", Kind::range},
                                     {"peak", Kind::peak},
                                     {"mean", Kind::mean},
                                     {"rms", Kind::rms},
                                     {"initial", Kind::initial},
                                     {"final", Kind::final},
                                     {"value", Kind::value},
                                     {"frequency", Kind::frequency}});
  Into(entry, "after", reduction.after);
  Into(entry, "before", reduction.before);
  if (!(reduction.after <= reduction.before)) entry.Fail("'after' lies behind 'before'");
  const bool at = reduction.kind == Kind::value;
  if (at) reduction.at = entry.At("at").Number();
  if (const auto e = entry.Find("at"); e && !at)
    e->Fail("only \"reduce\": \"value\" has a time; remove the key");
  return reduction;
}

StudyOutput ReadOutput(const Entry& entry, const ModelFile& model) {
  entry.RequireKeys({"name", "output", "analysis", "reduce", "after", "before", "at"});
  StudyOutput output;
  const Entry signal = entry.At("output");
  output.signal = signal.Text();
  std::vector<std::string> known;
  for (const Signal& s : model.signals) known.push_back(s.name);
  if (std::find(known.begin(), known.end(), output.signal) == known.end())
    signal.Fail("the model has no output '" + output.signal + "'; list it there under 'outputs'" +
                model_file::Suggest(output.signal, known));
  output.reduction = ReadReduction(entry);
  output.name = output.signal + "." + entry.At("reduce").Text();
  Into(entry, "name", output.name);
  if (output.name.empty()) entry.At("name").Fail("the name is empty; give one");
  if (const auto e = entry.Find("analysis")) {
    output.analysis = e->Text();
    std::vector<std::string> names;
    for (const AnalysisRequest& request : model.analyses) names.push_back(request.name);
    if (std::find(names.begin(), names.end(), output.analysis) == names.end())
      e->Fail("the model has no analysis '" + output.analysis + "'" +
              model_file::Suggest(output.analysis, names));
  }
  return output;
}

/// The model, with what is wrong in it told with its own file.
ModelFile ReadModelOf(const Entry& root,
                      const std::filesystem::path& path,
                      const MakeTypes& types) {
  ModelFile model = ReadModelFile(path, types());
  if (!model.fmus.empty())
    root.At("model").Fail("studies run no FMUs; take the section 'fmus' out of the model");
  return model;
}

void ReadParameters(const Entry& section, const ModelFile& model, Study& study) {
  if (!section.json().is_object()) section.FailType("an object of names and ranges");
  for (const auto& item : section.json().items()) {
    Entry entry = section.At(item.key());
    entry.set_label("parameter '" + item.key() + "'");
    study.parameters.push_back(ReadParameter(entry, item.key(), study.sampling.type, model));
  }
  if (study.parameters.empty()) section.Fail("there is none; add one");
}

void ReadOutputs(const Entry& section, const ModelFile& model, Study& study) {
  std::set<std::string> names;
  for (const Entry& entry : section.Items()) {
    study.outputs.push_back(ReadOutput(entry, model));
    if (!names.insert(study.outputs.back().name).second)
      entry.Fail("there is another output '" + study.outputs.back().name +
                 "'; give each a 'name' of its own");
  }
  if (study.outputs.empty()) section.Fail("there is none; add one");
}

std::uint64_t CalcFingerprint(const Json& study, const std::filesystem::path& model) {
  constexpr std::uint64_t kBasis = 14695981039346656037ULL;
  const std::string source = model.string();
  const Json whole = model_file::ResolveIncludes(
      model_file::ParseText(InputFile(model).ReadAll(kMostBytes), source), source);
  return Hash(Version(), Hash(whole.dump(), Hash(study.dump(), kBasis)));
}

}  // namespace

Study ReadStudy(const std::filesystem::path& path, const MakeTypes& types) {
  std::string text;
  try {
    text = InputFile(path).ReadAll(kMostBytes);
  } catch (const FileError& error) {
    throw FileError(std::string("the study ") + error.what(), error.fields());
  }
  const Json document = model_file::ParseText(text, path.string());
  const Entry root(document, path.string());
  root.RequireKeys({"description", "model", "sampling", "parameters", "outputs"});
  Study study;
  study.source = path.string();
  study.model = path.parent_path() / root.At("model").Text();
  const ModelFile model = ReadModelOf(root, study.model, types);
  study.sampling = ReadSampling(root.At("sampling"));
  ReadParameters(root.At("parameters"), model, study);
  ReadOutputs(root.At("outputs"), model, study);
  study.fingerprint = CalcFingerprint(document, study.model);
  return study;
}

}  // namespace trunnion
