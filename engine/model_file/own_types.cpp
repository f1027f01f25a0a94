// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/own_types.hpp"

#include <memory>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion {

void OwnTypes::AddForce(const std::string& type, std::vector<std::string> keys, ForceReader read) {
  Require(!type.empty(), "a type of forces needs a name");
  const std::string label = "type of forces '" + type + "'";
  Require(bool(read), label, "it has no reader");
  Require(forces_.try_emplace(type, Force{std::move(keys), std::move(read)}).second,
          label,
          "it is known already; choose another name");
}

void OwnTypes::AddSection(const std::string& key, const std::string& kind, SectionReader read) {
  Require(!key.empty(), "a section needs a key");
  const std::string label = "section '" + key + "'";
  Require(bool(read), label, "it has no reader");
  Require(sections_.try_emplace(key, Section{kind, std::move(read)}).second,
          label,
          "it is known already; choose another key");
}

namespace model_file {
namespace {

std::vector<double> ReadList(const Entry& entry) {
  std::vector<double> numbers;
  for (const Entry& item : entry.Items()) numbers.push_back(item.Number());
  return numbers;
}

class EntryOfFile final : public FileEntry {
 public:
  EntryOfFile(Reading& reading, Entry entry, std::string name)
      : reading_(reading), entry_(std::move(entry)), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  Model& model() override { return reading_.model(); }
  bool Has(const std::string& key) const override { return entry_.Find(key).has_value(); }
  double Number(const std::string& key) const override { return entry_.At(key).Number(); }
  double Number(const std::string& key, double otherwise) const override {
    const auto found = entry_.Find(key);
    return found ? found->Number() : otherwise;
  }
  double Angle(const std::string& key) const override { return entry_.At(key).Angle(); }
  bool Flag(const std::string& key, bool otherwise) const override {
    const auto found = entry_.Find(key);
    return found ? found->Boolean() : otherwise;
  }
  Vec3 Vector(const std::string& key) const override { return ReadVector(entry_.At(key)); }
  std::vector<double> Numbers(const std::string& key) const override {
    return ReadList(entry_.At(key));
  }
  std::vector<std::vector<double>> Rows(const std::string& key) const override {
    std::vector<std::vector<double>> rows;
    for (const Entry& row : entry_.At(key).Items()) rows.push_back(ReadList(row));
    return rows;
  }
  bool IsListOfLists(const std::string& key) const override {
    const Json& list = entry_.At(key).json();
    return list.is_array() && !list.empty() && list.front().is_array();
  }
  std::string Text(const std::string& key) const override { return entry_.At(key).Text(); }
  std::vector<std::string> Texts(const std::string& key) const override {
    std::vector<std::string> texts;
    for (const Entry& item : entry_.At(key).Items()) texts.push_back(item.Text());
    return texts;
  }
  std::filesystem::path File(const std::string& key) const override {
    return std::filesystem::path(reading_.file.source).parent_path() / Text(key);
  }
  BodyId Body(const std::string& key) const override { return FindBody(reading_, entry_.At(key)); }
  MarkerId Marker(const std::string& key) const override {
    return FindMarker(reading_, entry_.At(key));
  }
  std::vector<std::string> Keys() const override {
    if (!entry_.json().is_object()) entry_.FailType("an object");
    std::vector<std::string> keys;
    for (const auto& [key, value] : entry_.json().items()) keys.push_back(key);
    return keys;
  }
  void RequireKeys(const std::vector<std::string>& allowed) const override {
    const std::vector<std::string_view> keys(allowed.begin(), allowed.end());
    entry_.RequireKeys(keys);
  }
  std::unique_ptr<FileEntry> Object(const std::string& key) const override {
    return std::make_unique<EntryOfFile>(reading_, entry_.At(key), key);
  }
  std::vector<std::unique_ptr<FileEntry>> Objects(const std::string& key) const override {
    std::vector<std::unique_ptr<FileEntry>> objects;
    for (const Entry& item : entry_.At(key).Items())
      objects.push_back(std::make_unique<EntryOfFile>(reading_, item, key));
    return objects;
  }

 private:
  Reading& reading_;
  Entry entry_;
  std::string name_;
};

/// Whether all joints, constraints and forces of the model have been noted: the next of each, in a
/// copy, gets the number of those before.
bool IsNoted(const Reading& reading) {
  Model next = reading.file.model;
  const std::string name = "=";  // no name of a file begins with it
  const JointId joint = next.AddJointAt({.name = name,
                                         .type = JointType::prismatic,
                                         .body_a = Model::ground(),
                                         .body_b = next.AddRigidBody({.name = name, .mass = 1})});
  const MotionId motion = next.AddMotion(
      {.name = name, .along = joint, .law = {[](double) { return MotionValue{}; }, NoBreaks()}});
  const ForceId force = next.AddSpringDamper({.name = name, .along = joint, .stiffness = 1});
  return idx(joint.index()) == reading.joint_names.size() &&
         idx(motion.index()) == reading.constraint_names.size() &&
         idx(force.index()) == reading.force_names.size();
}

/// Notes the names of what a section has added, as the sections of the engine do.
void Note(Reading& reading, const Entry& entry, const SectionParts& parts) {
  const Model& model = reading.model();
  bool ordered = true;
  const auto note = [&](auto found, std::vector<std::string>& names, const std::string& name) {
    ordered &= found && found->index() == static_cast<int>(names.size());
    names.push_back(name);
  };
  for (const std::string& body : parts.bodies) reading.body_names.push_back(body);
  for (const auto& [name, type] : parts.joints) {
    note(model.FindJoint(name), reading.joint_names, name);
    reading.joint_types.push_back(type);
  }
  for (const auto& [name, angle, type] : parts.constraints) {
    note(model.FindConstraint(name), reading.constraint_names, name);
    reading.constraint_angles.push_back(angle);
  }
  for (const auto& [name, angle, type] : parts.forces) {
    note(model.FindForce(name), reading.force_names, name);
    reading.force_angles.push_back(angle);
    reading.file.force_types.push_back(type);
  }
  if (!ordered || !IsNoted(reading))
    entry.Fail("the reader of this section must list all that it adds, in its order");
}

}  // namespace

void ReadOwnForce(Reading& reading,
                  const Entry& entry,
                  const std::string& name,
                  const OwnTypes::Force& type) {
  std::vector<std::string_view> keys{"name", "type"};
  keys.insert(keys.end(), type.keys.begin(), type.keys.end());
  entry.RequireKeys(keys);
  EntryOfFile force(reading, entry, name);
  const ForceId id = entry.Guard([&] { return type.read(force); });
  if (id.index() != static_cast<int>(reading.force_names.size()) ||
      reading.model().FindForce(name) != id)
    entry.Fail("the reader of this type must add one force, and return it");
}

void ReadOwnSections(Reading& reading, const Entry& root) {
  for (const auto& [key, section] : reading.own_types.sections()) {
    const auto list = root.Find(key);
    if (!list) continue;
    for (Entry& item : list->Items()) {
      const std::string name = ReadName(reading, item, section.kind);
      EntryOfFile entry(reading, item, name);
      const auto& read = section.read;
      Note(reading, item, item.Guard([&] { return read(entry); }));
    }
  }
}

}  // namespace model_file
}  // namespace trunnion
