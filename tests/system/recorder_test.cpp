// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/recorder.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "engine/model/model.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_stream.hpp"
#include "engine/view/svg_plot.hpp"

namespace trunnion {
namespace recorder_test {

namespace fs = std::filesystem;

/// A rod of 1 m that swings about y from the horizontal, its reference frame at the hinge.
Model MakePendulum() {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId rod = model.AddRigidBody({.name = "rod",
                                         .mass = 2,
                                         .com = {0.5, 0, 0},
                                         .inertia = Vec3(1e-3, 1. / 6, 1. / 6).asDiagonal()});
  model.AddJointAt({.name = "hinge",
                    .type = JointType::revolute,
                    .body_a = Model::ground(),
                    .body_b = rod,
                    .point = {0, 0, 0},
                    .axis = {0, 1, 0}});
  model.AddAppliedLoad({.name = "push", .body = rod, .point = {1, 0, 0}, .force = {{0, 0.5, 0}}});
  return model;
}

/// A folder of its own for a test, gone afterwards.
class Folder {
 public:
  Folder() : path(fs::path(testing::TempDir()) / ("trunnion_" + std::to_string(getpid()))) {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  const fs::path path;
};

class RecorderTest : public testing::Test {
 protected:
  Results Record(double t_end = 1, double interval = 0.01) {
    Simulation simulation(system_, {.integrator = {.tolerance = 1e-9}});
    return trunnion::Run(simulation, t_end, interval, {MakeHeight()}, {.model_name = "pendulum"});
  }
  static Signal MakeHeight() {
    return {"height", "mm", [](const Simulation& s) { return 1e3 * s.body(1).r.z(); }};
  }
  const Model model_ = MakePendulum();
  const System system_ = model_.Compile();
};

TEST_F(RecorderTest, SamplesAtTheTimesAskedForAndAtTheEnd) {
  EXPECT_EQ(Record(1, 0.01).time.size(), 101);
  const Results results = Record(0.25, 0.1);
  ASSERT_EQ(results.time.size(), 4);
  EXPECT_EQ(results.time[2], 0.2);
  EXPECT_EQ(results.time[3], 0.25);
  EXPECT_THROW(Record(1, 0), ModelError);
  EXPECT_THROW(Record(-1, 0.1), ModelError);
}

TEST_F(RecorderTest, ColumnsAreThoseOfAPhysicalPendulum) {
  const Results r = Record();
  const VectorXd angle = r.column("hinge.angle"), rate = r.column("hinge.angle_rate");
  const double inertia = 1. / 6 + 0.5;
  for (Eigen::Index i = 0; i < r.time.size(); ++i) {
    const double s = std::sin(angle[i]), c = std::cos(angle[i]);
    // About +y the rod turns downwards: z of the centre = −sin(angle)/2.
    EXPECT_NEAR(rate[i] * rate[i] * inertia / 2, 2 * 9.81 * 0.5 * s, 1e-6);
    EXPECT_NEAR(r.column("rod.wy")[i], rate[i], 1e-12);
    EXPECT_NEAR(r.column("rod.alpha_y")[i], 2 * 9.81 * 0.5 * c / inertia, 1e-6);
    EXPECT_NEAR(r.column("rod.az")[i], 0, 1e-6);  // the origin is the hinge
    EXPECT_NEAR(r.column("height")[i], -500 * s, 1e-5);
    const double radial = 2 * (0.5 * rate[i] * rate[i] + 9.81 * s);  // away from the centre
    const double normal = 2 * (9.81 * c - 0.5 * 9.81 * c / inertia);
    EXPECT_NEAR(r.column("hinge.force_x")[i], -radial * c + normal * s, 1e-5);
    EXPECT_NEAR(r.column("hinge.force_z")[i], radial * s + normal * c, 1e-5);
    EXPECT_NEAR(r.column("hinge.force_y")[i], -0.5, 1e-9);
  }
  const VectorXd total = r.column("total");
  EXPECT_LT((total.array() - total[0]).abs().maxCoeff(), 1e-6);
  EXPECT_EQ(r.column("push.force_y"), VectorXd::Constant(101, 0.5));
}

TEST_F(RecorderTest, QuaternionsDoNotJump) {
  Model model = MakePendulum();
  model.SetInitialCoordinate(*model.FindJoint("hinge"), 0, 0.0, 30.0);
  const System system = model.Compile();
  Simulation simulation(system);
  const Results r = trunnion::Run(simulation, 1, 0.005);
  EXPECT_GT(r.column("hinge.angle").maxCoeff(), 4 * std::numbers::pi);
  for (const char* part : {"rod.qw", "rod.qx", "rod.qy", "rod.qz"}) {
    const VectorXd q = r.column(part);
    EXPECT_LT((q.tail(200) - q.head(200)).cwiseAbs().maxCoeff(), 0.1) << part;
  }
  EXPECT_LT(r.column("rod.qw").minCoeff(), -0.9);
}

// Wide tables go through another thread and a compressed stream: the same bits arrive.
TEST_F(RecorderTest, WideTablesAreStreamedWithTheSameBits) {
  const Folder folder;
  const Results kept = Record();
  Simulation simulation(system_, {.integrator = {.tolerance = 1e-9}});
  Recorder recorder(system_,
                    {MakeHeight()},
                    {.model_name = "pendulum",
                     .stream_to = folder.path / kPartialResults,
                     .widest_in_memory = 4});
  ASSERT_TRUE(recorder.streams_wide_tables());
  EXPECT_EQ(recorder.num_columns(), 6u);  // time, height and energies
  Advance(simulation, recorder, 1, 0.01);
  EXPECT_EQ(recorder.num_samples(), 101);
  const Results rest = recorder.TakeResults(simulation);
  EXPECT_EQ(rest.table("bodies").values.size(), 0);
  EXPECT_EQ(rest.table("energy").values, kept.table("energy").values);
  FileTransaction files;
  WriteCsv(rest, folder.path, files);
  recorder.WriteStream(rest, folder.path / "results.h5", files);
  files.Commit();
  EXPECT_FALSE(fs::exists(folder.path / "bodies.csv"));
  EXPECT_TRUE(fs::exists(folder.path / "energy.csv"));
  EXPECT_FALSE(fs::exists(folder.path / kPartialResults));
  const Results read = ReadResults(folder.path);
  EXPECT_EQ(read.statistics.size(), kept.statistics.size());
  EXPECT_FALSE(read.document("failures").empty());
  ASSERT_EQ(read.tables.size(), kept.tables.size());
  for (const ResultTable& table : kept.tables)
    EXPECT_EQ(read.table(table.name).values, table.values) << table.name;
}

TEST_F(RecorderTest, WhatFailsInTheOtherThreadIsThrownInThisOne) {
  const Folder folder;
  Simulation simulation(system_);
  Recorder recorder(
      system_, {}, {.stream_to = folder.path / kPartialResults, .widest_in_memory = 0});
  const VectorXd no_number = VectorXd::Constant(simulation.v().size(), std::nan(""));
  simulation.ShowState(0, simulation.q(), no_number, VectorXd(), VectorXd());
  recorder.Sample(simulation);
  EXPECT_THROW(recorder.TakeResults(simulation), SolverError);
}

TEST_F(RecorderTest, UnknownAndAmbiguousColumnsAreRefused) {
  const Results r = Record(0.1);
  EXPECT_THROW(r.column("rod.height"), ModelError);
  EXPECT_THROW(r.table("heights"), ModelError);
  Simulation simulation(system_);
  EXPECT_THROW(trunnion::Run(simulation, 0.1, 0.1, {MakeHeight(), MakeHeight()}), ModelError);
}

TEST_F(RecorderTest, CsvReadsBackToTheSameBits) {
  const Folder folder;
  const Results r = Record();
  WriteCsv(r, folder.path / "new" / "deep");
  std::ifstream file(folder.path / "new" / "deep" / "signals.csv");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  EXPECT_EQ(line, "time [s],height [mm]");
  for (Eigen::Index i = 0; i < r.time.size(); ++i) {
    ASSERT_TRUE(std::getline(file, line));
    const auto comma = line.find(',');
    EXPECT_EQ(std::stod(line.substr(0, comma)), r.time[i]);
    EXPECT_EQ(std::stod(line.substr(comma + 1)), r.column("height")[i]);
  }
  EXPECT_FALSE(std::getline(file, line));
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder.path / "new" / "deep")) {
    ++files;
    EXPECT_EQ(entry.path().extension(), ".csv") << entry.path();
  }
  EXPECT_EQ(files, 5);
}

TEST_F(RecorderTest, Hdf5HoldsTablesWithUnitsAndStatistics) {
  const Folder folder;
  const Results r = Record();
  const fs::path name = folder.path / "results.h5";
  WriteHdf5(r, name);
  const hid_t file = H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t data = H5Dopen2(file, "bodies", H5P_DEFAULT);
  const ResultTable& bodies = r.table("bodies");
  const hid_t space = H5Dget_space(data);
  hsize_t size[2] = {0, 0};
  H5Sget_simple_extent_dims(space, size, nullptr);
  ASSERT_EQ(size[0], 101u);
  ASSERT_EQ(size[1], bodies.columns.size());
  Eigen::Matrix<double, -1, -1, Eigen::RowMajor> values(bodies.values.rows(), bodies.values.cols());
  H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  EXPECT_EQ(MatrixXd(values), bodies.values);

  const hid_t units = H5Aopen(data, "units", H5P_DEFAULT);
  const hid_t type = H5Aget_type(units);
  const std::size_t length = H5Tget_size(type);
  std::string text(length * bodies.columns.size(), '\0');
  H5Aread(units, type, text.data());
  EXPECT_EQ(std::string(text.substr(8 * length, length).c_str()), "m/s");
  double steps = 0;
  const hid_t attribute = H5Aopen_by_name(file, "statistics", "steps", H5P_DEFAULT, H5P_DEFAULT);
  H5Aread(attribute, H5T_NATIVE_DOUBLE, &steps);
  EXPECT_GT(steps, 10);
  for (const hid_t id : {units, attribute}) H5Aclose(id);
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
}

TEST_F(RecorderTest, FilesAppearTogetherOrNotAtAll) {
  const Folder folder;
  const Results r = Record(0.1);
  std::ofstream(folder.path / "file") << "x";
  EXPECT_THROW(WriteCsv(r, folder.path / "file"), FileError);
  EXPECT_THROW(WriteCsv(r, folder.path / "file" / "below"), FileError);
  EXPECT_THROW(WriteCsv(r, "/proc/trunnion"), FileError);
  EXPECT_THROW(WriteHdf5(r, folder.path / "missing" / "results.h5"), FileError);
  fs::create_directories(folder.path / "out" / "energy.csv");
  EXPECT_THROW(WriteCsv(r, folder.path / "out"), FileError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path / "out"), {}), 1);
  { const OutputFolder unused(folder.path / "a" / "b"); }
  EXPECT_FALSE(fs::exists(folder.path / "a"));
}

TEST(SvgPlot, HasRoundTicksLegendAndNoSpecialCharacters) {
  const VectorXd x = VectorXd::LinSpaced(101, 0, 3);
  VectorXd y = (2 * x.array()).sin() * 0.047;
  y[50] = NAN;
  const std::string svg =
      MakeSvg("a < b",
              "time [s]",
              x,
              {{"first", "travel [m]", {{"sin & co", y}}}, {"flat", "F", {{"0", 0 * x}}}});
  EXPECT_NE(svg.find(">0.04<"), std::string::npos);
  EXPECT_NE(svg.find(">-0.04<"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_NE(svg.find("sin &amp; co"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_THROW(MakeSvg("t", "x", x, {{"p", "y", {{"c", VectorXd::Zero(3)}}}}), ModelError);
}

}  // namespace recorder_test
}  // namespace trunnion
