// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/structural_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "engine/mesh/mesh_faces.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "forces/coordinate_force.hpp"
#include "forces/elements/beam.hpp"
#include "forces/elements/superelement.hpp"
#include "forces/laws.hpp"

namespace trunnion {
namespace {

/// Makes the elements of a mesh, in the world: nodes have its axes at the start.
class StructuralBuilder {
 public:
  StructuralBuilder(const MeshBody& part, const std::vector<BodyIndex>& bodies)
      : part_(part), bodies_(bodies), sections_(CalcStructuralSections(part.mesh)) {
    for (const Vec3& X : part.mesh.nodes) nodes_.push_back(part.X_WM * X);
    for (ShellSection& section : sections_.shells) {
      section.axis_1 = part.X_WM.R * section.axis_1;
      section.axis_2 = part.X_WM.R * section.axis_2;
    }
  }

  MeshInfo::Place Add(std::size_t e, SystemParts& parts) const {
    const MeshElement& element = part_.mesh.elements[e];
    const std::string label = part_.mesh.Describe(element);
    switch (element.type) {
      case MeshElementType::s3:
        return Place(parts.AddElement(MakeShell<3>(e, label), {}, label));
      case MeshElementType::s4:
        return Place(parts.AddElement(MakeShell<4>(e, label), {}, label));
      case MeshElementType::b31:
        return Place(parts.AddElement(MakeBeam(e, label), {}, label));
      case MeshElementType::t3d2:
        return Place(parts.AddElement(MakeTruss(e, label), {}, label));
      default:
        throw ModelError(label, "no structural element");
    }
  }

  void Add(const MeshLoad& load, SystemParts& parts) const {
    const auto law = std::make_shared<const FaceLoadLaw>(load.law);
    const std::string label = "load on '" + load.set + "' of mesh '" + part_.name + "'";
    for (const int e : FindShells(part_.mesh, part_.mesh.node_set(load.set)))
      if (part_.mesh.elements[idx(e)].type == MeshElementType::s3)
        parts.AddElement(MakeLoad<3>(e, SolidType::tet4, law), {}, label);
      else
        parts.AddElement(MakeLoad<4>(e, SolidType::hex8, law), {}, label);
  }

  /// Of the trusses, half at each node [kg].
  std::vector<double> CalcNodeMasses() const {
    std::vector<double> masses(nodes_.size(), 0);
    for (std::size_t e = 0; e < part_.mesh.elements.size(); ++e) {
      const MeshElement& element = part_.mesh.elements[e];
      if (element.type != MeshElementType::t3d2) continue;
      const double mass =
          sections_.trusses[idx(sections_.of_element[e])].mass_per_length * CalcLength(element);
      for (const int node : element.nodes) masses[idx(node)] += mass / 2;
    }
    return masses;
  }

 private:
  static MeshInfo::Place Place(const ElementInfo& info) { return {info.pool, info.index}; }

  double CalcLength(const MeshElement& element) const {
    return (nodes_[idx(element.nodes[1])] - nodes_[idx(element.nodes[0])]).norm();
  }

  template <int N>
  Superelement<N> MakeShell(std::size_t e, const std::string& label) const {
    const MeshElement& element = part_.mesh.elements[e];
    const Eigen::Matrix<double, 3, N> X = ShellNodes<N>(nodes_, element);
    const ShellSection& section = sections_.shells[idx(sections_.of_element[e])];
    const ShellMatrices<N> linear = CalcShellMatrices<N>(X, section, label);
    SuperelementMatrices<N> matrices{.stiffness = linear.stiffness, .mass = linear.mass};
    matrices.damping = part_.beta * matrices.stiffness;
    if (part_.mass == SolidMass::lumped) LumpShellMass<N>(matrices.mass);
    FrameGroup<N> frames;
    for (int i = 0; i < N; ++i) {
      frames.bodies[idx(i)] = bodies_[idx(element.nodes[idx(i)])];
      frames.X_EF[idx(i)].p = X.col(i);
    }
    return Superelement<N>(frames, matrices, label);
  }

