// SPDX-License-Identifier: BSD-3-Clause
//
// The archive: files, description by the schemas of the standard, functions, libraries.
#include <array>
#include <regex>

#include "engine/cosimulation/units.hpp"
#include "tests/fmu/fmu_host.hpp"
#include "tests/support/message_of.hpp"

namespace trunnion::fmu {
namespace {

/// What a command prints, and its exit code.
std::pair<std::string, int> RunCommand(const std::string& command) {
  std::string text;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    text.append(part.data(), n);
  return {text, pclose(pipe)};
}

class Archive : public testing::TestWithParam<int> {};

TEST_P(Archive, HoldsWhatTheStandardWants) {
  const Fmu fmu(kModels + "control_arm.json", GetParam());
  for (const char* file : {"modelDescription.xml",
                           "documentation/index.html",
                           "documentation/externalDependencies.txt",
                           "documentation/licenses/license.txt",
                           "resources/model.json",
                           "resources/files/1/arm_tet10_coarse.inp"})
    EXPECT_TRUE(fs::exists(fmu.unpacked() / file)) << file;
  EXPECT_EQ(ReadWhole(fmu.unpacked() / "resources/model.json").find(".."), std::string::npos);
}

TEST_P(Archive, HasTheSameBytesForTheSameModel) {
  const Fmu one(kModels + "four_bar.json", GetParam()),
      other(kModels + "four_bar.json", GetParam());
  EXPECT_EQ(ReadWhole(one.folder() / "model.fmu"), ReadWhole(other.folder() / "model.fmu"));
}

TEST_P(Archive, NeedsOnlyTheSystem) {
  const Fmu fmu(kModels + "four_bar.json", GetParam());
  const auto [text, code] = RunCommand("env -i ldd " + fmu.library().string());
  ASSERT_EQ(code, 0) << text;
  const std::regex allowed(
      R"(\s*(linux-vdso|/lib64/ld-linux|lib(c|m|stdc\+\+|gcc_s|pthread|dl)\.so|libtbb\.so\.12 => /tmp/).*)");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("libtbb") != std::string::npos)
      EXPECT_NE(line.find(fmu.library().parent_path().string()), std::string::npos) << line;
    else
      EXPECT_TRUE(std::regex_match(line, allowed)) << line;
  }
}

TEST_P(Archive, ExportsEveryFunctionAndNothingElse) {
  const Fmu fmu(kModels + "four_bar.json", GetParam());
  const std::string number = std::to_string(GetParam());
  const std::string header =
      ReadWhole(std::string(TRUNNION_SOURCE_DIR) + "/engine/cosimulation/fmi" + number + ".hpp");
  const std::regex function("\n[a-z].*\\b(fmi" + number + R"([A-Z]\w*)\()");
  int count = 0;
  for (std::sregex_iterator i(header.begin(), header.end(), function), end; i != end; ++i) {
    const std::string name = (*i)[1];
    if (header.find("using " + name) != std::string::npos) continue;
    EXPECT_NE(fmu.Find<void>(name.c_str()), nullptr);
    ++count;
  }
  EXPECT_EQ(count, GetParam() == 2 ? 44 : 75);
  const auto [text, code] = RunCommand("nm -D --defined-only " + fmu.library().string());
  ASSERT_EQ(code, 0) << text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_NE(line.find(" fmi"), std::string::npos) << line;
}

TEST_P(Archive, DescriptionKeepsToTheSchema) {
  const std::string number = std::to_string(GetParam());
  const std::string schema = std::string(TRUNNION_SOURCE_DIR) +
                             "/../shared/reference/fmi/schemas/fmi" + number + "/fmi" + number +
                             "ModelDescription.xsd";
  if (!fs::exists(schema)) GTEST_SKIP() << "no schemas of the standard here";
  if (RunCommand("xmllint --version").second != 0) GTEST_SKIP() << "no xmllint here";
  const auto driven = Fmu::OfText(kDriven, GetParam());
  const Fmu corner(kModels + "suspension_corner.json", GetParam());
  const Fmu pendulum(kModels + "released_pendulum.json", GetParam());
  for (const Fmu* fmu : std::initializer_list<const Fmu*>{driven.get(), &corner, &pendulum}) {
    const auto [text, code] = RunCommand("xmllint --noout --nonet --schema " + schema + " " +
                                         (fmu->unpacked() / "modelDescription.xml").string());
    EXPECT_EQ(code, 0) << text;
  }
}

