// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/part_names.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/model_file/formula_text.hpp"

namespace trunnion::model_file {
namespace {

constexpr std::array<std::pair<NameKind, std::string_view>, 9> kSectionKinds{
    {{NameKind::body, "bodies"},
     {NameKind::marker, "markers"},
     {NameKind::joint, "joints"},
     {NameKind::constraint, "motions"},
     {NameKind::constraint, "couplings"},
     {NameKind::constraint, "constraints"},
     {NameKind::force, "forces"},
     {NameKind::output, "outputs"},
     {NameKind::event, "events"}}};

/// Keys whose text, or list of texts, is the name of an element.
constexpr std::array<std::pair<NameKind, std::string_view>, 22> kReferences{
    {{NameKind::body, "body"},         {NameKind::body, "body_a"}, {NameKind::body, "body_b"},
     {NameKind::marker, "marker"},     {NameKind::marker, "a"},    {NameKind::marker, "b"},
     {NameKind::marker, "plane"},      {NameKind::marker, "disc"}, {NameKind::marker, "blade"},
     {NameKind::marker, "wheel"},      {NameKind::marker, "axes"}, {NameKind::marker, "markers"},
     {NameKind::joint, "joint"},       {NameKind::joint, "along"}, {NameKind::joint, "first"},
     {NameKind::joint, "second"},      {NameKind::force, "force"}, {NameKind::constraint, "motion"},
     {NameKind::output, "output"},     {NameKind::output, "of"},   {NameKind::output, "minus"},
     {NameKind::marker, "relative_to"}}};

bool IsType(const Json& element, const char* type) {
  return element.is_object() && element.contains("type") && element["type"] == type;
}

/// Kinds of elements that an element brings along and that are called after it.
std::vector<NameKind> ListMade(std::string_view section, const Json& element) {
  using enum NameKind;
  const bool between = element.contains("a") || element.contains("b");
  if (section == "bodies" && (IsType(element, "mesh") || IsType(element, "reduced")))
    return {body, joint, constraint, force};
  if (section == "constraints" && IsType(element, "rolling_disc")) return {constraint};
  const bool placed = section == "joints" || (section == "forces" && IsType(element, "bushing"));
  return placed && !between ? std::vector{marker} : std::vector<NameKind>{};
}

std::vector<std::string> TablesOf(const Json& element) {
  std::vector<std::string> names;
  if (element.contains("tables") && element["tables"].is_object())
    for (const auto& item : element["tables"].items()) names.push_back(item.key());
  return names;
}

/// The text of an object at a key, or the texts of its list there.
template <class F>
void ForEachText(Json& element, const char* key, const F& f) {
  const auto found = element.find(key);
  if (found == element.end()) return;
  if (found->is_string()) return f(*found);
  if (!found->is_array()) return;
  for (Json& item : *found)
    if (item.is_string()) f(item);
}

class Renamer {
 public:
  Renamer(const PartNames& names, const InstanceNames& instance)
      : names_(names), instance_(instance) {
    for (const auto& [name, other] : instance.connect) unused_.insert(name);
  }

  void Rename(Json& element) {
    const bool formulas = IsType(element, "expression");
    for (auto& [key, value] : element.items()) {
      if (value.is_structured()) RenameWithin(value, formulas ? "" : key);
      if (value.is_string() && !(formulas && key == "along"))
        if (const auto kind = FindKind(key)) value = Find(*kind, value.get<std::string>());
    }
    if (IsType(element, "input") && element.contains("name") && element["name"].is_string())
      element["name"] = Find(NameKind::input, element["name"].get<std::string>());
  }

  void RenameFormulas(Json& element) {
    const bool force = element.contains("a") || element.contains("b");
    ChangeFormulas(element, [&](const std::string& text, const std::vector<std::string>& tables) {
      return ChangeFormula(text, MakeChange(force), tables);
    });
  }

  std::set<std::string> unused() const { return unused_; }

