// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/import/adams/import.hpp"
#include "tests/import/adams_files.hpp"

/// The 16 datasets of ../shared/reference/import/adams: each is read as adm_files.json says, and
/// runs as Adams has printed it, every quantity at every row.
namespace trunnion::adams {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const std::string kDatasets = TRUNNION_SOURCE_DIR "/../shared/reference/import/adams/";
const std::string kTables = TRUNNION_SOURCE_DIR "/tests/data/adams/";

json ReadJson(const std::string& path) {
  std::ifstream file(path);
  return json::parse(file);
}

Vec3 Three(const json& list, std::size_t first = 0) {
  return {list[first].get<double>(), list[first + 1].get<double>(), list[first + 2].get<double>()};
}

class AdamsDatasets : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!fs::exists(kDatasets)) GTEST_SKIP() << "no datasets of Adams here";
    facts_ = ReadJson(kDatasets + "adm_files.json")["files"][GetParam()];
    path_ = kDatasets + facts_["file"].get<std::string>();
  }
  std::string ReadText() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  json facts_;
  std::string path_;
};

TEST_P(AdamsDatasets, AreReadAsTheyAreWritten) {
  const AdamsImport import = ImportAdams(ReadText(), path_);
  EXPECT_EQ(import.title, facts_["title"]);
  EXPECT_TRUE(import.not_understood.empty());
  const auto counts = facts_["statements"].get<std::map<std::string, int>>();
  EXPECT_EQ(import.statements, counts);
  ImportedRun imported(ReadModelFile(path_));
  EXPECT_EQ(imported.file.model.gravity(), Three(facts_["gravity"]));
  for (const auto& [id, fact] : facts_["markers"].items()) {
    const Pose X = imported.MotionOf("MARKER_" + id).X;
    EXPECT_LE((X.p - Three(fact["position"])).norm(), 1e-12) << id;
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_LE((X.R.col(static_cast<int>(axis)) - Three(fact["axes"], 3 * axis)).norm(), 2e-12)
          << id;
  }
  for (const json& fact : facts_["parts"]) {
    const json inertia = fact["inertia_at_cm_in_cm_axes"];
    json body;
    for (const auto& candidate : import.model["bodies"])
      if (candidate["name"] == "PART_" + fact["id"].dump()) body = candidate;
    EXPECT_EQ(body["mass"], fact["mass"]);
    for (std::size_t i = 0; i < body["inertia"].size(); ++i)
      EXPECT_EQ(body["inertia"][i], inertia[i]);
  }
  const auto count = [&](const char* list) {
    return import.model.contains(list) ? import.model[list].size() : 0;
  };
  EXPECT_EQ(count("joints") + count("couplings"),
            facts_["joints"].size() + (facts_.contains("gcons") ? facts_["gcons"].size() : 0));
  EXPECT_EQ(count("forces"), facts_["sforces"].size());
}

/// The largest differences of a column group, quaternions up to sign.
struct Comparison {
  const Table& table;
  std::map<std::string, double> worst{}, largest{};

  void Add(const std::string& name,
           std::size_t row,
           const std::vector<double>& ours,
           const std::vector<std::string>& columns) {
    double same = 0, opposite = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double theirs = table.at(columns[i])[row];
      same = std::max(same, std::abs(theirs - ours[i]));
      opposite = std::max(opposite, std::abs(theirs + ours[i]));
      largest[name] = std::max(largest[name], std::abs(theirs));
    }
    worst[name] = std::max(worst[name], ours.size() == 4 ? std::min(same, opposite) : same);
  }
  void Add(const std::string& name, std::size_t row, const Vec3& ours, const std::string& stem) {
    Add(name, row, {ours[0], ours[1], ours[2]}, {stem + "_x", stem + "_y", stem + "_z"});
  }
  /// The marker of a centre of mass.
  void AddMotion(std::size_t row, const FrameMotion& motion, const std::string& prefix = "") {
    Add("Pos", row, motion.X.p, prefix + "pos");
    Add("Vel", row, motion.v, prefix + "vel");
    Add("Acc", row, motion.a, prefix + "acc");
    Add("Avel", row, motion.w, prefix + "angvel");
    Add("Aacc", row, motion.alpha, prefix + "angacc");
    const Eigen::Quaterniond q(motion.X.R);
    Add("Quat",
        row,
        {q.w(), q.x(), q.y(), q.z()},
        {prefix + "quat_w", prefix + "quat_x", prefix + "quat_y", prefix + "quat_z"});
  }
};

