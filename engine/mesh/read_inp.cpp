// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/read_inp.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/core/error.hpp"
#include "engine/mesh/inp_reader.hpp"

namespace trunnion {
namespace {

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

/// Cartesian coordinates of those of *NODE, SYSTEM=R, C (r, θ, z) or S (r, θ, φ above the xy
/// plane), angles in degrees.
Vec3 ToCartesian(char system, const Vec3& x) {
  constexpr double kDegree = std::numbers::pi / 180;
  if (system == 'R') return x;
  const double theta = x[1] * kDegree;
  if (system == 'C') return {x[0] * std::cos(theta), x[0] * std::sin(theta), x[2]};
  const double phi = x[2] * kDegree, radius = x[0] * std::cos(phi);
  return {radius * std::cos(theta), radius * std::sin(theta), x[0] * std::sin(phi)};
}

/// What a file says with these keywords is part of the mesh, or acts on it.
const std::map<std::string, std::string>& MatteringKeywords() {
  static const std::string join = "join the nodes by 'interfaces' of the model file instead";
  static const std::string element = "give a point mass, a spring or a bushing in the model file";
  static const std::string nodes = "write the nodes and elements themselves into the file";
  static const std::map<std::string, std::string> keywords{
      {"TIE", join},
      {"COUPLING", join},
      {"KINEMATIC COUPLING", join},
      {"DISTRIBUTING COUPLING", join},
      {"MPC", join},
      {"EQUATION", join},
      {"EMBEDDED ELEMENT", join},
      {"SHELL TO SOLID COUPLING", join},
      {"FASTENER", join},
      {"MASS", element},
      {"ROTARY INERTIA", element},
      {"NONSTRUCTURAL MASS", "raise the density instead"},
      {"SPRING", element},
      {"DASHPOT", element},
      {"CONNECTOR SECTION", element},
      {"NMAP", nodes},
      {"IMPERFECTION", nodes},
      {"NODAL THICKNESS", "give sections of constant thickness"},
      {"SYMMETRIC MODEL GENERATION", nodes}};
  return keywords;
}

}  // namespace

Mesh ReadInp(const std::filesystem::path& path) { return InpReader(path).Read(); }

Mesh InpReader::Read() {
  if (NextData()) throw FileError(line_.where + ": data before the first keyword");
  while (!at_end_) {
    keyword_ = line_;
    const auto handler = Handlers().find(keyword_.keyword);
    handler != Handlers().end() ? (this->*handler->second)() : RefuseOrSkip();
  }
  Require(!open_,
          open_where_,
          "'" + open_name_ +
              "' has no end; close it by *END PART or "
              "*END INSTANCE");
  Require(parts_.empty() || root_.has_instances(),
          root_.mesh().source + ": there are parts, but no *INSTANCE of any");
  return root_.Finish();
}

const std::map<std::string, InpReader::Handler>& InpReader::Handlers() {
  static const std::map<std::string, Handler> handlers{
      {"NODE", &InpReader::ReadNodes},
      {"SYSTEM", &InpReader::ReadSystem},
      {"ELEMENT", &InpReader::ReadElements},
      {"NSET", &InpReader::ReadNodeSet},
      {"ELSET", &InpReader::ReadElementSet},
      {"RIGID BODY", &InpReader::ReadRigidBody},
      {"PART", &InpReader::BeginPart},
      {"END PART", &InpReader::EndPart},
      {"ASSEMBLY", &InpReader::ReadAssembly},
      {"END ASSEMBLY", &InpReader::ReadAssembly},
      {"INSTANCE", &InpReader::BeginInstance},
      {"END INSTANCE", &InpReader::EndInstance},
      {"NGEN", &InpReader::GenerateNodes},
      {"NFILL", &InpReader::FillNodes},
      {"NCOPY", &InpReader::CopyNodes},
      {"ELGEN", &InpReader::GenerateElements},
      {"ELCOPY", &InpReader::CopyElements},
      {"MATERIAL", &InpReader::ReadMaterial},
      {"DENSITY", &InpReader::ReadDensity},
      {"ELASTIC", &InpReader::ReadElastic},
      {"ORIENTATION", &InpReader::ReadOrientation},
      {"SOLID SECTION", &InpReader::ReadSolidSection},
      {"SHELL SECTION", &InpReader::ReadShellSection},
      {"BEAM SECTION", &InpReader::ReadBeamSection},
  };
  return handlers;
}

/// Moves to the next line; true if it is data of the current keyword.
bool InpReader::NextData() {
  at_end_ = !lines_.Next(line_);
  return !at_end_ && line_.keyword.empty();
}

void InpReader::SkipData() {
  while (NextData()) {
  }
}

/// For keywords that have no handler.
void InpReader::RefuseOrSkip() {
  const auto found = MatteringKeywords().find(keyword_.keyword);
  if (found != MatteringKeywords().end())
    throw ModelError(keyword_.where + ": *" + keyword_.keyword +
                     " is not read, and the part would be another without it; take it out and " +
                     found->second);
  root_.AddNotRead("*" + keyword_.keyword, keyword_.where);
  SkipData();
}

std::string InpReader::Parameter(const std::string& name) const {
  const auto found = keyword_.parameters.find(name);
  if (found == keyword_.parameters.end() || found->second.empty())
    throw FileError(keyword_.where + ": *" + keyword_.keyword + " needs " + name + "=...");
  return found->second;
}

int InpReader::IntegerParameter(const std::string& name) const {
  return ParseInteger(Parameter(name), keyword_.where);
}

/// For keywords whose parameters move nodes or number elements.
void InpReader::AllowParameters(const std::vector<std::string>& known) {
  for (const auto& [name, value] : keyword_.parameters)
    Require(std::find(known.begin(), known.end(), name) != known.end(),
            keyword_.where + ": *" + keyword_.keyword + ", " + name +
                " is not read, and the mesh would be another without it; take it out");
}

double InpReader::Number(std::size_t i) const {
  if (i >= line_.fields.size())
    throw FileError(line_.where + ": *" + keyword_.keyword + " needs " + std::to_string(i + 1) +
                    " values here");
  return ParseNumber(line_.fields[i], line_.where);
}

int InpReader::IntegerOr(std::size_t i, int otherwise) const {
  if (i >= line_.fields.size() || line_.fields[i].empty()) return otherwise;
  return ParseInteger(line_.fields[i], line_.where);
}

/// A data line without data, ",": all values have their defaults.
bool InpReader::IsBlank() const {
  return std::all_of(line_.fields.begin(), line_.fields.end(), [](const std::string& field) {
    return field.empty();
  });
}

/// All numbers of the data lines of this keyword.
std::vector<double> InpReader::ReadNumbers() {
  std::vector<double> values;
  while (NextData()) {
    if (IsBlank()) continue;
    for (std::size_t i = 0; i < line_.fields.size(); ++i) values.push_back(Number(i));
  }
  return values;
}

void InpReader::RequireCount(const std::vector<double>& values, std::size_t count) const {
  if (values.size() < count)
    throw FileError(keyword_.where + ": *" + keyword_.keyword + " needs " + std::to_string(count) +
                    " values, " + std::to_string(values.size()) + " are given");
}

void InpReader::ReadNodes() {
  AllowParameters({"NSET", "SYSTEM"});
  const std::string set = Has("NSET") ? Parameter("NSET") : "";
  const char system = Has("SYSTEM") ? Parameter("SYSTEM")[0] : 'R';
  Require(system == 'R' || system == 'C' || system == 'S',
          keyword_.where + ": *NODE, SYSTEM=" + (Has("SYSTEM") ? Parameter("SYSTEM") : "") +
              " is not known; R, C and S are");
  if (system == 'S')
    root_.AddNotRead(
        "*NODE, SYSTEM=S in any other sense than r, theta about z, phi above the "
        "xy plane; check the bounding box",
        keyword_.where);
  while (NextData()) {
    const int id = ParseInteger(line_.fields[0], line_.where);
    Vec3 x = Vec3::Zero();
    for (std::size_t k = 1; k < std::min<std::size_t>(4, line_.fields.size()); ++k)
      if (!line_.fields[k].empty()) x[static_cast<Eigen::Index>(k) - 1] = Number(k);
    scope_->AddNode(id, system_ * ToCartesian(system, x), line_.where);
    if (!set.empty()) scope_->AddToNodeSet(set, id, line_.where);
  }
}

/// Origin, a point on x', a point in the x' y' plane; without the last z' is z, without the second
/// it is a translation.
void InpReader::ReadSystem() {
  const InpLine keyword = keyword_;
  const std::vector<double> v = ReadNumbers();
  Require(v.empty() || v.size() == 3 || v.size() == 6 || v.size() == 9,
          keyword.where + ": *SYSTEM needs 3, 6 or 9 coordinates");
  system_ = {};
  if (v.empty()) return;
  system_.p = {v[0], v[1], v[2]};
  if (v.size() < 6) return;
  Vec3 x = Vec3(v[3], v[4], v[5]) - system_.p, in_plane;
  if (v.size() == 9) {
    in_plane = Vec3(v[6], v[7], v[8]) - system_.p;
  } else {
    x.z() = 0;
    in_plane = Vec3::UnitZ().cross(x);
  }
  const Vec3 z = x.cross(in_plane);
  Require(z.norm() > 1e-9 * x.norm() * in_plane.norm() && x.norm() > 0 && in_plane.norm() > 0,
          keyword.where + ": the points of *SYSTEM lie on one line");
  system_.R << x.normalized(), z.cross(x).normalized(), z.normalized();
}

void InpReader::ReadElements() {
  AllowParameters({"TYPE", "ELSET"});
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
    scope_->AddElement(numbers[0], *type, {numbers.begin() + 1, numbers.end()}, where);
    if (!set.empty()) scope_->AddToElementSet(set, numbers[0], where);
    numbers.clear();
  }
  if (!numbers.empty()) RefuseElement(*type, where, numbers);
}

