// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/read_inp.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "engine/core/error.hpp"
#include "engine/mesh/inp_lines.hpp"
#include "engine/mesh/mesh_builder.hpp"

namespace trunnion {
namespace {

/// Most members a GENERATE line may have; more is a typing error.
constexpr int kMostGenerated = 100'000'000;

std::optional<MeshElementType> FindType(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(MeshElementType::t3d2); ++i)
    if (name == ToString(static_cast<MeshElementType>(i))) return static_cast<MeshElementType>(i);
  return {};
}

bool IsInteger(const std::string& field) {
  const std::size_t sign = !field.empty() && (field[0] == '-' || field[0] == '+') ? 1 : 0;
  return field.size() > sign && std::all_of(field.begin() + sign, field.end(), [](unsigned char c) {
           return std::isdigit(c) != 0;
         });
}

class InpReader {
 public:
  explicit InpReader(const std::filesystem::path& path) : lines_(path), builder_(path.string()) {}

  Mesh Read() {
    if (NextData()) throw FileError(line_.where + ": data before the first keyword");
    while (!at_end_) {
      keyword_ = line_;
      const auto handler = Handlers().find(keyword_.keyword);
      if (handler != Handlers().end()) {
        handler->second(*this);
      } else {
        builder_.AddNotRead("*" + keyword_.keyword, keyword_.where);
        while (NextData()) {
        }
      }
    }
    ResolveOrientations();
    return builder_.Finish();
  }

 private:
  using Handler = void (*)(InpReader&);
  struct Oriented {
    std::size_t section;
    std::string orientation, where;
  };

  /// Every handler takes all data lines of its keyword.
  static const std::map<std::string, Handler>& Handlers() {
    static const std::map<std::string, Handler> handlers{
        {"NODE", [](InpReader& r) { r.ReadNodes(); }},
        {"ELEMENT", [](InpReader& r) { r.ReadElements(); }},
        {"NSET", [](InpReader& r) { r.ReadSet(true); }},
        {"ELSET", [](InpReader& r) { r.ReadSet(false); }},
        {"MATERIAL", [](InpReader& r) { r.ReadMaterial(); }},
        {"DENSITY", [](InpReader& r) { r.ReadDensity(); }},
        {"ELASTIC", [](InpReader& r) { r.ReadElastic(); }},
        {"ORIENTATION", [](InpReader& r) { r.ReadOrientation(); }},
        {"SOLID SECTION", [](InpReader& r) { r.ReadSection(SectionKind::solid); }},
        {"SHELL SECTION", [](InpReader& r) { r.ReadSection(SectionKind::shell); }},
        {"BEAM SECTION", [](InpReader& r) { r.ReadSection(SectionKind::beam); }},
        {"RIGID BODY", [](InpReader& r) { r.ReadRigidBody(); }},
    };
    return handlers;
  }

  /// Moves to the next line; true if it is data of the current keyword.
  bool NextData() {
    at_end_ = !lines_.Next(line_);
    return !at_end_ && line_.keyword.empty();
  }

  bool Has(const std::string& parameter) const { return keyword_.parameters.count(parameter) > 0; }

  std::string Parameter(const std::string& name) const {
    const auto found = keyword_.parameters.find(name);
    if (found == keyword_.parameters.end() || found->second.empty())
      throw FileError(keyword_.where + ": *" + keyword_.keyword + " needs " + name + "=...");
    return found->second;
  }

  double Number(std::size_t i) const {
    if (i >= line_.fields.size())
      throw FileError(line_.where + ": *" + keyword_.keyword + " needs " + std::to_string(i + 1) +
                      " values here");
    return ParseNumber(line_.fields[i], line_.where);
  }

  /// All numbers of the data lines of this keyword.
  std::vector<double> ReadNumbers() {
    std::vector<double> values;
    while (NextData())
      for (std::size_t i = 0; i < line_.fields.size(); ++i) values.push_back(Number(i));
    return values;
  }

