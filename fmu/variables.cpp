// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/variables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "engine/recorder/recorder_probes.hpp"

namespace trunnion::fmu {
namespace {

using model_file::Json;
using Names = std::set<std::string>;

/// Types of outputs of a model file that positions and velocities give alone.
constexpr std::array<const char*, 10> kOfState{"position",
                                               "velocity",
                                               "rotation",
                                               "angular_velocity",
                                               "inclination",
                                               "azimuth",
                                               "coordinate",
                                               "rate",
                                               "state",
                                               "kinetic_energy"};

/// Units of columns of bodies and joints that positions and velocities give alone.
constexpr std::array<const char*, 5> kUnitsOfState{"m", "m/s", "rad", "rad/s", "1"};

template <class List>
bool Has(const List& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Names of outputs that no input reaches without a step.
Names ListOfState(const System& system, const Json& document) {
  Names names{"kinetic"};
  for (auto* make : {&MakeBodyProbes, &MakeJointProbes})
    for (const Recorder::Probe& probe : make(system))
      for (const ResultColumn& column : probe.columns)
        if (Has(kUnitsOfState, column.unit)) names.insert(column.name);
  if (!document.contains("outputs")) return names;
  for (const Json& output : document["outputs"]) {
    const std::string name = output.value("name", ""), type = output.value("type", "");
    const bool difference = type == "difference" && names.contains(output.value("of", "")) &&
                            names.contains(output.value("minus", ""));
    names.erase(name);  // the first of a name counts
    if (difference || Has(kOfState, type)) names.insert(name);
  }
  return names;
}

/// `name`, or with `suffix` if it is taken.
std::string Unique(std::string name, const char* suffix, Names& taken) {
  while (!taken.insert(name).second) name += suffix;
  return name;
}

std::string List(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void AddInputs(SteppedSimulation& host, Names& taken, std::vector<Variable>& list) {
  Names motions;
  for (const auto& pool : host.simulation().system().parts().constraint_pools)
    for (int i = 0; i < pool->size(); ++i) motions.insert(pool->label(i));
  int index = 0;
  for (const InputInfo& info : host.inputs()) {
    Variable v{.name = Unique(info.name, "_input", taken), .causality = Causality::input};
    v.unit = MakeUnit(info.unit);
    v.start = info.start;
    v.nominal = v.unit.nominal;
    v.index = index++;
    v.drives_motion = std::any_of(info.drives.begin(), info.drives.end(), [&](const auto& label) {
      return motions.contains(label);
    });
    v.description = info.drives.empty() ? "drives nothing" : "drives " + List(info.drives);
    list.push_back(std::move(v));
  }
}

void AddParameters(const SteppedSimulation& host, Names& taken, std::vector<Variable>& list) {
  int index = 0;
  for (const ParameterInfo& info : host.parameters()) {
    Variable v{.name = Unique(info.name, "_parameter", taken), .causality = Causality::parameter};
    v.unit = MakeUnit(info.unit);
    v.start = info.value;
    v.nominal = info.value != 0 ? std::abs(info.value) : v.unit.nominal;
    v.index = index++;
    v.tunable = true;
    list.push_back(std::move(v));
  }
}

void AddOwn(Names& taken, std::vector<Variable>& list) {
  Variable threads{.name = Unique("fmu.threads", "_", taken),
                   .description = "threads of this instance; results do not depend on it",
                   .causality = Causality::parameter,
                   .kind = Kind::integer};
  threads.start = 1;
  list.push_back(std::move(threads));
  list.push_back(
      {.name = Unique("fmu.results_file", "_", taken),
       .description = "CSV file for all outputs at each communication point; empty: none",
       .causality = Causality::parameter,
       .kind = Kind::text});
}

void AddOutputs(SteppedSimulation& host,
                const Json& document,
                Names& taken,
                std::vector<Variable>& list) {
  const Names of_state = ListOfState(host.simulation().system(), document);
  std::vector<int> inputs;
  for (int i = 0; i < static_cast<int>(list.size()); ++i)
    if (list[static_cast<std::size_t>(i)].causality == Causality::input &&
        !list[static_cast<std::size_t>(i)].drives_motion)
      inputs.push_back(i);
  const std::size_t declared = document.contains("outputs") ? document["outputs"].size() : 0;
  const auto& all = host.outputs();
  const std::size_t count = all.size() > kMostOutputs ? declared : all.size();
  Names seen;
  for (std::size_t i = 0; i < count; ++i) {
    const OutputInfo& info = all[i];
    if (!seen.insert(info.name).second) continue;  // the first of a name counts
    Variable v{.name = Unique(info.name, "_output", taken)};
    v.declared = i < declared;
    v.description = v.declared ? "output of the model file" : info.description;
    v.unit = MakeUnit(info.unit);
    v.nominal = v.unit.nominal;
    v.index = static_cast<int>(i);
    if (!of_state.contains(info.name)) v.inputs = inputs;
    list.push_back(std::move(v));
  }
}

}  // namespace

std::vector<Variable> ListVariables(SteppedSimulation& host, const Json& document) {
  std::vector<Variable> list;
  Names taken{"time"};
  list.push_back({.name = "time", .description = "simulated time"});
  list.back().causality = Causality::independent;
  list.back().unit = MakeUnit("s");
  AddInputs(host, taken, list);
  AddParameters(host, taken, list);
  AddOwn(taken, list);
  AddOutputs(host, document, taken, list);
  return list;
}

OwnVariables FindOwn(const std::vector<Variable>& variables) {
  OwnVariables own;
  for (int i = 0; i < static_cast<int>(variables.size()); ++i) {
    const Kind kind = variables[static_cast<std::size_t>(i)].kind;
    if (kind == Kind::integer) own.threads = i;
    if (kind == Kind::text) own.results_file = i;
  }
  return own;
}

bool HasStructuredNames(const std::vector<Variable>& variables) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return std::all_of(variables.begin(), variables.end(), [&](const Variable& v) {
    bool begins = true;
    for (const char c : v.name + '.') {
      if (c == '.' ? begins : !letter(c) && (begins || c < '0' || c > '9')) return false;
      begins = c == '.';
    }
    return true;
  });
}

}  // namespace trunnion::fmu
