// SPDX-License-Identifier: BSD-3-Clause
//
// The same tractor and trailer by the step interface: two models in one program, coupled by the
// force of their hitch (hitch.hpp).
#include <cstdlib>
#include <exception>
#include <memory>
#include <trunnion/hosting.hpp>
#include <trunnion/model_file.hpp>
#include <utility>

#include "examples/tractor_trailer/hitch.hpp"

using namespace trunnion;  // NOLINT
using hitch::Mat2;
using hitch::Vec2;

namespace {

ModelFile Read(const std::string& name) {
  return ReadModelFile(TRUNNION_SOURCE_DIR "/examples/tractor_trailer/" + name + ".json");
}

class SteppedVehicle {
 public:
  explicit SteppedVehicle(const std::string& name) : host_(Read(name)), name_(name) {}

  Vec2 Position() { return Get("x", "z"); }
  Vec2 Velocity() { return Get("vx", "vz"); }
  Vec2 Acceleration() { return Get("ax", "az"); }
  /// Accelerations are linear in the force: one difference is exact.
  Mat2 Slope() {
    const Vec2 force = force_, before = Acceleration();
    Mat2 slope;
    for (int i = 0; i < 2; ++i) {
      Hold(force + 1e3 * Vec2::Unit(i));
      slope.col(i) = (Acceleration() - before) / 1e3;
    }
    Hold(force);
    return slope;
  }
  void Hold(const Vec2& force) {
    force_ = force;
    host_.Hold(host_.FindInput(name_ + ".hitch_x"), force[0]);
    host_.Hold(host_.FindInput(name_ + ".hitch_z"), force[1]);
  }
  void Advance(double t, double H) { host_.AdvanceTo(t + H); }

 private:
  double Get(const std::string& output) {
    return host_.Get(host_.FindOutput(name_ + '.' + output));
  }
  Vec2 Get(const char* x, const char* z) { return {Get(x), Get(z)}; }

  SteppedSimulation host_;
  std::string name_;
  Vec2 force_ = Vec2::Zero();
};

}  // namespace

int main() try {
  const hitch::Motion exact = hitch::CalcMotion(Read("truck"), 2);
  const auto make = [] {
    return std::pair(std::make_unique<SteppedVehicle>("tractor"),
                     std::make_unique<SteppedVehicle>("trailer"));
  };
  return hitch::Compare(make, exact) ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return EXIT_FAILURE;
}
