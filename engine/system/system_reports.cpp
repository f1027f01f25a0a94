// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/system_reports.hpp"

#include <algorithm>
#include <string>

#include "engine/core/error.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/system/handle_checks.hpp"

namespace trunnion {
namespace {

const MarkerInfo& FindMarker(const System& system, MarkerId id) {
  RequireHandle(system, id);
  return system.parts().markers[idx(id.index())];
}

CoordinateValue CalcMarkerCoordinate(const System& system,
                                     const CoordinateRef& ref,
                                     const ElementContext& x) {
  const MarkerInfo &F = FindMarker(system, ref.a), &M = FindMarker(system, ref.b);
  const BodyState &A = x.bodies[idx(F.body)], &B = x.bodies[idx(M.body)];
  MarkerPair pair{F.body, M.body, F.X_CM, M.X_CM};
  pair.radius = ref.radius;
  CoordinateDerivatives at;
  CalcCoordinate(ref.kind, pair, A, B, at);
  Vec12 v;
  v << A.v, A.w, B.v, B.w;
  return {at.value, at.gradient.dot(v)};
}

const ForcePoolBase& PoolOf(const System& system, const ElementInfo& force) {
  return *system.parts().force_pools[idx(force.pool)];
}

/// Loads on the bodies of a force, wherever they are.
BodyLoads ListLoads(const System& system, ForceId force) {
  const std::vector<BodyState> bodies(idx(system.num_blocks()));
  return system.CalcLoads(force.index(), ElementContext{0, bodies, {}});
}

void AddLoadColumns(const System& system, const BodyLoads& loads, ElementDescription& own) {
  for (const auto& load : loads) {
    const std::string& body = system.body(load.first).name;
    const std::string prefix = loads.size() > 1 ? body + "." : "";
    AddXyz(own.columns, prefix + "force_", "N", "force on body '" + body + "', world axes");
    AddXyz(own.columns,
           prefix + "torque_",
           "Nm",
           "torque on body '" + body + "' about its centre of mass, world axes");
  }
}

}  // namespace

const Joint& GetJoint(const System& system, JointId joint) {
  RequireHandle(system, joint);
  const ElementInfo& info = system.parts().joints[idx(joint.index())];
  const auto& pool = *system.parts().constraint_pools[idx(info.pool)];
  return static_cast<const ConstraintPool<Joint>&>(pool).element(info.index);
}

const CoordinateCoupling* FindCoupling(const System& system, ConstraintId constraint) {
  RequireHandle(system, constraint);
  const ElementInfo& info = system.parts().constraints[idx(constraint.index())];
  const auto* pool = dynamic_cast<const ConstraintPool<CoordinateCoupling>*>(
      system.parts().constraint_pools[idx(info.pool)].get());
  return pool ? &pool->element(info.index) : nullptr;
}

ElementDescription DescribeForce(const System& system, ForceId force) {
  RequireHandle(system, force);
  const ElementInfo& info = system.parts().forces[idx(force.index())];
  ElementDescription own = PoolOf(system, info).Describe(info.index);
  if (!own.columns.empty() && !own.places.empty()) return own;
  const BodyLoads loads = ListLoads(system, force);
  if (own.columns.empty()) AddLoadColumns(system, loads, own);
  if (own.places.empty())
    for (const auto& load : loads) own.places.push_back({load.first, {}});
  return own;
}

void WriteForceReport(const System& system,
                      ForceId force,
                      const ElementContext& x,
                      std::span<double> out) {
  const ElementInfo& info = system.parts().forces[idx(force.index())];
  const ForcePoolBase& pool = PoolOf(system, info);
  if (pool.has_reports()) {
    pool.WriteReport(info.index, x, out);
    const double scale = system.force_scale(force.index(), x);
    if (scale == 1) return;
    const std::vector<ReportColumn> columns = pool.Describe(info.index).columns;
    for (std::size_t i = 0; i < columns.size(); ++i)  // forces, not deformations
      if (columns[i].unit == "N" || columns[i].unit == "Nm") out[i] *= scale;
    return;
  }
  double* next = out.data();
  for (const auto& [body, load] : system.CalcLoads(force.index(), x)) {
    Eigen::Map<Vec6>(next) << load.head<3>(), x.bodies[idx(body)].R * load.tail<3>();
    next += 6;
  }
}

std::vector<CoordinateValue> CalcJointCoordinates(const System& system,
                                                  JointId joint,
                                                  const ElementContext& x) {
  const Joint& element = GetJoint(system, joint);
  std::vector<CoordinateValue> values(idx(element.num_coordinates()));
  element.CalcCoordinates(x, values);
  return values;
}

CoordinateValue CalcCoordinate(const System& system,
                               const CoordinateRef& ref,
                               const ElementContext& x) {
  if (!ref.joint.is_set()) return CalcMarkerCoordinate(system, ref, x);
  const auto& joints = system.parts().joints;
  Require(idx(ref.joint.index()) < joints.size(),
          "coordinate: the joint is not one of this system; pass the handle that the model gave");
  const std::vector<CoordinateValue> all = CalcJointCoordinates(system, ref.joint, x);
  Require(ref.index >= 0 && idx(ref.index) < all.size(),
          "joint '" + joints[idx(ref.joint.index())].name + "' has " + std::to_string(all.size()) +
              " coordinates; there is none of index " + std::to_string(ref.index));
  return all[idx(ref.index)];
}

Reaction CalcJointReaction(const System& system,
                           JointId joint,
                           const ElementContext& x,
                           const VectorXd& lambda) {
  RequireHandle(system, joint);
  RequireSize(lambda.size(), system.num_constraints(), "the vector of multipliers");
  const ElementInfo& info = system.parts().joints[idx(joint.index())];
  const double* own = lambda.data() + system.first_row(info);
  return GetJoint(system, joint).CalcReaction(x, {own, idx(system.num_rows(info))});
}

double CalcDrive(const System& system, ConstraintId constraint, const VectorXd& lambda) {
  const CoordinateCoupling* coupling = FindCoupling(system, constraint);
  RequireSize(lambda.size(), system.num_constraints(), "the vector of multipliers");
  if (!coupling) return 0;
  return coupling->CalcDrive(
      0, lambda[system.first_row(system.parts().constraints[idx(constraint.index())])]);
}

std::vector<std::vector<bool>> FindUndamped(const SystemParts& parts) {
  std::vector<std::vector<bool>> undamped;
  for (const auto& pool : parts.force_pools) undamped.emplace_back(idx(pool->size()), false);
  for (const MeshInfo& mesh : parts.meshes)
    if (mesh.part && mesh.part->alpha == 0 && mesh.part->beta == 0)
      for (const MeshInfo::Place& e : mesh.elements) undamped[idx(e.pool)][idx(e.index)] = true;
  return undamped;
}

double CalcReactionLength(const System& system) {
  double length = 1;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b)
    length = std::max(length, system.body(b).rotation_length);
  return length;
}

