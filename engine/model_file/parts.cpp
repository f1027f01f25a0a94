// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "engine/model_file/definitions.hpp"
#include "engine/model_file/formula_text.hpp"
#include "engine/model_file/part_names.hpp"
#include "engine/model_file/placement.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

/// Sections that parts may have, too.
constexpr std::array<const char*, 11> kLists{"bodies",
                                             "ground_geometry",
                                             "markers",
                                             "joints",
                                             "motions",
                                             "couplings",
                                             "constraints",
                                             "forces",
                                             "outputs",
                                             "plots",
                                             "events"};
constexpr int kMostLevels = 16;
constexpr long kMostCopies = 100000;
constexpr std::size_t kMostElements = 1'000'000;

/// Of formulas that are evaluated in runs.
void ReplaceParameters(Json& element, const Expression::Constants& parameters) {
  const bool motor = element.is_object() && element.value("type", "") == "motor";
  FormulaChange change;
  change.name = [&](const std::string& name) -> std::optional<std::string> {
    if (name == "t" || (motor && (name == "x" || name == "v"))) return {};
    const auto found = parameters.find(name);
    if (found == parameters.end()) return {};
    return PrintNumber(found->second);
  };
  ChangeFormulas(element, [&](const std::string& text, const std::vector<std::string>& tables) {
    return ChangeFormula(text, change, tables);
  });
}

/// "link{i-1}" with the values of its formulas, which are whole numbers.
std::string FillBraces(const Entry& at, const Expression::Constants& parameters) {
  std::string text = at.Text(), filled;
  for (std::size_t end = 0;;) {
    const std::size_t open = text.find('{', end);
    filled += text.substr(end, open - end);
    if (open == std::string::npos) return filled;
    end = text.find('}', open);
    if (end == std::string::npos) at.Fail("the brace '{' is not closed; add '}'");
    const std::string formula = "=" + text.substr(open + 1, end++ - open - 1);
    const double value = CalcFormula(at, formula, parameters);
    if (value != std::floor(value) || std::abs(value) > 1e15)
      at.Fail("the formula '" + formula.substr(1) + "' in the name gives " + PrintNumber(value) +
              "; names take whole numbers");
    filled += std::to_string(static_cast<long long>(value));
  }
}

/// What surrounds a document: the model, or a part of it.
struct Surroundings {
  ScopeLevels levels;  ///< from the document itself on
  Expression::Constants parameters;
  std::string instance{};  ///< of which the document is the part; empty: the model
};

struct FoundPart {
  Entry entry;
  ScopeLevels levels;  ///< from the part on
};

class PartWriter {
 public:
  explicit PartWriter(std::string source) : source_(std::move(source)) {}

  PartSections Write(const Entry& document, const Surroundings& around) {
    PartSections sections;
    if (const auto definitions = document.Find("definitions"))
      if (!definitions->json().is_object()) definitions->FailType("an object of names and values");
    if (const auto list = document.Find("instances")) {
      std::set<std::string> names;
      for (const Entry& instance : list->Items()) AddCopies(instance, around, names, sections);
    }
    for (const char* key : kLists)
      if (const auto list = document.Find(key)) AddList(*list, around, sections[key]);
    return sections;
  }

 private:
  void AddList(const Entry& list, const Surroundings& around, std::vector<PartItem>& items) {
    for (const Entry& entry : list.Items()) {
      if (++elements_ > kMostElements)
        list.Fail("parts make more than 1000000 elements; take fewer copies");
      PartItem item{entry.json(), {entry.origin().path, around.instance}};
      ReplaceUses(item.json, entry, around.levels, item.used);
      if (!around.instance.empty()) {
        const Entry own = EntryOf(item, source_);
        if (item.json.is_object() && item.json.value("name", Json()) == "")
          own.At("name").Fail("the name is empty; give one");
        ReplaceFormulas(item.json, own, around.parameters);
        ReplaceParameters(item.json, around.parameters);
      }
      items.push_back(std::move(item));
    }
  }

