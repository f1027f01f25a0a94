// SPDX-License-Identifier: BSD-3-Clause
//
// The section `run` of model files: groups of options, read from their declaration.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "solvers/problem/option_fields.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::json;

ModelFile Read(const Json& run) {
  const Json model{{"bodies", {{{"name", "b"}, {"mass", 1}, {"inertia", {1, 1, 1}}}}},
                   {"run", run}};
  return ParseModel(model.dump(), "model.json");
}

/// The message of the refusal; its place must be `place`.
std::string RefusalOf(const Json& run, const std::string& place) {
  try {
    Read(run);
  } catch (const FileError& error) {
    EXPECT_EQ(error.place(), place) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << run;
  return {};
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The default of an option as a file writes it.
Json DefaultOf(const OptionField& field, const auto& value) {
  if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>)
    return NameOf(value);
  else if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(value)>>)
    return field.range.Contains(value) ? value : 1.0;
  else
    return value;
}

/// run with one option, and what chooses the method.
Json With(const Json& method, const OptionField& field, const Json& value) {
  Json run = method;
  (field.group.empty() ? run : run[std::string(field.group)])[std::string(field.name)] = value;
  return run;
}

std::vector<Json> ListMethodEntries() {
  std::vector<Json> list{Json::object()};
  for (const auto& [name, kind] : kOptionNames<IntegratorKind>) {
    list.push_back({{"integrator", name}});
    list.push_back({{"integrator", name}, {"fixed_step", 0.01}});
  }
  for (const auto& [name, kind] : kOptionNames<FormulationKind>)
    list.push_back({{"bdf", {{"formulation", name}}}});
  list.push_back({{"bdf", {{"newton_system", "one_shot"}}}});
  list.push_back({{"integrator", "explicit"}, {"explicit", {{"stabilized_levels", "none"}}}});
  list.push_back({{"error_test", "positions"}});
  return list;
}

/// Each option with each method: also its default is refused where it is not read.
TEST(RunOptions, OnlyWhatTheMethodReadsMayBeThere) {
  int refused = 0, accepted = 0;
  for (const Json& method : ListMethodEntries()) {
    const IntegratorOptions options = Read(method).run.integrator;
    ForEachOption(options, [&](const OptionField& field, const auto& value) {
      const Json run = With(method, field, DefaultOf(field, value));
      const std::string group(field.group), name(field.name);
      if (field.is_read) {
        ++accepted;
        EXPECT_NO_THROW(Read(run)) << run;
      } else if (ReadsGroup(options.kind, group)) {
        ++refused;
        const std::string message =
            RefusalOf(run, "/run/" + (group.empty() ? "" : group + "/") + name);
        EXPECT_TRUE(Contains(message, "read by " + std::string(field.readers) + " only"))
            << message;
      } else {
        ++refused;
        const std::string message = RefusalOf(run, "/run/" + group);
        EXPECT_TRUE(Contains(message, std::string(ReadersOf(group)) + " would")) << message;
      }
    });
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(accepted, 100);
}

/// What once stood in `run` itself.
TEST(RunOptions, OldKeysAreRefusedWithTheirPlace) {
  int swept = 0;
  ForEachOption(IntegratorOptions(), [&](const OptionField& field, const auto& value) {
    if (field.group.empty()) return;
    const std::string group(field.group), name(field.name);
    const std::string old = name == "method" ? "explicit_method" : name;
    const std::string message = RefusalOf({{old, DefaultOf(field, value)}}, "/run/" + old);
    EXPECT_TRUE(Contains(message, "lies in ")) << message;
    EXPECT_TRUE(Contains(message, "\"" + group + "\": {\"" + name + "\": ...}")) << message;
    ++swept;
  });
  EXPECT_EQ(swept, 22);
  EXPECT_EQ(RefusalOf({{"max_order", 3}}, "/run/max_order"),
            "model.json: /run/max_order: this option lies in \"bdf\" or \"adams\" now: "
            "\"bdf\": {\"max_order\": ...} or \"adams\": {\"max_order\": ...}");
}

TEST(RunOptions, FormulationsThatAreIntegratorsAreRefusedWithTheirName) {
  for (const auto& [old, name] : {std::pair{"adams", "adams"},
                                  {"automatic", "automatic"},
                                  {"explicit_stabilized", "explicit"}}) {
    const std::string remedy = std::string("give \"integrator\": \"") + name + "\"";
    EXPECT_TRUE(Contains(RefusalOf({{"formulation", old}}, "/run/formulation"), remedy));
    EXPECT_TRUE(
        Contains(RefusalOf({{"bdf", {{"formulation", old}}}}, "/run/bdf/formulation"), remedy));
  }
}

TEST(RunOptions, ValuesOutOfRangeAreRefused) {
  const auto order = [](double value) {
    return RefusalOf({{"bdf", {{"max_order", value}}}}, "/run/bdf/max_order");
  };
  EXPECT_TRUE(Contains(order(6), "between 1 and 5"));
  EXPECT_TRUE(Contains(order(2.5), "a whole number"));
  EXPECT_TRUE(Contains(RefusalOf({{"step_fraction", 2}}, "/run/step_fraction"),
                       "greater than 0 and at most 1"));
  EXPECT_TRUE(Contains(RefusalOf({{"min_step", -1}}, "/run/min_step"), "not less than 0"));
}

TEST(RunOptions, UnknownKeysOfGroupsNameTheNearest) {
  EXPECT_TRUE(Contains(RefusalOf({{"bdf", {{"max_ordr", 3}}}}, "/run/bdf/max_ordr"),
                       "did you mean 'max_order'?"));
  EXPECT_TRUE(Contains(RefusalOf({{"integrater", "bdf"}}, "/run/integrater"),
                       "did you mean 'integrator'?"));
  EXPECT_TRUE(Contains(RefusalOf({{"bdf", 1}}, "/run/bdf"), "an object"));
}

}  // namespace
}  // namespace trunnion
