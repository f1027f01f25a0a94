// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace trunnion::model_file {
namespace {

/// "; did you mean 'track'?" where a formula has an unknown name or function.
std::string SuggestFor(const std::string& message,
                       const std::vector<std::string>& names,
                       const Expression::Constants& constants) {
  const bool function = message.find("unknown function '") != std::string::npos;
  if (!function && message.find("unknown name '") == std::string::npos) return "";
  const std::size_t name = message.find('\'') + 1;
  std::vector<std::string> known;  // of two that are as near, parameters come first
  if (!function) known = names;
  for (const auto& [constant, value] : constants)
    if (!function) known.push_back(constant);
  known.insert(known.end(), Expression::reserved().begin(), Expression::reserved().end());
  const std::string hint = Suggest(message.substr(name, message.find('\'', name) - name), known);
  if (!hint.empty()) return hint;
  return function ? "; correct the name" : "; define it under 'parameters', or correct the name";
}

/// @param names  of constants that are not known yet, for suggestions.
double Calculate(const Entry& entry,
                 const std::string& text,
                 const Expression::Constants& known,
                 const std::vector<std::string>& names = {}) {
  const double value =
      ParseFormula(entry, std::string_view(text).substr(1), {.constants = known}, names)();
  if (!std::isfinite(value))
    entry.Fail("formula '" + text + "': its value is not finite; check what it divides by");
  return value;
}

bool IsFormula(const Json& json) {
  return json.is_string() && json.get_ref<const std::string&>().starts_with('=');
}

/// Takes each parameter when those that it needs are there.
class ParameterReader {
 public:
  ParameterReader(const Entry& section,
                  const std::map<std::string, double>& set,
                  const Expression::Constants& outer)
      : section_(section), set_(set), values_(outer) {
    for (const auto& item : section.json().items()) {
      names_.push_back(item.key());
      values_.erase(item.key());
    }
  }

  Expression::Constants Read() {
    for (const auto& item : section_.json().items()) (void)Find(item.key());
    return values_;
  }

 private:
  double Find(const std::string& name) {
    if (const auto known = values_.find(name); known != values_.end()) return known->second;
    const Entry entry = section_.At(name);
    RequireName(entry, name);
    if (!open_.insert(name).second)
      entry.Fail("parameter '" + name + "' depends on itself; give one of them a number");
    const double value = set_.contains(name) ? set_.at(name) : ReadValue(entry);
    open_.erase(name);
    return values_[name] = value;
  }

  static void RequireName(const Entry& entry, const std::string& name) {
    const auto& reserved = Expression::reserved();
    if (!IsIdentifier(name))
      entry.Fail("'" + name + "' is no name of a parameter; take letters, digits and _");
    if (name == "t" || std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      entry.Fail("'" + name + "' has a meaning in formulas; take another name");
  }

  double ReadValue(const Entry& entry) {
    if (entry.json().is_object()) {
      entry.RequireKeys({"value", "unit", "description"});
      for (const char* text : {"unit", "description"})
        if (const auto e = entry.Find(text)) (void)e->Text();
      return ReadValue(entry.At("value"));
    }
    if (!IsFormula(entry.json())) return entry.Angle();
    const std::string text = entry.Text();
    for (const std::string& name : ListIdentifiers(text))
      if (section_.Has(name)) (void)Find(name);
    return Calculate(entry, text, values_, names_);
  }

  static std::set<std::string> ListIdentifiers(const std::string& text) {
    std::set<std::string> names;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && IsIdentifier("_" + text.substr(end, 1))) ++end;
      if (end > begin) names.insert(text.substr(begin, end - begin));
      begin = std::max(end, begin + 1);
    }
    return names;
  }

  const Entry& section_;
  const std::map<std::string, double>& set_;
  std::vector<std::string> names_;  // of all parameters
  Expression::Constants values_;
  std::set<std::string> open_;
};

/// Keys of texts.
bool IsText(const std::string& key) {
  constexpr std::array<std::string_view, 6> kTexts{
      "name", "description", "title", "label", "y_label", "$schema"};
  return std::find(kTexts.begin(), kTexts.end(), key) != kTexts.end();
}

bool HasFormula(const Json& json) {
  if (json.is_string()) return IsFormula(json);
  return json.is_structured() && std::any_of(json.begin(), json.end(), HasFormula);
}

}  // namespace

Expression ParseFormula(const Entry& entry,
                        std::string_view text,
                        const ExpressionNames& known,
                        std::vector<std::string> names) {
  try {
    return Expression::Parse(text, known);
  } catch (const ModelError& error) {
    names.insert(names.end(), known.variables.begin(), known.variables.end());
    entry.Fail("formula '" + std::string(text) + "': " + error.what() +
               SuggestFor(error.what(), names, known.constants));
  }
}

double CalcFormula(const Entry& entry,
                   const std::string& text,
                   const Expression::Constants& parameters) {
  return Calculate(entry, text, parameters);
}

Expression::Constants ReadParameters(const Entry& root,
                                     const std::map<std::string, double>& set,
                                     const Expression::Constants& outer) {
  Expression::Constants values = outer;
  const auto section = root.Find("parameters");
  if (section) {
    if (!section->json().is_object()) section->FailType("an object of names and numbers");
    values = ParameterReader(*section, set, outer).Read();
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  for (const auto& [name, value] : set)
    if (!values.contains(name)) {
      const std::string hint = Suggest(name, names);
      root.Fail(
          "the model has no parameter '" + name + "' that could be set" +
          (hint.empty() ? names.empty() ? "; it has none" : "; it has " + List(names) : hint));
    }
  return values;
}

void ReplaceFormulas(Json& document, const Entry& root, const Expression::Constants& parameters) {
  if (!HasFormula(document)) return;
  if (document.is_object()) {
    for (const auto& item : document.items())
      if (!IsText(item.key())) ReplaceFormulas(item.value(), root.At(item.key()), parameters);
  } else if (document.is_array()) {
    const std::vector<Entry> items = root.Items();
    for (std::size_t i = 0; i < items.size(); ++i)
      ReplaceFormulas(document[i], items[i], parameters);
  } else if (IsFormula(document)) {
    document = Calculate(root, document.get<std::string>(), parameters);
  }
}

}  // namespace trunnion::model_file
