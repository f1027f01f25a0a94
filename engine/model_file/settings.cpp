// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include "engine/model_file/reading.hpp"
#include "solvers/problem/option_fields.hpp"
#include "solvers/problem/option_names.hpp"

namespace trunnion::model_file {
namespace {

constexpr double kMaxOutputs = 1e7;

void ReadPositive(const Entry& object, const std::string& key, double& out) {
  const auto entry = object.Find(key);
  if (!entry) return;
  out = entry->Number();
  if (!(out > 0)) entry->Fail("the number must be greater than 0");
}

/// What was a formulation and is an integrator.
void RequireNoIntegrator(const Entry& entry) {
  if (!entry.json().is_string()) return;
  const std::string_view integrator = FindIntegratorOfFormulation(entry.Text());
  if (!integrator.empty())
    entry.Fail("'" + entry.Text() + "' is an integrator now: give \"integrator\": \"" +
               std::string(integrator) + "\"");
}

void ReadValue(const Entry& entry, const OptionField& field, double& out) {
  out = entry.Number();
  if (!field.range.Contains(out)) entry.Fail("the number must be " + field.range.Describe());
}

template <std::integral Integer>
void ReadValue(const Entry& entry, const OptionField& field, Integer& out) {
  const long value = entry.Integer();
  if (!field.range.Contains(static_cast<double>(value)))
    entry.Fail("the number must be " + field.range.Describe());
  out = static_cast<Integer>(value);
}

void ReadValue(const Entry& entry, const OptionField& /*field*/, bool& out) {
  out = entry.Boolean();
}

template <class Choice>
requires std::is_enum_v<Choice>
void ReadValue(const Entry& entry, const OptionField& /*field*/, Choice& out) {
  if constexpr (std::is_same_v<Choice, FormulationKind>) RequireNoIntegrator(entry);
  out = ReadChoice<Choice>(entry, kOptionNames<Choice>);
}

/// The groups of options, and "" for those that stand in the section itself.
constexpr std::array<std::string_view, 4> kGroups{"", "bdf", "adams", "explicit"};

std::vector<std::string_view> ListOptions(std::string_view group) {
  std::vector<std::string_view> names;
  ForEachOption(IntegratorOptions(), [&](const OptionField& field, const auto&) {
    if (field.group == group) names.push_back(field.name);
  });
  return names;
}

std::optional<Entry> FindGroup(const Entry& run, std::string_view group) {
  return group.empty() ? run : run.Find(std::string(group));
}

/// The groups that have an option of this name.
std::vector<std::string_view> ListGroupsOf(std::string_view name) {
  std::vector<std::string_view> groups;
  ForEachOption(IntegratorOptions(), [&](const OptionField& field, const auto&) {
    if (field.name == name && !field.group.empty()) groups.push_back(field.group);
  });
  return groups;
}

/// Options that stand beside their group, as they once did.
void RequireNoOldKeys(const Entry& run) {
  for (const auto& item : run.json().items()) {
    const std::string &key = item.key(), name = key == "explicit_method" ? "method" : key;
    std::string groups, places;
    for (const std::string_view group : ListGroupsOf(name)) {
      const std::string start = (groups.empty() ? "\"" : " or \"") + std::string(group) + "\"";
      groups += start;
      places += start + ": {\"" + name + "\": ...}";
    }
    if (groups.empty() || key == "method") continue;
    const Entry entry = run.At(key);
    if (key == "formulation") RequireNoIntegrator(entry);
    entry.Fail("this option lies in " + groups + " now: " + places);
  }
}

void RequireRunKeys(const Entry& run) {
  if (!run.json().is_object()) run.FailType("an object");
  RequireNoOldKeys(run);
  std::vector<std::string_view> keys = ListOptions("");
  keys.insert(keys.begin(), {"until", "output_interval", "strict", "energy_balance"});
  keys.insert(keys.end(), kGroups.begin() + 1, kGroups.end());
  run.RequireKeys(keys);
}

/// Every option that is there, the groups being checked for others, and for what the chosen method
/// does not read.
void ReadIntegrator(const Entry& run, IntegratorOptions& options) {
  ForEachOption(options, [&](const OptionField& field, auto& value) {
    const auto group = FindGroup(run, field.group);
    const auto entry = group ? group->Find(std::string(field.name)) : std::nullopt;
    if (entry) ReadValue(*entry, field, value);
  });
  for (const std::string_view group : kGroups) {
    const auto entry = group.empty() ? std::nullopt : FindGroup(run, group);
    if (!entry) continue;
    entry->RequireKeys(ListOptions(group));
    if (!ReadsGroup(options.kind, group))
      entry->Fail("the integrator " + std::string(NameOf(options.kind)) +
                  " does not read these options, " + std::string(ReadersOf(group)) +
                  " would; remove them, or choose that");
  }
  ForEachOption(std::as_const(options), [&](const OptionField& field, const auto&) {
    const auto group = FindGroup(run, field.group);
    const auto entry = group ? group->Find(std::string(field.name)) : std::nullopt;
    if (entry && !field.is_read)
      entry->Fail("this option is read by " + std::string(field.readers) +
                  " only; remove it, or choose that");
  });
}

}  // namespace

void ReadRun(Reading& reading, const Entry& run) {
  RequireRunKeys(run);
  RunSettings& settings = reading.file.run;
  ReadPositive(run, "until", settings.until);
  ReadPositive(run, "output_interval", settings.output_interval);
  Into(run, "strict", settings.strict);
  if (const auto entry = run.Find("energy_balance")) settings.energy_balance = entry->Boolean();
  ReadIntegrator(run, settings.integrator);
  if (!(settings.until / settings.output_interval <= kMaxOutputs))
    run.Fail("more than 1e7 outputs; choose a longer output_interval or a shorter until");
}

void ReadPlots(Reading& reading, const Entry& list) {
  for (const Entry& entry : list.Items()) {
    entry.RequireKeys({"title", "y_label", "curves"});
    PlotRequest plot;
    Into(entry, "title", plot.title);
    Into(entry, "y_label", plot.y_label);
    for (const Entry& item : entry.At("curves").Items()) {
      item.RequireKeys({"output", "label"});
      const Entry output = item.At("output");
      const std::string name = output.Text();
      bool known = false;
      for (const std::string& candidate : reading.output_names) known |= candidate == name;
      if (!known)
        output.Fail("unknown output '" + name + "'; list it in /outputs" +
                    Suggest(name, reading.output_names));
      plot.curves.push_back({name, {}});
      Into(item, "label", plot.curves.back().label);
    }
    reading.file.plots.push_back(std::move(plot));
  }
}

}  // namespace trunnion::model_file