/// The outputs F2, F3, F4 and F6, F7, F8 of a request of functions, or those of a request FORCE.
std::pair<Vec3, Vec3> ReadReaction(const ImportedRun& imported, const std::string& request) {
  Vec3 force, torque = Vec3::Zero();
  bool by_functions = false;
  for (const Signal& signal : imported.file.signals) by_functions |= signal.name == request + ".F2";
  for (int i = 0; i < 3; ++i) {
    const char axis = static_cast<char>('X' + i);
    force[i] = imported.Output(
        request + (by_functions ? ".F" + std::to_string(2 + i) : std::string(".F") + axis));
    if (by_functions) torque[i] = imported.Output(request + ".F" + std::to_string(6 + i));
  }
  return {force, torque};
}

/// Adams' own files; the tables of two springs are those of others, see below.
TEST_P(AdamsDatasets, RunAsAdamsSays) {
  ASSERT_FALSE(facts_["table"].is_null());
  ASSERT_EQ(facts_["file"].get<std::string>().find("Spring"), std::string::npos);
  const std::string table_name = facts_["table"];
  json accuracy;
  const json definitions = ReadJson(kTables + "adams_joints.json");
  for (const json& definition : definitions["cases"])
    if (definition["name"] == table_name) accuracy = definition["adams_accuracy"];
  const Table table = ReadTable(kTables + table_name + ".csv");
  const bool rotates = facts_["joints"].size() == 1;  // the distance constraint gives no torque
  ImportedRun imported(ReadModelFile(path_));
  Comparison comparison{table};
  ASSERT_EQ(table.at("t").size(), 101u);
  for (std::size_t row = 0; row < 101; ++row) {
    imported.run.advance_to(table.at("t")[row]);
    comparison.AddMotion(row, imported.MotionOf("MARKER_201"));
    const auto [force, torque] = ReadReaction(imported, "REQUEST_5");
    comparison.Add("Rforce", row, force, "rforce");
    if (rotates) comparison.Add("Rtorque", row, torque, "rtorque");
  }
  for (const auto& [name, difference] : comparison.worst) {
    EXPECT_LE(difference, accuracy[name]["suggested_tolerance_abs"].get<double>()) << name;
    std::printf("%s %s %.2g\n", table_name.c_str(), name.c_str(), difference);
  }
}

std::string NameOfDataset(const testing::TestParamInfo<int>& info) {
  return "Number" + std::to_string(info.param);
}
INSTANTIATE_TEST_SUITE_P(All,
                         AdamsDatasets,
                         testing::Values(0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 14, 15),
                         NameOfDataset);

/// A table with six digits: half a unit of the last of the largest value. Accelerations and forces
/// are less exact, as in the other tables of Adams (at most 1e-3).
void ExpectSixDigits(const Comparison& comparison) {
  for (const auto& [name, difference] : comparison.worst) {
    const bool from_accelerations = name == "Acc" || name == "Aacc" || name[0] == 'R';
    const double rounding = 5e-6 * std::max(1.0, comparison.largest.at(name));
    EXPECT_LE(difference, from_accelerations ? 1e-3 : rounding) << name;
    std::printf("%s %.2g\n", name.c_str(), difference);
  }
}

