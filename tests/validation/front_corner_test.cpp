// SPDX-License-Identifier: BSD-3-Clause
// The front suspension corner of models/front_corner against independent solutions: kinematics over
// the wheel travel, static equilibrium, eigenmodes, compliance on bushings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/kinematics.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace front_corner_test {

using Json = nlohmann::json;

const std::string kModels = TRUNNION_SOURCE_DIR "/models/front_corner/";

const Json& Reference() {
  static const Json data =
      Json::parse(std::ifstream(TRUNNION_SOURCE_DIR "/tests/data/front_corner.json"));
  return data;
}

/// File of a case of the reference, e.g. "table/T2".
std::string FileOf(std::string name) {
  if (name == "linear/T1") return "ideal.json";
  std::replace(name.begin(), name.end(), '/', '_');
  std::transform(
      name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name + ".json";
}

/// A model file in static equilibrium, perhaps with changes.
struct Corner {
  ModelFile file;
  System system;
  Simulation simulation;

  explicit Corner(const std::string& name, const Json& changes = Json::object())
      : file(ParseModel(Changed(name, changes).dump(), kModels + "changed.json")),
        system(file.model.Compile()),
        simulation(system, file.run.MakeOptions()) {
    EXPECT_TRUE(simulation.warnings().empty());
    SolveStatics(simulation);
  }
  static Json Changed(const std::string& name, Json changes) {
    Json files = Json::array({name});
    if (changes.contains("include")) files.push_back(changes["include"]);
    changes["include"] = files;
    return changes;
  }
  double output(const std::string& name) const {
    for (const Signal& signal : file.signals)
      if (signal.name == name) return signal.evaluate(simulation);
    ADD_FAILURE() << "no output " << name;
    return 0;
  }
  std::vector<Mode> modes(bool damping) { return CalcModes(simulation, {.damping = damping}); }
};

void ExpectRelative(double value, double reference, double digits, const std::string& what) {
  EXPECT_NEAR(value, reference, std::pow(10.0, -digits) * std::abs(reference)) << what;
}

/// The modes that vibrate or decay (not the free spin) against reference frequencies.
void ExpectFrequencies(const std::vector<Mode>& modes,
                       const Json& reference,
                       double digits,
                       const std::string& what) {
  std::vector<double> found;
  for (const Mode& mode : modes)
    if (mode.frequency > 1e-2) found.push_back(mode.frequency);
  std::vector<double> expected;
  for (const double hz : reference)
    if (hz > 1e-2) expected.push_back(hz);
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i)
    ExpectRelative(found[i], expected[i], digits, what + ", frequency " + std::to_string(i));
}

/// Every reference eigenvalue (real and imaginary part, Im ≥ 0) is among those found.
void ExpectEigenvalues(const std::vector<Mode>& modes,
                       const Json& reference,
                       double digits,
                       const std::string& what) {
  for (const Json& entry : reference) {
    const std::complex<double> s(entry[0], entry[1]);
    double nearest = 1e300;
    for (const Mode& mode : modes) nearest = std::min(nearest, std::abs(mode.eigenvalue - s));
    EXPECT_LT(nearest, std::pow(10.0, -digits) * std::abs(s)) << what << ", eigenvalue " << s;
  }
}

TEST(FrontCorner, KinematicsOverTheWheelTravel) {
  const ModelFile file = ReadModelFile(kModels + "wheel_travel.json");
  ASSERT_EQ(file.analyses.size(), 1u);
  const System system = file.model.Compile();
  Simulation simulation(system, file.run.MakeOptions());
  EXPECT_EQ(simulation.degrees_of_freedom(), 0);
  Recorder recorder(system, file.signals);
  AdvanceKinematics(
      simulation, recorder, *file.analyses[0].until, *file.analyses[0].output_interval);
  const Results results = recorder.TakeResults(simulation);
  const Json& rows = Reference()["kinematics"];
  ASSERT_EQ(results.time.size(), static_cast<Eigen::Index>(rows.size()));
  const std::map<std::string, std::pair<std::string, double>> columns{
      {"camber", {"camber", 0}},
      {"toe_in", {"toe_in", 0}},
      {"caster", {"caster", 0}},
      {"king_pin_inclination", {"kpi", 0}},
      {"wheel_x", {"wc_dx", -0.04}},
      {"wheel_y", {"wc_dy", 0.91}},
      {"spring_length", {"spring", 0}},
      {"shock_length", {"shock", 0}}};
  for (Eigen::Index i = 0; i < results.time.size(); ++i) {
    const Json& row = rows[static_cast<std::size_t>(i)];
    const std::string at = "travel " + row["travel_mm"].dump();
    for (const auto& [column, key] : columns)
      EXPECT_NEAR(
          results.column("signals/" + column)[i], key.second + row[key.first].get<double>(), 1e-9)
          << at << ' ' << column;
    // The wheel centre moves at 0.01 m/s.
    EXPECT_NEAR(results.column("signals/spring_rate")[i] / 0.01,
                row["motion_ratio_spring"].get<double>(),
                1e-8)
        << at;
    EXPECT_NEAR(results.column("signals/shock_rate")[i] / 0.01,
                row["motion_ratio_shock"].get<double>(),
                1e-8)
        << at;
    // Lowest point of the disc, from the spin axis e: the centre + R e_y e_z/√(1 − e_z²) sideways.
    const double e_z = -std::sin(row["camber"].get<double>() * M_PI / 180);
    const double e_y =
        std::sqrt(1 - e_z * e_z) * std::cos(row["toe_in"].get<double>() * M_PI / 180);
    const double contact =
        results.column("signals/wheel_y")[i] - 0.91 + 0.47 * e_y * e_z / std::sqrt(1 - e_z * e_z);
    EXPECT_NEAR(contact, row["cp_dy"].get<double>(), 1e-9) << at;
  }
}

