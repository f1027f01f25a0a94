// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/cosimulation/fmu_coupling.hpp"
#include "engine/cosimulation/imported_fmu.hpp"
#include "engine/hosting/stepped_simulation.hpp"
#include "engine/model_file/model_file.hpp"
#include "fmu/package.hpp"
#include "tests/support/message_of.hpp"

/// FMUs that tests write: the models of small_fmu.h, compiled from C, with descriptions of their
/// own.
namespace trunnion::fmu {

namespace fs = std::filesystem;

/// A variable of a small FMU. Type is that of FMI 2 or, if it differs, "Real/Float64".
struct SmallVariable {
  std::string name;
  int reference = 0;
  std::string type = "Real";
  std::string causality = "output";
  std::string start{};  ///< empty: none
  std::string more{};   ///< further attributes: unit="N"
};

/// What else a description says.
struct SmallOptions {
  std::string kind = "CoSimulation";
  std::string attributes{};  ///< of that
  std::string definitions{};
  std::string version{};  ///< of the standard; empty: that of the library
  std::string identifier{};
  std::string step_size = "0.01";
  std::string folder{};  ///< of the library; empty: the right one
  Files files{};         ///< beside
};

inline std::string TypeIn(int fmi, const std::string& type) {
  if (fmi == 2 || type == "Boolean" || type == "String" || type == "Enumeration") return type;
  return type == "Real" ? "Float64" : type == "Integer" ? "Int32" : type;
}

inline std::string DescribeSmall(int fmi,
                                 const std::string& law,
                                 const std::vector<SmallVariable>& variables,
                                 const SmallOptions& options) {
  const std::string version =
      options.version.empty() ? (fmi == 2 ? "2.0" : "3.0") : options.version;
  const std::string identifier =
      options.identifier.empty() ? "small_fmi" + std::to_string(fmi) : options.identifier;
  const std::string state = fmi == 2 ? "FMUstate" : "FMUState";
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"" + version +
      "\" modelName=\"" + law + "\" " + (fmi == 2 ? "guid" : "instantiationToken") + "=\"" + law +
      "\">\n<" + options.kind + " modelIdentifier=\"" + identifier + "\" canGetAndSet" + state +
      "=\"true\" canSerialize" + state + "=\"true\" " + options.attributes + "/>\n" +
      options.definitions;
  if (!options.step_size.empty())
    xml += "<DefaultExperiment stepSize=\"" + options.step_size + "\"/>\n";
  xml += "<ModelVariables>\n";
  for (const SmallVariable& v : variables) {
    const std::string type = TypeIn(fmi, v.type);
    const std::string head = " name=\"" + v.name + "\" valueReference=\"" +
                             std::to_string(v.reference) + "\" causality=\"" + v.causality + "\"";
    const std::string tail =
        (v.start.empty() ? "" : " start=\"" + v.start + "\"") + std::string(" ") + v.more;
    xml += fmi == 2 ? "<ScalarVariable" + head + "><" + type + tail + "/></ScalarVariable>\n"
                    : "<" + type + head + tail + "/>\n";
  }
  return xml + "</ModelVariables>\n<ModelStructure/>\n</fmiModelDescription>\n";
}

/// A folder for a test, removed afterwards.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (fs::temp_directory_path() / "cosimulation_test_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  ~TestFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const fs::path& path() const { return path_; }

  /// Writes NAME.fmu.
  fs::path AddFmu(int fmi,
                  const std::string& name,
                  const std::string& law,
                  const std::vector<SmallVariable>& variables,
                  const SmallOptions& options = {}) const {
    const std::string library = "small_fmi" + std::to_string(fmi) + ".so";
    const std::string folder =
        options.folder.empty() ? (fmi == 2 ? "linux64" : "x86_64-linux") : options.folder;
    Files files = options.files;
    files["modelDescription.xml"] = DescribeSmall(fmi, law, variables, options);
    files["binaries/" + folder + "/" + library] =
        ReadWhole(fs::path(TRUNNION_SMALL_FMUS) / library);
    const fs::path path = path_ / (name + ".fmu");
    WriteZip(path, files, 315532800);
    return path;
  }

  /// A model file beside the FMUs.
  ModelFile Read(const std::string& text, const std::string& name = "model.json") const {
    std::ofstream(path_ / name) << text;
    return ReadModelFile(path_ / name);
  }

 private:
  fs::path path_;
};

inline const std::string kUnits = R"(<UnitDefinitions>
<Unit name="m"><BaseUnit m="1"/></Unit><Unit name="m/s"><BaseUnit m="1" s="-1"/></Unit>
<Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit>
<Unit name="kN"><BaseUnit kg="1" m="1" s="-2" factor="1000"/></Unit>
<Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit>
<Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
</UnitDefinitions>
)";

/// Force = −k (x − x₀) − d v.
inline std::vector<SmallVariable> SpringVariables() {
  return {{"x", 0, "Real", "input", "0", "unit=\"m\""},
          {"v", 1, "Real", "input", "0", "unit=\"m/s\""},
          {"k", 2, "Real", "parameter", "0"},
          {"d", 3, "Real", "parameter", "0"},
          {"x0", 4, "Real", "parameter", "0"},
          {"force", 5, "Real", "output", "", "unit=\"N\""}};
}

/// 2 kg on a rail, pushed by the input "push" [N]; x = 0.1 m at the start. The text of the section
/// "fmus" is added.
inline std::string Cart(const std::string& fmus,
                        const std::string& more = "",
                        const std::string& unit = "N") {
  return R"({"inputs": [{"name": "push", "unit": ")" + unit + R"("}],
  "bodies": [{"name": "cart", "type": "point", "mass": 2, "position": [0.1, 0, 0]}],
  "markers": [{"name": "eye", "body": "ground"}, {"name": "nose", "body": "cart"}],
  "forces": [{"name": "push", "type": "load", "body": "cart",
              "force": [{"type": "input", "name": "push"}, 0, 0]}],
  "outputs": [{"name": "x", "type": "position", "body": "cart", "component": "x"},
              {"name": "v", "type": "velocity", "body": "cart", "component": "x"},
              {"name": "a", "type": "acceleration", "body": "cart", "component": "x"},
              {"name": "x_mm", "type": "position", "body": "cart", "component": "x", "unit": "mm"}],
  "fmus": )" +
         fmus + R"(,
  "run": {"until": 1, "output_interval": 0.01, "tolerance": 1e-8})" +
         more + "}";
}

/// A spring beside the cart.
inline std::string SpringFmu(double interval, const std::string& more = "") {
  return R"([{"name": "spring", "file": "spring.fmu", "interval": )" + std::to_string(interval) +
         R"(, "start": {"k": 200, "d": 4},
    "inputs": {"x": "x", "v": "v"}, "drives": {"push": "force"})" +
         more + "}]";
}

}  // namespace trunnion::fmu
