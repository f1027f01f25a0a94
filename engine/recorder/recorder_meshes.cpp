// SPDX-License-Identifier: BSD-3-Clause
// The columns of flexible parts.
#include "engine/fields/support_reaction.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/recorder/recorder_probes.hpp"

namespace trunnion {
namespace {

/// Amplitudes of a reduced body.
Recorder::Probe MakeAmplitudeProbe(const ReducedBodyInfo& body) {
  std::vector<ResultColumn> columns;
  const int count = body.part->num_shapes();
  for (int j = 1; j <= count; ++j)
    columns.push_back({body.name + ".p" + std::to_string(j),
                       "m",
                       "largest displacement that a shape contributes"});
  return {columns, [&body, count](const Recorder::State& at, double* out) {
            for (int j = 0; j < count; ++j)
              out[j] = at.x.bodies[idx(body.amplitudes[idx(j / 3)])].r[j % 3];
          }};
}

/// What a support exerts on a mesh.
Recorder::Probe MakeSupportProbe(const System& system,
                                 const MeshInfo& mesh,
                                 const std::string& set) {
  const auto support = std::make_shared<SupportReaction>(system, mesh, set);
  const std::string prefix = mesh.name + "." + set + ".";
  std::vector<ResultColumn> columns;
  for (const char* axis : {"x", "y", "z"})
    columns.push_back(
        {prefix + "force_" + axis, "N", "what holds the set, on the mesh, world axes"});
  for (const char* axis : {"x", "y", "z"})
    columns.push_back({prefix + "torque_" + axis, "Nm", "about the mean of its nodes, world axes"});
  return {columns, [support](const Recorder::State& at, double* out) {
            const SupportReaction::Value value = support->Calc(at.x, at.v_dot);
            for (int k = 0; k < 3; ++k) out[k] = value.force[k], out[3 + k] = value.torque[k];
          }};
}

}  // namespace

Recorder::Probe MakeNodeProbe(const MeshRecovery& mesh,
                              const std::shared_ptr<MeshTotals>& totals,
                              std::size_t index) {
  std::vector<ResultColumn> columns;
  for (const int node : mesh.nodes()) {
    const std::string prefix = mesh.name() + "." + std::to_string(mesh.mesh().node_ids[idx(node)]);
    for (const char* axis : {".x", ".y", ".z"})
      columns.push_back({prefix + axis, "m", "position, world"});
    columns.push_back({prefix + ".von_mises", "Pa", "equivalent stress"});
  }
  return {columns, [&mesh, totals, index](const Recorder::State& at, double* out) {
            const MeshField field = mesh.Calc(at.x);
            for (Eigen::Index i = 0; i < field.positions.cols(); ++i) {
              for (int k = 0; k < 3; ++k) *out++ = field.positions(k, i);
              *out++ = field.von_mises[i];
            }
            (*totals)[index] = {field.strain_energy, field.von_mises.maxCoeff()};
          }};
}

std::vector<Recorder::Probe> MakeMeshProbes(const System& system,
                                            const MeshRecoveries& meshes,
                                            const std::shared_ptr<MeshTotals>& totals) {
  std::vector<Recorder::Probe> probes;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const std::string prefix = meshes[i]->name() + ".";
    probes.push_back({{{prefix + "strain_energy", "J", "of all its elements"},
                       {prefix + "largest_von_mises", "Pa", "largest of all nodes"}},
                      [totals, i](const Recorder::State&, double* out) {
                        out[0] = (*totals)[i].strain_energy;
                        out[1] = (*totals)[i].largest_von_mises;
                      }});
  }
  for (const MeshInfo& mesh : system.parts().meshes) {
    if (!mesh.part) continue;
    for (const std::string& set : mesh.part->fixed_sets)
      probes.push_back(MakeSupportProbe(system, mesh, set));
  }
  for (const ReducedBodyInfo& body : system.parts().reduced_bodies)
    probes.push_back(MakeAmplitudeProbe(body));
  return probes;
}

}  // namespace trunnion
