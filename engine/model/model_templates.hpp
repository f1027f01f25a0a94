// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The function templates of Model; included by engine/model/model.hpp.

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/model.hpp"
#include "engine/model/model_elements.hpp"
#include "forces/user_state_force.hpp"
#include "joints/user_constraint.hpp"
#include "joints/user_velocity_constraint.hpp"

namespace trunnion {

template <std::size_t K>
std::array<BodyIndex, K> Model::RequireBodies(const std::array<BodyId, K>& ids,
                                              const std::string& label) const {
  std::array<BodyIndex, K> bodies{};
  for (std::size_t i = 0; i < K; ++i) bodies[i] = ids[i].index();
  RequireBodies(std::span<const BodyIndex>(bodies), label);
  return bodies;
}

template <class F, std::size_t K>
ConstraintId Model::AddUserConstraint(std::string name, const std::array<BodyId, K>& bodies, F f) {
  const auto list = RequireBodies(bodies, "constraint '" + name + "'");
  const auto make = [list, f](const ModelData&, const std::string&) {
    return UserConstraint<F, static_cast<int>(K)>(list, f);
  };
  return ConstraintId(
      AddElement(data_, data_.constraints, data_.constraint_names, "constraint", name, {}, make));
}

template <class F, std::size_t K>
ForceId Model::AddUserForce(std::string name, const std::array<BodyId, K>& bodies, F f) {
  const auto list = RequireBodies(bodies, "force '" + name + "'");
  const auto make = [list, f](const ModelData&, const std::string& label) {
    return UserForce<F, static_cast<int>(K)>(list, f, label);
  };
  return ForceId(AddElement(data_, data_.forces, data_.force_names, "force", name, {}, make));
}

template <class F, std::size_t K>
ConstraintId Model::AddUserVelocityConstraint(std::string name,
                                              const std::array<BodyId, K>& bodies,
                                              F f) {
  const auto list = RequireBodies(bodies, "constraint '" + name + "'");
  const auto make = [list, f](const ModelData&, const std::string&) {
    return UserVelocityConstraint<F, static_cast<int>(K)>(list, f);
  };
  return ConstraintId(
      AddElement(data_, data_.constraints, data_.constraint_names, "constraint", name, {}, make));
}

template <class F, std::size_t K>
ForceId Model::AddUserStateForce(std::string name,
                                 const std::array<BodyId, K>& bodies,
                                 std::vector<StateInfo> states,
                                 F f) {
  const std::string label = "force '" + name + "'";
  const auto list = RequireBodies(bodies, label);
  Require(states.size() == F::kStates,
          label,
          "describe each of its " + std::to_string(F::kStates) + " states");
  const auto make = [list, f](const ModelData&, const std::string& of, BodyIndex block) {
    return UserStateForce<F, static_cast<int>(K)>(list, block, f, of);
  };
  return ForceId(AddStateForce(data_, name, {}, std::move(states), make));
}

template <ConstraintElement E>
ConstraintId Model::AddConstraintElement(std::string name, E element) {
  const auto& bodies = element.bodies();
  RequireBodies(std::span<const BodyIndex>(bodies), "constraint '" + name + "'");
  const auto make = [element = std::move(element)](const ModelData&, const std::string&) {
    return element;
  };
  return ConstraintId(
      AddElement(data_, data_.constraints, data_.constraint_names, "constraint", name, {}, make));
}

template <ForceElement E>
ForceId Model::AddForceElement(std::string name, E element) {
  const auto& bodies = element.bodies();
  RequireBodies(std::span<const BodyIndex>(bodies), "force '" + name + "'");
  const auto make = [element = std::move(element)](const ModelData&, const std::string&) {
    return element;
  };
  return ForceId(AddElement(data_, data_.forces, data_.force_names, "force", name, {}, make));
}

}  // namespace trunnion
