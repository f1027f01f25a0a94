// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/mesh/linear_mesh.hpp"
#include "engine/mesh/read_inp.hpp"

/// References, meshes and rows of the program flexible_references.
namespace trunnion::bench {

using Json = nlohmann::json;

inline VectorXd ToVector(const Json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// A mesh without sections, of one isotropic material.
inline Mesh ReadMesh(const std::filesystem::path& path, double E, double nu, double density) {
  Mesh mesh = ReadInp(path);
  SetMaterial(mesh, {.name = "material", .E = E, .nu = nu, .density = density});
  return mesh;
}

/// Rows "reference beside ours"; prints them as they come.
class Comparison {
 public:
  explicit Comparison(const std::filesystem::path& more_meshes) {
    const std::filesystem::path root = TRUNNION_SOURCE_DIR;
    directories_ = {root / "tests/data/meshes", root / "bench/data/meshes"};
    if (!more_meshes.empty()) directories_.push_back(more_meshes);
    references_ = Json::parse(std::ifstream(root / "tests/data/flexible_references.json"));
  }

  const Json& references() const { return references_; }
  const Json& rows() const { return rows_; }

  /// Empty, with a note, if none of the directories has the file.
  std::filesystem::path FindMesh(const std::string& name) const {
    for (const auto& directory : directories_)
      if (std::filesystem::exists(directory / name)) return directory / name;
    std::printf("%s: no mesh, left out\n", name.c_str());
    return {};
  }

  void Add(const std::string& id,
           const std::string& mesh,
           const std::string& quantity,
           double reference,
           double ours) {
    Add(id, mesh, quantity, reference, ours, ours / reference - 1);
  }
  /// With an error over another scale.
  void Add(const std::string& id,
           const std::string& mesh,
           const std::string& quantity,
           double reference,
           double ours,
           double error) {
    rows_.push_back({{"id", id},
                     {"quantity", quantity},
                     {"mesh", mesh},
                     {"reference", reference},
                     {"ours", ours},
                     {"relative_error", error}});
    std::printf("%-14s %-22s %-36s %15.8g %15.8g %10.1e\n",
                id.c_str(),
                mesh.c_str(),
                quantity.c_str(),
                reference,
                ours,
                error);
  }

  void AddList(const char* id,
               const std::string& mesh,
               const std::string& quantity,
               const VectorXd& reference,
               const VectorXd& ours) {
    for (Eigen::Index i = 0; i < reference.size(); ++i)
      Add(id, mesh, quantity + " " + std::to_string(i + 1), reference[i], ours[i]);
  }

 private:
  std::vector<std::filesystem::path> directories_;
  Json references_, rows_ = Json::array();
};

}  // namespace trunnion::bench
