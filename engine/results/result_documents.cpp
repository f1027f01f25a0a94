// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/result_documents.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostLevels = 64;
constexpr std::size_t kColumnsPerNode = 4;  // of the table of a mesh, after the time

void RequireSound(bool condition, const std::string& document, const std::string& problem) {
  Require(condition, "results: the document '" + document + "' is damaged: " + problem);
}

/// Brackets that are open at once, outside of strings.
int CountLevels(const std::string& text) {
  int open = 0, most = 0;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside && c == '\\')
      ++i;
    else if (c == '"')
      inside = !inside;
    else if (!inside && (c == '[' || c == '{'))
      most = std::max(most, ++open);
    else if (!inside && (c == ']' || c == '}'))
      --open;
  }
  return most;
}

/// Checks of the document "scene".
class Scene {
 public:
  Scene(const Json& scene, const Results& results) : scene_(scene), results_(results) {}

  void Check() {
    for (const Json& body : List(scene_, "bodies")) {
      RequireText(body, "name");
      const auto mass = body.find("mass");  // null: not finite
      Require(mass == body.end() || mass->is_number() || mass->is_null(), "a mass is no number");
      ++num_bodies_;
    }
    for (const char* kind : {"joints", "forces"})
      for (const Json& element : List(scene_, kind)) CheckElement(element);
    for (const Json& part : List(scene_, "flexible")) CheckPart(part);
  }

 private:
  void Require(bool condition, const std::string& problem) const {
    RequireSound(condition, "scene", problem);
  }
  /// The list object[key], empty if there is none.
  const Json& List(const Json& object, const std::string& key) const {
    static const Json empty = Json::array();
    const auto at = object.find(key);
    const Json& list = at == object.end() ? empty : *at;
    Require(list.is_array(), "'" + key + "' is no list");
    for (const Json& item : list) Require(item.is_object(), "'" + key + "' has what is no object");
    return list;
  }
  void RequireText(const Json& object, const std::string& key) const {
    const auto at = object.find(key);
    Require(at != object.end() && at->is_string(), "a '" + key + "' is missing");
  }
  void RequireIndex(const Json& value, std::size_t end) const {
    Require(value.is_number_unsigned() && value.get<std::uint64_t>() < end,
            "an index lies outside of its list");
  }
  void RequireIndices(const Json& list, std::size_t end) const {
    Require(list.is_array(), "a list of indices is missing");
    for (const Json& item : list) RequireIndex(item, end);
  }
  void CheckElement(const Json& element) const {
    RequireText(element, "name");
    RequireText(element, "type");
    for (const Json& place : List(element, "places")) {
      const auto body = place.find("body");
      Require(body != place.end(), "a place has no body");
      RequireIndex(*body, num_bodies_);
    }
  }
  void CheckPart(const Json& part) const {
    RequireText(part, "name");
    RequireText(part, "table");
    const ResultTable& table = results_.table(part["table"].get<std::string>());
    const Json nodes = part.value("nodes", Json::array());
    const Json points = part.value("points", Json::array());
    Require(points.is_array() && !nodes.empty() && nodes.size() == points.size(),
            "a flexible part has not as many points as nodes");
    RequireIndices(nodes, (table.columns.size() - 1) / kColumnsPerNode);
    for (const Json& point : points)
      Require(point.is_array() && point.size() == 3 &&
                  std::all_of(point.begin(), point.end(), [](auto& x) { return x.is_number(); }),
              "a point has not three coordinates");
    for (const char* key : {"triangles", "edges"})
      for (const Json& corners : part.value(key, Json::array()))
        RequireIndices(corners, points.size());
  }

  const Json& scene_;
  const Results& results_;
  std::size_t num_bodies_ = 0;
};

}  // namespace

Json ReadDocument(const Results& results, const std::string& name) {
  const std::string text = results.document(name);
  if (text.empty()) return Json::object();
  RequireSound(CountLevels(text) <= kMostLevels, name, "it is nested too deep");
  const Json document = Json::parse(text, nullptr, false);
  RequireSound(document.is_object(), name, "it is no JSON object");
  return document;
}

Json ReadScene(const Results& results) {
  Json scene = ReadDocument(results, "scene");
  Scene(scene, results).Check();
  return scene;
}

Json ReadFailures(const Results& results) {
  Json failures = ReadDocument(results, "failures");
  for (const auto& [key, counts] : failures.items()) {
    RequireSound(counts.is_object(), "failures", "'" + key + "' is no list of counts");
    for (const auto& [name, count] : counts.items())
      RequireSound(count.is_number_unsigned(), "failures", "a count is no number");
  }
  return failures;
}

}  // namespace trunnion
