// SPDX-License-Identifier: BSD-3-Clause
//
// wheelset_view [FILE.html]: a page for a system that no Model describes, in the frame that moves
// along the track with it. All that the viewer needs is a scene and a table of poses.
#include <Eigen/Geometry>
#include <cstdio>
#include <fstream>
#include <numbers>

#include <trunnion/model.hpp>
#include <trunnion/results.hpp>
#include <trunnion/view.hpp>

#include "examples/models/wheelset.hpp"

namespace {

using namespace trunnion;
using models::Wheelset;

/// Wheels, axle and rails; x lateral, y up, z along the track.
std::string MakeWheelsetScene() {
  const Mat3 along_x = Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()).toRotationMatrix();
  const auto disc = [&](double radius, double length, double x) {
    return Geometry{Geometry::Type::cylinder, {radius, length, 0}, {}, {along_x, {x, 0, 0}}, {}};
  };
  const auto box = [](const Vec3& size, const Vec3& at) {
    return Geometry{Geometry::Type::box, size, {}, {Mat3::Identity(), at}, "#777777"};
  };
  Model model;
  model.set_gravity({0, -Wheelset::gravity, 0});
  const BodyId set = model.AddRigidBody(
      {.name = "wheelset", .mass = Wheelset::mR, .inertia = Vec3(0.06, 0.37, 0.37).asDiagonal()});
  model.SetGeometry(set,
                    {disc(0.015, 0.36, 0),
                     disc(Wheelset::rho0, 0.03, Wheelset::a0),
                     disc(Wheelset::rho0, 0.03, -Wheelset::a0),
                     box({0.035, 0.17, 0.02}, {Wheelset::a0, 0, 0}),
                     box({0.035, 0.17, 0.02}, {-Wheelset::a0, 0, 0})});
  const double low = -Wheelset::rho0 - 0.02;
  model.SetGeometry(Model::ground(),
                    {box({0.02, 0.04, 0.8}, {Wheelset::a0, low, 0}),
                     box({0.02, 0.04, 0.8}, {-Wheelset::a0, low, 0})});
  return MakeScene(model.Compile());
}

Eigen::Matrix<double, 1, 8> MakeRow(double t, const models::WheelsetState& s) {
  const Eigen::Quaterniond R = Eigen::AngleAxisd(s.q[3], Vec3::UnitY()) *
                               Eigen::AngleAxisd(s.q[4], Vec3::UnitZ()) *
                               Eigen::AngleAxisd(Wheelset::w0 * t, Vec3::UnitX());
  Eigen::Matrix<double, 1, 8> row;
  row << t, s.q[0], s.q[1], s.q[2], R.w(), R.x(), R.y(), R.z();
  return row;
}

}  // namespace

int main(int argc, char** argv) {
  SmallSystem<Wheelset> system;
  const models::WheelsetState start = models::MakeWheelsetStart(system);
  Bdf bdf(system, {.tolerance = 1e-6, .bdf = {.formulation = FormulationKind::index1_projected}});
  bdf.Start(0, start.q, start.v, start.v_dot, start.lambda);

  constexpr int kFrames = 501;
  Results results;
  results.documents = {{"scene", MakeWheelsetScene()}};
  results.time = VectorXd::LinSpaced(kFrames, 0, 1);
  ResultTable bodies{"bodies", {{"time", "s", "time"}}, MatrixXd(kFrames, 8)};
  for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz"})
    bodies.columns.push_back({std::string("wheelset.") + part, part[0] == 'q' ? "1" : "m", ""});
  for (int i = 0; i < kFrames; ++i) {
    const double t = results.time[i];
    bodies.values.row(i) = MakeRow(t, i > 0 ? models::RunWheelset(system, bdf, t) : start);
  }
  results.tables = {std::move(bodies)};
  const std::string page = MakeView(results, {.title = "wheelset"});
  std::printf("%zu bytes\n", page.size());
  if (argc > 1) std::ofstream(argv[1], std::ios::binary) << page;
  return page.size() > ViewerPage().size() ? 0 : 1;
}
