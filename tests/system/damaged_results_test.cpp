// SPDX-License-Identifier: BSD-3-Clause
// Damaged files of results: they are refused, each with one message that names the file, or what is
// read from them is sound. Nothing hangs, nothing crashes.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_seal.hpp"
#include "engine/results/result_stream.hpp"
#include "engine/view/report.hpp"
#include "engine/view/view.hpp"
#include "tests/support/mutations.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

/// A short run of a mesh with a rigid body and a hinge: all kinds of tables and of the scene.
const Results& Sound() {
  static const Results results = [] {
    const ModelFile file = ReadModelFile(TRUNNION_SOURCE_DIR "/models/flexible_pendulum.json");
    const System system = file.model.Compile();
    Simulation simulation(system, file.run.MakeOptions());
    Results made = Run(simulation, 0.002, 0.001, file.signals, {.model_name = "pendulum"});
    for (auto& [name, value] : made.statistics)
      if (name == "seconds_total") value = 0;  // the same bits at every run
    return made;
  }();
  return results;
}

class DamagedResultsTest : public testing::Test {
 protected:
  DamagedResultsTest()
      : folder_(fs::path(testing::TempDir()) / ("damaged_" + std::to_string(getpid()))),
        file_(folder_ / "results.h5") {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~DamagedResultsTest() override { fs::remove_all(folder_); }

  static std::string Read(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  void Write(const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }
  /// Reads, views and reports; the message of the error, or nothing. Anything but an Error fails.
  std::string Use() const {
    try {
      const Results results = ReadResults(file_);
      EXPECT_FALSE(MakeView(results).empty());
      EXPECT_FALSE(MakeReport({{"run", results}}).empty());
      return "";
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(file_.string()), std::string::npos) << error.what();
      return error.what();
    } catch (const ModelError& error) {  // the command adds the name of the file
      return error.what();
    }
  }
  /// Changes the file as a program with HDF5 does.
  void Change(const std::function<void(hid_t)>& change) const {
    const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    change(file);
    ASSERT_GE(H5Fclose(file), 0);
  }

  const fs::path folder_, file_;
};

TEST_F(DamagedResultsTest, EveryFlippedBitOfASealedFileIsFound) {
  WriteHdf5(Sound(), file_);
  ASSERT_EQ(CheckSeal(file_), Seal::intact);
  const std::string bytes = Read(file_);
  EXPECT_EQ(Use(), "");
  Mutator mutator(1);
  for (int i = 0; i < NumMutations(200); ++i) {
    const std::string damaged = mutator.FlipBit(bytes);
    const bool in_seal = damaged.compare(0, bytes.size() - 32, bytes, 0, bytes.size() - 32) == 0;
    Write(damaged);
    const std::string message = Use();
    if (!in_seal) {
      EXPECT_NE(message.find("is damaged"), std::string::npos) << i << message;
    }
  }
}

TEST_F(DamagedResultsTest, FlippedBitsWithoutASealDoNoHarm) {
  WriteHdf5(Sound(), file_);
  const std::string bytes = Read(file_).substr(0, fs::file_size(file_) - 32);
  Mutator mutator(2);
  int refused = 0;
  for (int i = 0; i < NumMutations(150); ++i) {
    Write(mutator.FlipBit(bytes));
    refused += Use().empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 0);
}

TEST_F(DamagedResultsTest, FlippedBitsOfAnInterruptedRunDoNoHarm) {
  std::string bytes;
  {
    Results header = Sound();
    ResultStream stream(folder_ / kPartialResults, header);
    for (std::size_t t = 0; t < header.tables.size(); ++t) {
      using RowMajor = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
      const MatrixXd& all = header.tables[t].values;
      const RowMajor rows = all.rightCols(all.cols() - 1);
      const VectorXd time = all.col(0);
      stream.Append(t,
                    {time.data(), static_cast<std::size_t>(time.size())},
                    {rows.data(), static_cast<std::size_t>(rows.size())});
    }
    stream.Flush();
    bytes = Read(folder_ / kPartialResults);
  }
  Write(bytes);
  EXPECT_EQ(Use(), "");  // under any name
  Mutator mutator(3);
  for (int i = 0; i < NumMutations(150); ++i) {
    Write(mutator.FlipBit(bytes));
    Use();
  }
}

TEST_F(DamagedResultsTest, TruncatedFilesAreRefused) {
  WriteHdf5(Sound(), file_);
  const std::string bytes = Read(file_);
  Mutator mutator(4);
  for (int i = 0; i < NumMutations(50); ++i) {
    Write(bytes.substr(0, mutator.Below(bytes.size() - 32)));
    EXPECT_NE(Use(), "");
  }
}

void PutText(hid_t object, const char* name, const std::string& text, hsize_t count = 1) {
  if (H5Aexists(object, name) > 0) H5Adelete(object, name);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, text.size());
  const hid_t space = H5Screate_simple(1, &count, nullptr);
  const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  std::string packed;
  for (hsize_t i = 0; i < count; ++i) packed += text;
  H5Awrite(attribute, type, packed.data());
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

/// A dataset of zeros that are never written, in place of another.
void PutDataset(hid_t file, const char* name, hid_t type, const std::vector<hsize_t>& size) {
  H5Ldelete(file, name, H5P_DEFAULT);
  const std::vector<hsize_t> chunk(size.size(), 1);
  const hid_t space = H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(properties, static_cast<int>(size.size()), chunk.data());
  const hid_t data = H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Pclose(properties);
  H5Sclose(space);
  for (const char* text : {"columns", "units", "descriptions"})
    if (size.size() == 2) PutText(data, text, "time", size[1] < 1000 ? size[1] : 3);
  H5Dclose(data);
}

void OnTable(hid_t file, const char* name, const std::function<void(hid_t)>& change) {
  const hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
  change(data);
  H5Dclose(data);
}

void SetNumber(hid_t file, const char* name, hsize_t row, hsize_t column, double value) {
  OnTable(file, name, [&](hid_t data) {
    const hid_t space = H5Dget_space(data), one = H5Screate(H5S_SCALAR);
    const hsize_t at[2] = {row, column}, count[2] = {1, 1};
    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, nullptr, count, nullptr);
    H5Dwrite(data, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &value);
    H5Sclose(one);
    H5Sclose(space);
  });
}

