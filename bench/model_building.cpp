// SPDX-License-Identifier: BSD-3-Clause
//
// What it takes to build, compile, write, load and start a large model: a lattice of cubes, each
// held by three struts (distance joints) to its lower neighbours or to the ground.
//
//     model_building [--bodies 100000] [--width 10] [--start]
//
// With 100 000 bodies there are 300 000 joints. Memory is what the allocator has given out.
#include <malloc.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"

namespace {

using namespace trunnion;

constexpr double kEdge = 0.1, kSpacing = 0.2;  // [m]

/// Cubes in rows along z, `width` × `width` of them in each layer.
struct Lattice {
  int bodies = 0, width = 1;

  static constexpr int kDirections = 3;
  Vec3 position(int i) const {
    return kSpacing * Vec3(1 + i % width, 1 + i / width % width, 1 + i / (width * width));
  }
  /// The neighbour below in a direction, −1: the ground.
  int Neighbour(int i, int direction) const {
    const int step = direction == 0 ? 1 : direction == 1 ? width : width * width;
    const int at = direction == 0   ? i % width
                   : direction == 1 ? i / width % width
                                    : i / (width * width);
    return at == 0 ? -1 : i - step;
  }
};

std::string BodyName(int i) { return "cube " + std::to_string(i); }
std::string JointName(int i, int direction) {
  return "strut " + std::to_string(i) + "xyz"[direction];
}

Model MakeLattice(const Lattice& lattice) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const Mat3 inertia = kEdge * kEdge / 6 * Mat3::Identity();
  for (int i = 0; i < lattice.bodies; ++i) {
    const Vec3 centre = lattice.position(i);
    const BodyId body = model.AddRigidBody(
        {.name = BodyName(i), .mass = 1, .inertia = inertia, .position = centre});
    for (int d = 0; d < Lattice::kDirections; ++d) {
      const int below = lattice.Neighbour(i, d);
      const Vec3 end = centre - kEdge / 2 * Vec3::Unit(d);
      model.AddJointAt({.name = JointName(i, d),
                        .type = JointType::distance,
                        .body_a = below < 0 ? Model::ground() : BodyId(below + 1),
                        .body_b = body,
                        .point = end - (kSpacing - kEdge) * Vec3::Unit(d),
                        .point_b = end});
    }
  }
  return model;
}

std::string Numbers(const Vec3& v) {
  char text[80];
  std::snprintf(text, sizeof(text), "[%.6g, %.6g, %.6g]", v[0], v[1], v[2]);
  return text;
}

void WriteLattice(const Lattice& lattice, const std::filesystem::path& name) {
  std::ofstream file(name);
  file << "{ \"gravity\": [0, 0, -9.81],\n\"bodies\": [";
  for (int i = 0; i < lattice.bodies; ++i) {
    file << (i ? ",\n" : "\n") << R"({ "name": ")" << BodyName(i)
         << R"(", "mass": 1, "inertia": [0.00166667, 0.00166667, 0.00166667], "position": )"
         << Numbers(lattice.position(i)) << " }";
  }
  file << "],\n\"joints\": [";
  for (int i = 0; i < lattice.bodies; ++i) {
    for (int d = 0; d < Lattice::kDirections; ++d) {
      const int below = lattice.Neighbour(i, d);
      const Vec3 end = lattice.position(i) - kEdge / 2 * Vec3::Unit(d);
      const Vec3 begin = end - (kSpacing - kEdge) * Vec3::Unit(d);
      file << (i + d ? ",\n" : "\n") << R"({ "name": ")" << JointName(i, d)
           << R"(", "type": "distance", "body_a": ")" << (below < 0 ? "ground" : BodyName(below))
           << R"(", "body_b": ")" << BodyName(i) << R"(", "point": )" << Numbers(begin)
           << R"(, "point_b": )" << Numbers(end) << " }";
    }
  }
  file << "] }\n";
  if (!file) throw FileError("cannot write '" + name.string() + "'");
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double HeapBytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

/// make(), with its CPU seconds and what it leaves allocated.
template <class Make>
auto Measure(const char* what, int bodies, Make make) {
  const double cpu = CpuSeconds(), heap = HeapBytes();
  auto result = make();
  const double grown = HeapBytes() - heap;
  std::printf("%-34s %8.2f s %9.1f MiB %9.0f bytes a body\n",
              what,
              CpuSeconds() - cpu,
              grown / 1048576,
              grown / bodies);
  std::fflush(stdout);
  return result;
}

void MeasureStart(const System& system, int bodies) {
  const auto run = Measure("assemble initial state, start", bodies, [&] {
    return std::make_unique<Simulation>(system, SimulationOptions{.threads = 1});
  });
  auto recorder = Measure("recorder", bodies, [&] { return std::make_unique<Recorder>(system); });
  Measure("one sample", bodies, [&] {
    recorder->Sample(*run);
    return 0;
  });
}

void MeasureAll(const Lattice& lattice, const std::filesystem::path& file, bool start) {
  const int n = lattice.bodies;
  std::printf("%d bodies, %d joints, CPU, memory left allocated\n", n, 3 * n);
  std::optional model(Measure("add bodies and joints", n, [&] { return MakeLattice(lattice); }));
  {
    const auto system = Measure("compile", n, [&] { return model->Compile(); });
    const auto evaluator =
        Measure("evaluator", n, [&] { return std::make_unique<SystemEvaluator>(system, false); });
    if (start) MeasureStart(system, n);
  }
  model.reset();
  WriteLattice(lattice, file);
  std::printf("file of %.1f MiB\n",
              static_cast<double>(std::filesystem::file_size(file)) / 1048576);
  const ModelFile loaded = Measure("load file", n, [&] { return ReadModelFile(file); });
  std::filesystem::remove(file);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak memory %.0f MiB\n", static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Building, compiling, loading and starting a large model, docs/performance.md"};
  Lattice lattice{.bodies = 100000, .width = 10};
  std::filesystem::path file = std::filesystem::temp_directory_path() / "trunnion_lattice.json";
  bool start = false;
  app.add_option("--bodies", lattice.bodies)->check(CLI::Range(1, 10000000));
  app.add_option("--width", lattice.width, "bodies along each side of a layer")
      ->check(CLI::Range(1, 1000));
  app.add_option("--file", file, "where the model file is written for a while");
  app.add_flag("--start", start, "start a simulation too: its cost grows with the fill");
  CLI11_PARSE(app, argc, argv);
  try {
    MeasureAll(lattice, file, start);
  } catch (const Error& error) {
    std::fprintf(stderr, "model_building: %s\n", error.what());
    return 3;
  }
}
