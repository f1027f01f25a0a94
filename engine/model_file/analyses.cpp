// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>
#include <set>

#include "engine/model_file/reading.hpp"

namespace trunnion::model_file {
namespace {

double ReadPositive(const Entry& entry) {
  const double value = entry.Number();
  if (!(value > 0)) entry.Fail("the number must be greater than 0");
  return value;
}

int ReadCount(const Entry& entry, long most) {
  const long value = entry.Integer();
  if (value < 1 || value > most)
    entry.Fail("the number must lie between 1 and " + std::to_string(most));
  return static_cast<int>(value);
}

void ReadTimes(const Entry& entry, AnalysisRequest& request) {
  if (const auto e = entry.Find("until")) request.until = ReadPositive(*e);
  if (const auto e = entry.Find("output_interval")) request.output_interval = ReadPositive(*e);
}

void ReadStatics(const Entry& entry, StaticOptions& options) {
  if (const auto e = entry.Find("tolerance")) options.tolerance = ReadPositive(*e);
  if (const auto e = entry.Find("max_iterations")) options.max_iterations = ReadCount(*e, 100000);
  if (const auto e = entry.Find("max_relaxations"))
    options.max_relaxations = ReadCount(*e, 1000000);
}

template <class Options>
void ReadLinearCommon(const Entry& entry, Options& options) {
  Into(entry, "damping", options.damping);
  Into(entry, "axes", options.axes, [](const Entry& e) {
    return ReadChoice<IncrementAxes>(e,
                                     {{"world", IncrementAxes::world},
                                      {"body", IncrementAxes::body},
                                      {"rotor", IncrementAxes::rotor}});
  });
}

bool CanBeInput(const std::string& force_type) {
  return force_type != "bushing" && force_type != "reduced" && force_type != "expression";
}

void ReadInputs(Reading& reading, const Entry& list, AnalysisRequest& request) {
  for (const Entry& item : list.Items()) {
    const ForceId force = FindForce(reading, item);
    if (!CanBeInput(reading.file.force_types[static_cast<std::size_t>(force.index())]))
      item.Fail(
          "a bushing, a reduced body or an expression cannot be an input; give a load, motor, "
          "spring or stop");
    request.linear.inputs.push_back(force);
  }
}

void ReadOutputNames(Reading& reading, const Entry& list, AnalysisRequest& request) {
  for (const Entry& item : list.Items()) {
    const std::string name = item.Text();
    const auto& known = reading.output_names;
    if (std::find(known.begin(), known.end(), name) == known.end())
      item.Fail("unknown output '" + name + "'; list it in /outputs" + Suggest(name, known));
    request.output_names.push_back(name);
  }
}

void ReadLinearize(Reading& reading, const Entry& entry, AnalysisRequest& request) {
  entry.RequireKeys({"name", "type", "inputs", "outputs", "damping", "axes"});
  ReadLinearCommon(entry, request.linear);
  if (const auto e = entry.Find("inputs")) ReadInputs(reading, *e, request);
  request.output_names = reading.output_names;
  if (const auto e = entry.Find("outputs")) {
    request.output_names.clear();
    ReadOutputNames(reading, *e, request);
  }
}

void ReadModes(const Entry& entry, AnalysisRequest& request) {
  entry.RequireKeys({"name", "type", "damping", "axes", "modes", "near"});
  ReadLinearCommon(entry, request.modes);
  if (const auto e = entry.Find("modes")) request.modes.count = ReadCount(*e, 100000);
  if (const auto e = entry.Find("near")) request.modes.near = ReadPositive(*e);
}

void ReadOptions(Reading& reading, const Entry& entry, AnalysisRequest& request) {
  switch (request.type) {
    case AnalysisType::dynamic:
    case AnalysisType::kinematic:
      entry.RequireKeys({"name", "type", "until", "output_interval"});
      return ReadTimes(entry, request);
    case AnalysisType::statics:
      entry.RequireKeys({"name", "type", "tolerance", "max_iterations", "max_relaxations"});
      return ReadStatics(entry, request.statics);
    case AnalysisType::quasi_static:
      entry.RequireKeys({"name",
                         "type",
                         "until",
                         "output_interval",
                         "tolerance",
                         "max_iterations",
                         "max_relaxations"});
      ReadTimes(entry, request);
      return ReadStatics(entry, request.statics);
    case AnalysisType::linearize:
      return ReadLinearize(reading, entry, request);
    case AnalysisType::eigenmodes:
      return ReadModes(entry, request);
  }
}

/// A name is a folder of the results.
void RequireFolderName(const Entry& at, const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  });
  if (!plain || name.front() == '.')
    at.Fail("the name becomes a folder; use letters, digits, '_', '-' and '.' only");
}

}  // namespace

void ReadAnalyses(Reading& reading, const Entry& list) {
  std::set<std::string> names;
  for (Entry& entry : list.Items()) {
    AnalysisRequest request;
    request.type = ReadChoice<AnalysisType>(entry.At("type"),
                                            {{"dynamic", AnalysisType::dynamic},
                                             {"kinematic", AnalysisType::kinematic},
                                             {"static", AnalysisType::statics},
                                             {"quasi_static", AnalysisType::quasi_static},
                                             {"linearize", AnalysisType::linearize},
                                             {"eigenmodes", AnalysisType::eigenmodes}});
    request.name = ToString(request.type);
    if (const auto e = entry.Find("name")) {
      request.name = ReadName(reading, entry, "analysis");
      RequireFolderName(*e, request.name);
    }
    ReadOptions(reading, entry, request);
    if (!names.insert(request.name).second)
      entry.Fail("there is another analysis '" + request.name + "'; give each a name of its own");
    reading.file.analyses.push_back(std::move(request));
  }
}

}  // namespace trunnion::model_file
