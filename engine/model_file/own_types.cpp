// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/own_types.hpp"

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

namespace model_file {
namespace {

class ForceOfFile final : public ForceEntry {
 public:
  ForceOfFile(Reading& reading, const Entry& entry, const std::string& name)
      : reading_(reading), entry_(entry), name_(name) {}

  const std::string& name() const override { return name_; }
  Model& model() override { return reading_.model(); }
  bool Has(const std::string& key) const override { return entry_.Find(key).has_value(); }
  double Number(const std::string& key) const override { return entry_.At(key).Number(); }
  double Number(const std::string& key, double otherwise) const override {
    const auto found = entry_.Find(key);
    return found ? found->Number() : otherwise;
  }
  Vec3 Vector(const std::string& key) const override { return ReadVector(entry_.At(key)); }
  std::string Text(const std::string& key) const override { return entry_.At(key).Text(); }
  std::filesystem::path File(const std::string& key) const override {
    return std::filesystem::path(reading_.file.source).parent_path() / Text(key);
  }
  BodyId Body(const std::string& key) const override { return FindBody(reading_, entry_.At(key)); }
  MarkerId Marker(const std::string& key) const override {
    return FindMarker(reading_, entry_.At(key));
  }

 private:
  Reading& reading_;
  const Entry& entry_;
  const std::string& name_;
};

}  // namespace

void ReadOwnForce(Reading& reading,
                  const Entry& entry,
                  const std::string& name,
                  const OwnTypes::Force& type) {
  std::vector<std::string_view> keys{"name", "type"};
  keys.insert(keys.end(), type.keys.begin(), type.keys.end());
  entry.RequireKeys(keys);
  ForceOfFile force(reading, entry, name);
  const ForceId id = entry.Guard([&] { return type.read(force); });
  if (id.index() != static_cast<int>(reading.force_names.size()) ||
      reading.model().FindForce(name) != id)
    entry.Fail("the reader of this type must add one force, and return it");
}

}  // namespace model_file
}  // namespace trunnion