void InpReader::RefuseElement(MeshElementType type,
                              const std::string& where,
                              const std::vector<int>& numbers) {
  throw FileError(where + ": element " + std::to_string(numbers[0]) + " of type " + ToString(type) +
                  " needs " + std::to_string(NumNodes(type)) + " nodes, " +
                  std::to_string(numbers.size() - 1) + " are given");
}

/// Of INSTANCE=, −1 without.
int InpReader::InstanceOfSet() const {
  if (!Has("INSTANCE")) return -1;
  const auto instance = scope_->FindInstance(Parameter("INSTANCE"));
  Require(
      instance.has_value(),
      keyword_.where + ": there is no instance '" + Parameter("INSTANCE") + "' above this line");
  return *instance;
}

void InpReader::AddMember(bool nodes, const std::string& set, const MeshBuilder::Number& number) {
  if (nodes)
    scope_->AddToNodeSet(set, number, line_.where);
  else
    scope_->AddToElementSet(set, number, line_.where);
}

/// A member that is no number: a set, or INSTANCE.SET or INSTANCE.NUMBER.
void InpReader::AddNamed(bool nodes,
                         const std::string& set,
                         const std::string& name,
                         int instance) {
  std::string own = name;
  for (std::size_t dot = name.find('.'); dot != std::string::npos && instance < 0;
       dot = name.find('.', dot + 1))
    if (const auto found = scope_->FindInstance(name.substr(0, dot))) {
      instance = *found;
      own = name.substr(dot + 1);
    }
  if (IsInteger(own))
    AddMember(nodes, set, {ParseInteger(own, line_.where), instance});
  else if (nodes)
    scope_->AddSetToNodeSet(set, own, instance, line_.where);
  else
    scope_->AddSetToElementSet(set, own, instance, line_.where);
}

