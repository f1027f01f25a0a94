// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <utility>

#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

using Type = Geometry::Type;

double ReadSize(const Entry& entry) {
  const double size = entry.Number();
  if (!(size > 0)) entry.Fail("a size of a shape must be above zero [m]");
  return size;
}

/// As in a mirror normal to `axis`, still counterclockwise from outside.
void Mirror(TriangleMesh& mesh, std::size_t axis) {
  for (auto& point : mesh.points) point[axis] = -point[axis];
  for (auto& corners : mesh.triangles) std::swap(corners[1], corners[2]);
}

std::shared_ptr<const TriangleMesh> FindMesh(Reading& reading, const Entry& entry) {
  int axis = -1;
  if (const auto e = entry.Find("mirror"))
    axis = ReadChoice<int>(*e, {{"x", 0}, {"y", 1}, {"z", 2}});
  double scale = 1;
  if (const auto e = entry.Find("scale")) scale = ReadSize(*e);
  const Entry file = entry.At("file");
  const auto path = std::filesystem::path(reading.file.source).parent_path() / file.Text();
  auto& mesh = reading.meshes[{path.string(), scale, axis}];
  try {
    if (mesh) return mesh;
    TriangleMesh read = ReadMesh(path, scale);
    if (axis >= 0) Mirror(read, static_cast<std::size_t>(axis));
    mesh = std::make_shared<const TriangleMesh>(std::move(read));
  } catch (const FileError& error) {
    file.Fail(error.what());
  }
  return mesh;
}

Geometry ReadGeometry(Reading& reading, const Entry& entry) {
  Geometry shape;
  shape.type = ReadChoice<Type>(entry.At("type"),
                                {{"box", Type::box},
                                 {"sphere", Type::sphere},
                                 {"cylinder", Type::cylinder},
                                 {"mesh", Type::mesh}});
  switch (shape.type) {
    case Type::box:
      entry.RequireKeys({"type", "lengths", "position", "orientation", "colour"});
      shape.size = ReadVector(entry.At("lengths"));
      break;
    case Type::sphere:
      entry.RequireKeys({"type", "radius", "position", "orientation", "colour"});
      shape.size[0] = ReadSize(entry.At("radius"));
      break;
    case Type::cylinder:
      entry.RequireKeys({"type", "radius", "length", "position", "orientation", "colour"});
      shape.size = Vec3(ReadSize(entry.At("radius")), ReadSize(entry.At("length")), 0);
      break;
    case Type::mesh:
      entry.RequireKeys({"type", "file", "scale", "mirror", "position", "orientation", "colour"});
      shape.mesh = FindMesh(reading, entry);
  }
  Into(entry, "position", shape.X_BG.p, ReadVector);
  Into(entry, "orientation", shape.X_BG.R, ReadOrientation);
  Into(entry, "colour", shape.colour);
  return shape;
}

}  // namespace

void ReadShapes(Reading& reading, const Entry& list, BodyId body) {
  std::vector<Geometry> shapes;
  for (const Entry& entry : list.Items()) {
    shapes.push_back(ReadGeometry(reading, entry));
    entry.Guard([&] { RequireValid(shapes.back(), list.label()); });
  }
  list.Guard([&] { reading.model().SetGeometry(body, std::move(shapes)); });
}

}  // namespace trunnion::model_file
