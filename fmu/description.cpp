// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/description.hpp"

#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "engine/core/version.hpp"

namespace trunnion::fmu {
namespace {

/// The shortest text that reads back to the same bits.
std::string Number(double x) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

std::string Escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  }
  return out;
}

/// An element with attributes; ends itself as "<name .../>" or "<name ...>".
class Element {
 public:
  explicit Element(const std::string& name) : text_("<" + name) {}
  Element& Add(const char* key, const std::string& value) {
    text_ += std::string(" ") + key + "=\"" + Escape(value) + '"';
    return *this;
  }
  Element& Add(const char* key, const char* value) { return Add(key, std::string(value)); }
  Element& Add(const char* key, double value) { return Add(key, Number(value)); }
  Element& Add(const char* key, int value) { return Add(key, std::to_string(value)); }
  Element& Flag(const char* key, bool value = true) { return Add(key, value ? "true" : "false"); }
  Element& AddIf(const char* key, const std::string& value) {
    return value.empty() ? *this : Add(key, value);
  }
  std::string Close() const { return text_ + "/>\n"; }
  std::string Open() const { return text_ + ">"; }

 private:
  std::string text_;
};

std::string Kinds(const Description& d) {
  Element e("CoSimulation");
  e.Add("modelIdentifier", kModelIdentifier).Flag("canHandleVariableCommunicationStepSize");
  if (d.fmi == 2)
    return e.Flag("canInterpolateInputs")
        .Flag("canNotUseMemoryManagementFunctions")
        .Flag("canGetAndSetFMUstate")
        .Flag("canSerializeFMUstate")
        .Flag("providesDirectionalDerivative")
        .Close();
  return e.Flag("canGetAndSetFMUState")
      .Flag("canSerializeFMUState")
      .Flag("providesDirectionalDerivatives")
      .Flag("providesAdjointDerivatives")
      .Flag("providesIntermediateUpdate")
      .Flag("mightReturnEarlyFromDoStep")
      .Flag("canReturnEarlyAfterIntermediateUpdate")
      .Flag("hasEventMode", d.has_events)
      .Close();
}

std::string Units(const Description& d) {
  std::map<std::string, const Unit*> units;
  for (const Variable& v : d.variables)
    if (!v.unit.name.empty()) units.emplace(v.unit.name, &v.unit);
  std::string text = "<UnitDefinitions>\n";
  for (const auto& [name, unit] : units) {
    Element e("Unit");
    e.Add("name", name);
    if (!unit->known) {
      text += e.Close();
      continue;
    }
    Element base("BaseUnit");
    for (std::size_t k = 0; k < kBaseUnits.size(); ++k)
      if (unit->exponent[k] != 0) base.Add(kBaseUnits[k], unit->exponent[k]);
    if (unit->factor != 1) base.Add("factor", unit->factor);
    text += e.Open() + base.Close() + "</Unit>\n";
  }
  return text + "</UnitDefinitions>\n";
}

std::string Categories() {
  std::string text = "<LogCategories>\n";
  for (const auto& [name, about] :
       {std::pair{kLogEvents, "events of the model"},
        {kLogWarning, "what is suspicious about the model or a call"},
        {kLogDiscard, "why a call did less than it was asked for"},
        {kLogError, "why a call failed: the element, the value and the remedy"}})
    text += Element("Category").Add("name", name).Add("description", about).Close();
  return text + "</LogCategories>\n";
}

const char* Name(Causality causality) {
  switch (causality) {
    case Causality::independent:
      return "independent";
    case Causality::input:
      return "input";
    case Causality::parameter:
      return "parameter";
    case Causality::output:
      break;
  }
  return "output";
}

const char* Variability(const Variable& v) {
  if (v.causality != Causality::parameter) return "continuous";
  return v.tunable ? "tunable" : "fixed";
}

/// What both versions say of a variable, after its name.
void AddRole(Element& e, const Variable& v, int reference) {
  e.Add("name", v.name).Add("valueReference", reference);
  e.AddIf("description", v.description);
  e.Add("causality", Name(v.causality)).Add("variability", Variability(v));
  if (v.causality == Causality::parameter) e.Add("initial", "exact");
  if (v.causality == Causality::output) e.Add("initial", "calculated");
}