void InpReader::ReadSet(bool nodes) {
  const std::string set = Parameter(nodes ? "NSET" : "ELSET");
  const int instance = InstanceOfSet();
  if (nodes && Has("ELSET"))
    scope_->AddElementsToNodeSet(set, Parameter("ELSET"), instance, keyword_.where);
  while (NextData()) {
    if (Has("GENERATE")) {
      GenerateMembers(nodes, set, instance);
      continue;
    }
    for (const std::string& field : line_.fields)
      if (!field.empty()) AddNamed(nodes, set, ToUpper(field), instance);
  }
}

void InpReader::GenerateMembers(bool nodes, const std::string& set, int instance) {
  std::vector<int> range{0, 0, 1};
  for (std::size_t i = 0; i < std::min<std::size_t>(3, line_.fields.size()); ++i)
    range[i] = ParseInteger(line_.fields[i], line_.where);
  if (line_.fields.size() < 2 || range[2] <= 0 || range[1] < range[0])
    throw FileError(line_.where + ": GENERATE needs first, last and a positive step");
  const std::int64_t first = range[0], count = (range[1] - first) / range[2] + 1;
  RequireRoom(count);
  for (std::int64_t k = 0; k < count; ++k)
    AddMember(nodes, set, {static_cast<int>(first + k * range[2]), instance});
}

/// A number, INSTANCE.NUMBER or a set of one node.
MeshBuilder::Number InpReader::ResolveNode(const std::string& text) const {
  if (IsInteger(text)) return ParseInteger(text, keyword_.where);
  const std::size_t dot = text.rfind('.');
  if (dot != std::string::npos && IsInteger(text.substr(dot + 1)))
    if (const auto instance = scope_->FindInstance(text.substr(0, dot)))
      return {ParseInteger(text.substr(dot + 1), keyword_.where), *instance};
  return scope_->FindOnlyNode(text, keyword_.where);
}

void InpReader::ReadRigidBody() {
  const std::string set = Parameter(Has("TIE NSET") ? "TIE NSET" : "NSET");
  const MeshBuilder::Number reference = ResolveNode(Parameter("REF NODE"));
  const MeshBuilder::Number rotation =
      Has("ROT NODE") ? ResolveNode(Parameter("ROT NODE")) : MeshBuilder::Number(0);
  scope_->AddRigidTie(set, reference, rotation);
  SkipData();
}

}  // namespace trunnion
