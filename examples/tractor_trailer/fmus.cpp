// SPDX-License-Identifier: BSD-3-Clause
//
// A tractor and a trailer as two FMUs, coupled by the force of their hitch (hitch.hpp). The folder
// of the FMUs, tractor.fmu and trailer.fmu, is the argument.
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <trunnion/cosimulation.hpp>
#include <trunnion/hosting.hpp>
#include <trunnion/model_file.hpp>
#include <utility>

#include "examples/tractor_trailer/hitch.hpp"

using namespace trunnion;  // NOLINT
using hitch::Mat2;
using hitch::Vec2;

namespace {

class FmuVehicle {
 public:
  FmuVehicle(const std::filesystem::path& folder, const std::string& name)
      : fmu_(folder / (name + ".fmu")), name_(name) {
    fmu_.Initialize(0);
  }

  Vec2 Position() { return Get("x", "z"); }
  Vec2 Velocity() { return Get("vx", "vz"); }
  Vec2 Acceleration() { return Get("ax", "az"); }
  Mat2 Slope() {
    Mat2 slope;
    for (int i = 0; i < 2; ++i) {
      const std::vector<double> column =
          fmu_.Differentiate({Find("ax"), Find("az")}, {Find(i == 0 ? "hitch_x" : "hitch_z")}, {1});
      slope.col(i) << column[0], column[1];
    }
    return slope;
  }
  void Hold(const Vec2& force) {
    fmu_.Set(Find("hitch_x"), force[0]);
    fmu_.Set(Find("hitch_z"), force[1]);
  }
  void Advance(double t, double H) { fmu_.DoStep(t, H); }

 private:
  int Find(const std::string& variable) const { return fmu_.Find(name_ + '.' + variable); }
  Vec2 Get(const char* x, const char* z) { return {fmu_.Get(Find(x)), fmu_.Get(Find(z))}; }

  ImportedFmu fmu_;
  std::string name_;
};

}  // namespace

int main(int argc, char** argv) try {
  const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
  const hitch::Motion exact = hitch::CalcMotion(
      ReadModelFile(TRUNNION_SOURCE_DIR "/examples/tractor_trailer/truck.json"), 2);
  const auto make = [&] {
    return std::pair(std::make_unique<FmuVehicle>(folder, "tractor"),
                     std::make_unique<FmuVehicle>(folder, "trailer"));
  };
  return hitch::Compare(make, exact) ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return EXIT_FAILURE;
}
