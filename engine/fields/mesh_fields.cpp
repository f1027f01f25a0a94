// SPDX-License-Identifier: BSD-3-Clause
#include "engine/fields/mesh_fields.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <numbers>
#include <utility>

#include "engine/core/parallel.hpp"
#include "engine/fields/structural_fields.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "forces/elements/make_solid.hpp"
#include "forces/elements/solid_matrices.hpp"

namespace trunnion {
namespace {

using Stress = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using Points = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 20>;  // of an element

/// Stresses at the integration points of an element in world axes, and its energy.
struct ElementState {
  Stress stress;
  double energy = 0;
};

Vec6 ToVoigt(const Mat3& s) {
  Vec6 v;
  v << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(0, 2), s(1, 2);
  return v;
}

Vec6 Turned(const Mat3& R, const Vec6& stress) {
  return ToVoigt(R * StressMatrix(stress) * R.transpose());
}

/// The rotation of F = R U.
Mat3 CalcRotation(const Mat3& F) {
  const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Vec3 signs = Vec3::Ones();
  if (F.determinant() < 0) signs[2] = -1;
  return svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
}

/// A solid element in its undeformed shape.
class Solid {
 public:
  Solid(const Mesh& mesh, const MeshElement& element, const ElasticMaterial& material)
      : X_(mesh.CalcNodePositions(element)),
        points_(CalcSolidPoints(*SolidTypeOf(element.type),
                                X_,
                                StiffnessRule(*SolidTypeOf(element.type)),
                                mesh.Describe(element))),
        C_(material.stiffness) {}

  SolidType type() const { return points_.type; }

  /// Small displacements u (node-major) in the axes of the mesh.
  ElementState CalcLinear(const VectorXd& u) const {
    ElementState state{CalcStress(points_, C_, u), 0};
    const Stress strain = C_.llt().solve(state.stress);
    for (int p = 0; p < points_.num_points(); ++p)
      state.energy += 0.5 * points_.volumes[p] * state.stress.col(p).dot(strain.col(p));
    return state;
  }

  /// @param r  positions of the nodes relative to one of them.
  ElementState CalcCorotational(const Points& r) const {
    Mat3 F = Mat3::Zero();
    for (int p = 0; p < points_.num_points(); ++p)
      F += points_.volumes[p] / points_.volumes.sum() * (r * points_.gradient(p));
    const Mat3 R = CalcRotation(F);
    const Points X = (X_.rowwise() - X_.row(0)).transpose();
    const Points u = R.transpose() * (r.colwise() - Vec3(r.col(0))) - X;
    ElementState state = CalcLinear(u.reshaped());
    for (auto s : state.stress.colwise()) s = Turned(R, s);
    return state;
  }

  ElementState CalcTotalLagrangian(const Points& r, SolidLaw::Kind kind) const {
    const SolidLaw law{kind, C_, 0, false};
    ElementState state{Stress(6, points_.num_points()), 0};
    const std::vector<Mat3> gradients = CalcGradients(r, law);
    for (int p = 0; p < points_.num_points(); ++p) {
      const Mat3& F = gradients[idx(p)];
      const SolidStress at = CalcStress(law, F);
      state.stress.col(p) = ToVoigt(F * StressMatrix(at.stress) * F.transpose() / F.determinant());
      state.energy += points_.volumes[p] * at.energy;
    }
    return state;
  }

 private:
  /// F at the integration points; with the incompatible modes where the element has them.
  std::vector<Mat3> CalcGradients(const Points& r, const SolidLaw& law) const {
    std::vector<Mat3> gradients;
    if (type() == SolidType::hex8_incompatible) {
      const SolidInertia<8> none({}, SolidInertia<8>::NodalMass::Zero(), 0);
      const auto own = MakeIncompatible(none, X_, std::make_shared<const SolidLaw>(law), "element")
                           .CalcDeformationGradients(r);
      gradients.assign(own.begin(), own.end());
    } else {
      for (int p = 0; p < points_.num_points(); ++p) gradients.push_back(r * points_.gradient(p));
    }
    return gradients;
  }

  NodeMatrix X_;
  SolidPoints points_;
  Mat6 C_;
};

/// The solids of a mesh, and the mean of their stresses at its nodes.
class Solids {
 public:
  Solids(const Mesh& mesh, const std::vector<int>& nodes) : num_nodes_(nodes.size()) {
    std::vector<int> column(mesh.nodes.size(), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) column[idx(nodes[i])] = static_cast<int>(i);
    const std::vector<ElasticMaterial> materials = CalcElementMaterials(mesh);
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
      const MeshElement& element = mesh.elements[e];
      if (!SolidTypeOf(element.type)) continue;
      std::vector<int> columns;
      for (const int node : element.nodes) columns.push_back(column[idx(node)]);
      solids_.push_back({Solid(mesh, element, materials[e]), std::move(columns), e});
    }
    for (const SolidType type : {SolidType::tet4,
                                 SolidType::tet10,
                                 SolidType::hex8,
                                 SolidType::hex8_incompatible,
                                 SolidType::hex20,
                                 SolidType::hex20_reduced})
      extrapolation_.push_back(CalcExtrapolation(type));
  }

