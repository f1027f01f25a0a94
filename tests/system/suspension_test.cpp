// SPDX-License-Identifier: BSD-3-Clause
// The demonstration model: a front suspension corner on rubber bushings.
#include <gtest/gtest.h>

#include <memory>

#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"

namespace trunnion {
namespace {

class SuspensionCorner : public testing::Test {
 protected:
  Results Run(double until) {
    Simulation simulation(system_, file_.run.MakeOptions());
    EXPECT_EQ(simulation.degrees_of_freedom(), 13);
    EXPECT_TRUE(simulation.warnings().empty());
    return trunnion::Run(simulation, until, file_.run.output_interval, file_.signals);
  }
  /// Static equilibrium, computed independently by minimization of the energy.
  static void ExpectEquilibrium(const Results& r, Eigen::Index row) {
    EXPECT_NEAR(r.column("chassis.z")[row], 0.5196034424, 1e-7);
    EXPECT_NEAR(r.column("spring.length")[row], 0.2668664847, 1e-7);
    EXPECT_NEAR(r.column("camber")[row], 0.6300014570, 1e-5);
    EXPECT_NEAR(r.column("toe_in")[row], 0.4100786402, 1e-5);
    EXPECT_NEAR(r.column("wheel_height")[row], -69.60203581, 1e-4);  // travel −43.602, design −26
    EXPECT_NEAR(r.column("tyre_force")[row], 6.526181, 2e-6);        // the weight, 665.258 kg
  }
  const ModelFile file_ = ReadModelFile(TRUNNION_SOURCE_DIR "/models/suspension_corner.json");
  const System system_ = file_.model.Compile();
};

TEST_F(SuspensionCorner, StartsInStaticEquilibrium) {
  const Results r = Run(0.1);
  ExpectEquilibrium(r, 0);
  for (const char* column : {"chassis.az", "wheel.ax", "wheel.ay", "wheel.az", "lca.alpha_x"}) {
    EXPECT_LT(r.column(column).cwiseAbs().maxCoeff(), 1e-3) << column;
  }
}

TEST_F(SuspensionCorner, SettlesToTheIndependentStaticEquilibriumAfterTheBump) {
  const Results r = Run(8);
  EXPECT_NEAR(r.column("road_height").maxCoeff(), 50, 0.5);
  EXPECT_GT(r.column("wheel_travel").maxCoeff(), 15);
  EXPECT_GT(r.column("tyre_force").minCoeff(), 0);  // the linear tyre does not pull
  ExpectEquilibrium(r, r.time.size() - 1);
}

}  // namespace
}  // namespace trunnion
