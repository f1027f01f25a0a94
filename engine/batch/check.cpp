// SPDX-License-Identifier: BSD-3-Clause
#include "engine/batch/check.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <set>

#include "engine/core/rotation.hpp"
#include "engine/cosimulation/fmu_coupling.hpp"
#include "engine/mesh/import_report.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/recorder/scene.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

/// Names of the bodies an element connects; blocks that repeat a body or mean the ground once.
template <class Bodies>
std::vector<std::string> Names(const System& system, const Bodies& bodies) {
  std::vector<std::string> names;
  for (const BodyIndex b : bodies) {
    const std::string& name = system.body(b).name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

CheckReport::Body DescribeBody(const System& system, const Simulation& simulation, BodyIndex b) {
  const BodyInfo& body = system.body(b);
  CheckReport::Body row;
  row.name = body.name;
  row.type = IsPoint(body.kind) ? "point" : "rigid";
  row.mass = body.mass;
  row.position = simulation.body(b).r;
  row.moments = Eigen::SelfAdjointEigenSolver<Mat3>(body.inertia).eigenvalues();
  return row;
}

void AddConstraints(const System& system, CheckReport& report) {
  for (int j = 0; j < static_cast<int>(system.parts().joints.size()); ++j) {
    const Joint& joint = GetJoint(system, JointId(j));
    report.constraints.push_back({.name = system.parts().joints[idx(j)].name,
                                  .type = std::string(to_string(joint.type())),
                                  .bodies = Names(system, joint.bodies()),
                                  .equations = joint.num_rows()});
  }
  std::set<int> inner;
  for (const HiddenPoint& hidden : system.parts().hidden_points) inner.insert(hidden.constraint);
  for (int c = 0; c < static_cast<int>(system.parts().constraints.size()); ++c) {
    if (inner.contains(c)) continue;
    const ElementInfo& info = system.parts().constraints[idx(c)];
    CheckReport::Element row{
        .name = info.name, .type = "constraint", .bodies = {}, .equations = system.num_rows(info)};
    if (const CoordinateCoupling* coupling = FindCoupling(system, ConstraintId(c))) {
      row.type = coupling->num_terms() == 1 ? "motion" : "coupling";
      for (int i = 0; i < coupling->num_terms(); ++i) {
        const MarkerPair& pair = coupling->term(i).pair;
        for (const std::string& name : Names(system, std::array{pair.A, pair.B})) {
          if (std::find(row.bodies.begin(), row.bodies.end(), name) == row.bodies.end())
            row.bodies.push_back(name);
        }
      }
    }
    report.constraints.push_back(std::move(row));
  }
}

void AddForces(const ModelFile& file,
               const System& system,
               const Simulation& simulation,
               CheckReport& report) {
  for (int f = 0; f < static_cast<int>(system.parts().forces.size()); ++f) {
    std::vector<BodyIndex> bodies;
    for (const auto& load : system.CalcLoads(f, simulation.context())) bodies.push_back(load.first);
    report.forces.push_back(
        {.name = system.parts().forces[idx(f)].name,
         .type = idx(f) < file.force_types.size() ? file.force_types[idx(f)] : "force",
         .bodies = Names(system, bodies)});
  }
}

/// What lies between the state as given and the assembled one.
void AddMoves(const System& system, const Simulation& simulation, CheckReport& report) {
  constexpr double kNoticed = 1e-6;
  VectorXd q, v;
  system.GetInitialState(q, v);
  for (const BodyIndex b : ListShownBodies(system)) {
    if (b == kGround) continue;
    const BodyState drawn = system.GetBodyState(b, q, v), now = simulation.body(b);
    const CheckReport::Move move{system.body(b).name,
                                 (now.r - drawn.r).norm(),
                                 RelativeRotationVector(drawn.R, now.R).norm(),
                                 (now.v - drawn.v).norm(),
                                 (now.R * now.w - drawn.R * drawn.w).norm()};
    const double length = system.body(b).rotation_length;
    if (std::max(move.translation, move.velocity) > kNoticed * length ||
        std::max(move.rotation, move.angular_velocity) > kNoticed)
      report.moves.push_back(move);
  }
}

CheckReport Check(const ModelFile& file) {
  const System system = file.model.Compile();
  const Simulation simulation(system, file.run.MakeOptions());
  CheckFmus(file.fmus, file.signals, simulation);
  CheckReport report;
  for (const BodyIndex b : ListShownBodies(system))
    if (b != kGround) report.bodies.push_back(DescribeBody(system, simulation, b));
  for (const MeshInfo& mesh : system.parts().meshes) {
    const MeshBody& part = *mesh.part;
    const Mesh& as_read = part.unsplit ? *part.unsplit : part.mesh;
    report.meshes.push_back({mesh.name, MakeImportReport(as_read).ToText()});
  }
  for (const ReducedBodyInfo& body : system.parts().reduced_bodies)
    if (body.part->mesh)
      report.meshes.push_back({body.name, MakeImportReport(*body.part->mesh).ToText()});
  AddMoves(system, simulation, report);
  AddConstraints(system, report);
  AddForces(file, system, simulation, report);
  report.num_velocities = system.num_velocities();
  report.num_equations = system.num_constraints();
  report.gruebler_freedoms = report.num_velocities - report.num_equations;
  report.degrees_of_freedom = simulation.degrees_of_freedom();
  report.remarks = simulation.warnings();
  return report;
}

}  // namespace

CheckReport CheckModel(const ModelFile& file) {
  try {
    return Check(file);
  } catch (const Error& error) {
    throw FileError(file.Locate(error.what()));
  }
}

}  // namespace trunnion