TEST(AdamsTables, RackAndPinion) {
  if (!fs::exists(kDatasets)) GTEST_SKIP() << "no datasets of Adams here";
  const Table table = ReadTable(kDatasets + "data/RackPinion_Case01.csv");
  ImportedRun imported(ReadModelFile(kDatasets + "test_RackPinion_Case01.adm"));
  Comparison comparison{table};
  const auto mesh = *imported.file.model.FindConstraint("JOINT_3");
  for (std::size_t row = 0; row < table.at("t").size(); ++row) {
    imported.run.advance_to(table.at("t")[row]);
    comparison.AddMotion(row, imported.MotionOf("MARKER_201"), "pinion_");
    comparison.AddMotion(row, imported.MotionOf("MARKER_301"), "rack_");
    for (const int joint : {1, 2}) {
      const auto [force, torque] = ReadReaction(imported, "REQUEST_" + std::to_string(8 + joint));
      comparison.Add("Rforce", row, force, "joint" + std::to_string(joint) + "_force");
      comparison.Add("Rtorque", row, torque, "joint" + std::to_string(joint) + "_torque");
    }
    // Along z of the rack, on the pinion; it acts at the pitch point, which is 0.05 m from the
    // axis.
    const Vec3 z = imported.MotionOf("MARKER_303").X.R.col(2);
    const Vec3 force = imported.run.drive(mesh) * z;
    const Vec3 arm = 0.05 * z.cross(imported.MotionOf("MARKER_202").X.R.col(2));
    comparison.Add("Rforce", row, force, "joint3_force");
    comparison.Add("Rtorque", row, arm.cross(force), "joint3_torque");
  }
  ExpectSixDigits(comparison);
}

TEST(AdamsTables, TranslationalSpring) {
  if (!fs::exists(kDatasets)) GTEST_SKIP() << "no datasets of Adams here";
  const Table table = ReadTable(kDatasets + "data/TransSpring_Case01_adm.csv");
  ImportedRun imported(ReadModelFile(kDatasets + "test_TransSpring_Case01.adm"));
  Comparison comparison{table};
  const auto spring = *imported.file.model.FindForce("SPRING_1.sforce");
  for (std::size_t row = 0; row < table.at("t").size(); ++row) {
    imported.run.advance_to(table.at("t")[row]);
    comparison.AddMotion(row, imported.MotionOf("MARKER_201"));
    const Vec3 from_body = -imported.MotionOf("MARKER_205").X.p;
    comparison.Add("Rforce",
                   row,
                   imported.run.report(spring, "force") * from_body.normalized(),
                   "force_on_ground");
  }
  ExpectSixDigits(comparison);
}

/// The table was computed with an error below 1e-11 from the dataset, and has ten digits.
TEST(AdamsTables, RotationalSpring) {
  if (!fs::exists(kDatasets)) GTEST_SKIP() << "no datasets of Adams here";
  const Table table = ReadTable(kDatasets + "data/RotSpring_Case01_adm_computed.csv");
  ImportedRun imported(ReadModelFile(kDatasets + "test_RotSpring_Case01.adm"), 1e-11);
  Comparison comparison{table};
  const auto spring = *imported.file.model.FindForce("TORSION_SPRING_2.sforce");
  for (std::size_t row = 0; row < table.at("t").size(); ++row) {
    imported.run.advance_to(table.at("t")[row]);
    comparison.AddMotion(row, imported.MotionOf("MARKER_201"));
    const Vec3 torque =
        imported.run.report(spring, "torque") * imported.MotionOf("MARKER_208").X.R.col(2);
    comparison.Add("spring", row, torque, "sforce_torque_on_ground_marker207");
  }
  for (const auto& [name, difference] : comparison.worst) {
    EXPECT_LE(difference, 1e-6) << name;
    std::printf("%s %.2g\n", name.c_str(), difference);
  }
}

}  // namespace
}  // namespace trunnion::adams
