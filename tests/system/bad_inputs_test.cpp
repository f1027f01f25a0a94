// SPDX-License-Identifier: BSD-3-Clause
//
// Mistakes of users, tests/data/bad_inputs.json: each gives its exit code and one line that names
// the place and the remedy, and leaves nothing behind.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace trunnion {
namespace bad_inputs_test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string Quote(const std::string& text) { return "'" + text + "'"; }  // none has a quote

struct Outcome {
  int code = -1;
  std::string error, output;
};

std::string Read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class BadInputs : public testing::Test {
 protected:
  BadInputs()
      : folder_(fs::path(testing::TempDir()) /
                (std::string("bad_inputs.") +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "work");
  }

  Outcome Run(const Json& arguments) const {
    std::string command = "cd " + (folder_ / "work").string() + " && " TRUNNION_COMMAND;
    for (const Json& argument : arguments) command += " " + Quote(argument);
    const fs::path out = folder_ / "out", err = folder_ / "err";
    const int status = std::system((command + " >" + out.string() + " 2>" + err.string()).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, Read(err), Read(out)};
  }

  fs::path folder_;
};

TEST_F(BadInputs, AreToldInOneLine) {
  const Json table = Json::parse(std::ifstream(TRUNNION_SOURCE_DIR "/tests/data/bad_inputs.json"));
  const fs::path model = folder_ / "work" / "model.json";
  EXPECT_GE(table["cases"].size(), 80u);
  for (const Json& item : table["cases"]) {
    const std::string name = item["name"];
    Json arguments{"run", "model.json", "--quiet"};
    if (item.contains("text"))
      std::ofstream(model) << item["text"].get<std::string>();
    else
      std::ofstream(model) << table["model"].patch(item.value("patch", Json::array())).dump();
    for (const Json& argument : item.value("arguments", Json::array()))
      arguments.push_back(argument);
    if (item.contains("command")) arguments = item["command"];
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, item["exit"].get<int>()) << name << ": " << outcome.error;
    EXPECT_EQ(outcome.output, "") << name;
    EXPECT_TRUE(outcome.error.starts_with("trunnion: ")) << name << ": " << outcome.error;
    EXPECT_EQ(outcome.error.find('\n') + 1, outcome.error.size()) << name << ": " << outcome.error;
    for (const Json& fragment : item["message"])
      EXPECT_NE(outcome.error.find(fragment.get<std::string>()), std::string::npos)
          << name << ": " << outcome.error;
  }
  fs::remove(model);
  EXPECT_TRUE(fs::is_empty(folder_ / "work"));
}

/// The model that is damaged is a good one.
TEST_F(BadInputs, BaseIsGood) {
  const Json table = Json::parse(std::ifstream(TRUNNION_SOURCE_DIR "/tests/data/bad_inputs.json"));
  std::ofstream(folder_ / "work" / "model.json") << table["model"].dump();
  const Outcome outcome = Run({"run", "model.json", "--quiet"});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(outcome.error, "");
}

}  // namespace bad_inputs_test
}  // namespace trunnion