TEST(FrontCorner, StaticEquilibriumWithIdealJoints) {
  for (const auto& [name, reference] : Reference()["ideal_joints"].items()) {
    const Corner corner(FileOf(name));
    const std::map<std::string, std::string> outputs{{"chassis_z", "z_chassis"},
                                                     {"wheel_z", "z_wheel_centre"},
                                                     {"spring_length", "spring_length"},
                                                     {"shock_length", "shock_length"},
                                                     {"spring_force", "spring_force"},
                                                     {"tyre_force", "tyre_force"},
                                                     {"camber", "camber_deg"},
                                                     {"toe_in", "toe_in_deg"},
                                                     {"caster", "caster_deg"}};
    for (const auto& [output, key] : outputs)
      ExpectRelative(corner.output(output), reference[key], 7, name + ' ' + output);
  }
}

TEST(FrontCorner, EigenmodesWithIdealJoints) {
  for (const auto& [name, reference] : Reference()["ideal_joints"].items()) {
    Corner corner(FileOf(name));
    const auto undamped = corner.modes(false);
    ExpectFrequencies(undamped, reference["undamped_hz"], 6.3, name);
    ExpectEigenvalues(corner.modes(true), reference["eig_shock"], 6.3, name);

    Corner locked(FileOf(name), {{"include", "locked_wheel.json"}});
    ExpectFrequencies(
        locked.modes(false), reference["undamped_hz_spin_locked"], 6.3, name + " locked");

    // The damper of the tyre acts at the wheel centre in all cases of the reference.
    const Json damper{{"name", "tyre_damper"},
                      {"type", "spring"},
                      {"along", {{"a", "road"}, {"b", "wheel.centre"}, {"kind", "offset_z"}}},
                      {"damping", 7500}};
    Corner damped_tyre(FileOf(name), {{"forces", Json::array({damper})}});
    ExpectEigenvalues(damped_tyre.modes(true),
                      reference["eig_shock_and_tyre_damping"],
                      6.3,
                      name + " damped tyre");
  }
}

TEST(FrontCorner, EquilibriumAndEigenmodesWithATieRodBodyOnBushings) {
  for (const auto& [name, reference] : Reference()["tie_rod_body"].items()) {
    Corner corner(FileOf(name));
    const Json& at = reference["equilibrium"];
    const std::map<std::string, std::string> outputs{{"chassis_z", "zs"},
                                                     {"wheel_x", "x_wc"},
                                                     {"wheel_y", "y_wc"},
                                                     {"wheel_z", "z_wc"},
                                                     {"spring_length", "spring"},
                                                     {"camber", "camber"},
                                                     {"toe_in", "toe_in"},
                                                     {"caster", "caster"}};
    for (const auto& [output, key] : outputs)
      ExpectRelative(corner.output(output), at[key], 6.3, name + ' ' + output);
    ExpectFrequencies(corner.modes(false), reference["undamped_hz"], 6.3, name);
    Json first = Json::array();
    for (const Json& s : reference["damped"])
      if (first.size() < 3) first.push_back(s);
    ExpectEigenvalues(corner.modes(true), first, 6.3, name);
  }
}

TEST(FrontCorner, ComplianceOnBushings) {
  for (const auto& [name, reference] : Reference()["tie_rod_body"].items()) {
    if (!reference.contains("Fx_+1kN")) continue;
    const Corner still(FileOf(name));
    for (const auto& [key, force] :
         {std::pair("Fx_+1kN", Json{1000, 0, 0}), {"Fy_+1kN", {0, 1000, 0}}}) {
      const Json load{
          {"name", "push"}, {"type", "load"}, {"marker", "wheel.centre"}, {"force", force}};
      const Corner pushed(FileOf(name), {{"forces", Json::array({load})}});
      const std::map<std::string, std::string> outputs{{"wheel_x", "x_wc"},
                                                       {"wheel_y", "y_wc"},
                                                       {"camber", "camber"},
                                                       {"toe_in", "toe_in"},
                                                       {"caster", "caster"},
                                                       {"spring_length", "spring"}};
      for (const auto& [output, column] : outputs)
        ExpectRelative(pushed.output(output) - still.output(output),
                       reference[key][column],
                       6.3,
                       name + ' ' + key + ' ' + output);
    }
  }
}

}  // namespace front_corner_test
}  // namespace trunnion