Pose CalcMarkerPose(const System& system, MarkerId id, const ElementContext& x) {
  const MarkerInfo& marker = FindMarker(system, id);
  const BodyState& state = x.bodies[idx(marker.body)];
  return Pose{state.R, state.r} * marker.X_CM;
}

ElementContext AtRest(const System& system,
                      const ElementContext& x,
                      std::vector<BodyState>& bodies) {
  bodies.assign(x.bodies.begin(), x.bodies.end());
  for (std::size_t b = 0; b < idx(system.num_bodies()); ++b) {
    bodies[b].v.setZero();
    bodies[b].w.setZero();
  }
  ElementContext at_rest = x;
  at_rest.bodies = bodies;
  return at_rest;
}

double CalcPower(const System& system, const BodyLoads& loads, const ElementContext& x) {
  double power = 0;
  for (const auto& [body, load] : loads) {
    if (body >= system.num_bodies()) continue;  // a state of the element
    const BodyState& b = x.bodies[idx(body)];
    power += load.head<3>().dot(b.v) + load.tail<3>().dot(b.w);
  }
  return power;
}

double CalcDampingPower(const System& system, const ElementContext& x) {
  std::vector<BodyState> still;
  const ElementContext at_rest = AtRest(system, x, still);
  double power = 0;
  const auto& pools = system.parts().force_pools;
  const std::vector<std::vector<bool>> undamped = FindUndamped(system.parts());
  for (std::size_t p = 0; p < pools.size(); ++p)
    for (int i = 0; i < pools[p]->size(); ++i) {
      if (undamped[p][idx(i)]) continue;
      power +=
          CalcForceScale(*pools[p], i, x) * (CalcPower(system, pools[p]->CalcLoads(i, at_rest), x) -
                                             CalcPower(system, pools[p]->CalcLoads(i, x), x));
    }
  return power;
}

}  // namespace trunnion
