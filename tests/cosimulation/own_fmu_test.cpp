// SPDX-License-Identifier: BSD-3-Clause
//
// FMUs of our own beside models of our own, against the same in one piece.
#include <cmath>

#include "tests/cosimulation/small_fmus.hpp"

namespace trunnion::fmu {
namespace {

const char* const kOutputs =
    R"("outputs": [{"name": "x", "type": "position", "body": "cart", "component": "x"}],
  "run": {"until": 1, "tolerance": 1e-8})";

/// A cart on a spring, with an absorber on it.
std::string OnePiece() {
  return std::string(R"({
  "bodies": [{"name": "cart", "mass": 5, "inertia": [1, 1, 1], "position": [0.1, 0, 0]},
             {"name": "absorber", "type": "point", "mass": 1, "position": [0.1, 0, 0]}],
  "markers": [{"name": "wall", "body": "ground"}, {"name": "nose", "body": "cart"},
              {"name": "mass", "body": "absorber"}],
  "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
              "point": [0, 0, 0], "axis": [1, 0, 0]}],
  "forces": [{"name": "spring", "type": "spring", "stiffness": 400, "free_length": 0,
              "along": {"a": "wall", "b": "nose", "kind": "offset_x"}},
             {"name": "coil", "type": "spring", "stiffness": 60, "damping": 2, "free_length": 0,
              "along": {"a": "nose", "b": "mass", "kind": "offset_x"}}],
  )") + kOutputs +
         "}";
}

/// The absorber on a base that a motion moves; the force that it exerts on the base.
const char* const kAbsorber = R"({
  "inputs": [{"name": "base", "unit": "m", "start": 0.1}],
  "bodies": [{"name": "base", "mass": 1, "inertia": [1, 1, 1], "position": [0.1, 0, 0]},
             {"name": "absorber", "type": "point", "mass": 1, "position": [0.1, 0, 0]}],
  "markers": [{"name": "nose", "body": "base"}, {"name": "mass", "body": "absorber"}],
  "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "base",
              "point": [0, 0, 0], "axis": [1, 0, 0]}],
  "motions": [{"name": "base", "along": "rail", "law": {"type": "input", "name": "base"}}],
  "forces": [{"name": "coil", "type": "spring", "stiffness": 60, "damping": 2, "free_length": 0,
              "along": {"a": "nose", "b": "mass", "kind": "offset_x"}}],
  "outputs": [{"name": "pull", "type": "force", "force": "coil", "scale": -1}],
  "run": {"until": 1, "tolerance": 1e-8}})";

std::string Main(double interval) {
  return std::string(R"({
  "inputs": [{"name": "pull", "unit": "N"}],
  "bodies": [{"name": "cart", "type": "point", "mass": 5, "position": [0.1, 0, 0]}],
  "markers": [{"name": "wall", "body": "ground"}, {"name": "nose", "body": "cart"}],
  "forces": [{"name": "spring", "type": "spring", "stiffness": 400, "free_length": 0,
              "along": {"a": "wall", "b": "nose", "kind": "offset_x"}},
             {"name": "pull", "type": "load", "body": "cart",
              "force": [{"type": "input", "name": "pull"}, 0, 0]}],
  "fmus": [{"name": "absorber", "file": "absorber.fmu", "interval": )") +
         std::to_string(interval) + R"(, "inputs": {"base": "x"}, "drives": {"pull": "pull"}}],
  )" + kOutputs +
         "}";
}

class OwnFmu : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    std::ofstream(folder_.path() / "absorber.json") << kAbsorber;
    ExportFmu({.model = folder_.path() / "absorber.json",
               .output = folder_.path() / "absorber.fmu",
               .fmi = GetParam(),
               .kit = TRUNNION_FMU_KIT});
  }
  TestFolder folder_;
};

TEST_P(OwnFmu, AnAbsorberBesideItsCartConvergesToBothInOneModel) {
  SteppedSimulation whole(ParseModel(OnePiece()));
  whole.AdvanceTo(0.8);
  const double exact = whole.Get(whole.FindOutput("x"));
  std::vector<double> errors;
  for (const double interval : {8e-3, 4e-3, 2e-3, 1e-3}) {
    SteppedSimulation host(folder_.Read(Main(interval)));
    host.AdvanceTo(0.8);
    errors.push_back(host.Get(host.FindOutput("x")) - exact);
  }
  for (std::size_t i = 1; i < errors.size(); ++i)
    EXPECT_NEAR(errors[i - 1] / errors[i], 2, 0.3) << "order one";
  EXPECT_LT(std::abs(errors.back()), 3e-4);
}

TEST_P(OwnFmu, StatesAreThoseOfBoth) {
  SteppedSimulation host(folder_.Read(Main(4e-3))), other(folder_.Read(Main(4e-3)));
  host.AdvanceTo(0.1);
  const std::string saved = host.Save();
  host.AdvanceTo(0.2);
  other.Load(saved);
  other.AdvanceTo(0.2);
  EXPECT_EQ(host.Get(host.FindOutput("x")), other.Get(other.FindOutput("x")));
}

TEST_P(OwnFmu, DirectionalDerivativesAreThoseOfTheModel) {
  std::ofstream(folder_.path() / "cart.json") << R"({"inputs": [{"name": "push", "unit": "N"}],
    "bodies": [{"name": "cart", "type": "point", "mass": 4}],
    "forces": [{"name": "push", "type": "load", "body": "cart",
                "force": [{"type": "input", "name": "push"}, 0, 0]}]})";
  ExportFmu({.model = folder_.path() / "cart.json",
             .output = folder_.path() / "cart.fmu",
             .fmi = GetParam(),
             .kit = TRUNNION_FMU_KIT});
  ImportedFmu fmu(folder_.path() / "cart.fmu");
  fmu.Initialize(0);
  const auto slope = fmu.Differentiate({fmu.Find("cart.ax")}, {fmu.Find("push")}, {2});
  EXPECT_NEAR(slope[0], 0.5, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Fmi, OwnFmu, testing::Values(2, 3));

}  // namespace
}  // namespace trunnion::fmu
