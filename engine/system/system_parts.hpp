// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/input_signal.hpp"
#include "engine/core/pool.hpp"
#include "engine/core/pose.hpp"
#include "engine/system/flexible_parts.hpp"
#include "engine/system/geometry.hpp"

/// What a System is compiled from. Model writes it; it can also be filled by hand, e.g. with pools
/// of own element types. Everything is trusted here: inputs are checked by Model.
namespace trunnion {

class System;

enum class BodyKind {
  ground,  ///< the world: no unknowns
  rigid,   ///< 6 components of velocity (r', w), 12 numbers of configuration (r, R by columns)
  point,   ///< 3 components r', 3 numbers r
  fixed,   ///< a point that stays at its initial position: no unknowns
  states,  ///< own states of one element: a component each, no configuration; after all bodies
};

/// True for bodies without orientation.
inline bool IsPoint(BodyKind kind) { return kind == BodyKind::point || kind == BodyKind::fixed; }

/// One own state of an element. It stands in v; see docs/theory.md, section 9.
struct StateInfo {
  std::string name;
  double initial = 0;      ///< of an algebraic state: where its solution is looked for
  bool algebraic = false;  ///< 0 = F in place of s' = F
  double scale = 1;        ///< its tolerance over that of lengths [unit of the state / m], > 0
  std::string unit = "1";  ///< for results
};

/// One body. Its body frame C has its origin in the centre of mass and the axes of the user's
/// reference frame B.
struct BodyInfo {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  double mass = 0;              ///< [kg]
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes [kg·m²]
  Vec3 com = Vec3::Zero();      ///< centre of mass in the reference frame [m]
  BodyState initial{};          ///< of the body frame
  /// L of the metric [m]: 1 for translations, L² for rotations; > 0.
  double rotation_length = 1;
  bool fixed_in_assembly = false;      ///< stays where it is when initial conditions are assembled
  bool keep_velocity = false;          ///< so does r'
  bool keep_angular_velocity = false;  ///< so does w
  std::vector<StateInfo> states{};     ///< of BodyKind::states; then `name` is the element's label
  std::vector<Geometry> geometry{};    ///< in the reference frame
};

/// A named frame on a body.
struct MarkerInfo {
  std::string name;
  BodyIndex body = kGround;
  Pose X_CM;  ///< pose in the body frame
};

/// A wanted initial value and rate of a joint's coordinate; see Model::SetInitialCoordinate.
struct InitialCoordinate {
  int joint = 0;                  ///< in SystemParts::joints
  int coordinate = 0;             ///< of the joint
  std::optional<double> value{};  ///< [m or rad]
  std::optional<double> rate{};   ///< [per s]
};

/// Where an element with a name of its own lies: in which pool, at which place.
struct ElementInfo {
  std::string name;
  int pool = 0;
  int index = 0;
  BodyIndex states = -1;  ///< the block of its own states in SystemParts::bodies, −1: none
};

struct SystemParts {
  std::vector<BodyInfo> bodies;  ///< bodies[0] is the ground; blocks of states come last
  std::vector<std::unique_ptr<ForcePoolBase>> force_pools;
  std::vector<std::unique_ptr<ConstraintPoolBase>> constraint_pools;
  std::vector<MarkerInfo> markers;
  std::vector<ElementInfo> joints;       ///< in ConstraintPool<Joint>
  std::vector<ElementInfo> constraints;  ///< all other constraints: motions, couplings, user's
  std::vector<ElementInfo> forces;
  std::vector<MeshInfo> meshes;
  std::vector<ReducedBodyInfo> reduced_bodies;
  std::vector<HiddenPoint> hidden_points;
  std::vector<InitialCoordinate> initial_coordinates;
  Vec3 gravity = Vec3::Zero();           ///< [m/s²], world
  std::shared_ptr<InputSignals> inputs;  ///< what a host sets; null: there are none
  bool mass_changed = false;             ///< SystemParameters has changed the mass of a body
  /// Parameters that look like mistakes, one sentence each; see
  /// engine/simulation/model_warnings.hpp.
  std::vector<std::string> warnings;

  /// The same bodies and constraints with the wanted initial values, or rates, of coordinates as
  /// further constraints: what positions, or velocities, are assembled with. Null: none wanted.
  std::shared_ptr<const System> position_assembly, velocity_assembly;

  /// Puts a force or constraint into the pool of its type, which is made if there is none yet.
  template <class E>
  ElementInfo AddElement(E element, std::string name, std::string label) {
    if constexpr (ForceElement<E>) {
      return AddTo<ForcePool<E>>(force_pools, std::move(element), name, label);
    } else {
      return AddTo<ConstraintPool<E>>(constraint_pools, std::move(element), name, label);
    }
  }

 private:
  template <class Pool, class Pools, class E>
  static ElementInfo AddTo(Pools& pools, E element, std::string& name, std::string& label) {
    for (std::size_t p = 0; p < pools.size(); ++p) {
      if (auto* pool = dynamic_cast<Pool*>(pools[p].get())) {
        const int index = pool->Add(std::move(element), std::move(label));
        return {std::move(name), static_cast<int>(p), index, -1};
      }
    }
    pools.push_back(std::make_unique<Pool>());
    return AddTo<Pool>(pools, std::move(element), name, label);
  }
};

}  // namespace trunnion
