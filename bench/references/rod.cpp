// SPDX-License-Identifier: BSD-3-Clause
#include "bench/references/rod.hpp"

#include <fstream>

#include "engine/analyses/load_steps.hpp"
#include "engine/core/error.hpp"

namespace trunnion::references {

BeamSectionMatrices Rod::Section() const {
  return CalcSectionMatrices((Vec6() << EA, GA, GA, GJ, EIy, EIz).finished(), mass, rotary, "rod");
}

const nlohmann::json& BeamData() {
  static const nlohmann::json data = [] {
    std::ifstream file(TRUNNION_BEAM_DATA);
    Require(file.good(), "cannot read " TRUNNION_BEAM_DATA);
    return nlohmann::json::parse(file);
  }();
  return data;
}

std::string MeshName(BeamFormulation formulation, int elements) {
  const bool exact = formulation == BeamFormulation::geometrically_exact;
  return std::to_string(elements) + (exact ? " geometrically exact" : " corotational");
}

StaticRun::StaticRun(const Model& model) : system_(model.Compile()), simulation_(system_) {
  AdvanceLoads(simulation_, 1);
}

BodyState StaticRun::body(BodyId id) const { return simulation_.body(id.index()); }

AppliedVector Growing(const Vec3& final) {
  return {.law = [final](double t) -> Vec3 { return t * final; }};
}

}  // namespace trunnion::references
