// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/model/beam_line.hpp"
#include "engine/simulation/simulation.hpp"

/// What the beam problems share.
namespace trunnion::references {

/// Stiffnesses of a rod, the same in both directions unless said otherwise.
struct Rod {
  double EA = 1, GA = 1, GJ = 1, EIy = 1, EIz = 1;
  double mass = 1;             ///< [kg/m]
  Vec3 rotary = Vec3::Ones();  ///< [kg·m]
  BeamSectionMatrices Section() const;
};

/// tests/data/beam_problems.json.
const nlohmann::json& BeamData();

std::string MeshName(BeamFormulation formulation, int elements);

/// A model, its System and an equilibrium of it.
class StaticRun {
 public:
  /// Follows the equilibrium from t = 0 to 1 over which the loads of the model grow.
  explicit StaticRun(const Model& model);
  BodyState body(BodyId id) const;
  Simulation& simulation() { return simulation_; }

 private:
  System system_;
  Simulation simulation_;
};

/// F t or M t, for a load that grows.
AppliedVector Growing(const Vec3& final);

}  // namespace trunnion::references
