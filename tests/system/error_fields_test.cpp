// SPDX-License-Identifier: BSD-3-Clause
//
// Errors carry what they are about, so that a program need not read their English.
#include <gtest/gtest.h>

#include <string>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace {

template <class E, class F>
E Caught(const F& f) {
  try {
    f();
  } catch (const E& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return E("nothing");
}

TEST(ErrorFields, ModelErrorsNameTheirElement) {
  Model model;
  const auto mass = Caught<ModelError>([&] { model.AddRigidBody({.name = "rod", .mass = -1}); });
  EXPECT_EQ(mass.element(), "body 'rod'");
  EXPECT_TRUE(std::string(mass.what()).starts_with("body 'rod': the mass is -1")) << mass.what();
  EXPECT_TRUE(mass.file().empty() && mass.place().empty());

  const BodyId rod = model.AddPointMass({.name = "bead", .mass = 1});
  const auto joint = Caught<ModelError>([&] {
    model.AddJointAt(
        {.name = "hinge", .body_a = Model::ground(), .body_b = rod, .axis = {0, 0, 0}});
  });
  EXPECT_EQ(joint.element(), "joint 'hinge'");
}

TEST(ErrorFields, FileErrorsCarryFileAndPlace) {
  const std::string text = R"({"bodies": [{"name": "rod", "mass": "heavy"}]})";
  const auto error = Caught<FileError>([&] { ParseModel(text, "car.json"); });
  EXPECT_EQ(error.file(), "car.json");
  EXPECT_EQ(error.place(), "/bodies/0/mass");
  EXPECT_EQ(error.element(), "body 'rod'");

  const std::string impossible =
      R"({"bodies": [{"name": "rod", "mass": 1, "inertia": [1, 1, 5]}]})";
  const auto model = Caught<FileError>([&] { ParseModel(impossible, "car.json"); });
  EXPECT_EQ(model.place(), "/bodies/0");
  EXPECT_EQ(model.element(), "body 'rod'");
}

}  // namespace
}  // namespace trunnion
