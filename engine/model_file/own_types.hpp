// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/model.hpp"

namespace trunnion {

/// One object of `forces` of a model file, of a type that a program has made known. Every function
/// throws FileError with the place in the file if a value is missing or of another kind.
class ForceEntry {
 public:
  virtual ~ForceEntry() = default;

  virtual const std::string& name() const = 0;
  virtual Model& model() = 0;
  virtual bool Has(const std::string& key) const = 0;
  virtual double Number(const std::string& key) const = 0;
  virtual double Number(const std::string& key, double otherwise) const = 0;
  virtual Vec3 Vector(const std::string& key) const = 0;
  virtual std::string Text(const std::string& key) const = 0;
  /// The path that the text is, relative to the folder of the model file.
  virtual std::filesystem::path File(const std::string& key) const = 0;
  virtual BodyId Body(const std::string& key) const = 0;  ///< by its name; "ground" too
  virtual MarkerId Marker(const std::string& key) const = 0;
};

/// Types of forces of one's own that model files of a program may have.
///
///     OwnTypes types;
///     types.AddForce("magnet", {"body", "strength"}, [](ForceEntry& e) {
///       return e.model().AddForceElement(e.name(), Magnet(e.Body("body"), e.Number("strength")));
///     });
///     const ModelFile file = ReadModelFile("model.json", types);
class OwnTypes {
 public:
  /// Adds the force of the entry to its model. A ModelError becomes a FileError at its place.
  using ForceReader = std::function<ForceId(ForceEntry&)>;
  struct Force {
    std::vector<std::string> keys;  ///< besides name and type
    ForceReader read;
  };

  /// A type that the engine has itself is read as the engine's.
  /// @throws ModelError if `type` is empty or known already, or there is no reader.
  void AddForce(const std::string& type, std::vector<std::string> keys, ForceReader read);
  const std::map<std::string, Force>& forces() const { return forces_; }

 private:
  std::map<std::string, Force> forces_;
};

}  // namespace trunnion
