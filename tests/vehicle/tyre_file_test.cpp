// SPDX-License-Identifier: BSD-3-Clause
//
// Reading tyre property files: spelling, units, notes and mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/message_of.hpp"
#include "vehicle/text_file.hpp"
#include "vehicle/tyre_data.hpp"

namespace trunnion::vehicle {
namespace tyre_file_test {

using Json = nlohmann::json;

const std::string kData = TRUNNION_SOURCE_DIR "/tests/data/vehicle/";
const std::string kShared = TRUNNION_SOURCE_DIR "/../shared/reference/import/tires/";

TEST(TyreFile, OddSpelling) {
  const TyreFile file = ParseTyreFile(
      "! a comment\r\n[units]\r\nLENGTH='mm' $ comment\n\n [ SHAPE ]\n{radial\twidth}\n 1.0 0.4\n"
      "0.9 +1.0D0 ! end\n(COMMENTS)\n{text}\n'a line $ of text'\n[MODEL]\n\tName\t=\t'a $ ! = b'\n"
      "a=-.5e1!x\nB = 1.5D+02\nEMPTY=''\nword = later\n",
      "odd.tir");
  EXPECT_EQ(file.sections, (std::vector<std::string>{"UNITS", "SHAPE", "MODEL"}));
  EXPECT_EQ(file.Find("UNITS", "LENGTH")->text, "mm");
  EXPECT_EQ(file.Find("MODEL", "NAME")->text, "a $ ! = b");
  EXPECT_EQ(file.Find("MODEL", "A")->number, -5);
  EXPECT_EQ(file.Find("MODEL", "A")->line, 14);
  EXPECT_EQ(file.Find("MODEL", "B")->number, 150);
  EXPECT_EQ(file.Find("MODEL", "EMPTY")->text, "");
  EXPECT_EQ(file.Find("MODEL", "WORD")->text, "later");
  EXPECT_EQ(file.Find("MODEL", "C"), nullptr);
  const TyreTable* table = file.FindTable("SHAPE");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->heading, (std::vector<std::string>{"radial", "width"}));
  EXPECT_EQ(table->rows, (std::vector<std::vector<double>>{{1, 0.4}, {0.9, 1}}));
  EXPECT_TRUE(file.notes.empty());
}

TEST(TyreFile, RepeatedKeyAndSectionAreNoted) {
  const TyreFile file = ParseTyreFile("[A]\nX=1\nX=2\n[A]\nX=3\n", "twice.tir");
  EXPECT_EQ(file.Find("A", "X")->number, 3);
  ASSERT_EQ(file.notes.size(), 3u);
  EXPECT_EQ(file.notes[0], "line 3: X is there again in [A]; the last one counts");
  EXPECT_EQ(file.notes[1], "line 4: section [A] is there again; both are read");
}

TEST(TyreFile, MistakesAreToldOfWithTheirLine) {
  const auto message = [](const std::string& text) {
    return MessageOf([&] { ParseTyreFile(text, "bad.tir"); });
  };
  EXPECT_EQ(message("[A]\nX 1\n"),
            "bad.tir: line 2: 'X 1' is neither KEY = value nor a row of numbers");
  EXPECT_EQ(message("[A]\nX = 'open\n"),
            "bad.tir: line 2: a quote is not closed; end the text with '");
  EXPECT_EQ(message("[A\n"), "bad.tir: line 1: a section is written [NAME]");
  EXPECT_EQ(message("X = 1\n"), "bad.tir: line 1: a section [NAME] must come first");
  EXPECT_EQ(message("[A]\nX =\n"), "bad.tir: line 2: X: the value is missing");
  EXPECT_EQ(message("[A]\n= 3\n"), "bad.tir: line 2: a key is missing before '='");
  EXPECT_EQ(message("[A]\n1 2\n3\n"),
            "bad.tir: line 3: a row of the table is longer or shorter than those before it");
  EXPECT_EQ(message("[A]\n{a b\n"), "bad.tir: line 2: the heading of a table is written {a b}");
  EXPECT_EQ(message(""), "bad.tir: line 1: no section [NAME] in it: this is no tyre property file");
  EXPECT_EQ(MessageOf([] { ReadTyreFile("/nowhere.tir"); }),
            "/nowhere.tir: cannot be read; check the path");
}

/// The truck of the tests, in other words.
std::string Truck(const std::string& from = "", const std::string& to = "") {
  std::string text = ReadBytes(kData + "truck.tir");
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return text;
}
TyreData Read(const std::string& text) { return MakeTyreData(ParseTyreFile(text, "t.tir")); }

TEST(TyreData, UnitsAreAppliedToWhatHasUnits) {
  std::string text = Truck("LENGTH = 'meter'", "LENGTH = 'MM'");
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("FORCE = 'newton'", "FORCE = 'kN'");
  replace("ANGLE = 'radian'", "ANGLE = 'degrees'");
  replace("UNLOADED_RADIUS = 0.4699", "UNLOADED_RADIUS = 469.9");
  replace("FNOMIN = 35000", "FNOMIN = 35");
  replace("VERTICAL_STIFFNESS = 1000000", "VERTICAL_STIFFNESS = 1");
  replace("VERTICAL_DAMPING = 500", "VERTICAL_DAMPING = 5e-4");
  replace("LONGVL = 16.7", "LONGVL = 16700");
  replace("FZMAX = 78750",
          "FZMAX = 78.75\n[SLIP_ANGLE_RANGE]\nALPMAX = 90\n"
          "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n10 5\n20 11");
  const TyreData tyre = Read(text);
  EXPECT_DOUBLE_EQ(tyre.radius, 0.4699);
  EXPECT_DOUBLE_EQ(tyre.coefficients.FNOMIN, 35000);
  EXPECT_DOUBLE_EQ(tyre.stiffness, 441900);
  EXPECT_DOUBLE_EQ(tyre.damping, 500);
  EXPECT_DOUBLE_EQ(tyre.coefficients.LONGVL, 16.7);
  EXPECT_DOUBLE_EQ(tyre.load_range.second, 78750);
  EXPECT_DOUBLE_EQ(tyre.alpha_range.second, M_PI / 2);
  EXPECT_DOUBLE_EQ(tyre.coefficients.PKY1, -10.289);  // for radians, whatever ANGLE says
  ASSERT_EQ(tyre.load_curve.size(), 3u);
  EXPECT_DOUBLE_EQ(tyre.load_curve[2].first, 0.02);
  EXPECT_DOUBLE_EQ(tyre.load_curve[2].second, 11000 * 0.4419);
}

TEST(TyreData, WhatIsNotUsedIsNoted) {
  const TyreData tyre =
      Read(Truck("[ROLLING_COEFFICIENTS]",
                 "PKX9 = 4\nPPX1 = 0.3\nPPX2 = 0\n[SUPPLIER]\nX = 1\n[ROLLING_COEFFICIENTS]"));
  const auto noted = [&](const std::string& text) {
    return std::count_if(tyre.notes.begin(), tyre.notes.end(), [&](const std::string& note) {
      return note.find(text) != std::string::npos;
    });
  };
  EXPECT_EQ(noted("PKX9 in [LATERAL_COEFFICIENTS] is not used"), 1);
  EXPECT_EQ(noted("PPX1 is not used: it does not belong to this version"), 1);
  EXPECT_EQ(noted("PPX2"), 0);  // zero changes nothing
  EXPECT_EQ(noted("section [SUPPLIER] is not used"), 1);
  EXPECT_EQ(tyre.coefficients.PPX1, 0);
  EXPECT_EQ(tyre.coefficients.LMUX, 1);  // a scale factor that is not there
  EXPECT_EQ(tyre.coefficients.QSX1, 0);  // a coefficient that is not there
  EXPECT_EQ(Read(Truck()).notes,
            (std::vector<std::string>{"line 62: PTX4 in [LONGITUDINAL_COEFFICIENTS] is not used"}));
}

TEST(TyreData, VersionAndModes) {
  EXPECT_EQ(Read(Truck()).model, TyreModel::magic_formula_52);
  EXPECT_EQ(Read(Truck()).side, TyreSide::left);
  EXPECT_EQ(Read(Truck("'PAC2002'", "'MF-TYRE'\nFITTYP = 61")).model, TyreModel::magic_formula_61);
  EXPECT_EQ(Read(Truck("'PAC2002'", "'MF_05'\nFITTYP = 5")).model, TyreModel::magic_formula_52);
  const TyreData tyre = Read(Truck("USE_MODE = 4", "USE_MODE = -13"));
  EXPECT_EQ(tyre.use_mode, 3);
  EXPECT_TRUE(tyre.transient && tyre.mirrored);
}

TEST(TyreData, MistakesAreToldOfWithTheirLine) {
  const auto message = [](const std::string& from, const std::string& to) {
    return MessageOf([&] { Read(Truck(from, to)); });
  };
  EXPECT_EQ(
      message("'PAC2002'", "'FTIRE'"),
      "t.tir: line 10: PROPERTY_FILE_FORMAT = 'FTIRE': this tyre model is not known; PAC2002, "
      "MF-TYRE (5.x, 6.1, 6.2) and FIALA are");
  EXPECT_EQ(message("PROPERTY_FILE_FORMAT = 'PAC2002'\n", ""),
            "t.tir: PROPERTY_FILE_FORMAT is needed: 'PAC2002', 'MF-TYRE' or 'FIALA'");
  EXPECT_EQ(message("FORCE = 'newton'", "FORCE = 'stone'"),
            "t.tir: line 5: the unit 'stone' of FORCE is not known; write one of KGF, KG_FORCE, "
            "KILOGRAM_FORCE, KILONEWTON, KN, LBF, N, NEWTON, NEWTONS, POUND_FORCE");
  EXPECT_EQ(message("FNOMIN = 35000\n", ""), "t.tir: FNOMIN is needed and must be positive");
  EXPECT_EQ(message("PCX1 = 1.7204", "PCX1 = 'round'"),
            "t.tir: line 38: PCX1 = 'round': a number is needed");
  EXPECT_EQ(message("PDY1 = 0.73957", "PDY1 = 0"),
            "t.tir: line 65: PDY1 is needed and must not be zero");
  EXPECT_EQ(message("USE_MODE = 4", "USE_MODE = 7"),
            "t.tir: line 12: USE_MODE must end with 0 to 4");
  EXPECT_EQ(message("VERTICAL_STIFFNESS = 1000000\n", ""),
            "t.tir: VERTICAL_STIFFNESS is needed and must be positive, or a DEFLECTION_LOAD_CURVE");
  EXPECT_EQ(message("[ROLLING_COEFFICIENTS]", "[DEFLECTION_LOAD_CURVE]\n0 0\n0 5\n"),
            "t.tir: line 99: DEFLECTION_LOAD_CURVE must rise in its first column");
}

/// Cut after any byte, a file is read or refused by its name.
TEST(TyreData, CutFilesNeverCrash) {
  const std::string text = Truck();
  for (std::size_t size = 0; size < text.size(); size += 7) {
    const std::string message = MessageOf([&] { Read(text.substr(0, size)); });
    EXPECT_TRUE(message == "no error" || message.starts_with("t.tir: ")) << message;
  }
}

/// What others found in seven files.
TEST(TyreFile, FactsOfFilesOfOthers) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no property files of others here";
  std::ifstream in(kShared + "tires.json");
  const Json all = Json::parse(in);
  for (const Json& entry : all["tyres"]) {
    const std::string name = entry["file"];
    const TyreFile file = ReadTyreFile(kShared + name);
    const Json& facts = entry["parsed"];
    EXPECT_EQ(Json(file.sections), facts["sections"]) << name;
    std::size_t numbers = 0;
    for (const TyreEntry& found : file.entries) {
      if (!found.is_text) ++numbers;
      const Json& group = facts[found.is_text ? "text" : "numbers"];
      ASSERT_TRUE(group.contains(found.key)) << name << " " << found.key;
      if (found.is_text)
        EXPECT_EQ(group[found.key], found.text) << name << " " << found.key;
      else
        EXPECT_EQ(group[found.key], found.number) << name << " " << found.key;
    }
    EXPECT_EQ(numbers, facts["numbers"].size()) << name;
    for (const auto& [section, table] : facts["tables"].items()) {
      ASSERT_NE(file.FindTable(section), nullptr) << name << section;
      EXPECT_EQ(Json(file.FindTable(section)->rows), table["rows"]) << name << section;
    }
    EXPECT_NO_THROW(MakeTyreData(file)) << name;
  }
}

}  // namespace tyre_file_test
}  // namespace trunnion::vehicle
