// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/core/parallel.hpp"
#include "joints/joint.hpp"

namespace trunnion {
namespace {

int VelocitySize(const BodyInfo& body) {
  switch (body.kind) {
    case BodyKind::rigid:
      return 6;
    case BodyKind::point:
      return 3;
    case BodyKind::states:
      return static_cast<int>(body.states.size());
    case BodyKind::ground:
    case BodyKind::fixed:
      break;
  }
  return 0;
}

template <class Chunk, class Pools>
std::vector<Chunk> MakeChunks(const Pools& pools) {
  std::vector<Chunk> chunks;
  for (std::size_t p = 0; p < pools.size(); ++p) {
    for (int begin = 0; begin < pools[p]->size(); begin += kChunkSize) {
      const int end = std::min(begin + kChunkSize, pools[p]->size());
      chunks.push_back({static_cast<int>(p), {begin, end}});
    }
  }
  return chunks;
}

Connectivity Join(const Connectivity& a, const Connectivity& b) {
  Connectivity joined = a;
  joined.Append(b);
  return joined;
}

bool HasInertia(const SystemParts& parts) {
  return std::any_of(parts.force_pools.begin(), parts.force_pools.end(), [](const auto& pool) {
    return pool->has_inertia();
  });
}

/// Numbered as the forces; those without inertia have no bodies.
Connectivity ListInertias(const SystemParts& parts, const Connectivity& forces) {
  Connectivity inertias;
  for (const auto& pool : parts.force_pools)
    for (int i = 0; i < pool->size(); ++i)
      inertias.Add(pool->has_inertia() ? forces.bodies(pool->first() + i)
                                       : std::span<const BodyIndex>{});
  return inertias;
}

/// @throws SolverError naming the element if its energy is not finite.
double CalcFiniteEnergy(const ForcePoolBase& pool, int i, const ElementContext& x) {
  const double energy = pool.CalcEnergy(i, x);
  if (std::isfinite(energy)) return energy;
  std::ostringstream message;
  message << pool.label(i) << ": its energy is " << energy << " at t = " << x.t
          << " s; let its law give finite numbers everywhere";
  throw SolverError(message.str());
}

}  // namespace

std::vector<System::ReactionForce> System::FindReactionForces(const SystemParts& parts) {
  std::vector<ReactionForce> found;
  for (std::size_t p = 0; p < parts.constraint_pools.size(); ++p)
    for (int i = 0; i < parts.constraint_pools[p]->size(); ++i)
      if (parts.constraint_pools[p]->has_reaction_force(i))
        found.push_back({static_cast<int>(p), i});
  return found;
}

System::Plans System::MakePlans(SystemParts& parts,
                                const std::vector<ReactionForce>& reaction_forces) {
  std::vector<int> sizes, rows;
  Connectivity forces, constraints, bodies, reactions;
  for (const BodyInfo& body : parts.bodies) {
    const std::array self{bodies.num_elements()};
    bodies.Add(self);
    sizes.push_back(VelocitySize(body));
  }
  for (auto& pool : parts.force_pools) {
    pool->set_first(forces.num_elements());
    pool->AddTo(forces);
  }
  for (auto& pool : parts.constraint_pools) {
    pool->set_first(constraints.num_elements());
    pool->AddTo(constraints);
    for (int i = 0; i < pool->size(); ++i) rows.push_back(pool->num_rows(i));
  }
  for (const ReactionForce& r : reaction_forces)
    reactions.Add(constraints.bodies(parts.constraint_pools[idx(r.pool)]->first() + r.index));
  const BlockLayout layout(sizes);
  const Connectivity stiffness = Join(forces, constraints);
  const BlockPattern pattern(layout, stiffness);
  std::optional<MatrixPlan> mass;
  if (HasInertia(parts)) mass.emplace(layout, pattern, Join(ListInertias(parts, forces), bodies));
  return {layout,
          pattern,
          MatrixPlan(layout, pattern, stiffness),
          MatrixPlan(layout, pattern, Join(forces, bodies)),
          std::move(mass),
          MatrixPlan(layout, pattern, constraints),
          VectorPlan(layout, forces),
          JacobianPlan(layout, constraints, rows),
          MatrixPlan(layout, pattern, reactions),
          VectorPlan(layout, reactions)};
}

System::System(SystemParts parts)
    : parts_(std::move(parts)),
      reaction_forces_(FindReactionForces(parts_)),
      plans_(MakePlans(parts_, reaction_forces_)) {
  InitializeBodies();
  InitializeElements();
}

void System::InitializeBodies() {
  metric_.setOnes(num_velocities());
  for (BodyIndex b = 0; b < num_blocks(); ++b) {
    const BodyInfo& info = body(b);
    const int size = layout().size(b), offset = layout().offset(b);
    inertias_.emplace_back(b, info.mass, info.inertia, "body '" + info.name + "'");
    mass_blocks_.push_back(size > 0 ? plans_.pattern.Find(b, b) : -1);
    configuration_offsets_.push_back(configuration_size_);
    if (info.kind == BodyKind::states) {
      AddStates(info, offset);
      continue;
    }
    num_bodies_ = b + 1;
    configuration_size_ += size == 6 ? 12 : size;
    if (size > 0) norm_blocks_.push_back({offset, size});
    for (int c = 0; c < size; ++c) {
      is_angle_.push_back(c >= 3);
      if (c >= 3) metric_[offset + c] = info.rotation_length * info.rotation_length;
    }
  }
}

void System::AddStates(const BodyInfo& info, int offset) {
  for (const StateInfo& state : info.states) {
    const auto kind = state.algebraic ? BlockKind::algebraic : BlockKind::differential;
    norm_blocks_.push_back({offset++, 1, kind, state.scale});
    is_angle_.push_back(false);
  }
}

/// Of all elements that have breaks.
BreakFinder System::FindBreaks(const SystemParts& parts) {
  std::vector<BreakFinder> breaks;
  for (const auto& pool : parts.force_pools) pool->AddTo(breaks);
  for (const auto& pool : parts.constraint_pools) pool->AddTo(breaks);
  std::erase_if(breaks, [](const BreakFinder& finder) {
    return !finder || !std::isfinite(finder(std::numeric_limits<double>::lowest()).t);
  });
  return FirstOf(std::move(breaks));
}

void System::InitializeElements() {
  first_break_ = FindBreaks(parts_);
  for (auto& pool : parts_.force_pools) {
    num_events_ += pool->CountEvents();
    num_force_elements_ += pool->size();
    memory_size_ += pool->AssignMemory(memory_size_);
  }
  num_elements_ = num_force_elements_;
  for (auto& pool : parts_.constraint_pools) {
    num_elements_ += pool->size();
    memory_size_ += pool->AssignMemory(memory_size_);
    for (int i = 0; i < pool->size(); ++i) {
      for (int row = 0; row < pool->num_rows(i); ++row) {
        is_rotational_row_.push_back(pool->is_rotational(i, row));
        is_holonomic_row_.push_back(pool->is_holonomic(i, row));
      }
    }
  }
  force_chunks_ = MakeChunks<Chunk>(parts_.force_pools);
  constraint_chunks_ = MakeChunks<Chunk>(parts_.constraint_pools);
}

Mat6 System::CalcMassMatrix(BodyIndex b) const {
  if (b < num_bodies()) return inertia(b).CalcMassMatrix();
  Mat6 mass = Mat6::Zero();
  for (int i = 0; i < layout().size(b); ++i) mass(i, i) = body(b).states[idx(i)].algebraic ? 0 : 1;
  return mass;
}

void System::GetInitialState(VectorXd& q, VectorXd& v) const {
  q.resize(configuration_size());
  v.resize(num_velocities());
  for (BodyIndex b = 0; b < num_bodies(); ++b) SetBodyState(b, body(b).initial, q, v);
  for (BodyIndex b = num_bodies(); b < num_blocks(); ++b) {
    for (int i = 0; i < layout().size(b); ++i)
      v[layout().offset(b) + i] = body(b).states[idx(i)].initial;
  }
}

void System::SetBodyState(BodyIndex b, const BodyState& state, VectorXd& q, VectorXd& v) const {
  const int at = configuration_offset(b);
  const int offset = layout().offset(b);
  if (layout().size(b) == 0) return;
  q.segment<3>(at) = state.r;
  v.segment<3>(offset) = state.v;
  if (layout().size(b) < 6) return;
  Mat3::Map(q.data() + at + 3) = state.R;
  v.segment<3>(offset + 3) = state.w;
}

BodyState System::GetBodyState(BodyIndex b, const VectorXd& q, const VectorXd& v) const {
  const int at = configuration_offset(b);
  const int offset = layout().offset(b);
  BodyState state;
  if (body(b).kind == BodyKind::fixed) {
    state.r = body(b).initial.r;
    return state;
  }
  if (!has_position(b)) {  // states stand in (v, w)
    for (int i = 0; i < layout().size(b); ++i)
      (i < 3 ? state.v[i] : state.w[i - 3]) = v[offset + i];
    return state;
  }
  state.r = q.segment<3>(at);
  state.v = v.segment<3>(offset);
  if (layout().size(b) < 6) return state;
  state.R = Mat3::Map(q.data() + at + 3);
  state.w = v.segment<3>(offset + 3);
  return state;
}

BodyIndex System::FindBodyOfComponent(int i) const {
  BodyIndex first = 0;
  BodyIndex last = num_blocks();  // the last body with offset ≤ i is in [first, last)
  while (last - first > 1) {
    const BodyIndex middle = first + (last - first) / 2;
    (layout().offset(middle) <= i ? first : last) = middle;
  }
  return first;
}

int System::first_row(const ElementInfo& element) const {
  const auto& pool = *parts_.constraint_pools[idx(element.pool)];
  return plans_.jacobian.first_row(pool.first() + element.index);
}

int System::num_rows(const ElementInfo& element) const {
  return parts_.constraint_pools[idx(element.pool)]->num_rows(element.index);
}

std::string System::DescribeComponent(int i) const {
  static constexpr std::array kNames{"translation along x",
                                     "translation along y",
                                     "translation along z",
                                     "rotation about its x axis",
                                     "rotation about its y axis",
                                     "rotation about its z axis"};
  const BodyIndex b = FindBodyOfComponent(i);
  const std::size_t component = idx(i - layout().offset(b));
  if (b >= num_bodies()) return body(b).name + ", state '" + body(b).states[component].name + "'";
  return "body '" + body(b).name + "', " + kNames[component];
}

std::string System::DescribeConstraint(int row) const {
  const int owner = plans_.jacobian.Owner(row);
  for (const auto& pool : parts_.constraint_pools) {
    if (owner >= pool->first() + pool->size()) continue;
    const int within = row - plans_.jacobian.first_row(owner), element = owner - pool->first();
    const auto* joints = dynamic_cast<const ConstraintPool<Joint>*>(pool.get());
    const std::string what =
        joints ? joints->element(element).DescribeRow(within) : "row " + std::to_string(within + 1);
    return pool->label(element) + ", " + what;
  }
  return "constraint row " + std::to_string(row);
}

std::string System::NameOwner(int row) const {
  const int owner = plans_.jacobian.Owner(row);
  for (const auto& pool : parts_.constraint_pools)
    if (owner < pool->first() + pool->size()) return pool->label(owner - pool->first());
  return "constraint row " + std::to_string(row);
}

double System::CalcKineticEnergy(const ElementContext& x) const {
  double energy = 0;
  for (BodyIndex b = 1; b < num_bodies(); ++b) {
    energy += inertia(b).CalcKineticEnergy(x.bodies[idx(b)]);
  }
  for (const auto& pool : parts_.force_pools) {
    if (!pool->has_inertia()) continue;
    for (int i = 0; i < pool->size(); ++i) energy += pool->CalcKineticEnergy(i, x);
  }
  return energy;
}

double CalcForceScale(const ForcePoolBase& pool, int i, const ElementContext& x) {
  return x.force_scales.empty() ? 1 : x.force_scales[idx(pool.first() + i)];
}

double System::force_scale(int force, const ElementContext& x) const {
  const ElementInfo& info = parts_.forces[idx(force)];
  return CalcForceScale(*parts_.force_pools[idx(info.pool)], info.index, x);
}

double System::CalcPotentialEnergy(const ElementContext& x) const {
  double energy = 0;
  for (BodyIndex b = 1; b < num_bodies(); ++b) {
    energy += inertia(b).CalcPotentialEnergy(x.bodies[idx(b)], x.gravity);
  }
  for (const auto& pool : parts_.force_pools) {
    for (int i = 0; i < pool->size(); ++i)
      energy += CalcForceScale(*pool, i, x) * CalcFiniteEnergy(*pool, i, x);
  }
  return energy;
}

std::vector<std::pair<BodyIndex, Vec6>> System::CalcLoads(int i, const ElementContext& x) const {
  const ElementInfo& force = parts_.forces[idx(i)];
  auto loads = parts_.force_pools[idx(force.pool)]->CalcLoads(force.index, x);
  for (auto& load : loads) load.second *= force_scale(i, x);
  std::erase_if(loads, [this](const auto& load) { return load.first >= num_bodies(); });
  return loads;
}

}  // namespace trunnion