TEST_F(DamagedResultsTest, FilesOfAnotherLayoutAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const hsize_t huge = hsize_t{1} << 40;
  const std::vector<std::function<void(hid_t)>> changes{
      [](hid_t f) { H5Adelete(f, "model"); },
      [](hid_t f) { PutText(f, "model", "two", 2); },
      [](hid_t f) { H5Ldelete(f, "scene", H5P_DEFAULT); },
      [](hid_t f) { H5Ldelete(f, "mesh_0", H5P_DEFAULT); },
      [](hid_t f) {
        PutDataset(f, "signals", H5T_NATIVE_INT, {3, 2});
      },
      [](hid_t f) { PutDataset(f, "signals", H5T_NATIVE_DOUBLE, {6}); },
      [](hid_t f) {
        PutDataset(f, "signals", H5T_NATIVE_DOUBLE, {3, 2, 2});
      },
      [](hid_t f) {
        PutDataset(f, "signals", H5T_NATIVE_DOUBLE, {3, 2});
      },  // other times
      [=](hid_t f) {
        PutDataset(f, "signals", H5T_NATIVE_DOUBLE, {huge, 3});
      },
      [=](hid_t f) {
        PutDataset(f, "signals", H5T_NATIVE_DOUBLE, {3, huge});
      },
      [=](hid_t f) { PutDataset(f, "scene", H5T_NATIVE_UINT8, {huge}); },
      [](hid_t f) { PutDataset(f, "scene", H5T_NATIVE_UINT8, {64}); },
      [](hid_t f) { PutDataset(f, "scene", H5T_NATIVE_DOUBLE, {64}); },
      [](hid_t f) { OnTable(f, "energy", [](hid_t d) { H5Adelete(d, "units"); }); },
      [](hid_t f) { OnTable(f, "energy", [](hid_t d) { PutText(d, "units", "m", 2); }); },
      [](hid_t f) { OnTable(f, "energy", [](hid_t d) { PutText(d, "columns", "x", 99); }); },
      [=](hid_t f) { SetNumber(f, "energy", 0, 0, nan); },
      [=](hid_t f) { SetNumber(f, "energy", 1, 0, 7); },
      [=](hid_t f) { SetNumber(f, "mesh_0", 1, 0, 7); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    WriteHdf5(Sound(), file_);
    Change(changes[i]);
    EXPECT_EQ(CheckSeal(file_), Seal::none) << i;  // HDF5 has taken it away
    const std::string message = Use();
    EXPECT_NE(message, "") << i;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST_F(DamagedResultsTest, NumbersThatAreNotFiniteAreShownAsGaps) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(),
                             -std::numeric_limits<double>::infinity(),
                             1e308,
                             -1e308,
                             5e-324}) {
    WriteHdf5(Sound(), file_);
    Change([&](hid_t f) {
      for (const char* table : {"energy", "signals", "mesh_0", "meshes"})
        for (hsize_t row = 0; row < 3; row += 2) SetNumber(f, table, row, 1, value);
    });
    EXPECT_EQ(Use(), "") << value;
  }
}