  /// calc(solid, columns of its nodes) → ElementState of every solid, in their order.
  template <class Calc>
  std::vector<ElementState> CalcStates(const Calc& calc) const {
    std::vector<ElementState> states(solids_.size());
    const auto count = static_cast<int>(solids_.size());
    ForEachIndex(count, count >= kSerialBelow, [&](int i) {
      states[idx(i)] = calc(solids_[idx(i)].solid, solids_[idx(i)].columns);
    });
    return states;
  }

  Stress CalcNodalStress(const std::vector<ElementState>& states) const {
    Stress sum = Stress::Zero(6, static_cast<Eigen::Index>(num_nodes_));
    VectorXd count = VectorXd::Zero(sum.cols());
    for (std::size_t i = 0; i < solids_.size(); ++i) {
      const auto& [solid, columns, element] = solids_[i];
      const MatrixXd& E = extrapolation_[static_cast<std::size_t>(solid.type())];
      const Stress nodal = states[i].stress * E.transpose();
      for (std::size_t k = 0; k < columns.size(); ++k) {
        sum.col(columns[k]) += nodal.col(static_cast<Eigen::Index>(k));
        count[columns[k]] += 1;
      }
    }
    return sum * count.cwiseMax(1).cwiseInverse().asDiagonal();
  }

  VectorXd ListEnergies(const std::vector<ElementState>& states, std::size_t num_elements) const {
    VectorXd energies = VectorXd::Zero(static_cast<Eigen::Index>(num_elements));
    for (std::size_t i = 0; i < solids_.size(); ++i)
      energies[static_cast<Eigen::Index>(solids_[i].element)] = states[i].energy;
    return energies;
  }

 private:
  struct Entry {
    Solid solid;
    std::vector<int> columns;
    std::size_t element;
  };
  std::size_t num_nodes_;
  std::vector<Entry> solids_;
  std::vector<MatrixXd> extrapolation_;  // by type
};

VectorXd ListVonMises(const Stress& stress) {
  VectorXd list(stress.cols());
  for (Eigen::Index i = 0; i < list.size(); ++i) list[i] = CalcVonMises(Vec6(stress.col(i)));
  return list;
}

/// Columns of A that belong to some nodes.
Points Gather(const Eigen::Matrix3Xd& A, const std::vector<int>& columns) {
  return A(Eigen::all, columns);
}

class FullMesh final : public MeshRecovery {
 public:
  explicit FullMesh(const MeshInfo& info)
      : MeshRecovery(info.name, {info.part, &info.part->mesh}, kGround, info.part->X_WM),
        part_(*info.part),
        solids_(*mesh_, nodes_) {
    for (const int node : nodes_) bodies_.push_back(info.nodes[idx(node)]);
  }

  MeshField Calc(const ElementContext& x) const override {
    MeshField field;
    field.positions = CalcPositions(x);
    field.displacements = field.positions - start_;
    const auto states = CalcStates(field.positions);
    field.stress = solids_.CalcNodalStress(states);
    field.von_mises = ListVonMises(field.stress);
    field.strain_energy = 0;
    for (const ElementState& state : states) field.strain_energy += state.energy;
    return field;
  }
  VectorXd CalcElementEnergies(const ElementContext& x) const override {
    return solids_.ListEnergies(CalcStates(CalcPositions(x)), mesh_->elements.size());
  }

 private:
  Eigen::Matrix3Xd CalcPositions(const ElementContext& x) const {
    Eigen::Matrix3Xd r(3, num_nodes());
    for (int i = 0; i < num_nodes(); ++i) r.col(i) = x.bodies[idx(bodies_[idx(i)])].r;
    return r;
  }
  std::vector<ElementState> CalcStates(const Eigen::Matrix3Xd& positions) const {
    return solids_.CalcStates([&](const Solid& solid, const std::vector<int>& columns) {
      const Vec3 first = positions.col(columns[0]);
      const Points r = Gather(positions, columns).colwise() - first;
      return part_.kinematics == MeshBody::Kinematics::corotational
                 ? solid.CalcCorotational(r)
                 : solid.CalcTotalLagrangian(r, part_.law);
    });
  }

  const MeshBody& part_;
  Solids solids_;
  std::vector<BodyIndex> bodies_;
};

class ReducedMesh final : public MeshRecovery {
 public:
  ReducedMesh(const ReducedBodyInfo& info, const BodyState& start)
      : MeshRecovery(
            info.name, info.part->mesh, info.frame, {start.R, start.r - start.R * info.part->com}),
        info_(info),
        part_(*info.part),
        solids_(*mesh_, nodes_),
        stiffness_(
            part_.modal_mass.cwiseProduct((2 * std::numbers::pi * part_.frequencies).cwiseAbs2())) {
    stresses_.resize(6 * num_nodes(), part_.num_shapes());
    for (int j = 0; j < part_.num_shapes(); ++j)
      stresses_.col(j) =
          solids_.CalcNodalStress(CalcStates(part_.shapes.col(j))).reshaped<Eigen::ColMajor>();
  }

