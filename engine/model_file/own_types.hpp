// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/model.hpp"

namespace trunnion {

/// One object of a model file of a type, or of a section, that a program has made known. Every
/// function throws FileError with the place in the file if a value is missing or of another kind.
class FileEntry {
 public:
  virtual ~FileEntry() = default;

  /// Of a force or of an entry of a section; of an object within it, its key.
  virtual const std::string& name() const = 0;
  virtual Model& model() = 0;
  virtual bool Has(const std::string& key) const = 0;
  virtual double Number(const std::string& key) const = 0;
  virtual double Number(const std::string& key, double otherwise) const = 0;
  virtual double Angle(const std::string& key) const = 0;  ///< [rad], or "30 deg"
  virtual bool Flag(const std::string& key, bool otherwise) const = 0;
  virtual Vec3 Vector(const std::string& key) const = 0;
  virtual std::vector<double> Numbers(const std::string& key) const = 0;
  /// A list of lists of numbers.
  virtual std::vector<std::vector<double>> Rows(const std::string& key) const = 0;
  virtual bool IsListOfLists(const std::string& key) const = 0;
  virtual std::string Text(const std::string& key) const = 0;
  virtual std::vector<std::string> Texts(const std::string& key) const = 0;
  /// The path that the text is, relative to the folder of the model file.
  virtual std::filesystem::path File(const std::string& key) const = 0;
  virtual BodyId Body(const std::string& key) const = 0;  ///< by its name; "ground" too
  virtual MarkerId Marker(const std::string& key) const = 0;

  virtual std::vector<std::string> Keys() const = 0;  ///< of the object, in alphabetical order
  /// Refuses other keys than these.
  virtual void RequireKeys(const std::vector<std::string>& allowed) const = 0;
  virtual std::unique_ptr<FileEntry> Object(const std::string& key) const = 0;
  virtual std::vector<std::unique_ptr<FileEntry>> Objects(const std::string& key) const = 0;
};

/// What the reader of an entry of a section has added to the model, all of it in this order.
struct SectionParts {
  struct Joint {
    std::string name;
    JointType type;
  };
  struct Element {
    std::string name;
    bool angle = false;  ///< it acts along an angle
    std::string type{};  ///< of a force, as in model files
  };
  std::vector<std::string> bodies{};
  std::vector<Joint> joints{};
  std::vector<Element> constraints{}, forces{};
};

/// Types of forces, and sections, of one's own that model files of a program may have.
///
///     OwnTypes types;
///     types.AddForce("magnet", {"body", "strength"}, [](FileEntry& e) {
///       return e.model().AddForceElement(e.name(), Magnet(e.Body("body"), e.Number("strength")));
///     });
///     const ModelFile file = ReadModelFile("model.json", types);
class OwnTypes {
 public:
  /// Adds the force of the entry to its model. A ModelError becomes a FileError at its place.
  using ForceReader = std::function<ForceId(FileEntry&)>;
  struct Force {
    std::vector<std::string> keys;  ///< besides name and type
    ForceReader read;
  };

  /// A type that the engine has itself is read as the engine's.
  /// @throws ModelError if `type` is empty or known already, or there is no reader.
  void AddForce(const std::string& type, std::vector<std::string> keys, ForceReader read);
  const std::map<std::string, Force>& forces() const { return forces_; }

  /// Adds what one entry of the section means to its model. Errors as of ForceReader.
  using SectionReader = std::function<SectionParts(FileEntry&)>;
  struct Section {
    std::string kind;  ///< what messages call an entry: "suspension"
    SectionReader read;
  };
  /// A section that is a list of objects with names, read between "markers" and "joints": what it
  /// adds may be named from there on. The reader calls RequireKeys.
  /// @throws ModelError if `key` is empty or known already, or there is no reader.
  void AddSection(const std::string& key, const std::string& kind, SectionReader read);
  const std::map<std::string, Section>& sections() const { return sections_; }

 private:
  std::map<std::string, Force> forces_;
  std::map<std::string, Section> sections_;
};

}  // namespace trunnion