// The scene is a text of its own, with indices into tables and lists.
TEST_F(DamagedResultsTest, DamagedScenesAndListsDoNoHarm) {
  Mutator mutator(5);
  for (int i = 0; i < NumMutations(300); ++i) {
    Results damaged = Sound();
    for (auto& [name, text] : damaged.documents) text = mutator.ChangeText(text);
    WriteHdf5(damaged, file_);
    Use();
  }
}

TEST_F(DamagedResultsTest, IndicesOutsideOfTheirListsAreRefused) {
  const std::string flexible = R"("name": "beam", "table": "mesh_0", "nodes": [0, 1],
      "points": [[0, 0, 0], [1, 0, 0]], "triangles": [[0, 1, 1]], "edges": [[0, 1]])";
  const auto scene = [&](const std::string& from, const std::string& to) {
    std::string text = R"({"bodies": [{"name": "ground"}],
        "forces": [{"name": "f", "type": "load", "places": [{"body": 0}]}],
        "flexible": [{)" +
                       flexible + "}]}";
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    Results results = Sound();
    results.documents = {{"scene", text.replace(at, from.size(), to)}};
    WriteHdf5(results, file_);
    return Use();
  };
  EXPECT_EQ(scene("[0, 1]", "[0, 1]"), "");
  EXPECT_NE(scene("[0, 1]", "[-1, 1]"), "");
  EXPECT_NE(scene("[0, 1]", "[0, 99999999]"), "");
  EXPECT_NE(scene("[0, 1]", "[0, 9223372036854775807]"), "");
  EXPECT_NE(scene("[0, 1]", "[0, 1.5]"), "");
  EXPECT_NE(scene("[0, 1]", "[0]"), "");
  EXPECT_NE(scene("[1, 0, 0]", "[1, 0]"), "");
  EXPECT_NE(scene("[1, 0, 0]", "[1, 0, \"0\"]"), "");
  EXPECT_NE(scene("[0, 1, 1]", "[0, 1, 2]"), "");
  EXPECT_NE(scene("\"edges\": [[0, 1]]", "\"edges\": [[0, 2]]"), "");
  EXPECT_NE(scene("\"mesh_0\"", "\"mesh_7\""), "");
  EXPECT_NE(scene("{\"body\": 0}", "{\"body\": 1}"), "");
  EXPECT_NE(scene("{\"body\": 0}", "{}"), "");
  EXPECT_NE(scene("{\"body\": 0}", "0"), "");
  EXPECT_NE(scene("{\"name\": \"ground\"}", "{}"), "");
  EXPECT_NE(scene("[0, 1]", "[0, " + std::string(100000, '[') + "1"), "");
}

// What the command says: one line with the name of the file.
TEST_F(DamagedResultsTest, TheCommandNamesTheFile) {
  const auto expect = [&](const std::string& arguments) {
    const std::string err = (folder_ / "err").string();
    const int status = std::system((std::string("timeout 60 '" TRUNNION_COMMAND "' ") + arguments +
                                    " >/dev/null 2>'" + err + "'")
                                       .c_str());
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 2) << arguments;
    const std::string text = Read(err);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    EXPECT_NE(text.find("results.h5'"), std::string::npos) << text;
  };
  const std::string file = "'" + file_.string() + "'";
  const auto expect_all = [&] {
    for (const std::string& what : {"view " + file,
                                    "report " + file,
                                    "plot " + file + " total -o '" + file_.string() + ".svg'"})
      expect(what);
  };
  WriteHdf5(Sound(), file_);
  Write(Mutator(6).FlipBit(Read(file_).substr(0, 1000)));
  expect_all();
  fs::remove(file_);
  fs::create_symlink("/dev/zero", file_);
  expect_all();
  fs::remove(file_);
  Results results = Sound();
  results.documents = {{"scene", "[1]"}, {"failures", "{\"newton\": 1}"}};
  WriteHdf5(results, file_);
  expect("view " + file);
  expect("report " + file);
}

}  // namespace
}  // namespace trunnion