TEST_P(Archive, OutputsOfForcesAndAccelerationsListInputs) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  const std::string text = fmu->description();
  const auto dependencies = [&](const std::string& name) {
    const unsigned place = fmu->Reference(name) + (GetParam() == 2 ? 1 : 0);
    const std::string key = (GetParam() == 2 ? "<Unknown index=\"" : "<Output valueReference=\"") +
                            std::to_string(place) + "\" dependencies=\"";
    const std::size_t at = text.find(key) + key.size();
    return text.substr(at, text.find('"', at) - at);
  };
  const std::string inputs = GetParam() == 2 ? "2 4" : "1 3";  // without that of the motion
  for (const char* name : {"rod.ay", "hinge.force_x", "jolt"})
    EXPECT_EQ(dependencies(name), inputs) << name;
  for (const char* name : {"rod.y", "rod.vz", "hinge.angle", "height", "kinetic"})
    EXPECT_EQ(dependencies(name), "") << name;
}

INSTANTIATE_TEST_SUITE_P(Fmi, Archive, testing::Values(2, 3));

TEST(Export, RefusesWhatItCannotTakeAlong) {
  const fs::path folder = Fmu::MakeFolder();
  fs::create_directories(folder / "sub");
  std::ofstream(folder / "sub/part.inp") << "*INCLUDE, INPUT=../nodes.inc\n";
  model_file::Json document = {{"bodies", {{{"name", "a"}, {"mesh", "sub/part.inp"}}}}};
  Files files;
  const std::string message = MessageOf([&] { GatherFiles(document, folder, files); });
  EXPECT_NE(message.find("part.inp"), std::string::npos) << message;
  std::ofstream(folder / "sub/part.inp") << "*include , input = nodes.inc\n";
  std::ofstream(folder / "sub/nodes.inc") << "*NODE\n";
  files.clear();
  document = {{"bodies", {{{"name", "a"}, {"mesh", "sub/part.inp"}}}}};
  GatherFiles(document, folder, files);
  EXPECT_TRUE(files.contains("resources/files/1/nodes.inc"));
  EXPECT_EQ(document["bodies"][0]["mesh"], "files/1/part.inp");
  const std::string no_kit = MessageOf([&] {
    ExportFmu({.model = kModels + "four_bar.json", .output = folder / "x.fmu", .kit = folder});
  });
  EXPECT_NE(no_kit.find("trunnion_fmi"), std::string::npos) << no_kit;
  EXPECT_FALSE(fs::exists(folder / "x.fmu"));
  fs::remove_all(folder);
}

TEST(Units, HaveTheExponentsOfTheStandard) {
  const auto exponents = [](const char* text) { return MakeUnit(text).exponent; };
  using E = std::array<int, 8>;
  EXPECT_EQ(exponents("N·m"), (E{1, 2, -2}));
  EXPECT_EQ(exponents("Nm"), (E{1, 2, -2}));
  EXPECT_EQ(exponents("m/s^2"), (E{0, 1, -2}));
  EXPECT_EQ(exponents("kg·m²"), (E{1, 2}));
  EXPECT_EQ(exponents("N·m·s/rad"), (E{1, 2, -1, 0, 0, 0, 0, -1}));
  EXPECT_EQ(exponents("N/(m/s)"), (E{1, 0, -1}));
  EXPECT_EQ(exponents("Ns/m"), (E{1, 0, -1}));
  EXPECT_EQ(exponents("1"), E{});
  EXPECT_EQ(MakeUnit("m/s²").name, "m/s2");
  EXPECT_NEAR(MakeUnit("km/h").factor, 1 / 3.6, 1e-15);
  EXPECT_NEAR(MakeUnit("deg/s").factor, 0.017453292519943295, 1e-17);
  EXPECT_FALSE(MakeUnit("furlong").known);
  EXPECT_EQ(MakeUnit("furlong").name, "furlong");
}

}  // namespace
}  // namespace trunnion::fmu