 private:
  void RenameWithin(Json& value, const std::string& key) {
    if (value.is_object()) return Rename(value);
    const auto kind = key.empty() ? std::nullopt : FindKind(key);
    for (Json& item : value) {
      if (item.is_structured()) RenameWithin(item, "");
      if (kind && item.is_string()) item = Find(*kind, item.get<std::string>());
    }
  }

  static std::optional<NameKind> FindKind(std::string_view key) {
    for (const auto& [kind, known] : kReferences)
      if (known == key) return kind;
    return {};
  }

  std::string Find(NameKind kind, const std::string& name) {
    if (names_.Has(kind, name)) return instance_.name + "." + name;
    const auto other = instance_.connect.find(name);
    if (other == instance_.connect.end()) return name;
    unused_.erase(name);
    return other->second;
  }

  FormulaChange MakeChange(bool force) {
    FormulaChange change;
    change.name = [this](const std::string& name) -> std::optional<std::string> {
      if (!instance_.connect.contains(name)) return {};
      return Find(NameKind::input, name);
    };
    change.measure = [this, force](const MeasureForm& form, const FormulaChange::Arguments& names) {
      std::string call = std::string(form.name) + "(";
      for (std::size_t i = 0; i < names.size(); ++i) {
        const bool own = names[i] == "ground" || (force && (names[i] == "a" || names[i] == "b"));
        const std::string name = own ? names[i] : Find(NameKind::marker, names[i]);
        call += (i > 0 ? ", '" : "'") + name + "'";
      }
      return std::optional(call + ")");
    };
    return change;
  }

  const PartNames& names_;
  const InstanceNames& instance_;
  std::set<std::string> unused_;
};

}  // namespace

PartNames::PartNames(const PartSections& sections) {
  for (const auto& [kind, section] : kSectionKinds) {
    const auto found = sections.find(std::string(section));
    if (found == sections.end()) continue;
    for (const PartItem& item : found->second) {
      if (!item.json.is_object() || !item.json.contains("name") || !item.json["name"].is_string())
        continue;
      const std::string name = item.json["name"];
      elements_[kind].emplace(name, item.json);
      for (const NameKind made : ListMade(section, item.json)) makers_[made].insert(name);
    }
  }
}

bool PartNames::Has(NameKind kind, const std::string& name) const {
  if (Find(kind, name)) return true;
  const auto makers = makers_.find(kind);
  if (makers == makers_.end()) return false;
  const bool alone = kind != NameKind::marker && kind != NameKind::body;  // "MAKER" itself is one
  return std::any_of(makers->second.begin(), makers->second.end(), [&](const std::string& maker) {
    return (alone && name == maker) || name.starts_with(maker + ".");
  });
}

const Json* PartNames::Find(NameKind kind, const std::string& name) const {
  const auto known = elements_.find(kind);
  if (known == elements_.end()) return nullptr;
  const auto found = known->second.find(name);
  return found == known->second.end() ? nullptr : &found->second;
}

void ChangeFormulas(Json& element, const ChangeText& change) {
  if (IsType(element, "expression")) {
    const std::vector<std::string> tables = TablesOf(element);
    for (const char* key : {"expression", "along", "about", "force", "torque"})
      ForEachText(
          element, key, [&](Json& text) { text = change(text.get<std::string>(), tables); });
    return;
  }
  for (auto& [key, value] : element.items())
    if (value.is_structured()) ChangeFormulas(value, change);
}

std::set<std::string> RenamePart(PartSections& sections,
                                 const PartNames& names,
                                 const InstanceNames& instance) {
  Renamer renamer(names, instance);
  for (auto& [section, items] : sections)
    for (PartItem& item : items) {
      if (!item.json.is_object()) continue;
      renamer.RenameFormulas(item.json);
      renamer.Rename(item.json);
      const auto name = item.json.find("name");
      if (name != item.json.end() && name->is_string())
        *name = instance.name + "." + name->get<std::string>();
      const auto title = item.json.find("title");
      if (title != item.json.end() && title->is_string())
        *title = instance.name + ": " + title->get<std::string>();
    }
  return renamer.unused();
}

}  // namespace trunnion::model_file
