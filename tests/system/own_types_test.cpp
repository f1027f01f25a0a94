// SPDX-License-Identifier: BSD-3-Clause
//
// Forces of a program's own types in model files.
#include "engine/model_file/own_types.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace own_types_test {

/// A constant force on the centre of mass, which reports its first component.
class Push {
 public:
  static constexpr int kBodies = 1;
  Push(BodyId body, const Vec3& force) : body_(body.index()), force_(force) {}
  std::array<BodyIndex, 1> bodies() const { return {body_}; }
  void CalcForce(const ElementContext&, LocalVector<1>& f) const { f << force_, Vec3::Zero(); }
  void Linearize(const ElementContext&, LocalMatrix<1>& f_q, LocalMatrix<1>& f_v) const {
    f_q.setZero();
    f_v.setZero();
  }
  double CalcEnergy(const ElementContext&) const { return 0; }
  ElementDescription Describe() const {
    return {.type = "push", .columns = {{"x", "N", "along x"}}};
  }
  void WriteReport(const ElementContext&, std::span<double> out) const { out[0] = force_.x(); }

 private:
  BodyIndex body_;
  Vec3 force_;
};

OwnTypes PushTypes() {
  OwnTypes types;
  types.AddForce("push", {"body", "force", "factor"}, [](FileEntry& e) {
    return e.model().AddForceElement(
        e.name(), Push(e.Body("body"), e.Number("factor", 1) * e.Vector("force")));
  });
  return types;
}

std::string ModelWith(const std::string& force) {
  return R"({"bodies": [{"name": "bead", "type": "point", "mass": 2}], "forces": [)" + force + "]}";
}

std::string MessageOf(const std::string& force, const OwnTypes& types = PushTypes()) {
  try {
    ParseModel(ModelWith(force), "own.json", types);
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

TEST(OwnTypes, AForceOfTheProgramMovesItsBody) {
  const ModelFile file = ParseModel(
      ModelWith(
          R"({"name": "p", "type": "push", "body": "bead", "force": [3, 0, 0], "factor": 2})"),
      "own.json",
      PushTypes());
  Simulation run(file.model.Compile());
  run.advance_to(2);
  const BodyId bead = *file.model.FindBody("bead");
  EXPECT_NEAR(run.pose(bead).p.x(), 0.5 * 3 * 4, 1e-6);  // ½ F/m t²
  EXPECT_EQ(run.report(*file.model.FindForce("p"), "x"), 6);
  EXPECT_THROW(run.report(*file.model.FindForce("p"), "y"), ModelError);
}

TEST(OwnTypes, OptionalKeysAndFilesBesideTheModel) {
  OwnTypes types;
  std::string file;
  bool has = true;
  types.AddForce("push", {"body", "file", "other"}, [&](FileEntry& e) {
    file = e.File("file").string();
    has = e.Has("other");
    return e.model().AddForceElement(e.name(), Push(e.Body("body"), Vec3::UnitX()));
  });
  const std::string force = R"({"name": "p", "type": "push", "body": "bead", "file": "a/b.tir"})";
  ParseModel(ModelWith(force), "folder/own.json", types);
  EXPECT_EQ(file, "folder/a/b.tir");
  EXPECT_FALSE(has);
}

TEST(OwnTypes, MistakesAreToldOfWithTheirPlace) {
  EXPECT_TRUE(MessageOf(R"({"name": "p", "type": "push", "body": "bead"})")
                  .starts_with("own.json: /forces/0: force 'p': the key 'force' is missing"));
  EXPECT_NE(MessageOf(R"({"name": "p", "type": "push", "body": "bead", "froce": [1, 0, 0]})")
                .find("'force'"),
            std::string::npos);
  EXPECT_NE(MessageOf(R"({"name": "p", "type": "pull"})").find("'push'"), std::string::npos);
  EXPECT_NE(MessageOf(R"({"name": "p", "type": "push"})", {}).find("'bushing'"), std::string::npos);

  OwnTypes lazy;
  lazy.AddForce("push", {}, [](FileEntry&) { return ForceId(0); });
  EXPECT_NE(MessageOf(R"({"name": "p", "type": "push"})", lazy).find("must add one force"),
            std::string::npos);
  EXPECT_THROW(lazy.AddForce("push", {}, [](FileEntry&) { return ForceId(0); }), ModelError);
  EXPECT_THROW(lazy.AddForce("pull", {}, nullptr), ModelError);
}

/// A section whose entries are beads on joints of their own.
OwnTypes BeadSection(bool complete = true) {
  OwnTypes types;
  types.AddSection("beads", "bead", [complete](FileEntry& e) {
    e.RequireKeys({"name", "mass", "at", "more"});
    Model& model = e.model();
    const BodyId body = model.AddRigidBody({.name = e.name(),
                                            .mass = e.Object("more")->Number("mass"),
                                            .inertia = Mat3::Identity(),
                                            .position = e.Vector("at")});
    model.AddJointAt({.name = e.name() + ".slide",
                      .type = JointType::prismatic,
                      .body_a = Model::ground(),
                      .body_b = body,
                      .point = e.Vector("at")});
    SectionParts parts{.bodies = {e.name()}};
    if (complete) parts.joints = {{e.name() + ".slide", JointType::prismatic}};
    return parts;
  });
  return types;
}

std::string FileWithBeads(const std::string& more) {
  return R"({"bodies": [{"name": "first", "mass": 1, "inertia": [1, 1, 1]}],
    "beads": [{"name": "b", "at": [1, 2, 3], "more": {"mass": 2}}],
    "joints": [{"name": "held", "type": "fixed", "body_a": "ground", "body_b": "first", "point": [0, 0, 0]}],
    "motions": [{"name": "move", "along": "b.slide", "law": 0.5}])" +
         more + "}";
}

TEST(OwnTypes, SectionsAddWhatLaterSectionsName) {
  const ModelFile file = ParseModel(FileWithBeads(""), "own.json", BeadSection());
  Simulation run(file.model.Compile());
  EXPECT_NEAR(run.pose(*file.model.FindBody("b")).p.z(), 3.5, 1e-9);
}

TEST(OwnTypes, MistakesInSections) {
  const auto message = [](const std::string& more, const OwnTypes& types) {
    try {
      ParseModel(FileWithBeads(more), "own.json", types);
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("", {}).find("'beads'"), std::string::npos);
  EXPECT_EQ(
      message("", BeadSection(false)),
      "own.json: /beads/0: bead 'b': the reader of this section must list all that it adds, in its "
      "order");
  OwnTypes types = BeadSection();
  EXPECT_THROW(types.AddSection("beads", "bead", [](FileEntry&) { return SectionParts{}; }),
               ModelError);
  EXPECT_THROW(types.AddSection("rings", "ring", nullptr), ModelError);
  EXPECT_THROW(types.AddSection("", "ring", [](FileEntry&) { return SectionParts{}; }), ModelError);
}

}  // namespace own_types_test
}  // namespace trunnion