  MeshField Calc(const ElementContext& x) const override {
    const VectorXd p = Amplitudes(x);
    const BodyState& frame = x.bodies[idx(frame_)];
    MeshField field;
    field.positions =
        (frame.R * (part_.positions + part_.CalcDisplacements(p))).colwise() + frame.r;
    field.displacements = field.positions - start_;
    field.stress = (stresses_ * p).reshaped(6, num_nodes());
    for (auto s : field.stress.colwise()) s = Turned(frame.R, s);
    field.von_mises = ListVonMises(field.stress);
    field.strain_energy = 0.5 * stiffness_.dot(p.cwiseAbs2());
    return field;
  }
  VectorXd CalcElementEnergies(const ElementContext& x) const override {
    return solids_.ListEnergies(CalcStates(part_.shapes * Amplitudes(x)), mesh_->elements.size());
  }

 private:
  VectorXd Amplitudes(const ElementContext& x) const {
    VectorXd p(part_.num_shapes());
    for (int j = 0; j < p.size(); ++j) p[j] = x.bodies[idx(info_.amplitudes[idx(j / 3)])].r[j % 3];
    return p;
  }
  std::vector<ElementState> CalcStates(const VectorXd& u) const {
    const Eigen::Matrix3Xd columns_of_u = u.reshaped(3, num_nodes());
    return solids_.CalcStates([&](const Solid& solid, const std::vector<int>& columns) {
      const Points own = Gather(columns_of_u, columns);
      return solid.CalcLinear(own.reshaped());
    });
  }

  const ReducedBodyInfo& info_;
  const ReducedPart& part_;
  Solids solids_;
  VectorXd stiffness_;  // ω² m [N/m]
  MatrixXd stresses_;   // at the nodes, a column for each shape [Pa/m]
};

/// Solids beside shells, beams and bars: at a node the larger stress of both.
class MixedMesh final : public MeshRecovery {
 public:
  MixedMesh(const SystemParts& parts, const MeshInfo& info)
      : MeshRecovery(info.name, {info.part, &info.part->mesh}, kGround, info.part->X_WM),
        structure_(MakeStructuralRecovery(parts, info)),
        solids_(info) {}

  MeshField Calc(const ElementContext& x) const override {
    MeshField field = structure_->Calc(x);
    const MeshField solids = solids_.Calc(x);
    for (Eigen::Index i = 0; i < field.von_mises.size(); ++i) {
      if (solids.von_mises[i] <= field.von_mises[i]) continue;
      field.stress.col(i) = solids.stress.col(i);
      field.von_mises[i] = solids.von_mises[i];
      field.surface[i] = 0;
    }
    field.strain_energy += solids.strain_energy;
    return field;
  }
  VectorXd CalcElementEnergies(const ElementContext& x) const override {
    return structure_->CalcElementEnergies(x) + solids_.CalcElementEnergies(x);
  }

 private:
  std::unique_ptr<MeshRecovery> structure_;
  FullMesh solids_;
};

std::unique_ptr<MeshRecovery> MakeRecovery(const SystemParts& parts, const MeshInfo& info) {
  const auto& elements = info.part->mesh.elements;
  const auto structural = [](const MeshElement& e) { return IsStructural(e.type); };
  if (std::none_of(elements.begin(), elements.end(), structural))
    return std::make_unique<FullMesh>(info);
  if (std::all_of(elements.begin(), elements.end(), structural))
    return MakeStructuralRecovery(parts, info);
  return std::make_unique<MixedMesh>(parts, info);
}

}  // namespace

MeshRecovery::MeshRecovery(std::string name,
                           std::shared_ptr<const Mesh> mesh,
                           BodyIndex frame,
                           const Pose& X_WM)
    : name_(std::move(name)), mesh_(std::move(mesh)), frame_(frame) {
  std::vector<bool> used(mesh_->nodes.size(), false);
  for (const MeshElement& element : mesh_->elements)
    for (const int node : element.nodes) used[idx(node)] = true;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) nodes_.push_back(static_cast<int>(i));
  start_.resize(3, num_nodes());
  for (int i = 0; i < num_nodes(); ++i) start_.col(i) = X_WM * mesh_->nodes[idx(nodes_[idx(i)])];
}

MeshRecoveries MakeMeshRecoveries(const SystemParts& parts) {
  MeshRecoveries list;
  for (const MeshInfo& info : parts.meshes)
    if (info.part) list.push_back(MakeRecovery(parts, info));
  for (const ReducedBodyInfo& info : parts.reduced_bodies)
    if (info.part->mesh)
      list.push_back(std::make_unique<ReducedMesh>(info, parts.bodies[idx(info.frame)].initial));
  return list;
}

}  // namespace trunnion