  void RequireCount(const std::vector<double>& values, std::size_t count) {
    if (values.size() < count)
      throw FileError(keyword_.where + ": *" + keyword_.keyword + " needs " +
                      std::to_string(count) + " values, " + std::to_string(values.size()) +
                      " are given");
  }

  void ReadNodes() {
    const std::string set = Has("NSET") ? Parameter("NSET") : "";
    while (NextData()) {
      const int id = ParseInteger(line_.fields[0], line_.where);
      Vec3 position = Vec3::Zero();
      for (std::size_t k = 1; k < std::min<std::size_t>(4, line_.fields.size()); ++k)
        position[static_cast<Eigen::Index>(k) - 1] = Number(k);
      builder_.AddNode(id, position, line_.where);
      if (!set.empty()) builder_.AddToNodeSet(set, id, line_.where);
    }
  }

  void ReadElements() {
    const auto type = FindType(Parameter("TYPE"));
    Require(type.has_value(),
            keyword_.where + ": the element type " + Parameter("TYPE") +
                " is not known; C3D4, C3D10, C3D8, C3D8I, C3D20, C3D20R, S3, S4, S8R, B31 and T3D2 "
                "are");
    const std::string set = Has("ELSET") ? Parameter("ELSET") : "";
    const auto size = static_cast<std::size_t>(NumNodes(*type)) + 1;
    std::vector<int> numbers;
    std::string where;
    while (NextData()) {
      if (numbers.empty()) where = line_.where;
      for (const std::string& field : line_.fields)
        numbers.push_back(ParseInteger(field, line_.where));
      if (numbers.size() > size) RefuseElement(*type, where, numbers);
      if (numbers.size() < size) continue;
      builder_.AddElement(numbers[0], *type, {numbers.begin() + 1, numbers.end()}, where);
      if (!set.empty()) builder_.AddToElementSet(set, numbers[0], where);
      numbers.clear();
    }
    if (!numbers.empty()) RefuseElement(*type, where, numbers);
  }

  [[noreturn]] static void RefuseElement(MeshElementType type,
                                         const std::string& where,
                                         const std::vector<int>& numbers) {
    throw FileError(where + ": element " + std::to_string(numbers[0]) + " of type " +
                    ToString(type) + " needs " + std::to_string(NumNodes(type)) + " nodes, " +
                    std::to_string(numbers.size() - 1) + " are given");
  }

  void AddMember(bool nodes, const std::string& set, int id) {
    if (nodes)
      builder_.AddToNodeSet(set, id, line_.where);
    else
      builder_.AddToElementSet(set, id, line_.where);
  }

  void ReadSet(bool nodes) {
    const std::string set = Parameter(nodes ? "NSET" : "ELSET");
    while (NextData()) {
      if (Has("GENERATE")) {
        GenerateMembers(nodes, set);
        continue;
      }
      for (const std::string& field : line_.fields) {
        if (IsInteger(field))
          AddMember(nodes, set, ParseInteger(field, line_.where));
        else if (nodes)
          builder_.AddSetToNodeSet(set, ToUpper(field), line_.where);
        else
          builder_.AddSetToElementSet(set, ToUpper(field), line_.where);
      }
    }
  }

