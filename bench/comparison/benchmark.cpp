// SPDX-License-Identifier: BSD-3-Clause
#include "bench/comparison/benchmark.hpp"

#include "engine/core/error.hpp"
#include "examples/models/benchmark_references.hpp"

namespace trunnion::bench {
namespace {

using namespace models;

std::unique_ptr<System> Compile(const Model& model) {
  return std::unique_ptr<System>(new System(model.Compile()));
}

Benchmark MakeChainBenchmark(const std::string& name, int n) {
  const auto chain =
      std::make_shared<Chain>(name == "B1" ? MakeRigidChain(n) : MakeBushingChain(n));
  Benchmark out{.model = name, .n = n, .end = 1, .system = Compile(chain->model)};
  out.measure = [chain, &system = *out.system](const ElementContext& x) -> Outputs {
    const ChainOutputs o = MeasureChain(system, x, *chain);
    return {{"tip_x", o.tip_x},
            {"tip_z", o.tip_z},
            {"middle_x", o.middle_x},
            {"middle_z", o.middle_z},
            {"energy", o.energy}};
  };
  if (const auto reference = ChainReference(name, n)) {
    out.error = [reference](const Outputs& o) {
      return ChainError({o[0].second, o[1].second, o[2].second, o[3].second, o[4].second},
                        *reference);
    };
  }
  return out;
}

Benchmark MakeLadderBenchmark(int n) {
  const Ladder ladder = MakeLadder(n, LadderJoints::determinate);
  Benchmark out{.model = "B3", .n = n, .end = 10, .system = Compile(ladder.model)};
  // At the start, with the datum of the potential energy at y = 0.
  const double energy = (n + 1) * (1.0 / 6 + 9.81 / 2) + n * (0.5 + 9.81);
  out.measure = [energy, top = ladder.top, &system = *out.system](const ElementContext& x) {
    const Vec3 p = CalcMarkerPose(system, top, x).p;
    return Outputs{
        {"top_x", p.x()}, {"top_y", p.y()}, {"energy_drift", TotalEnergy(system, x) - energy}};
  };
  if (const auto reference = LadderReference(n)) {
    out.error = [r = *reference](const Outputs& o) {
      return std::hypot(o[0].second - r[0], o[1].second - r[1]);
    };
  }
  return out;
}

Benchmark MakeNetBenchmark(int n) {
  Require(n >= 4, "B5 needs --n of 4 or more: its outputs are those of cubes inside the net");
  const auto net = std::make_shared<Net>(MakeBushingNet(n));
  Benchmark out{.model = "B5", .n = n, .end = 0.2, .system = Compile(net->model)};
  out.measure = [net, n, &system = *out.system](const ElementContext& x) -> Outputs {
    const NetOutputs o = MeasureNet(system, x, *net, n);
    return {{"z_middle", o.z_middle}, {"z_33", o.z_33}, {"z_11", o.z_11}, {"energy", o.energy}};
  };
  if (const auto reference = NetReference(n)) {
    out.error = [reference](const Outputs& o) {
      return NetError({o[0].second, o[1].second, o[2].second, o[3].second}, *reference);
    };
  }
  return out;
}

}  // namespace

Benchmark MakeBenchmark(const std::string& model, int n) {
  if (model == "B1" || model == "B2") return MakeChainBenchmark(model, n);
  if (model == "B3") return MakeLadderBenchmark(n);
  if (model == "B5") return MakeNetBenchmark(n);
  throw ModelError(model == "B4" ? "B4 needs beam elements, which this version does not have"
                                 : "there is no benchmark '" + model + "'; choose one of B1 .. B5");
}

}  // namespace trunnion::bench
