// SPDX-License-Identifier: BSD-3-Clause
//
// A car that is driven by an FMU in C (driver.c). The folder of drive.json and driver.fmu is the
// argument; `trunnion run` runs the same file.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <trunnion/hosting.hpp>
#include <trunnion/model_file.hpp>

using namespace trunnion;  // NOLINT

int main(int argc, char** argv) try {
  SteppedSimulation car(
      ReadModelFile(std::filesystem::path(argc > 1 ? argv[1] : ".") / "drive.json"));
  const OutputHandle speed = car.FindOutput("speed");
  const InputHandle drive = car.FindInput("drive");
  const double target = 72 / 3.6, resistance = 25 * target, hill = 900;
  bool holds = true;
  for (int t = 10; t <= 60; t += 10) {
    car.AdvanceTo(t);
    std::printf("%2d s: %6.2f km/h, %6.0f N\n", t, 3.6 * car.Get(speed), car.Get(drive));
    if (t == 30) holds = std::abs(car.Get(drive) - resistance) < 0.02 * resistance;
  }
  holds = holds && std::abs(car.Get(speed) - target) < 0.01 * target &&
          std::abs(car.Get(drive) - resistance - hill) < 0.02 * hill;
  return holds ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return EXIT_FAILURE;
}
