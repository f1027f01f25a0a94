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
  types.AddForce("push", {"body", "force", "factor"}, [](ForceEntry& e) {
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
  types.AddForce("push", {"body", "file", "other"}, [&](ForceEntry& e) {
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
  lazy.AddForce("push", {}, [](ForceEntry&) { return ForceId(0); });
  EXPECT_NE(MessageOf(R"({"name": "p", "type": "push"})", lazy).find("must add one force"),
            std::string::npos);
  EXPECT_THROW(lazy.AddForce("push", {}, [](ForceEntry&) { return ForceId(0); }), ModelError);
  EXPECT_THROW(lazy.AddForce("pull", {}, nullptr), ModelError);
}

}  // namespace own_types_test
}  // namespace trunnion
