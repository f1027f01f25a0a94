// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model/beam_descriptions.hpp"
#include "engine/model/body_descriptions.hpp"
#include "engine/model/constraint_descriptions.hpp"
#include "engine/model/force_descriptions.hpp"
#include "engine/model/model_data.hpp"
#include "engine/system/system.hpp"

namespace trunnion {

struct MeshBody;     // engine/mesh/mesh_body.hpp
struct ReducedBody;  // engine/model/reduced_body.hpp
struct ReducedBodyParts;

/// The editable description of a multibody model, from which a System is compiled.
///
///     Model model;
///     model.set_gravity({0, 0, -9.81});
///     const BodyId rod = model.AddRigidBody({.name = "rod", .mass = 2, ...});
///     model.AddJointAt({.name = "hinge", .body_a = model.ground(), .body_b = rod,
///                       .point = {0, 0, 0}, .axis = {0, 1, 0}});
///     const System system = model.Compile();
///
/// Inputs are checked as they come: every function throws ModelError with one sentence that names
/// the element and the remedy, and leaves the Model as it was.
class Model {
 public:
  Model();

  static constexpr BodyId ground() { return BodyId(kGround); }
  /// Acceleration of free fall [m/s²], world. Zero until it is set.
  void set_gravity(const Vec3& gravity);
  const Vec3& gravity() const { return data_.gravity; }

  /// A function of time that a host sets while a run goes on (engine/hosting): the law of a motion
  /// or, by MakeForceOverTime and MakeServo, of a motor; laws of vectors may call it, too.
  /// @param unit   of the values, for the host.  @param start  what it is until it is set.
  MotionLaw AddInput(const std::string& name, const std::string& unit, double start = 0);

  BodyId AddRigidBody(RigidBody body);
  BodyId AddPointMass(PointMass body);
  /// A part of finite elements; every node becomes a point or body named "<mesh>.<number>".
  MeshId AddMesh(MeshBody part);
  /// Node `index` of a mesh, counted from 0 in ascending numbers.
  BodyId node(MeshId mesh, int index) const;
  /// A flexible body in a floating frame of reference, with a body for each of its interfaces.
  ReducedBodyParts AddReducedBody(const ReducedBody& body);
  /// What a body, or the ground, looks like; without shapes pictures derive some from its inertia
  /// and from where joints and forces act on it.
  void SetGeometry(BodyId body, std::vector<Geometry> shapes);
  MarkerId AddMarker(Marker marker);
  MarkerId AddMarkerAt(const MarkerAt& marker);

  JointId AddJoint(JointBetween joint);
  JointId AddJointAt(const JointAt& joint);
  MotionId AddMotion(Motion motion);
  CouplingId AddCoupling(Coupling coupling);
  /// `f` as in joints/user_constraint.hpp; body states are those of the centres of mass.
  template <class F, std::size_t K>
  ConstraintId AddUserConstraint(std::string name, const std::array<BodyId, K>& bodies, F f = {});

  /// `f` as in joints/user_velocity_constraint.hpp: a non-holonomic constraint.
  template <class F, std::size_t K>
  ConstraintId AddUserVelocityConstraint(std::string name,
                                         const std::array<BodyId, K>& bodies,
                                         F f = {});
  /// Any type that satisfies ConstraintElement, ForceElement (engine/core/element.hpp), on bodies
  /// of this model; what bodies() lists are their indices.
  template <ConstraintElement E>
  ConstraintId AddConstraintElement(std::string name, E element);
  template <ForceElement E>
  ForceId AddForceElement(std::string name, E element);
  ConstraintId AddKnifeEdge(KnifeEdge edge);
  /// Adds the motion "<name>.contact" too, which keeps the disc on the plane; its drive is the
  /// normal force [N].
  ConstraintId AddRollingDisc(RollingDisc disc);

  ForceId AddAppliedLoad(AppliedLoad load);
  ForceId AddSpringDamper(SpringDamper spring);
  ForceId AddStop(Stop stop);
  ForceId AddMotor(Motor motor);
  /// @throws ModelError with the column of what a formula does not allow.
  ForceId AddForceByFormulas(ForceByFormulas force);
  ForceId AddBushing(BushingBetween bushing);
  ForceId AddBeam(BeamBetween beam);
  ForceId AddCable(Cable cable);
  ForceId AddSuperelement(SuperelementBetween element);
  /// `f` as in forces/user_force.hpp; body states are those of the centres of mass.
  template <class F, std::size_t K>
  ForceId AddUserForce(std::string name, const std::array<BodyId, K>& bodies, F f = {});

  ForceId AddMaxwell(MaxwellElement element);
  /// `f` as in forces/user_state_force.hpp; one description for each of its states.
  template <class F, std::size_t K>
  ForceId AddUserStateForce(std::string name,
                            const std::array<BodyId, K>& bodies,
                            std::vector<StateInfo> states,
                            F f = {});
  /// The own states of a force; empty: it has none.
  const std::vector<StateInfo>& states(ForceId id) const;

  /// Wanted initial value [m or rad] and rate of a joint's coordinate, met by the assembly of the
  /// initial conditions; what is not given follows from the bodies. Replaces an earlier wish.
  void SetInitialCoordinate(JointId joint,
                            int index,
                            std::optional<double> value,
                            std::optional<double> rate = {});

  int num_bodies() const { return static_cast<int>(data_.bodies.size()); }  ///< the ground included
  const RigidBody& body(BodyId id) const;  ///< of a point mass: its position, velocity and mass
  bool is_point(BodyId id) const;
  /// Results, pictures and checks leave out the point and the constraint that places it.
  void HideFromResults(BodyId point, ConstraintId constraint);
  /// Replaces the description of a rigid body; its markers keep their place in the frame B.
  void ReplaceRigidBody(BodyId id, RigidBody body);
  const Marker& marker(MarkerId id) const;

  std::optional<BodyId> FindBody(std::string_view name) const;
  std::optional<MarkerId> FindMarker(std::string_view name) const;
  std::optional<JointId> FindJoint(std::string_view name) const;
  std::optional<ConstraintId> FindConstraint(std::string_view name) const;
  std::optional<ForceId> FindForce(std::string_view name) const;

  /// The System of the model as it is now; later changes of the model do not touch it.
  System Compile() const;

 private:
  /// Bodies of an element exist, and each is there once.
  void RequireBodies(std::span<const BodyIndex> bodies, const std::string& label) const;
  template <std::size_t K>
  std::array<BodyIndex, K> RequireBodies(const std::array<BodyId, K>& ids,
                                         const std::string& label) const;

  ModelData data_;
};

}  // namespace trunnion

#include "engine/model/model_templates.hpp"  // IWYU pragma: export
