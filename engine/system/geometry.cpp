// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/geometry.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>
#include <system_error>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"

namespace trunnion {
namespace {

using Point = std::array<float, 3>;

/// Collects corners of triangles; equal points become one.
class MeshBuilder {
 public:
  explicit MeshBuilder(double scale) : scale_(scale) {}

  void AddTriangle(const std::array<Point, 3>& corners) {
    std::array<int, 3> triangle{};
    for (std::size_t i = 0; i < 3; ++i) {
      const int next = static_cast<int>(mesh.points.size());
      const auto [at, is_new] = known_.emplace(corners[i], next);
      if (is_new) mesh.points.push_back(Scaled(corners[i]));
      triangle[i] = at->second;
    }
    mesh.triangles.push_back(triangle);
  }
  Point Scaled(Point p) const {
    for (float& x : p) x = static_cast<float>(x * scale_);
    return p;
  }
  TriangleMesh mesh;

 private:
  double scale_;
  std::map<Point, int> known_;
};

/// What is no number becomes NaN, which RequireSound refuses.
void ReadPoint(std::istream& in, Point& p) {
  for (float& x : p)
    if (!(in >> x)) x = NAN;
}

/// The index of a corner "7", "7/1", "7//3" or "-1" (the last point so far).
/// −1, which RequireSound refuses, for anything else.
int ObjIndex(const std::string& word, std::size_t num_points) {
  int index = 0;
  const char *begin = word.data(), *end = begin + word.size();
  const auto [stop, error] = std::from_chars(begin, end, index);
  if (error != std::errc() || (stop != end && *stop != '/') || index == 0) return -1;
  return index < 0 ? static_cast<int>(num_points) + index : index - 1;
}

void ReadObj(std::istream& in, MeshBuilder& out) {
  std::string line, key, word;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    words >> key;
    if (key == "v") {
      Point p{};
      ReadPoint(words, p);
      out.mesh.points.push_back(out.Scaled(p));
    } else if (key == "f") {
      std::vector<int> corners;
      while (words >> word) corners.push_back(ObjIndex(word, out.mesh.points.size()));
      for (std::size_t i = 2; i < corners.size(); ++i)
        out.mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
    }
    key.clear();
  }
}

/// Header of 80 bytes, the number of triangles, then 50 bytes each: normal, corners, attribute.
void ReadBinaryStl(const std::string& bytes, MeshBuilder& out) {
  for (std::size_t at = 84; at + 50 <= bytes.size(); at += 50) {
    std::array<Point, 3> corners{};
    std::memcpy(corners.data(), bytes.data() + at + 12, sizeof(corners));
    out.AddTriangle(corners);
  }
}

void ReadTextStl(std::istream& in, const std::string& name, MeshBuilder& out) {
  std::string word;
  std::array<Point, 3> corners{};
  std::size_t count = 0;
  while (in >> word) {
    if (word != "vertex") continue;
    Point& p = corners[count % 3];
    ReadPoint(in, p);
    if (++count % 3 == 0) out.AddTriangle(corners);
  }
  if (count % 3 != 0) throw FileError("'" + name + "': the last triangle is not complete");
}

bool IsBinaryStl(const std::string& bytes) {
  if (bytes.size() < 84) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof(count));
  return bytes.size() == 84 + 50 * std::size_t{count};
}

void RequireSound(const TriangleMesh& mesh, const std::string& name) {
  if (mesh.triangles.empty())
    throw FileError("'" + name + "' holds no triangles; give an OBJ or STL file");
  const int size = static_cast<int>(mesh.points.size());
  for (const auto& triangle : mesh.triangles)
    for (const int i : triangle)
      if (i < 0 || i >= size)
        throw FileError("'" + name + "': a face names a point that is not there; correct the file");
  for (const Point& p : mesh.points)
    for (const float x : p)
      if (!std::isfinite(x))
        throw FileError("'" + name + "': a point is no triple of finite numbers");
}

bool IsColour(const std::string& text) {
  return text.size() == 7 && text[0] == '#' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) {
           return std::isxdigit(static_cast<unsigned char>(c)) != 0;
         });
}

}  // namespace

TriangleMesh ReadMesh(const std::filesystem::path& file, double scale) {
  constexpr std::size_t kMostBytes = 2'000'000'000;
  const std::string bytes = InputFile(file).ReadAll(kMostBytes);
  std::istringstream in(bytes);
  MeshBuilder builder(scale);
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".obj") {
    ReadObj(in, builder);
  } else if (extension == ".stl") {
    IsBinaryStl(bytes) ? ReadBinaryStl(bytes, builder) : ReadTextStl(in, file.string(), builder);
  } else {
    throw FileError("the mesh '" + file.string() + "' is neither .obj nor .stl; convert it");
  }
  RequireSound(builder.mesh, file.string());
  builder.mesh.name = file.filename().string();
  return std::move(builder.mesh);
}

int NumSizes(Geometry::Type type) {
  constexpr int kSizes[] = {3, 1, 2, 0};
  return kSizes[static_cast<int>(type)];
}

void RequireValid(const Geometry& geometry, const std::string& label) {
  using Type = Geometry::Type;
  for (int i = 0; i < NumSizes(geometry.type); ++i) {
    Require(geometry.size[i] > 0 && std::isfinite(geometry.size[i]),
            label,
            "a shape has a size that is not above zero; give lengths [m]");
  }
  Require(geometry.type != Type::mesh || geometry.mesh, label, "a shape has no mesh; set one");
  Require(geometry.colour.empty() || IsColour(geometry.colour),
          label,
          "the colour '" + geometry.colour + "' is not of the form \"#rrggbb\"");
}

}  // namespace trunnion