  /// @param solid  has a face like the shell.
  template <int N>
  FaceLoad<N, 6> MakeLoad(int e,
                          SolidType solid,
                          const std::shared_ptr<const FaceLoadLaw>& law) const {
    const MeshElement& element = part_.mesh.elements[idx(e)];
    std::array<BodyIndex, N> bodies;
    for (int i = 0; i < N; ++i) bodies[idx(i)] = bodies_[idx(element.nodes[idx(i)])];
    return {bodies, ShellNodes<N>(nodes_, element), GetFaceQuadrature(solid, 0), law};
  }

  MarkerPair Ends(const MeshElement& element, const Mat3& axes) const {
    MarkerPair pair{bodies_[idx(element.nodes[0])], bodies_[idx(element.nodes[1])]};
    pair.X_AF.R = pair.X_BM.R = axes;
    return pair;
  }

  Beam MakeBeam(std::size_t e, const std::string& label) const {
    const MeshElement& element = part_.mesh.elements[e];
    const BeamProfile& profile = sections_.beams[idx(sections_.of_element[e])];
    const double length = CalcLength(element);
    const Mat3 R = CalcBeamAxes(nodes_[idx(element.nodes[0])],
                                nodes_[idx(element.nodes[1])],
                                part_.X_WM.R * profile.y_axis,
                                label);
    const BeamSectionMatrices section = CalcSectionMatrices(profile.section, label);
    BeamParameters p{.damping_time = part_.beta, .chord = true};
    p.free[0] = length;
    p.stiffness = CalcBeamStiffness(BeamFormulation::corotational, section, length, label);
    p.mass = part_.mass == SolidMass::consistent ? CalcBeamMass(section, length)
                                                 : CalcLumpedBeamMass(section, length);
    return Beam(Ends(element, R), p, label);
  }

  CoordinateForce MakeTruss(std::size_t e, const std::string& label) const {
    const MeshElement& element = part_.mesh.elements[e];
    const double length = CalcLength(element);
    Require(length > 0, label, "its two nodes are at the same place");
    const double stiffness =
        sections_.trusses[idx(sections_.of_element[e])].axial_stiffness / length;
    return CoordinateForce(
        CoordinateKind::distance,
        Ends(element, Mat3::Identity()),
        MakeLinearSpringDamper(
            {.stiffness = stiffness, .damping = part_.beta * stiffness, .free_length = length}),
        label);
  }

