// SPDX-License-Identifier: BSD-3-Clause
//
// Parameters of a bushing that may change while a System stands.
#include "engine/core/error.hpp"
#include "forces/bushing.hpp"

namespace trunnion {

std::vector<ElementParameter> Bushing::ListParameters() const {
  constexpr std::array kAxes{"x", "y", "z", "rx", "ry", "rz"};
  constexpr std::array kUnits{
      std::array{"N/m", "N·m/rad"}, std::array{"N·s/m", "N·m·s/rad"}, std::array{"N", "N·m"}};
  constexpr std::array kNames{"stiffness_", "damping_", "preload_"};
  const BushingParameters& p = *parameters_;
  const std::array<Vec6, 3> values{p.stiffness.diagonal(), p.damping.diagonal(), p.preload};
  std::vector<ElementParameter> list;
  for (std::size_t set = 0; set < kNames.size(); ++set) {
    for (std::size_t i = 0; i < kAxes.size(); ++i) {
      list.push_back({std::string(kNames[set]) + kAxes[i],
                      kUnits[set][i < 3 ? 0 : 1],
                      values[set][static_cast<Eigen::Index>(i)]});
    }
  }
  return list;
}

void Bushing::SetParameter(int i, double value) {
  BushingParameters p = *parameters_;
  const int component = i % 6;
  if (i < 6) {
    p.stiffness(component, component) = value;
  } else if (i < 12) {
    p.damping(component, component) = value;
  } else {
    p.preload[component] = value;
  }
  Bushing changed(pair_, p, "the changed parameter");
  Require(changed.follows_ == follows_ && changed.twist_axis_ == twist_axis_ &&
              changed.is_plain() == is_plain(),
          "a rotational stiffness or preload must not appear or go while the model stands; begin "
          "with a small one");
  changed.memory_ = memory_;
  *this = std::move(changed);
}

}  // namespace trunnion
