// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/fmu_description.hpp"

#include <array>
#include <cstring>
#include <map>
#include <pugixml.hpp>

#include "engine/core/error.hpp"
#include "engine/core/one_line.hpp"
#include "engine/model_file/entry.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using pugi::xml_node;

struct FmuTypeName {
  const char* fmi2;
  const char* fmi3;
  FmuType type;
  const char* words;
};
constexpr std::array<FmuTypeName, 15> kFmuTypes{{
    {"Real", "Float64", FmuType::float64, "a real number"},
    {"", "Float32", FmuType::float32, "a real number"},
    {"", "Int8", FmuType::int8, "an integer"},
    {"", "UInt8", FmuType::uint8, "an integer"},
    {"", "Int16", FmuType::int16, "an integer"},
    {"", "UInt16", FmuType::uint16, "an integer"},
    {"Integer", "Int32", FmuType::int32, "an integer"},
    {"", "UInt32", FmuType::uint32, "an integer"},
    {"", "Int64", FmuType::int64, "an integer"},
    {"", "UInt64", FmuType::uint64, "an integer"},
    {"Boolean", "Boolean", FmuType::boolean, "a Boolean"},
    {"String", "String", FmuType::text, "a string"},
    {"Enumeration", "Enumeration", FmuType::enumeration, "an enumeration"},
    {"", "Binary", FmuType::binary, "binary data"},
    {"", "Clock", FmuType::clock, "a clock"},
}};

/// Of one description: units and types by name, then the variables that refer to them.
class DescriptionReader {
 public:
  DescriptionReader(xml_node root, FmuDescription& out) : root_(root), out_(out) {}

  void Read() {
    for (xml_node unit : root_.child("UnitDefinitions").children("Unit")) ReadUnit(unit);
    for (xml_node type : root_.child("TypeDefinitions")) ReadType(type);
    for (xml_node variable : root_.child("ModelVariables"))
      if (variable.type() == pugi::node_element) ReadVariable(variable);
  }

 private:
  struct Named {
    fmu::Unit unit;
    double offset = 0;
  };
  struct Declared {
    std::string unit;
    std::vector<std::pair<std::string, long>> items;
  };

  void ReadUnit(xml_node node) {
    const std::string name = node.attribute("name").value();
    const xml_node base = node.child("BaseUnit");
    Named named{.unit = fmu::MakeUnit(name)};  // its name may tell what it does not say
    named.unit.name = name;
    if (base) {
      named.unit.known = true;
      for (std::size_t i = 0; i < fmu::kBaseUnits.size(); ++i)
        named.unit.exponent[i] = base.attribute(fmu::kBaseUnits[i]).as_int(0);
      named.unit.factor = base.attribute("factor").as_double(1);
      named.offset = base.attribute("offset").as_double(0);
    }
    units_[name] = named;
  }

  /// FMI 2: an element with a child of its type; FMI 3: an element named by it.
  void ReadType(xml_node node) {
    const xml_node inner = out_.fmi == 2 ? node.first_child() : node;
    Declared declared{.unit = inner.attribute("unit").value(), .items = {}};
    long next = 1;
    for (xml_node item : inner.children("Item")) {
      const long value = item.attribute("value").as_llong(next);
      declared.items.emplace_back(item.attribute("name").value(), value);
      next = value + 1;
    }
    types_[node.attribute("name").value()] = std::move(declared);
  }

  const FmuTypeName* FindType(xml_node variable, xml_node& typed) const {
    for (const FmuTypeName& known : kFmuTypes) {
      if (out_.fmi == 3 && std::strcmp(variable.name(), known.fmi3) == 0) {
        typed = variable;
        return &known;
      }
      if (out_.fmi == 2 && *known.fmi2 != '\0' && variable.child(known.fmi2)) {
        typed = variable.child(known.fmi2);
        return &known;
      }
    }
    return nullptr;
  }

  void ReadVariable(xml_node node) {
    xml_node typed;
    const FmuTypeName* type = FindType(node, typed);
    if (!type) return;
    FmuVariable v;
    v.name = node.attribute("name").value();
    v.reference = node.attribute("valueReference").as_uint();
    v.type = type->type;
    v.causality = node.attribute("causality").as_string("local");
    v.variability = node.attribute("variability").as_string("continuous");
    v.array = static_cast<bool>(node.child("Dimension"));
    std::string unit = typed.attribute("unit").value();
    if (const auto declared = types_.find(typed.attribute("declaredType").value());
        declared != types_.end()) {
      if (unit.empty()) unit = declared->second.unit;
      v.items = declared->second.items;
    }
    if (const auto named = units_.find(unit); named != units_.end()) {
      v.unit = named->second.unit;
      v.offset = typed.attribute("relativeQuantity").as_bool() ? 0 : named->second.offset;
    } else {
      v.unit = fmu::MakeUnit(unit);
    }
    out_.variables.push_back(std::move(v));
  }

  xml_node root_;
  FmuDescription& out_;
  std::map<std::string, Named> units_;
  std::map<std::string, Declared> types_;
};

void ReadCoSimulation(xml_node root, const std::string& name, FmuDescription& out) {
  const xml_node node = root.child("CoSimulation");
  if (!node)
    throw FileError(name + ": the FMU is not for co-simulation" +
                    (root.child("ModelExchange") ? ", but for model exchange" : "") +
                    "; export it again, for co-simulation");
  const bool two = out.fmi == 2;
  out.identifier = node.attribute("modelIdentifier").value();
  out.saves_state = node.attribute(two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState").as_bool();
  out.serializes_state =
      node.attribute(two ? "canSerializeFMUstate" : "canSerializeFMUState").as_bool();
  out.differentiates =
      node.attribute(two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives")
          .as_bool();
  out.needs_tool = node.attribute("needsExecutionTool").as_bool();
}

}  // namespace

int FmuDescription::Find(const std::string& name) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return static_cast<int>(i);
    known.push_back(variables[i].name);
  }
  const std::string hint = model_file::Suggest(name, known);
  throw ModelError("the FMU has no variable '" + name + "'" +
                   (hint.empty() ? "; its modelDescription.xml lists all names" : hint));
}

FmuDescription ReadFmuDescription(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / "modelDescription.xml";
  if (!fs::exists(file))
    throw FileError(name + ": the archive has no modelDescription.xml; an FMU has one");
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_file(file.c_str());
  const xml_node root = document.child("fmiModelDescription");
  if (!result || !root)
    throw FileError(name + ": its modelDescription.xml is no description of an FMU" +
                    (result ? "" : std::string(": ") + result.description()) +
                    "; export the FMU again");
  FmuDescription out;
  const std::string version = root.attribute("fmiVersion").value();
  if (version != "2.0" && version != "3.0" && !version.starts_with("3.0."))
    throw FileError(name + ": the FMU is of FMI '" + OneLine(version) +
                    "'; export it for FMI 2.0 or 3.0");
  out.fmi = version == "2.0" ? 2 : 3;
  out.model_name = OneLine(root.attribute("modelName").value());
  out.token = root.attribute(out.fmi == 2 ? "guid" : "instantiationToken").value();
  out.step_size = root.child("DefaultExperiment").attribute("stepSize").as_double(0);
  ReadCoSimulation(root, name, out);
  DescriptionReader(root, out).Read();
  return out;
}

std::string Describe(FmuType type) {
  for (const FmuTypeName& known : kFmuTypes)
    if (known.type == type) return known.words;
  return "of an unknown type";
}

}  // namespace trunnion