  const MeshBody& part_;
  const std::vector<BodyIndex>& bodies_;
  StructuralSections sections_;
  std::vector<Vec3> nodes_;
};

void CheckStructural(const MeshBody& part, const std::string& label) {
  RequireLoads(part, label);
  const bool solids = std::any_of(part.mesh.elements.begin(),
                                  part.mesh.elements.end(),
                                  [](const MeshElement& e) { return !IsStructural(e.type); });
  Require(solids || !part.kinematics,
          label,
          "kinematics is for solids; shells, beams and bars are co-rotational, leave it out");
  Require(solids || !part.gauss_newton,
          label,
          "gauss_newton is for solids; shells, beams and bars do without, leave it out");
  Require(part.alpha == 0,
          label,
          "damping with alpha is for solids only; use beta for shells and beams");
  Require(
      part.beta >= 0 && std::isfinite(part.beta), label, "damping must be finite and not negative");
  Require(solids || part.law == SolidLaw::Kind::st_venant_kirchhoff,
          label,
          "shells and beams are linear; leave the law at st_venant_kirchhoff");
  RequireFinite(part.velocity, label, "the velocity");
  RequireFinite(part.angular_velocity, label, "the angular velocity");
  RequireLawOfSolids(part, label);
}

/// Nodes of shells and beams are rigid bodies, those of trusses and solids alone points, clamped
/// ones fixed;
/// BodyKind::ground: no element.
std::vector<BodyKind> FindKinds(const MeshBody& part) {
  std::vector<BodyKind> kinds(part.mesh.nodes.size(), BodyKind::ground);
  for (const bool rotations : {false, true})
    for (const MeshElement& element : part.mesh.elements)
      if ((IsStructural(element.type) && element.type != MeshElementType::t3d2) == rotations)
        for (const int node : element.nodes)
          kinds[idx(node)] = rotations ? BodyKind::rigid : BodyKind::point;
  const std::vector<bool> fixed = FindFixedNodes(part);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (fixed[i] && kinds[i] != BodyKind::ground) kinds[i] = BodyKind::fixed;
  return kinds;
}

/// Half the longest side at every node [m].
std::vector<double> CalcReach(const Mesh& mesh) {
  std::vector<double> reach(mesh.nodes.size(), 0);
  for (const MeshElement& element : mesh.elements)
    for (std::size_t i = 0; i < element.nodes.size(); ++i) {
      const int a = element.nodes[i], b = element.nodes[(i + 1) % element.nodes.size()];
      const double half = (mesh.nodes[idx(a)] - mesh.nodes[idx(b)]).norm() / 2;
      for (const int node : {a, b}) reach[idx(node)] = std::max(reach[idx(node)], half);
    }
  return reach;
}

void AddNodes(Model& model,
              const MeshBody& part,
              const std::vector<BodyKind>& kinds,
              const std::vector<double>& masses) {
  const std::vector<double> reach = CalcReach(part.mesh);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::string name = part.name + "." + std::to_string(part.mesh.node_ids[i]);
    const Vec3 arm = part.X_WM.R * part.mesh.nodes[i], position = part.X_WM.p + arm;
    const Vec3 velocity = part.velocity + part.angular_velocity.cross(arm);
    if (kinds[i] == BodyKind::rigid)
      model.AddRigidBody({.name = name,
                          .mass = masses[i],
                          .position = position,
                          .velocity = velocity,
                          .angular_velocity = part.angular_velocity,
                          .rotation_length = reach[i]});
    if (kinds[i] == BodyKind::point)
      model.AddPointMass(
          {.name = name, .mass = masses[i], .position = position, .velocity = velocity});
    if (kinds[i] == BodyKind::fixed)
      model.AddPointMass({.name = name, .position = position, .fixed = true});
  }
}

MeshInfo Build(const std::shared_ptr<const MeshBody>& part,
               const std::vector<BodyIndex>& bodies,
               SystemParts& parts) {
  MeshInfo info{part->name, bodies, {}, part};
  const StructuralBuilder structure(*part, bodies);
  SolidBuilder solids(*part, bodies, parts);
  for (std::size_t e = 0; e < part->mesh.elements.size(); ++e)
    info.elements.push_back(IsStructural(part->mesh.elements[e].type) ? structure.Add(e, parts)
                                                                      : solids.Add(e));
  for (const MeshLoad& load : part->loads) {
    structure.Add(load, parts);
    solids.Add(load);
  }
  return info;
}

}  // namespace

MeshId AddStructuralMesh(Model& model, ModelData& data, MeshBody part) {
  const std::string label = "mesh '" + part.name + "'";
  CheckStructural(part, label);
  Mesh split = SplitQuadraticShells(part.mesh);
  if (split.elements.size() > part.mesh.elements.size())
    part.unsplit = std::make_shared<const Mesh>(std::move(part.mesh));
  part.mesh = std::move(split);
  const std::vector<BodyKind> kinds = FindKinds(part);
  RequireSupports(data, part, kinds);
  std::vector<BodyIndex> bodies(kinds.size(), kGround);
  BodyIndex next = model.num_bodies();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == BodyKind::ground) continue;
    bodies[i] = next++;
    const std::string name = part.name + "." + std::to_string(part.mesh.node_ids[i]);
    Require(!data.body_names.contains(name),
            label,
            "a body '" + name + "' exists; give the mesh another name");
  }
  const auto shared = std::make_shared<const MeshBody>(std::move(part));
  const auto build = [shared, bodies](SystemParts& parts) { return Build(shared, bodies, parts); };
  SystemParts trial;
  build(trial);  // refuses bad elements before the model changes
  AddNodes(model, *shared, kinds, StructuralBuilder(*shared, bodies).CalcNodeMasses());
  AddSupports(data, *shared, bodies);
  const int index = static_cast<int>(data.meshes.size());
  data.mesh_names.emplace(shared->name, index);
  data.meshes.push_back({shared->name, bodies, build});
  return MeshId(index);
}

}  // namespace trunnion
