// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/core/types.hpp"

namespace trunnion::test {

inline const std::filesystem::path kData =
    std::filesystem::path(TRUNNION_SOURCE_DIR) / "tests/data";

/// tests/data/flexible_references.json.
inline const nlohmann::json& References() {
  static const nlohmann::json references =
      nlohmann::json::parse(std::ifstream(kData / "flexible_references.json"));
  return references;
}

inline VectorXd ToVector(const nlohmann::json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

inline MatrixXd ToMatrix(const nlohmann::json& rows) {
  MatrixXd A(rows.size(), rows[0].size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    A.row(static_cast<Eigen::Index>(i)) = ToVector(rows[i]).transpose();
  return A;
}

/// A directory of its own for the files of one test.
class MeshFiles {
 public:
  MeshFiles() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    directory_ = std::filesystem::path(testing::TempDir()) /
                 (std::string(info->test_suite_name()) + "_" + info->name());
    std::filesystem::create_directories(directory_);
  }
  ~MeshFiles() { std::filesystem::remove_all(directory_); }
  std::filesystem::path Write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
    return directory_ / name;
  }

 private:
  std::filesystem::path directory_;
};

/// The action throws E, and the message has all the words.
template <class E>
void ExpectRefused(auto action, const std::vector<std::string>& words) {
  try {
    action();
    ADD_FAILURE() << "accepted: " << words[0];
  } catch (const E& error) {
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << "'" << word << "' is not in: " << error.what();
  }
}

}  // namespace trunnion::test
