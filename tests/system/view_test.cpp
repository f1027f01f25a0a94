// SPDX-License-Identifier: BSD-3-Clause
#include "engine/view/view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "engine/core/error.hpp"
#include "engine/results/pack.hpp"

namespace trunnion {
namespace {

template <class Number>
Number Get(const std::string& bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

/// The format of pack.hpp, read independently of its writer.
MatrixXd Unpack(const std::string& packed) {
  const auto rows = Get<std::uint32_t>(packed, 0), columns = Get<std::uint32_t>(packed, 4);
  const auto width = Get<std::uint32_t>(packed, 8);
  const std::size_t orders = 12 + 16 * std::size_t{columns}, planes = orders + columns;
  const std::uint32_t mask = width == 2 ? 0xffff : 0xffffff;
  EXPECT_EQ(packed.size(), planes + std::size_t{width} * rows * columns);
  MatrixXd values(rows, columns);
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<std::uint32_t> codes(rows, 0);
    for (std::size_t p = 0; p < width; ++p)
      for (std::size_t i = 0; i < rows; ++i)
        codes[i] |= std::uint32_t{static_cast<unsigned char>(
                        packed[planes + p * rows * columns + c * rows + i])}
                    << (8 * p);
    for (int k = packed[orders + c]; k > 0; --k)
      for (std::size_t i = 1; i < rows; ++i) codes[i] = (codes[i] + codes[i - 1]) & mask;
    const double low = Get<double>(packed, 12 + 16 * c), step = Get<double>(packed, 20 + 16 * c);
    for (std::size_t i = 0; i < rows; ++i)
      values(i, c) = codes[i] == mask ? NAN : low + step * codes[i];
  }
  return values;
}

TEST(Pack, ValuesComeBackToOneStepOfTheirRange) {
  MatrixXd values(200, 5);
  values.col(0) = VectorXd::LinSpaced(200, -3, 1e6);
  values.col(1) = (0.05 * VectorXd::LinSpaced(200, 0, 199)).array().sin();
  values.col(2) = VectorXd::Random(200);
  values.col(3).setConstant(7.25);
  values.col(4) = 1e-300 * VectorXd::Random(200);
  for (const int bits : {14, 16, 24}) {
    const MatrixXd back = Unpack(PackColumns(values, bits));
    const double steps = std::exp2(bits) - 2;
    for (Eigen::Index c = 0; c < 5; ++c) {
      const double range = values.col(c).maxCoeff() - values.col(c).minCoeff();
      const double error = (values.col(c) - back.col(c)).cwiseAbs().maxCoeff();
      EXPECT_LE(error, 0.501 * range / steps) << bits << " " << c;
    }
    EXPECT_EQ(back.col(3), values.col(3));
  }
}

TEST(Pack, ColumnsThatVaryLittleTakeLittleRoom) {
  const VectorXd t = VectorXd::LinSpaced(400, 0, 1), noise = VectorXd::Random(400);
  MatrixXd values(400, 2);
  values.col(0) = 1e3 * t;
  values.col(1) = 5 * VectorXd::Ones(400) + 1e-4 * noise;
  const double step = 1e-3;
  const MatrixXd back = Unpack(PackColumns(values, 16, step));
  EXPECT_LE((back - values).col(0).cwiseAbs().maxCoeff(), 0.501 * 1e3 / (std::exp2(16) - 2));
  EXPECT_LE((back - values).col(1).cwiseAbs().maxCoeff(), 0.501 * step);
  EXPECT_LT(3 * Deflate(PackColumns(values, 16, step)).size(),
            Deflate(PackColumns(values, 16)).size());
}

TEST(Pack, WhatIsNotFiniteStaysSoAndHarmsNoOther) {
  MatrixXd values = VectorXd::LinSpaced(50, 0, 1);
  values(3) = NAN;
  values(49) = INFINITY;
  const MatrixXd back = Unpack(PackColumns(values, 16));
  for (Eigen::Index i = 0; i < 50; ++i)
    if (i == 3 || i == 49)
      EXPECT_TRUE(std::isnan(back(i)));
    else
      EXPECT_NEAR(back(i), values(i), 1e-5);
  EXPECT_TRUE(std::isnan(Unpack(PackColumns(MatrixXd::Constant(2, 1, NAN), 16))(1)));
  EXPECT_EQ(Unpack(PackColumns(MatrixXd(0, 3), 24)).cols(), 3);
}

TEST(Pack, SmoothMotionsCompress) {
  const VectorXd t = VectorXd::LinSpaced(500, 0, 20);
  const std::string packed = Deflate(PackColumns(t.array().sin().matrix(), 16));
  EXPECT_LT(packed.size(), 500u);  // less than a byte a number
}

TEST(Pack, Base64HasTheVectorsOfItsStandard) {  // RFC 4648, section 10
  const char* pairs[][2] = {{"", ""},
                            {"f", "Zg=="},
                            {"fo", "Zm8="},
                            {"foo", "Zm9v"},
                            {"foob", "Zm9vYg=="},
                            {"fooba", "Zm9vYmE="},
                            {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : pairs) EXPECT_EQ(EncodeBase64(bytes), text);
}

TEST(View, NeedsASceneAndRows) {
  Results results;
  EXPECT_THROW(MakeView(results), ModelError);
  results.documents = {{"scene", R"({"bodies": [{"name": "ground"}, {"name": "rod"}]})"}};
  EXPECT_THROW(MakeView(results), ModelError);
  results.time = VectorXd::Zero(1);
  results.tables = {{"bodies", {{"time", "s", ""}, {"rod.x", "m", ""}}, MatrixXd::Zero(1, 2)}};
  EXPECT_THROW(MakeView(results), ModelError);
  for (const char* part : {"rod.y", "rod.z"}) results.tables[0].columns.push_back({part, "m", ""});
  results.tables[0].values = MatrixXd::Zero(1, 4);
  const std::string page = MakeView(results);
  EXPECT_GT(page.size(), ViewerPage().size());
  EXPECT_EQ(page.rfind("<!doctype html>", 0), 0u);
  EXPECT_EQ(page.find("TRUNNION-DATA"), std::string::npos);
  EXPECT_NE(page.find("Content-Security-Policy"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
