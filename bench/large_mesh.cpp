// SPDX-License-Identifier: BSD-3-Clause
//
// Time and memory of a large part: a steel bar 1 m × 0.2 m × 0.13 m of tet10 elements, clamped at
// one end, written as a CalculiX file, read again, loaded by its weight, with its ten lowest modes,
// and as a body of a model that starts to fall and swings:
//
//     large_mesh [--cells NX NY NZ] [--end T]     60 12 8: 51 425 nodes, 154 275 unknowns
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/mesh/import_report.hpp"
#include "engine/mesh/linear_mesh.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace {

using namespace trunnion;

const Vec3 kSize(1, 0.2, 0.13);  // [m]
constexpr double kE = 210e9, kNu = 0.3, kDensity = 7850, kGravity = 9.81;

/// Six tetrahedra a cell, all around one diagonal.
void WriteBar(const std::filesystem::path& path, const std::array<int, 3>& cells) {
  static constexpr int corners[8][3] = {
      {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static constexpr int kuhn[6][4] = {
      {0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
  static constexpr int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  const int nx = 2 * cells[0] + 1, ny = 2 * cells[1] + 1, nz = 2 * cells[2] + 1;
  const auto number = [&](int i, int j, int k) { return 1 + i + nx * (j + ny * k); };
  std::ofstream file(path);
  file.precision(15);
  file << "*NODE\n";
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        file << number(i, j, k) << ", " << kSize[0] * i / (nx - 1) << ", "
             << kSize[1] * j / (ny - 1) << ", " << kSize[2] * k / (nz - 1) << '\n';
  file << "*ELEMENT, TYPE=C3D10, ELSET=BAR\n";
  int element = 0;
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i)
        for (const auto& tet : kuhn) {
          std::vector<std::array<int, 3>> p;
          for (const int c : tet)
            p.push_back(
                {2 * (i + corners[c][0]), 2 * (j + corners[c][1]), 2 * (k + corners[c][2])});
          for (const auto& [a, b] : edges)
            p.push_back(
                {(p[a][0] + p[b][0]) / 2, (p[a][1] + p[b][1]) / 2, (p[a][2] + p[b][2]) / 2});
          file << ++element;
          for (const auto& [x, y, z] : p) file << ", " << number(x, y, z);
          file << '\n';
        }
  file << "*NSET, NSET=CLAMP, GENERATE\n1, " << number(0, ny - 1, nz - 1) << ", " << nx
       << "\n*MATERIAL, NAME=STEEL\n*ELASTIC\n"
       << kE << ", " << kNu << "\n*DENSITY\n"
       << kDensity << "\n*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL\n";
}

/// Prints what passed since the last call, and the largest memory so far.
class Clock {
 public:
  void Print(const char* what) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    const auto now = std::chrono::steady_clock::now();
    std::printf("%-28s %8.2f s  %8.2f s CPU  %7.2f GB at most so far\n",
                what,
                std::chrono::duration<double>(now - wall_).count(),
                cpu - cpu_,
                static_cast<double>(usage.ru_maxrss) / 1048576);
    std::fflush(stdout);
    cpu_ = cpu;
    wall_ = now;
  }

 private:
  double cpu_ = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
};

/// Weight on the bar at rest without deflection, at t = 0 s; damping β K, 3.4 % of the first mode.
void RunTransient(const Mesh& mesh, double end, double first_frequency, double sag, Clock& clock) {
  Model model;
  model.set_gravity({0, 0, -kGravity});
  const MeshId bar =
      model.AddMesh({.name = "bar", .mesh = mesh, .fixed_sets = {"CLAMP"}, .beta = 1e-4});
  const System system = model.Compile();
  clock.Print("model");
  Simulation simulation(system, {.integrator = {.tolerance = 1e-2 * sag}});
  clock.Print("start of the simulation");
  int tip = 0;
  for (int i = 0; i < static_cast<int>(mesh.nodes.size()); ++i)
    if (mesh.nodes[static_cast<std::size_t>(i)].x() > mesh.nodes[static_cast<std::size_t>(tip)].x())
      tip = i;
  const Vec3 start = mesh.nodes[static_cast<std::size_t>(tip)];
  double lowest = 0;
  constexpr int kFrames = 200;
  for (int i = 1; i <= kFrames; ++i) {
    simulation.advance_to(end * i / kFrames);
    lowest = std::min(lowest, (simulation.body(model.node(bar, tip).index()).r - start).z());
  }
  clock.Print("transient");
  const auto& statistics = simulation.statistics();
  std::printf(
      "%g s: %ld steps, %ld factorizations; deepest %.4e m, %.3f times the sag at rest "
      "(2 without damping, one mode of %.1f Hz)\n",
      end,
      statistics.steps,
      statistics.factorizations,
      lowest,
      lowest / -sag,
      first_frequency);
}

void Run(const std::filesystem::path& path, double end) {
  Clock clock;
  const Mesh mesh = ReadInp(path);
  clock.Print("read");
  std::fputs(MakeImportReport(mesh).ToText().c_str(), stdout);
  clock.Print("import report");
  const LinearMesh linear(mesh);
  clock.Print("assemble K and M");
  const std::vector<int> clamp = linear.FindUnknowns(mesh.node_set("CLAMP"));
  const VectorXd weight = linear.CalcGravityLoad({0, 0, -kGravity});
  const VectorXd u = SolveStatic(linear.stiffness(), weight, clamp).u;
  clock.Print("static solution");
  const SymmetricModes modes = CalcFixedModes(linear.stiffness(), linear.mass(), clamp, 10);
  clock.Print("ten modes");
  const double A = kSize[1] * kSize[2], I = A * kSize[2] * kSize[2] / 12,
               q = kDensity * A * kGravity;
  const double shear = kE / (2 * (1 + kNu)) * A * 10 * (1 + kNu) / (12 + 11 * kNu);
  std::printf("unknowns %d; tip %.6e m, Timoshenko beam %.6e m; first frequency %.3f Hz\n",
              linear.size(),
              u.minCoeff(),
              -(q / (8 * kE * I) + q / (2 * shear)),
              modes.CalcFrequencies()[0]);
  if (end > 0) RunTransient(mesh, end, modes.CalcFrequencies()[0], -u.minCoeff(), clock);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Time and memory of a large finite-element part");
  std::array<int, 3> cells{60, 12, 8};
  app.add_option("--cells", cells, "cells along the bar, across it, over its height");
  double end = 0.1;
  app.add_option("--end", end, "of the run in time [s]; 0: none");
  CLI11_PARSE(app, argc, argv);
  const auto path = std::filesystem::temp_directory_path() / "trunnion_large_mesh.inp";
  try {
    WriteBar(path, cells);
    Run(path, end);
  } catch (const Error& error) {
    std::fprintf(stderr, "large_mesh: %s\n", error.what());
    return 3;
  }
  std::filesystem::remove(path);
}
