// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/read_msh.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"
#include "engine/mesh/inp_lines.hpp"
#include "engine/mesh/mesh_builder.hpp"

namespace trunnion {
namespace {

struct GmshType {
  int number, dimension, nodes;
  std::optional<MeshElementType> type;
  std::vector<int> order{};  // node i of ours is gmsh's order[i]; empty: the same
};

const GmshType* FindGmshType(int number) {
  using T = MeshElementType;
  static const std::vector<GmshType> types{
      {15, 0, 1, {}},
      {1, 1, 2, T::b31},
      {8, 1, 3, {}},
      {2, 2, 3, T::s3},
      {3, 2, 4, T::s4},
      {9, 2, 6, {}},
      {10, 2, 9, {}},
      {16, 2, 8, T::s8r},
      {4, 3, 4, T::c3d4},
      {5, 3, 8, T::c3d8i},
      {11, 3, 10, T::c3d10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
      {17, 3, 20, T::c3d20r, {0,  1, 2,  3,  4,  5,  6,  7,  8,  11,
                              13, 9, 16, 18, 19, 17, 10, 12, 14, 15}}};
  const auto found = std::find_if(
      types.begin(), types.end(), [&](const GmshType& t) { return t.number == number; });
  return found != types.end() ? &*found : nullptr;
}

using Entity = std::pair<int, int>;  // dimension, tag

class MshReader {
 public:
  explicit MshReader(const std::filesystem::path& path)
      : path_(path.string()), file_(path), builder_(path_) {}

  Mesh Read() {
    NextLine();
    if (text_ != "$MeshFormat") Fail("a gmsh file starts with $MeshFormat");
    ReadFormat();
    while (NextLine()) ReadSection();
    AddElements();
    return builder_.Finish();
  }

 private:
  struct Element {
    int id;
    const GmshType* type;
    Entity entity;
    std::vector<int> nodes;
    std::string where;
  };

  [[noreturn]] void Fail(const std::string& message) const {
    throw FileError(Where() + ": " + message);
  }
  std::string Where() const { return path_ + ":" + std::to_string(file_.line()); }

  bool NextLine() {
    while (file_.NextLine(text_)) {
      text_ = Trim(text_);
      if (!text_.empty()) return true;
    }
    return false;
  }

  /// The fields of the next line, at least `count`.
  std::vector<std::string> Fields(std::size_t count) {
    if (!NextLine()) Fail("the file ends here, before it is complete");
    std::istringstream words(text_);
    std::vector<std::string> fields;
    for (std::string word; words >> word;) fields.push_back(word);
    if (fields.size() < count)
      Fail(std::to_string(count) + " values expected, found '" + text_ + "'");
    return fields;
  }
  int Integer(const std::string& field) const { return ParseInteger(field, Where()); }
  double Number(const std::string& field) const { return ParseNumber(field, Where()); }

  void ReadFormat() {
    const auto fields = Fields(3);
    if (fields[0] != "4.1" || fields[1] != "0")
      Fail("format " + fields[0] + (fields[1] != "0" ? " binary" : "") +
           " is not read; save as version 4.1 ASCII (gmsh -format msh41)");
    SkipTo("$EndMeshFormat");
  }

  void SkipTo(const std::string& end) {
    while (text_ != end)
      if (!NextLine()) Fail(end + " is missing");
  }

  void ReadSection() {
    const std::string name = text_;
    if (name[0] != '$') Fail("a section name expected, found '" + name + "'");
    if (name == "$PhysicalNames")
      ReadPhysicalNames();
    else if (name == "$Entities")
      ReadEntities();
    else if (name == "$Nodes")
      ReadNodes();
    else if (name == "$Elements")
      ReadElements();
    else
      builder_.AddNotRead(name, Where());
    SkipTo("$End" + name.substr(1));
  }

  void ReadPhysicalNames() {
    const int count = Integer(Fields(1)[0]);
    for (int i = 0; i < count; ++i) {
      const auto fields = Fields(3);
      const std::size_t begin = text_.find('"'), end = text_.rfind('"');
      if (begin == std::string::npos || end <= begin) Fail("a quoted name expected");
      names_[{Integer(fields[0]), Integer(fields[1])}] =
          ToUpper(text_.substr(begin + 1, end - begin - 1));
    }
  }

  void ReadEntities() {
    const auto counts = Fields(4);
    for (int dimension = 0; dimension < 4; ++dimension)
      for (int i = Integer(counts[static_cast<std::size_t>(dimension)]); i > 0; --i) {
        const std::size_t box = dimension == 0 ? 3 : 6;  // coordinates before the physical tags
        const auto fields = Fields(box + 2);
        const int tags = Integer(fields[box + 1]);
        if (fields.size() < box + 2 + static_cast<std::size_t>(std::max(tags, 0)))
          Fail("the physical tags of an entity are incomplete");
        for (int t = 0; t < tags; ++t)
          physical_[{dimension, Integer(fields[0])}].push_back(
              Integer(fields[box + 2 + static_cast<std::size_t>(t)]));
      }
  }

  void ReadNodes() {
    for (int blocks = Integer(Fields(4)[0]); blocks > 0; --blocks) {
      const int count = Integer(Fields(4)[3]);
      std::vector<int> ids;
      for (int i = 0; i < count; ++i) ids.push_back(Integer(Fields(1)[0]));
      for (const int id : ids) {
        const auto x = Fields(3);
        builder_.AddNode(id, {Number(x[0]), Number(x[1]), Number(x[2])}, Where());
      }
    }
  }

  void ReadElements() {
    for (int blocks = Integer(Fields(4)[0]); blocks > 0; --blocks) {
      const auto head = Fields(4);
      const GmshType* type = FindGmshType(Integer(head[2]));
      Require(type != nullptr,
              Where() + ": the gmsh element type " + head[2] +
                  " is not known; tetrahedra (4, 11), hexahedra (5, 17), triangles (2), "
                  "quadrangles (3, 16) and lines (1) are");
      const Entity entity{Integer(head[0]), Integer(head[1])};
      for (int i = Integer(head[3]); i > 0; --i) {
        const auto fields = Fields(static_cast<std::size_t>(type->nodes) + 1);
        std::vector<int> nodes;
        for (int n = 1; n <= type->nodes; ++n)
          nodes.push_back(Integer(fields[static_cast<std::size_t>(n)]));
        elements_.push_back({Integer(fields[0]), type, entity, nodes, Where()});
      }
    }
  }

  void AddElements() {
    int highest = 0;
    for (const Element& e : elements_) highest = std::max(highest, e.type->dimension);
    for (const Element& e : elements_) {
      const bool is_element = e.type->dimension == highest && highest > 0;
      if (is_element) AddElement(e);
      for (const int tag : physical_[e.entity]) {
        const auto name = names_.find({e.entity.first, tag});
        const std::string set =
            name != names_.end()
                ? name->second
                : "PHYSICAL_" + std::to_string(e.entity.first) + "_" + std::to_string(tag);
        for (const int node : e.nodes) builder_.AddToNodeSet(set, node, e.where);
        if (is_element) builder_.AddToElementSet(set, e.id, e.where);
      }
    }
  }

  void AddElement(const Element& e) {
    Require(e.type->type.has_value(),
            e.where + ": the gmsh element type " + std::to_string(e.type->number) +
                " is read on the boundary of solids only");
    std::vector<int> nodes = e.nodes;
    for (std::size_t i = 0; i < e.type->order.size(); ++i)
      nodes[i] = e.nodes[static_cast<std::size_t>(e.type->order[i])];
    builder_.AddElement(e.id, *e.type->type, nodes, e.where);
  }

  std::string path_, text_;
  InputFile file_;
  MeshBuilder builder_;
  std::map<Entity, std::string> names_;
  std::map<Entity, std::vector<int>> physical_;
  std::vector<Element> elements_;
};

}  // namespace

Mesh ReadMsh(const std::filesystem::path& path) { return MshReader(path).Read(); }

}  // namespace trunnion
