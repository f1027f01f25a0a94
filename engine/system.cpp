// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system.hpp"

#include <algorithm>
#include <array>

#include "engine/core/parallel.hpp"

namespace trunnion {
namespace {

std::size_t idx(int i) { return static_cast<std::size_t>(i); }

int VelocitySize(BodyKind kind) {
  return kind == BodyKind::rigid ? 6 : kind == BodyKind::point ? 3 : 0;
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

}  // namespace

System::Plans System::MakePlans(SystemParts& parts) {
  std::vector<int> sizes, rows;
  Connectivity forces, constraints, bodies;
  for (const BodyInfo& body : parts.bodies) {
    const std::array self{bodies.num_elements()};
    bodies.Add(self);
    sizes.push_back(VelocitySize(body.kind));
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
  const BlockLayout layout(sizes);
  const Connectivity stiffness = Join(forces, constraints);
  const BlockPattern pattern(layout, stiffness);
  return {layout,
          pattern,
          MatrixPlan(layout, pattern, stiffness),
          MatrixPlan(layout, pattern, Join(forces, bodies)),
          MatrixPlan(layout, pattern, constraints),
          VectorPlan(layout, forces),
          JacobianPlan(layout, constraints, rows)};
}

System::System(SystemParts parts) : parts_(std::move(parts)), plans_(MakePlans(parts_)) {
  InitializeBodies();
  InitializeElements();
}

void System::InitializeBodies() {
  metric_.resize(num_velocities());
  for (BodyIndex b = 0; b < num_bodies(); ++b) {
    const BodyInfo& info = body(b);
    inertias_.emplace_back(b, info.mass, info.inertia, "body '" + info.name + "'");
    configuration_offsets_.push_back(configuration_size_);
    const int size = layout().size(b);
    configuration_size_ += size == 6 ? 12 : size;
    mass_blocks_.push_back(size > 0 ? plans_.pattern.Find(b, b) : -1);
    if (size > 0) norm_blocks_.push_back({layout().offset(b), size});
    for (int c = 0; c < size; ++c) {
      is_angle_.push_back(c >= 3);
      metric_[layout().offset(b) + c] = c < 3 ? 1 : info.rotation_length * info.rotation_length;
    }
  }
}

void System::InitializeElements() {
  for (auto& pool : parts_.force_pools) {
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
      }
    }
  }
  force_chunks_ = MakeChunks<Chunk>(parts_.force_pools);
  constraint_chunks_ = MakeChunks<Chunk>(parts_.constraint_pools);
}

void System::GetInitialState(VectorXd& q, VectorXd& v) const {
  q.resize(configuration_size());
  v.resize(num_velocities());
  for (BodyIndex b = 0; b < num_bodies(); ++b) SetBodyState(b, body(b).initial, q, v);
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
  if (layout().size(b) == 0) return state;
  state.r = q.segment<3>(at);
  state.v = v.segment<3>(offset);
  if (layout().size(b) < 6) return state;
  state.R = Mat3::Map(q.data() + at + 3);
  state.w = v.segment<3>(offset + 3);
  return state;
}

BodyIndex System::FindBodyOfComponent(int i) const {
  BodyIndex first = 0;
  BodyIndex last = num_bodies();  // the last body with offset ≤ i is in [first, last)
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
  return "body '" + body(b).name + "', " + kNames[idx(i - layout().offset(b))];
}

std::string System::DescribeConstraint(int row) const {
  const int owner = plans_.jacobian.Owner(row);
  for (const auto& pool : parts_.constraint_pools) {
    if (owner >= pool->first() + pool->size()) continue;
    const int within = row - plans_.jacobian.first_row(owner) + 1;
    return pool->label(owner - pool->first()) + ", row " + std::to_string(within);
  }
  return "constraint row " + std::to_string(row);
}

double System::CalcKineticEnergy(const ElementContext& x) const {
  double energy = 0;
  for (BodyIndex b = 1; b < num_bodies(); ++b) {
    energy += inertia(b).CalcKineticEnergy(x.bodies[idx(b)]);
  }
  return energy;
}

double System::CalcPotentialEnergy(const ElementContext& x) const {
  double energy = 0;
  for (BodyIndex b = 1; b < num_bodies(); ++b) {
    energy += inertia(b).CalcPotentialEnergy(x.bodies[idx(b)], gravity());
  }
  for (const auto& pool : parts_.force_pools) {
    for (int i = 0; i < pool->size(); ++i) energy += pool->CalcEnergy(i, x);
  }
  return energy;
}

std::vector<std::pair<BodyIndex, Vec6>> System::CalcLoads(int i, const ElementContext& x) const {
  const ElementInfo& force = parts_.forces[idx(i)];
  return parts_.force_pools[idx(force.pool)]->CalcLoads(force.index, x);
}

}  // namespace trunnion