/// What both versions say of its values. Text has its start elsewhere in FMI 3.
void AddValues(Element& e, const Variable& v) {
  const bool starts = v.causality == Causality::input || v.causality == Causality::parameter;
  if (v.kind == Kind::integer) {
    e.Add("min", 1).Add("max", 1024).Add("start", static_cast<int>(v.start));
  } else if (v.kind == Kind::real) {
    e.AddIf("unit", v.unit.name);
    if (v.nominal != 1) e.Add("nominal", v.nominal);
    if (starts) e.Add("start", v.start);
  }
}

std::string Variable2(const Variable& v, int reference) {
  constexpr std::array kTypes{"Real", "Integer", "String"};
  Element e("ScalarVariable"), type(kTypes[static_cast<std::size_t>(v.kind)]);
  AddRole(e, v, reference);
  AddValues(type, v);
  if (v.kind == Kind::text) type.Add("start", "");
  return e.Open() + type.Close() + "</ScalarVariable>\n";
}

std::string Variable3(const Variable& v, int reference) {
  constexpr std::array kTypes{"Float64", "Int32", "String"};
  const std::string type = kTypes[static_cast<std::size_t>(v.kind)];
  Element e(type);
  AddRole(e, v, reference);
  AddValues(e, v);
  if (v.causality == Causality::output) e.Flag("intermediateUpdate");
  if (v.kind != Kind::text) return e.Close();
  return e.Open() + Element("Start").Add("value", "").Close() + "</" + type + ">\n";
}

/// An output, with what it follows at once where that is to be said.
std::string Unknown(const Description& d, const char* name, int reference, bool dependencies) {
  Element e(name);
  const int shift = d.fmi == 2 ? 1 : 0;  // FMI 2 has places in the list, from 1 on
  e.Add(d.fmi == 2 ? "index" : "valueReference", reference + shift);
  std::string list;
  for (const int input : d.variables[static_cast<std::size_t>(reference)].inputs)
    list += (list.empty() ? "" : " ") + std::to_string(input + shift);
  if (dependencies) e.Add("dependencies", list);
  return e.Close();
}

std::string Structure(const Description& d) {
  std::string outputs, initial;
  for (int i = 0; i < static_cast<int>(d.variables.size()); ++i) {
    if (d.variables[static_cast<std::size_t>(i)].causality != Causality::output) continue;
    outputs += Unknown(d, d.fmi == 2 ? "Unknown" : "Output", i, true);
    initial += Unknown(d, d.fmi == 2 ? "Unknown" : "InitialUnknown", i, false);
  }
  if (d.fmi == 2 && !outputs.empty()) {
    outputs = "<Outputs>\n" + outputs + "</Outputs>\n";
    initial = "<InitialUnknowns>\n" + initial + "</InitialUnknowns>\n";
  }
  return "<ModelStructure>\n" + outputs + initial + "</ModelStructure>\n";
}

}  // namespace

std::string WriteXml(const Description& d) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  Element root("fmiModelDescription");
  root.Add("fmiVersion", d.fmi == 2 ? "2.0" : "3.0").Add("modelName", d.name);
  root.Add(d.fmi == 2 ? "guid" : "instantiationToken", d.token);
  root.AddIf("description", d.text).AddIf("generationDateAndTime", d.date);
  root.Add("generationTool", std::string("Trunnion ") + Version());
  root.Add("variableNamingConvention", HasStructuredNames(d.variables) ? "structured" : "flat");
  text += root.Open() + "\n" + Kinds(d) + Units(d) + Categories();
  text += Element("DefaultExperiment")
              .Add("startTime", 0)
              .Add("stopTime", d.stop_time)
              .Add("tolerance", d.tolerance)
              .Add("stepSize", d.step_size)
              .Close();
  text += "<ModelVariables>\n";
  for (int i = 0; i < static_cast<int>(d.variables.size()); ++i) {
    const Variable& v = d.variables[static_cast<std::size_t>(i)];
    text += d.fmi == 2 ? Variable2(v, i) : Variable3(v, i);
  }
  return text + "</ModelVariables>\n" + Structure(d) + "</fmiModelDescription>\n";
}

}  // namespace trunnion::fmu
