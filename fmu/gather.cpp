// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>
#include <sstream>

#include "engine/core/input_file.hpp"
#include "fmu/package.hpp"

namespace trunnion::fmu {
namespace {

namespace fs = std::filesystem;
using model_file::Json;

/// The file that a line "*INCLUDE, INPUT=name" of a mesh names; empty: it is another line.
std::string IncludedBy(const std::string& line) {
  std::string upper = line;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (!upper.starts_with("*INCLUDE")) return {};
  const std::size_t input = upper.find("INPUT");
  const std::size_t equals = upper.find('=', input == std::string::npos ? 0 : input);
  if (input == std::string::npos || equals == std::string::npos) return {};
  std::string name = line.substr(equals + 1, line.find(',', equals) - equals - 1);
  std::erase_if(name, [](char c) { return c == '"' || c == '\r'; });
  const std::size_t first = name.find_first_not_of(" \t"), last = name.find_last_not_of(" \t");
  return first == std::string::npos ? "" : name.substr(first, last - first + 1);
}

class Gatherer {
 public:
  Gatherer(const fs::path& folder, Files& files) : folder_(folder), files_(files) {}

  /// Each file has a folder of its own: names may be equal.
  void Take(Json& name) {
    const fs::path path = folder_ / name.get<std::string>();
    const std::string own = "files/" + std::to_string(++count_);
    Copy(path, fs::path(own) / path.filename());
    name = (fs::path(own) / path.filename()).generic_string();
  }

 private:
  void Copy(const fs::path& from, const fs::path& to) {
    const std::string text = ReadWhole(from);
    if (!files_.emplace("resources/" + to.generic_string(), text).second) return;
    if (from.extension() == ".msh" || from.extension() == ".obj" || from.extension() == ".stl")
      return;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const fs::path included = IncludedBy(line);
      if (included.empty()) continue;
      const bool leaves = included.is_absolute() ||
                          std::find(included.begin(), included.end(), "..") != included.end();
      if (leaves)
        throw FileError("mesh '" + from.string() + "' includes '" + included.string() +
                        "'; an FMU can take it only from the folder of the mesh or below: move it");
      Copy(from.parent_path() / included, to.parent_path() / included);
    }
  }

  const fs::path& folder_;
  Files& files_;
  int count_ = 0;
};

void TakeShapes(Gatherer& gatherer, Json& shapes) {
  if (!shapes.is_array()) return;
  for (Json& shape : shapes)
    if (shape.is_object() && shape.contains("file")) gatherer.Take(shape["file"]);
}

}  // namespace

std::string ReadWhole(const fs::path& path) {
  constexpr std::size_t kMostBytes = 2'000'000'000;
  return InputFile(path).ReadAll(kMostBytes);
}

void GatherFiles(Json& document, const fs::path& folder, Files& files) {
  Gatherer gatherer(folder, files);
  for (Json& body : document["bodies"]) {
    if (body.contains("mesh")) gatherer.Take(body["mesh"]);
    if (body.contains("geometry")) TakeShapes(gatherer, body["geometry"]);
  }
  if (document.contains("ground_geometry")) TakeShapes(gatherer, document["ground_geometry"]);
}

}  // namespace trunnion::fmu