  void AddCopies(const Entry& entry,
                 const Surroundings& around,
                 std::set<std::string>& names,
                 PartSections& sections) {
    PartItem item{entry.json(), {entry.origin().path, around.instance}};
    ReplaceUses(item.json, entry, around.levels, item.used);
    const Entry instance = EntryOf(item, source_);
    instance.RequireKeys(
        {"name", "part", "position", "orientation", "mirror", "parameters", "connect", "repeat"});
    if (!instance.Has("repeat")) return AddCopy(item, around, around.parameters, names, sections);
    ReplaceFormulas(item.json["repeat"], instance.At("repeat"), around.parameters);
    const Entry repeat = instance.At("repeat");
    repeat.RequireKeys({"index", "count", "from"});
    const long count = repeat.At("count").Integer();
    if (count < 0 || count > kMostCopies)
      repeat.At("count").Fail("the number of copies must lie between 0 and 100000");
    const long from = repeat.Has("from") ? repeat.At("from").Integer() : 1;
    const std::string index = ReadIndex(repeat);
    for (long i = from; i < from + count; ++i) {
      Expression::Constants parameters = around.parameters;
      parameters[index] = static_cast<double>(i);
      AddCopy(item, around, parameters, names, sections);
    }
  }

  static std::string ReadIndex(const Entry& repeat) {
    const auto at = repeat.Find("index");
    if (!at) return "i";
    const std::string index = at->Text();
    const auto& reserved = Expression::reserved();
    if (!IsIdentifier(index) || index == "t" ||
        std::find(reserved.begin(), reserved.end(), index) != reserved.end())
      at->Fail("'" + index + "' cannot be the name of an index; take another one of letters");
    return index;
  }

  /// @param parameters  those around, and the index of the copy.
  void AddCopy(PartItem item,
               const Surroundings& around,
               const Expression::Constants& parameters,
               std::set<std::string>& names,
               PartSections& sections) {
    ReplaceFormulas(item.json, EntryOf(item, source_), parameters);
    Entry entry = EntryOf(item, source_);
    const Entry name = entry.At("name");
    const InstanceNames own{FillBraces(name, parameters), ReadConnect(entry, parameters)};
    if (own.name.empty()) name.Fail("the name is empty; give one");
    entry.set_label("instance '" + own.name + "'");
    if (!names.insert(own.name).second)
      name.Fail(entry.Has("repeat") ? "copies need names of their own; write {i} into the name"
                                    : "the name '" + own.name + "' is taken; give another");
    const FoundPart part = FindPart(entry.At("part"), around.levels);
    RequirePart(part.entry, entry);
    const Surroundings within{part.levels, ReadValues(entry, part.entry, parameters), own.name};
    if (++depth_ > kMostLevels)
      entry.Fail("parts hold each other more than 16 levels deep; take one of the instances away");
    PartSections written = Write(part.entry, within);
    --depth_;
    PlacePart(written, PartNames(written), ReadPlacement(entry), source_, own.name);
    const auto unused = RenamePart(written, PartNames(written), own);
    if (!unused.empty())
      entry.At("connect").Fail("nothing in the part names '" + *unused.begin() +
                               "' that it lacks; remove it, or correct the name");
    Append(written, around.instance, sections);
  }

  static void Append(PartSections& from, const std::string& instance, PartSections& to) {
    for (auto& [section, items] : from)
      for (PartItem& item : items) {
        if (!instance.empty()) item.origin.instance = instance + "." + item.origin.instance;
        to[section].push_back(std::move(item));
      }
  }

  FoundPart FindPart(const Entry& name, const ScopeLevels& levels) const {
    const std::string text = name.Text();
    std::vector<std::string> known;
    for (auto level = levels.begin(); level != levels.end(); ++level) {
      const auto parts = level->document->find("parts");
      if (parts == level->document->end()) continue;
      const Entry section(*parts, source_, level->path + "/parts");
      if (!parts->is_object()) section.FailType("an object of names and parts");
      for (const auto& item : parts->items()) known.push_back(item.key());
      const auto part = section.Find(text);
      if (!part) continue;
      ScopeLevels within{{&part->json(), part->origin().path}};
      within.insert(within.end(), level, levels.end());
      return {*part, std::move(within)};
    }
    const std::string hint = Suggest(text, known);
    name.Fail("unknown part '" + text + "'" +
              (hint.empty() ? "; describe it under 'parts', or correct the name" : hint));
  }

