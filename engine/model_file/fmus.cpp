// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "engine/core/input_file.hpp"
#include "engine/model_file/reading.hpp"

namespace trunnion::model_file {
namespace {

FmuRequest::Value ReadStart(const Entry& entry) {
  const Json& json = entry.json();
  if (json.is_boolean()) return entry.Boolean();
  if (json.is_string()) return entry.Text();
  if (!json.is_number()) entry.FailType("a number, a string, true or false");
  return entry.Number();
}

/// f(key, value) for all of the object at `key`, if it is there.
template <class F>
void ForEachOf(const Entry& fmu, const std::string& key, const F& f) {
  const auto object = fmu.Find(key);
  if (!object) return;
  if (!object->json().is_object()) object->FailType("an object");
  for (const auto& item : object->json().items()) f(item.key(), object->At(item.key()));
}

std::string ReadOutputName(const Reading& reading, const Entry& entry) {
  const auto& known = reading.output_names;
  const std::string name = entry.Text();
  if (std::find(known.begin(), known.end(), name) == known.end())
    entry.Fail("unknown output '" + name + "'; list it in /outputs" + Suggest(name, known));
  return name;
}

FmuRequest::Drive ReadFollowed(const Entry& entry) {
  if (entry.json().is_string()) return {.variable = entry.Text()};
  entry.RequireKeys({"variable", "course"});
  FmuRequest::Drive drive{.variable = entry.At("variable").Text()};
  Into(entry, "course", drive.linear, [](const Entry& e) {
    return ReadChoice<bool>(e, {{"held", false}, {"linear", true}});
  });
  return drive;
}

std::filesystem::path ReadFmuFile(const Reading& reading, const Entry& file) {
  const auto path = std::filesystem::path(reading.file.source).parent_path() / file.Text();
  try {
    RequireReadable(path);
  } catch (const FileError& error) {
    file.Fail(std::string("the FMU ") + error.what());
  }
  return path;
}

void ReadDrives(Reading& reading, const Entry& entry, FmuRequest& request) {
  std::vector<std::string> known;
  for (const auto& [name, law] : reading.scope.inputs) known.push_back(name);
  ForEachOf(entry, "drives", [&](const std::string& input, const Entry& value) {
    if (!reading.scope.inputs.contains(input))
      value.Fail("unknown input '" + input + "'; list it in /inputs" + Suggest(input, known));
    for (const FmuRequest& other : reading.file.fmus)
      if (other.drives.contains(input))
        value.Fail("the input '" + input + "' follows fmu '" + other.name +
                   "' already; let it follow one");
    request.drives[input] = ReadFollowed(value);
  });
}

}  // namespace

void ReadFmus(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    FmuRequest request;
    request.name = ReadName(reading, entry, "fmu");
    entry.RequireKeys({"name", "file", "interval", "start", "inputs", "drives"});
    for (const FmuRequest& other : reading.file.fmus)
      if (other.name == request.name)
        entry.At("name").Fail("the name is taken; give every FMU its own");
    request.file = ReadFmuFile(reading, entry.At("file"));
    if (const auto interval = entry.Find("interval")) {
      request.interval = interval->Number();
      if (!(request.interval > 0)) interval->Fail("the number must be greater than 0");
    }
    ForEachOf(entry, "start", [&](const std::string& variable, const Entry& value) {
      request.start[variable] = ReadStart(value);
    });
    ForEachOf(entry, "inputs", [&](const std::string& variable, const Entry& value) {
      request.inputs[variable] = ReadOutputName(reading, value);
    });
    ReadDrives(reading, entry, request);
    reading.file.fmus.push_back(std::move(request));
  }
}

}  // namespace trunnion::model_file