  void GenerateMembers(bool nodes, const std::string& set) {
    std::vector<int> range{0, 0, 1};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, line_.fields.size()); ++i)
      range[i] = ParseInteger(line_.fields[i], line_.where);
    if (line_.fields.size() < 2 || range[2] <= 0 || range[1] < range[0] ||
        (range[1] - range[0]) / range[2] > kMostGenerated)
      throw FileError(line_.where + ": GENERATE needs first, last and a positive step");
    for (int id = range[0]; id <= range[1]; id += range[2]) AddMember(nodes, set, id);
  }

  MeshMaterial& Material() {
    if (material_.empty())
      throw FileError(keyword_.where + ": *" + keyword_.keyword + " stands before any *MATERIAL");
    return builder_.mesh().materials[material_];
  }

  void ReadMaterial() {
    material_ = Parameter("NAME");
    Material().name = material_;
    while (NextData()) {
    }
  }

  void ReadDensity() {
    const std::vector<double> values = ReadNumbers();
    RequireCount(values, 1);
    Material().density = values[0];
    if (values.size() > 2)
      builder_.AddNotRead("*DENSITY beyond the first temperature", keyword_.where);
  }

  void ReadElastic() {
    const std::string type = Has("TYPE") ? Parameter("TYPE") : "ISO";
    const std::vector<double> v = ReadNumbers();
    const bool isotropic = type == "ISO" || type == "ISOTROPIC";
    Require(isotropic || type == "ENGINEERING CONSTANTS",
            keyword_.where + ": *ELASTIC, TYPE=" + type +
                " is not known; ISO and ENGINEERING CONSTANTS are");
    RequireCount(v, isotropic ? 2 : 9);
    MeshMaterial& material = Material();
    if (isotropic) {
      material.E = v[0];
      material.nu = v[1];
    } else {
      material.orthotropic = OrthotropicConstants{
          .E = {v[0], v[1], v[2]}, .nu = {v[3], v[4], v[5]}, .G = {v[6], v[7], v[8]}};
    }
    if (v.size() > (isotropic ? 3 : 10))
      builder_.AddNotRead("*ELASTIC beyond the first temperature", keyword_.where);
  }

  void ReadOrientation() {
    const InpLine keyword = keyword_;
    const std::string name = Parameter("NAME");
    const std::string system = Has("SYSTEM") ? Parameter("SYSTEM") : "RECTANGULAR";
    Require(system == "RECTANGULAR",
            keyword.where + ": *ORIENTATION, SYSTEM=" + system + " is not known; RECTANGULAR is");
    const std::vector<double> v = ReadNumbers();
    RequireCount(v, 6);
    if (v.size() > 6) builder_.AddNotRead("*ORIENTATION beyond its first line", keyword.where);
    const Vec3 a(v[0], v[1], v[2]), b(v[3], v[4], v[5]), normal = a.cross(b);
    Require(normal.norm() > 1e-9 * a.norm() * b.norm() && a.norm() > 0 && b.norm() > 0,
            keyword.where + ": the points of *ORIENTATION '" + name + "' lie on one line");
    Mat3& axes = orientations_[name];
    axes << a.normalized(), normal.cross(a).normalized(), normal.normalized();
  }

  void ReadSection(SectionKind kind) {
    MeshSection section{
        .kind = kind, .element_set = Parameter("ELSET"), .material = Parameter("MATERIAL")};
    if (Has("OFFSET")) section.offset = ParseNumber(Parameter("OFFSET"), keyword_.where);
    if (kind == SectionKind::beam) section.profile = Parameter("SECTION");
    std::vector<MeshSection>& sections = builder_.mesh().sections;
    if (Has("ORIENTATION"))
      oriented_.push_back({sections.size(), Parameter("ORIENTATION"), keyword_.where});
    section.values = ReadNumbers();
    sections.push_back(section);
  }

  void ResolveOrientations() {
    for (const Oriented& entry : oriented_) {
      const auto found = orientations_.find(entry.orientation);
      Require(found != orientations_.end(),
              entry.where + ": the orientation '" + entry.orientation + "' does not exist");
      builder_.mesh().sections[entry.section].axes = found->second;
    }
  }

  void ReadRigidBody() {
    const std::string set = Parameter("NSET");
    const int reference = ParseInteger(Parameter("REF NODE"), keyword_.where);
    const int rotation = Has("ROT NODE") ? ParseInteger(Parameter("ROT NODE"), keyword_.where) : 0;
    builder_.AddRigidTie(set, reference, rotation);
    while (NextData()) {
    }
  }

  InpLines lines_;
  MeshBuilder builder_;
  InpLine line_, keyword_;
  bool at_end_ = false;
  std::string material_;
  std::map<std::string, Mat3> orientations_;
  std::vector<Oriented> oriented_;
};

}  // namespace

Mesh ReadInp(const std::filesystem::path& path) { return InpReader(path).Read(); }

}  // namespace trunnion
