// SPDX-License-Identifier: BSD-3-Clause
//
// OpenCRG roads: values of an independent program for files of others, own roads, mistakes.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/support/message_of.hpp"
#include "vehicle/crg_road.hpp"
#include "vehicle/text_file.hpp"

namespace trunnion::vehicle {
namespace crg_road_test {

using Json = nlohmann::json;
const std::string kShared = TRUNNION_SOURCE_DIR "/../shared/reference/import/roads/";

double NumberOf(const Json& value) { return value.is_null() ? NAN : value.get<double>(); }
void ExpectSame(double value, const Json& table, double tolerance, const std::string& what) {
  if (table.is_null())
    EXPECT_TRUE(std::isnan(value)) << what;
  else
    EXPECT_NEAR(value, table.get<double>(), tolerance) << what;
}
Json Roads() {
  std::ifstream in(kShared + "roads.json");
  return Json::parse(in);
}

/// What is in a file, and 34 points by (u, v), 26 by (x, y).
TEST(CrgRoad, TablesOfFilesOfOthers) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no roads of others here";
  const Json all = Roads();
  ASSERT_EQ(all["roads"].size(), 17u);
  for (const Json& entry : all["roads"]) {
    const std::string name = entry["file"];
    const CrgFile file = ReadCrgFile(kShared + name);
    EXPECT_EQ(file.format, entry["format"]) << name;
    EXPECT_EQ(file.channels.size(), entry["channels"]) << name;
    EXPECT_EQ(file.data.rows(), entry["rows_in_file"]) << name;
    EXPECT_EQ(file.has_modifiers, !entry["modifiers_in_file"].is_null()) << name;
    EXPECT_EQ(file.has_options, !entry["options_in_file"].is_null()) << name;
    CrgFile unsmoothed = file;  // the slopes of the table are those without smoothed borders
    unsmoothed.options.erase("BORDER_SMOOTH_UBEG");
    unsmoothed.options.erase("BORDER_SMOOTH_UEND");
    const CrgRoad road(file), rough(unsmoothed);
    if (!entry["closed_track_u_range"].is_null()) {
      EXPECT_NEAR(road.line().closed_range().first, entry["closed_track_u_range"][0], 1e-8);
      EXPECT_NEAR(road.line().closed_range().second, entry["closed_track_u_range"][1], 1e-8);
    }
    const ReferenceLine& line = road.line();
    EXPECT_NEAR(line.u_begin(), entry["u"][0], 1e-9) << name;
    EXPECT_NEAR(line.u_end(), entry["u"][1], 1e-9) << name;
    EXPECT_EQ(road.grid().v().size(), entry["long_sections"]) << name;
    EXPECT_NEAR(road.grid().v().front(), entry["v"][0], 1e-12) << name;
    EXPECT_NEAR(road.grid().v().back(), entry["v"].back(), 1e-12) << name;
    ASSERT_EQ(entry["uv"].size() + entry["xy"].size(), 60u);
    for (const Json& row : entry["uv"]) {
      const std::string what = name + " " + row.dump();
      const double u = row[0], v = row[1];
      const Vec2 xy = line.ToXy(u, v);
      ExpectSame(xy.x(), row[2], 1e-9, what);
      ExpectSame(xy.y(), row[3], 1e-9, what);
      const CrgRoad::Surface s = road.AtUv(u, v);
      ExpectSame(s.z, row[4], 1e-9, what);
      ExpectSame(std::remainder(line.Heading(u) - NumberOf(row[5]), 2 * M_PI), 0.0, 1e-9, what);
      ExpectSame(line.Curvature(u), row[7], 1e-9, what);
      if (!row[9].is_null() && !std::isnan(s.z)) {
        ExpectSame(rough.AtUv(u, v).dz_du, row[9], 1e-8, what);
        ExpectSame(rough.AtUv(u, v).dz_dv, row[10], 1e-8, what);
      }
    }
    for (const Json& row : entry["xy"]) {
      const std::string what = name + " " + row.dump();
      const Vec2 uv = line.ToUv(Vec2(double(row[0]), double(row[1])));
      ExpectSame(uv.x(), row[2], 1e-9, what);
      ExpectSame(uv.y(), row[3], 1e-9, what);
      ExpectSame(road.At(row[0], row[1]).z, row[4], 1e-9, what);
    }
  }
}

/// 33 sets of options, 15 points each, on two roads.
TEST(CrgRoad, BordersOfRoadsOfOthers) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no roads of others here";
  int compared = 0;
  const Json all = Roads();
  for (const Json& table : all["border_tables"]) {
    CrgFile file = ReadCrgFile(kShared + table["file"].get<std::string>());
    for (const Json& set : table["sets"]) {
      file.options.clear();
      for (const auto& [key, value] : set["options"].items()) file.options[key] = value;
      const CrgRoad road(file);
      for (std::size_t i = 0; i < set["z"].size(); ++i) {
        const Json& point = table["points_uv"][i];
        ExpectSame(road.AtUv(point[0], point[1]).z,
                   set["z"][i],
                   1e-9,
                   set["options"].dump() + point.dump());
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 2 * 33 * 15);
}

/// A curved, banked, sloping road whose values are simple.
std::string Curve(const std::string& sections = "", const std::string& format = "LRFI") {
  std::string text =
      "$CT\nany = text\n$ROAD_CRG ! road\n* a comment\nreference_line_increment = 2.0D0\n"
      "REFERENCE_LINE_START_PHI = 0.1\nREFERENCE_LINE_START_X = 5\n$\n" +
      sections + "$KD_DEFINITION\n#:" + format +
      "\nU:reference line u,m,0,2\nD:reference line phi,rad\nD:reference line slope,m/m\n"
      "D:reference line banking,m/m\nD:long section at v = 2.0,m\nD:long section at v = -1.0,m\n"
      "D:long section at v = 0.5,m\n$$$$\n";
  if (format != "LRFI") return text;
  for (int i = 0; i < 12; ++i) {
    char row[100];
    std::snprintf(row,
                  sizeof row,
                  "%10.6f%10.6f%10.6f%10.6f%10.6f%10.6f\n",
                  0.1 + 0.05 * i,
                  0.01 * i,
                  0.02 + 0.003 * i,
                  0.03 * std::sin(i),
                  0.02 * std::cos(i),
                  0.01 * i);
    text += row;
  }
  return text;
}
CrgRoad Make(const std::string& text) { return CrgRoad(ParseCrgFile(text, "r.crg")); }

TEST(CrgRoad, HeightAtANodeIsGridPlusLinePlusBanking) {
  const CrgRoad road = Make(Curve());
  // Node 3: u = 6, Z = 2 (0.01 + 0.02 + 0.03), banking 0.029.
  EXPECT_NEAR(road.AtUv(6, 0.5).z, 0.03 + 0.12 + 0.029 * 0.5, 1e-9);
  EXPECT_NEAR(road.AtUv(6, 2).z, 0.004234 + 0.12 + 0.029 * 2, 1e-9);
  const Vec2 at = road.line().ToXy(6, 0);
  double x = 5, y = 0;
  for (double phi : {0.15, 0.2, 0.25}) x += 2 * std::cos(phi), y += 2 * std::sin(phi);
  EXPECT_NEAR(at.x(), x, 1e-12);
  EXPECT_NEAR(at.y(), y, 1e-12);
  EXPECT_NEAR(road.At(x, y).z, road.AtUv(6, 0).z, 1e-12);
}

TEST(CrgRoad, CoordinatesAreInverse) {
  const CrgRoad road = Make(Curve());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-4, 26), v(-4, 4);
  for (int i = 0; i < 500; ++i) {
    const Vec2 uv(u(random), v(random));
    // Beyond the ends the line bends, if the first segment does not go on as it began.
    if (uv.x() < 0 || uv.x() > 22) continue;
    EXPECT_LT((road.line().ToUv(road.line().ToXy(uv.x(), uv.y())) - uv).norm(), 1e-9)
        << uv.transpose();
  }
}

TEST(CrgRoad, SlopesAreDerivatives) {
  for (const char* options :
       {"",
        "$ROAD_CRG_OPTS\nBORDER_MODE_U = 4\nBORDER_MODE_V = 3\n$\n",
        "$ROAD_CRG_OPTS\nBORDER_SMOOTH_UBEG = 5\nBORDER_SMOOTH_UEND=7\n$\n"}) {
    const CrgRoad road = Make(Curve(options));
    std::mt19937 random(5);
    std::uniform_real_distribution<double> u(-6, 28), v(-3, 4);
    int smooth = 0;
    for (int i = 0; i < 500; ++i) {
      const Vec2 p = road.line().ToXy(u(random), v(random));
      const RoadHeight at = road.At(p.x(), p.y());
      const double h = 1e-5;
      const double dx = (road.At(p.x() + h, p.y()).z - road.At(p.x() - h, p.y()).z) / (2 * h);
      const double dy = (road.At(p.x(), p.y() + h).z - road.At(p.x(), p.y() - h).z) / (2 * h);
      smooth += std::abs(dx - at.dz_dx) < 1e-7 && std::abs(dy - at.dz_dy) < 1e-7;
    }
    EXPECT_GE(smooth, 497) << options;  // the rest lies on an edge of a cell
  }
}

TEST(CrgRoad, ContinuousAcrossCells) {
  const CrgRoad road = Make(Curve());
  double before = road.At(5.1, -1).z;
  for (int i = 1; i <= 20000; ++i) {
    const double s = i * 1e-3, z = road.At(5.1 + 0.8 * s, -1 + 0.55 * s).z;
    EXPECT_LT(std::abs(z - before), 5e-4) << s;
    before = z;
  }
}

/// The same road in binary, with the last record filled by NaN.
TEST(CrgRoad, BinaryDataAreThoseOfText) {
  const CrgFile text = ParseCrgFile(Curve(), "text.crg");
  std::string single = Curve("", "KRBI"), dual = Curve("", "kdbi");
  const auto append = [](std::string& to, auto bits) {
    for (int k = static_cast<int>(sizeof bits) - 1; k >= 0; --k)
      to += static_cast<char>(bits >> (8 * k) & 0xff);
  };
  const std::size_t start1 = single.size(), start2 = dual.size();
  for (int i = 0; i < text.data.rows(); ++i)
    for (int k = 0; k < text.data.cols(); ++k) {
      append(single, std::bit_cast<std::uint32_t>(static_cast<float>(text.data(i, k))));
      append(dual, std::bit_cast<std::uint64_t>(text.data(i, k)));
    }
  while ((single.size() - start1) % 80) append(single, std::bit_cast<std::uint32_t>(NAN));
  while ((dual.size() - start2) % 80) append(dual, std::bit_cast<std::uint64_t>(double(NAN)));
  EXPECT_EQ(ParseCrgFile(dual, "k.crg").data, text.data);
  EXPECT_LT((ParseCrgFile(single, "k.crg").data - text.data).cwiseAbs().maxCoeff(), 1e-7);
  single.erase(start1 + 100, 1);  // as by a change of line ends
  EXPECT_NE(
      MessageOf([&] { ParseCrgFile(single, "k.crg"); }).find("k.crg: the binary data are damaged"),
      std::string::npos);
}

TEST(CrgRoad, PlacedByAReferencePoint) {
  const CrgRoad road =
      Make(Curve("$ROAD_CRG_MODS\nREFPOINT_U_FRACTION = 0.5\nREFPOINT_V = 0.5\nREFPOINT_X = 100\n"
                 "REFPOINT_Y = 20\nREFPOINT_Z = 3\nREFPOINT_PHI = 1\n$\n"));
  EXPECT_NEAR(road.At(100, 20).z, 3, 1e-12);
  const Vec2 uv = road.line().ToUv({100, 20});
  EXPECT_NEAR(uv.x(), 11, 1e-9);
  EXPECT_NEAR(uv.y(), 0.5, 1e-9);
  EXPECT_NEAR(road.line().Heading(11), 1, 1e-12);
}

TEST(CrgRoad, MistakesAreToldOf) {
  const auto message = [](const std::string& from, const std::string& to) {
    std::string text = Curve();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return MessageOf([&] { Make(text); });
  };
  EXPECT_EQ(
      message("$$$$\n", ""),
      "r.crg: line 18: '0.100000  0.000000  0.020000  0.000000  0.020000  0.000000': a channel "
      "is written D:name,unit");
  EXPECT_EQ(message("#:LRFI", "#:LRXI"),
            "r.crg: line 18: the format 'LRXI' is not known; LRFI, LDFI, KRBI and KDBI are");
  EXPECT_EQ(message("D:long section at v = 2.0,m\n", ""),
            "r.crg: line 18: the row is too long for 5 channels");
  EXPECT_EQ(
      message("D:long section at v = 2.0,m", "D:long section at v = 2.0,m\nD:long section 9,m"),
      "r.crg: line 20: the row is too short for 7 channels");
  EXPECT_EQ(message("D:reference line phi,rad", "reference line phi,rad"),
            "r.crg: line 12: 'reference line phi,rad': a channel is written D:name,unit");
  EXPECT_EQ(message("= 2.0D0", "= 2.0+e00"), "no error");  // noted
  EXPECT_EQ(message("= 2.0D0", "= two"),
            "r.crg: line 5: REFERENCE_LINE_INCREMENT: a number is needed");
  EXPECT_EQ(message("= 2.0D0", "= -2"),
            "r.crg: REFERENCE_LINE_INCREMENT (times SCALE_LENGTH) must be positive");
  EXPECT_EQ(message("REFERENCE_LINE_START_X = 5", "REFERENCE_LINE_END_U = 20"),
            "r.crg: line 18: REFERENCE_LINE_END_U asks for 11 rows, the data have 12");
  EXPECT_EQ(message("v = 0.5", "v = 2.0"), "r.crg: two long sections are at v = 2.000000");
  EXPECT_EQ(message("  0.150000", "**unused**"),
            "r.crg: row 2 of the data has no value of 'reference line phi'");
  EXPECT_EQ(message("$KD_", "$ROAD_CRG_OPTS\nBORDER_MODE_U = 7\n$KD_"),
            "r.crg: BORDER_MODE_U must be 0, 1, 2, 3 or 4");
  EXPECT_EQ(message("$KD_", "$ROAD_CRG_MODS\nREFPOINT_U = 7\nREFPOINT_U_FRACTION = 0\n$KD_"),
            "r.crg: REFPOINT_U and REFPOINT_U_FRACTION exclude each other");
  EXPECT_EQ(MessageOf([] { Make("$CT\nnothing\n"); }),
            "r.crg: line 2: the header does not end; data follow a line of dollars, $$$$");
}

TEST(CrgRoad, CutFilesNeverCrash) {
  const std::string text = Curve();
  for (std::size_t size = 0; size < text.size(); size += 11) {
    const std::string message = MessageOf([&] { Make(text.substr(0, size)); });
    EXPECT_TRUE(message == "no error" || message.starts_with("r.crg: ")) << message;
  }
}

TEST(CrgRoad, UnknownKeysAreNoted) {
  const CrgRoad road =
      Make(Curve("$ROAD_CRG_MODS\nSCALE_ALL = 2\nGRID_NAN_MODE = 2\n$ROAD_CRG_NEW\nA=1\n$\n"));
  ASSERT_EQ(road.notes().size(), 2u);
  EXPECT_EQ(road.notes()[0], "line 12: section $ROAD_CRG_NEW is not used");
  EXPECT_EQ(road.notes()[1], "modifier SCALE_ALL is not used");
}

TEST(CrgRoad, FileThatRefersToItself) {
  const std::string path = testing::TempDir() + "trunnion_self.crg";
  std::ofstream(path) << "$ROAD_CRG_FILE\ntrunnion_self.\ncrg\n$\n";
  EXPECT_EQ(MessageOf([&] { ReadCrgFile(path); }),
            path + ": it refers to itself by $ROAD_CRG_FILE");
  std::filesystem::remove(path);
}

TEST(Road, PlaneAndFunction) {
  const PlaneRoad plane({1, 2, 3}, {-0.2, 0.1, 1});
  EXPECT_NEAR(plane.At(2, 4).z, 3 + 0.2 - 0.2, 1e-15);
  EXPECT_LT((plane.At(9, 9).normal() - Vec3(-0.2, 0.1, 1).normalized()).norm(), 1e-15);
  EXPECT_EQ(
      MessageOf([] {
        PlaneRoad({0, 0, 0}, {1, 0, 0});
      }),
      "plane road: its normal must point upward, with a component z above 0, and its point be "
      "finite");
  const HeightRoad waves([](double x, double) { return RoadHeight{std::sin(x), std::cos(x), 0}; });
  EXPECT_EQ(waves.At(1, 5).z, std::sin(1));
  EXPECT_EQ(MessageOf([] { HeightRoad(nullptr); }), "road: its height needs a function");
}

}  // namespace crg_road_test
}  // namespace trunnion::vehicle
