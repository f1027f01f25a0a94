// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/mesh/inp_lines.hpp"
#include "engine/mesh/mesh_builder.hpp"

/// What ReadInp is made of. Internal to the engine.
namespace trunnion {

class InpReader {
 public:
  explicit InpReader(const std::filesystem::path& path)
      : lines_(path), root_(path.string()), scope_(&root_) {}

  Mesh Read();

 private:
  using Handler = void (InpReader::*)();
  /// Every handler takes all data lines of its keyword.
  static const std::map<std::string, Handler>& Handlers();

  // Lines and values.
  bool NextData();
  void SkipData();
  bool Has(const std::string& parameter) const { return keyword_.parameters.count(parameter) > 0; }
  std::string Parameter(const std::string& name) const;
  int IntegerParameter(const std::string& name) const;
  void AllowParameters(const std::vector<std::string>& known);
  double Number(std::size_t i) const;
  /// Integer i of the data line, or the default where it is missing or blank.
  int IntegerOr(std::size_t i, int otherwise) const;
  bool IsBlank() const;
  std::vector<double> ReadNumbers();
  void RequireCount(const std::vector<double>& values, std::size_t count) const;
  void RefuseOrSkip();

  // Nodes, elements, sets: read_inp.cpp.
  void ReadNodes();
  void ReadSystem();
  void ReadElements();
  [[noreturn]] static void RefuseElement(MeshElementType type,
                                         const std::string& where,
                                         const std::vector<int>& numbers);
  void ReadNodeSet() { ReadSet(true); }
  void ReadElementSet() { ReadSet(false); }
  void ReadSet(bool nodes);
  int InstanceOfSet() const;
  void AddMember(bool nodes, const std::string& set, const MeshBuilder::Number& number);
  void AddNamed(bool nodes, const std::string& set, const std::string& name, int instance);
  void GenerateMembers(bool nodes, const std::string& set, int instance);
  MeshBuilder::Number ResolveNode(const std::string& text) const;
  void ReadRigidBody();

  // Parts and instances: inp_assembly.cpp.
  void BeginPart();
  void EndPart();
  void ReadAssembly();
  void BeginInstance();
  void EndInstance();
  Pose ReadPose();

  // Generated nodes and elements: inp_generation.cpp.
  /// Counts what is generated. @throws FileError if it is more than any mesh needs.
  void RequireRoom(std::int64_t count);
  int Shifted(int number, std::int64_t by) const;
  Vec3 PositionOf(const std::map<int, Vec3>& positions, int id) const;
  std::map<int, Vec3> ListPositions() const;
  void GenerateNodes();
  void FillNodes();
  void CopyNodes();
  void GenerateElements();
  void CopyElements();

  // Materials and sections: inp_properties.cpp.
  MeshMaterial& Material();
  void ReadMaterial();
  void ReadDensity();
  void ReadElastic();
  void ReadOrientation();
  void ReadSolidSection() { ReadSection(SectionKind::solid); }
  void ReadShellSection() { ReadSection(SectionKind::shell); }
  void ReadBeamSection() { ReadSection(SectionKind::beam); }
  void ReadSection(SectionKind kind);
  double ReadOffset() const;

  InpLines lines_;
  MeshBuilder root_;
  MeshBuilder* scope_;  // what nodes, elements, sets and sections are added to
  std::map<std::string, std::shared_ptr<const MeshBuilder>> parts_;
  std::shared_ptr<MeshBuilder> open_;  // the part or instance that is being read
  std::string open_name_, open_part_, open_where_;
  Pose pose_;    // of the instance that is being read
  Pose system_;  // of *SYSTEM
  InpLine line_, keyword_;
  bool at_end_ = false;
  std::string material_;
  std::int64_t made_ = 0;  // nodes, elements and members of sets that were generated
};

}  // namespace trunnion
