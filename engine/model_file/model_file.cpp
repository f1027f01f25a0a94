// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/model_file.hpp"

#include <array>
#include <string_view>
#include <vector>

#include "engine/core/input_file.hpp"
#include "engine/core/one_line.hpp"
#include "engine/model_file/include.hpp"
#include "engine/model_file/parameters.hpp"
#include "engine/model_file/parts.hpp"
#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion {
namespace model_file {
namespace {

template <class Id>
Id Found(const std::optional<Id>& id,
         const Entry& name,
         const std::string& kind,
         const std::vector<std::string>& known) {
  if (id) return *id;
  const std::string text = name.Text();
  const std::string hint = Suggest(text, known);
  name.Fail("unknown " + kind + " '" + text + "'" +
            (hint.empty() ? "; define it before, or correct the name" : hint));
}

void ReadSection(Reading& reading,
                 const Entry& root,
                 const std::string& key,
                 void (*read)(Reading&, const Entry&)) {
  if (const auto entry = root.Find(key)) read(reading, *entry);
}

constexpr std::array<std::string_view, 23> kSections{
    "$schema",   "description", "units",     "parameters",  "definitions",     "parts",
    "instances", "gravity",     "inputs",    "bodies",      "ground_geometry", "markers",
    "joints",    "motions",     "couplings", "constraints", "forces",          "outputs",
    "fmus",      "plots",       "events",    "run",         "analyses"};

void ReadDocument(Reading& reading, const Entry& root) {
  std::vector<std::string_view> sections(kSections.begin(), kSections.end());
  for (const auto& own : reading.own_types.sections()) sections.push_back(own.first);
  root.RequireKeys(sections);
  Into(root, "description", reading.file.description);
  const auto units = root.Find("units");
  if (units && units->Text() != "SI")
    units->Fail("unknown units '" + units->Text() + "'; only \"SI\" is supported");
  if (const auto e = root.Find("gravity"))
    e->Guard([&] { reading.model().set_gravity(ReadVector(*e)); });
  ReadSection(reading, root, "inputs", ReadInputs);
  ReadBodies(reading, root.At("bodies"));
  if (reading.body_names.size() == 1) root.At("bodies").Fail("there is no body; add one");
  if (const auto e = root.Find("ground_geometry")) ReadShapes(reading, *e, Model::ground());
  ReadSection(reading, root, "markers", ReadMarkers);
  ReadOwnSections(reading, root);
  ReadSection(reading, root, "joints", ReadJoints);
  ReadSection(reading, root, "motions", ReadMotions);
  ReadSection(reading, root, "couplings", ReadCouplings);
  ReadSection(reading, root, "constraints", ReadConstraints);
  ReadSection(reading, root, "forces", ReadForces);
  ReadSection(reading, root, "outputs", ReadOutputs);
  ReadSection(reading, root, "fmus", ReadFmus);
  ReadSection(reading, root, "plots", ReadPlots);
  ReadSection(reading, root, "events", ReadEvents);
  ReadSection(reading, root, "run", ReadRun);
  ReadSection(reading, root, "analyses", ReadAnalyses);
}

}  // namespace

std::string ReadName(Reading& reading, Entry& element, const std::string& kind) {
  const Entry at = element.At("name");
  const std::string name = at.Text();
  if (name.empty() || name.size() > 200 || OneLine(name) != name)
    at.Fail("a name must have 1 to 200 characters and no control characters; give another");
  if (name.front() == '=') at.Fail("a name must not begin with '=', as formulas do; give another");
  element.set_label(kind + " '" + name + "'");
  reading.file.paths.emplace(element.label(), element.origin().path);
  return name;
}

BodyId FindBody(Reading& reading, const Entry& name) {
  std::optional<BodyId> id = reading.model().FindBody(name.Text());
  if (!id) id = FindNode(reading, name);
  return Found(id, name, "body", reading.body_names);
}
MarkerId FindMarker(Reading& reading, const Entry& name) {
  return Found(reading.model().FindMarker(name.Text()), name, "marker", reading.marker_names);
}
JointId FindJoint(Reading& reading, const Entry& name) {
  return Found(reading.model().FindJoint(name.Text()), name, "joint", reading.joint_names);
}
ForceId FindForce(Reading& reading, const Entry& name) {
  return Found(reading.model().FindForce(name.Text()), name, "force", reading.force_names);
}
ConstraintId FindConstraint(Reading& reading, const Entry& name) {
  return Found(reading.model().FindConstraint(name.Text()),
               name,
               "motion or coupling",
               reading.constraint_names);
}

}  // namespace model_file

SimulationOptions RunSettings::MakeOptions() const {
  SimulationOptions options;
  options.integrator = integrator;
  options.strict = strict;
  options.energy_balance = energy_balance.value_or(false);
  options.events = events;
  return options;
}

std::string ModelFile::Locate(const std::string& message) const {
  std::size_t first = std::string::npos;
  const std::string* path = nullptr;
  for (const auto& [label, where] : paths) {
    const std::size_t at = message.find(label);
    if (at >= first) continue;
    first = at;
    path = &where;
  }
  return OneLine(source + ": " + (path ? *path + ": " : std::string()) + message);
}

ModelFile ParseModel(std::string_view text,
                     const std::string& source_name,
                     const OwnTypes& types,
                     const std::map<std::string, double>& set) {
  try {
    model_file::Json document =
        model_file::ResolveIncludes(model_file::ParseText(text, source_name), source_name);
    const model_file::Entry written(document, source_name);
    ModelFile file;
    file.source = source_name;
    model_file::Reading reading(file, types);
    reading.scope.parameters = model_file::ReadParameters(written, set);
    file.parameters = {reading.scope.parameters.begin(), reading.scope.parameters.end()};
    const auto origins = model_file::WriteOutParts(document, written, reading.scope.parameters);
    const model_file::Entry root(document, source_name, origins);
    model_file::ReplaceFormulas(document, root, reading.scope.parameters);
    model_file::ReadDocument(reading, root);
    return file;
  } catch (const FileError& error) {  // may repeat any text of the file
    throw FileError(OneLine(error.what()), error.fields());
  }
}

ModelFile ReadModelFile(const std::filesystem::path& path,
                        const OwnTypes& types,
                        const std::map<std::string, double>& set) {
  constexpr std::size_t kMostBytes = 1'000'000'000;
  std::string text;
  try {
    text = InputFile(path).ReadAll(kMostBytes);
  } catch (const FileError& error) {
    throw FileError("the model file " + OneLine(error.what()), error.fields());
  }
  return ParseModel(text, path.string(), types, set);
}

}  // namespace trunnion
