// SPDX-License-Identifier: BSD-3-Clause
// The section "suspensions" of model files, and the rig of the command.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/hmmwv_front.hpp"
#include "vehicle/kc_page.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::vehicle {
namespace suspension_file_test {

using Json = nlohmann::json;

Json List(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Json List(const Mat3& I) { return {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}; }

/// The front corner on bushings, as a file.
Json FileOf(const SuspensionData& data) {
  Json s{{"name", data.name}, {"kind", "double_wishbone"}, {"wheel_radius", data.wheel_radius}};
  for (const auto& [name, point] : data.points) s["hardpoints"][name] = List(point);
  for (const auto& [name, body] : data.bodies)
    s["bodies"][name] = {{"mass", body.mass},
                         {"com", List(body.com)},
                         {"inertia", List(body.inertia)},
                         {"allow_unphysical_inertia", body.allow_unphysical_inertia}};
  for (const auto& [name, bushing] : data.bushings) {
    const Vec6 k = bushing.stiffness.diagonal();
    s["bushings"][name] = {{"stiffness", {k[0], k[1], k[2], k[3], k[4], k[5]}},
                           {"damping_time", 2e-3}};
  }
  s["struts"] = {{{"name", "spring"}, {"stiffness", 167062}, {"free_length", 0.339}},
                 {{"name", "damper"}, {"damping", 19015.5692}}};
  return {{"bodies", {{{"name", "chassis"}, {"mass", 1000}, {"inertia", {100, 100, 100}}}}},
          {"suspensions", {s}}};
}

Json Front() {
  SuspensionData data = test::HmmwvFront();
  test::AddSyntheticBushings(data);
  return FileOf(data);
}

ModelFile Parse(const Json& file, std::shared_ptr<VehicleParts> found = {}) {
  return ParseModel(file.dump(), "car.json", VehicleTypes(std::move(found)));
}
std::string Complaint(const Json& file) {
  return MessageOf([&] { Parse(file); });
}

TEST(SuspensionFile, IsWhatTheProgramWouldBuild) {
  SuspensionData data = test::HmmwvFront();
  test::AddSyntheticBushings(data);
  const auto found = std::make_shared<VehicleParts>();
  Parse(Front(), found);
  ASSERT_EQ(found->suspensions.size(), 1u);
  KcRig from_file(found->suspensions[0].suspension), own(MakeDoubleWishbone(data));
  const KcCommand command{.travel = {0.03, -0.02}};
  const KcState a = from_file.Solve(command), b = own.Solve(command);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(a.wheels[i].posture.toe, b.wheels[i].posture.toe, 1e-12);
    EXPECT_NEAR(a.wheels[i].vertical, b.wheels[i].vertical, 1e-6);
  }
}

/// Sections after it know its joints, forces and markers, and their kinds.
TEST(SuspensionFile, LaterSectionsNameItsParts) {
  Json file = Front();
  Json& s = file["suspensions"][0];
  s["chassis"] = "chassis";
  s["position"] = {1.5, 0, 0};
  s["rack"] = {{"mass", 5},
               {"com", {-0.25, 0, 0.054}},
               {"inertia", {1, 1, 1}},
               {"ratio", 0.01},
               {"pinion", {{"mass", 1}, {"com", {-0.25, 0.1, 0.1}}, {"inertia", {0.1, 0.1, 0.1}}}}};
  file["joints"] = {{{"name", "held"},
                     {"type", "fixed"},
                     {"body_a", "ground"},
                     {"body_b", "chassis"},
                     {"point", {0, 0, 0}}}};
  file["motions"] = {{{"name", "steer"}, {"along", "front.pinion"}, {"law", "30 deg"}}};
  file["outputs"] = {{{"name", "rack"}, {"type", "coordinate"}, {"along", "front.rack"}},
                     {{"name", "spring"}, {"type", "force"}, {"force", "front.left.spring"}},
                     {{"name", "x"},
                      {"type", "position"},
                      {"marker", "front.right.wheel_centre"},
                      {"component", "x"}}};
  const ModelFile read = Parse(file);
  Simulation run(read.model.Compile());
  ASSERT_EQ(read.signals.size(), 3u);
  EXPECT_NEAR(read.signals[0].evaluate(run), 0.01 * std::acos(-1.0) / 6, 1e-9);
  EXPECT_GT(std::abs(read.signals[1].evaluate(run)), 1000);
  EXPECT_NEAR(read.signals[2].evaluate(run), 1.46, 0.02);
  EXPECT_EQ(read.force_types.size(), 12u);  // four bushings and two struts a side
}

TEST(SuspensionFile, MistakesAreToldOfWithTheirPlace) {
  const auto with = [](auto&& change) {
    Json file = Front();
    change(file["suspensions"][0]);
    return Complaint(file);
  };
  const std::string place = "car.json: /suspensions/0: suspension 'front': ";
  EXPECT_EQ(with([](Json& s) { s["hardpoints"].erase("lca_rear"); }),
            place + "the hardpoint 'lca_rear' is missing; a double wishbone needs it");
  EXPECT_TRUE(with([](Json& s) {
                s["springs"] = 1;
              }).starts_with("car.json: /suspensions/0/springs: suspension 'front': unknown key"));
  EXPECT_NE(with([](Json& s) {
              s["kind"] = "wishbone";
            }).find("unknown kind 'wishbone'; known are 'double_wishbone'"),
            std::string::npos);
  EXPECT_NE(with([](Json& s) { s["sides"] = "up"; }).find("\"sides\" is"), std::string::npos);
  EXPECT_NE(with([](Json& s) {
              s["bushings"]["lca_front"]["stiffness"] = {1, 2};
            }).find("six numbers"),
            std::string::npos);
  EXPECT_NE(with([](Json& s) {
              s["bushings"]["lca_front"]["stifness"] = 1;
            }).find("/suspensions/0/bushings/lca_front"),
            std::string::npos);
  EXPECT_NE(with([](Json& s) { s["bodies"]["lca"].erase("mass"); }).find("'mass' is missing"),
            std::string::npos);
  EXPECT_NE(with([](Json& s) { s["chassis"] = "chasis"; }).find("did you mean 'chassis'"),
            std::string::npos);
}

/// The whole vehicle of the reference (weight and moment balance to 1e-10), with its steering held.
/// The Pitman arm stands on one side there, so tyres are compared by the mean of an axle.
TEST(SuspensionFile, WholeHmmwv) {
  const ModelFile file =
      ReadModelFile(TRUNNION_SOURCE_DIR "/models/vehicle/hmmwv.json", VehicleTypes());
  const System system = file.model.Compile();
  Simulation run(system, file.run.MakeOptions());
  SolveStatics(run);
  const auto output = [&](const std::string& name) {
    for (const Signal& signal : file.signals)
      if (signal.name == name) return signal.evaluate(run);
    ADD_FAILURE() << "no output " << name;
    return 0.0;
  };
  const auto mean = [&](const std::string& name) {
    return 0.5 * (output(name + "_left") + output(name + "_right"));
  };
  EXPECT_NEAR(output("chassis_z"), 0.583702, 5e-6);
  EXPECT_NEAR(output("pitch"), 0.17228, 2e-5);
  EXPECT_NEAR(mean("tyre_front"), 6492.42, 0.3);
  EXPECT_NEAR(mean("tyre_rear"), 6128.82, 0.3);
  EXPECT_NEAR(mean("spring_front"), 0.294347, 5e-6);
  EXPECT_NEAR(mean("spring_rear"), 0.356393, 5e-6);
  const auto modes = CalcModes(run, {.damping = false});
  for (const double hz : {1.93844, 2.73028, 9.08551, 9.88908}) {
    double nearest = 1e300;
    for (const Mode& mode : modes)
      if (std::abs(mode.frequency - hz) < std::abs(nearest - hz)) nearest = mode.frequency;
    EXPECT_NEAR(nearest, hz, 1e-4 * hz);
  }
}

TEST(SuspensionFile, TheRigOfTheCommand) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "kc_of_front";
  std::filesystem::remove_all(folder);
  const std::string rig =
      TRUNNION_COMMAND " rig kc " TRUNNION_SOURCE_DIR "/models/vehicle/hmmwv.json ";
  const auto run = [&](const std::string& options) {
    return std::system((rig + options + " > /dev/null 2>&1").c_str()) / 256;
  };
  ASSERT_EQ(run("--suspension front --bump 0.05 --rebound 0.05 --steer 0.2 --steps 2 --output " +
                folder.string()),
            0);
  for (const char* file : {"kc.html",
                           "figures.csv",
                           "travel.csv",
                           "roll.csv",
                           "steer.csv",
                           "lateral.csv",
                           "braking.csv",
                           "driving.csv",
                           "aligning.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
  std::ifstream page(folder / "kc.html");
  const std::string html((std::istreambuf_iterator<char>(page)), {});
  EXPECT_NE(html.find("roll centre height"), std::string::npos);
  EXPECT_NE(html.find("<svg"), std::string::npos);
  EXPECT_EQ(html.find("http://www.w3.org/1999/xhtml"), std::string::npos);
  EXPECT_EQ(run(""), 2);                                    // several suspensions
  EXPECT_EQ(run("--suspension middle"), 2);                 // none of that name
  EXPECT_EQ(run("--suspension front --wheelbase 3.3"), 2);  // needs the height
  std::filesystem::remove_all(folder);
}

}  // namespace suspension_file_test
}  // namespace trunnion::vehicle