  static void RequirePart(Entry part, const Entry& instance) {
    part.set_label(instance.label());
    for (const char* key : {"run", "analyses", "gravity", "inputs", "fmus", "suspensions", "units"})
      if (const auto own = part.Find(key))
        own->Fail("'" + std::string(key) +
                  "' belongs to the model, not to a part of it; move it there, or take it out, "
                  "where the part includes a file by \"" +
                  key + "\": null");
    part.RequireKeys({"$schema",
                      "description",
                      "parameters",
                      "definitions",
                      "parts",
                      "instances",
                      "bodies",
                      "ground_geometry",
                      "markers",
                      "joints",
                      "motions",
                      "couplings",
                      "constraints",
                      "forces",
                      "outputs",
                      "plots",
                      "events"});
  }

  /// The parameters of the part, as the instance sets them, and those around.
  static Expression::Constants ReadValues(const Entry& instance,
                                          const Entry& part,
                                          const Expression::Constants& around) {
    std::map<std::string, double> set;
    const auto given = instance.Find("parameters");
    const auto declared = part.Find("parameters");
    if (given && !given->json().is_object()) given->FailType("an object of names and numbers");
    std::vector<std::string> known;
    if (declared && declared->json().is_object())
      for (const auto& item : declared->json().items()) known.push_back(item.key());
    const Json none = Json::object(), &values = given ? given->json() : none;
    for (const auto& item : values.items()) {
      const Entry value = given->At(item.key());
      if (std::find(known.begin(), known.end(), item.key()) == known.end())
        value.Fail("the part has no parameter '" + item.key() + "'" +
                   (known.empty() ? "; it has none" : "; it has " + List(known)));
      set[item.key()] = value.Angle();
    }
    return ReadParameters(part, set, around);
  }

  static std::map<std::string, std::string> ReadConnect(const Entry& instance,
                                                        const Expression::Constants& parameters) {
    std::map<std::string, std::string> connect;
    const auto given = instance.Find("connect");
    if (!given) return connect;
    if (!given->json().is_object()) given->FailType("an object of names");
    for (const auto& item : given->json().items()) {
      const Entry other = given->At(item.key());
      if (item.key() == "ground")
        other.Fail(
            "the ground of a part is that of the model; let the part name a body, which it "
            "lacks, and connect this");
      connect[item.key()] = FillBraces(other, parameters);
    }
    return connect;
  }

  static Placement ReadPlacement(const Entry& instance) {
    Placement placement;
    Into(instance, "position", placement.X.p, ReadVector);
    Into(instance, "orientation", placement.X.R, ReadOrientation);
    if (const auto e = instance.Find("mirror"))
      placement.mirror = ReadChoice<int>(*e, {{"x", 0}, {"y", 1}, {"z", 2}});
    return placement;
  }

  std::string source_;
  std::size_t elements_ = 0;
  int depth_ = 0;
};

/// Whether anything of the document is to be written out.
bool HasAny(const Json& value) {
  if (!value.is_object()) return false;
  return value.contains("parts") || value.contains("instances") || value.contains("definitions");
}

bool IsList(const std::string& key) {
  return std::find(kLists.begin(), kLists.end(), key) != kLists.end();
}

void Note(Origins& origins, const std::string& place, const PartItem& item) {
  origins[place] = item.origin;
  for (const auto& [below, definition] : item.used) origins[place + below] = definition;
}

}  // namespace

Entry EntryOf(const PartItem& item, const std::string& source) {
  auto origins = std::make_shared<Origins>(item.used);
  origins->emplace("", item.origin);
  return {item.json, source, std::shared_ptr<const Origins>(std::move(origins))};
}

std::shared_ptr<const Origins> WriteOutParts(Json& document,
                                             const Entry& root,
                                             const Expression::Constants& parameters) {
  if (!HasAny(document)) return nullptr;
  const Surroundings around{{{&document, ""}}, parameters};
  PartSections sections = PartWriter(root.source()).Write(root, around);
  auto origins = std::make_shared<Origins>();
  Json written = Json::object();
  for (const auto& [key, value] : document.items()) {
    if (key == "parts" || key == "instances" || key == "definitions" || IsList(key)) continue;
    PartItem item{value, {"/" + EscapeKey(key)}};
    ReplaceUses(item.json, root.At(key), around.levels, item.used);
    Note(*origins, item.origin.path, item);
    written[key] = std::move(item.json);
  }
  for (auto& [section, items] : sections) {
    Json& list = written[section] = Json::array();
    for (PartItem& item : items) {
      Note(*origins, "/" + section + "/" + std::to_string(list.size()), item);
      list.push_back(std::move(item.json));
    }
  }
  document = std::move(written);
  return origins;
}

}  // namespace trunnion::model_file
