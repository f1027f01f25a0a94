// SPDX-License-Identifier: BSD-3-Clause
#include "engine/fields/structural_fields.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "engine/core/parallel.hpp"
#include "engine/core/pool.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "forces/coordinate_force.hpp"
#include "forces/elements/beam.hpp"
#include "forces/elements/superelement.hpp"

namespace trunnion {
namespace {

/// Stress [Pa] in world axes at a node of an element: on the top and on the bottom surface of a
/// shell, in the fibres of a beam or bar with the most tension and the most compression.
using Sides = Eigen::Matrix<double, 6, 2>;
using NodeSides = std::array<Sides, 4>;

/// Σ sᵢⱼ aᵢ aⱼᵀ of in-plane stresses xx, yy, xy along the first two columns of `axes`.
Vec6 ToWorld(const Mat3& axes, const Vec3& plane) {
  Mat3 s = Mat3::Zero();
  s.topLeftCorner<2, 2>() << plane[0], plane[2], plane[2], plane[1];
  s = axes * s * axes.transpose();
  Vec6 v;
  v << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(0, 2), s(1, 2);
  return v;
}

/// Stress in the middle of a shell.
template <int N>
class ShellRecovery {
 public:
  ShellRecovery(const Superelement<N>& element,
                const ShellSection& section,
                const std::string& name)
      : element_(element) {
    Eigen::Matrix<double, 3, N> X;
    for (int i = 0; i < N; ++i) X.col(i) = element.frames().X_EF[idx(i)].p;
    stress_ = CalcShellStressMatrix<N>(X, section, name);
  }
  Vec3 normal() const { return stress_.axes.col(2); }  // at the start

  NodeSides Calc(const ElementContext& x) const {
    const CorotatedFrame<N> at = element_.CalcFrame(x);
    const Vec6 stress = stress_.of_u * at.e;
    const Mat3 axes = at.R_E * stress_.axes;
    NodeSides out;
    for (Sides& sides : out)
      sides << ToWorld(axes, stress.head<3>()), ToWorld(axes, stress.tail<3>());
    return out;
  }

 private:
  const Superelement<N>& element_;
  ShellStressMatrix<N> stress_;
};

/// N/A and the bending stress farthest from the axis at both ends of a beam.
class BeamRecovery {
 public:
  BeamRecovery(const Beam& beam, const BeamProfile& profile) : beam_(beam), profile_(profile) {}

  NodeSides Calc(const ElementContext& x) const {
    const BeamDeformation at = beam_.CalcDeformation(x);
    const BeamParameters& p = beam_.parameters();
    const Vec6 S = p.stiffness * (at.e - p.free);  // at the middle, without damping
    NodeSides out{};
    for (int end = 0; end < 2; ++end) {
      const double s = (end == 0 ? -0.5 : 0.5) * p.free[0];
      const double bending = profile_.CalcBendingStress(S[4] + s * S[2], S[5] - s * S[1]);
      const double axial = S[0] / profile_.section.area;
      out[idx(end)] << ToWorld(at.axes, {axial + bending, 0, 0}),
          ToWorld(at.axes, {axial - bending, 0, 0});
    }
    return out;
  }

 private:
  const Beam& beam_;
  BeamProfile profile_;
};

/// N/A of a bar.
class TrussRecovery {
 public:
  /// @param length  without stress.
  TrussRecovery(const CoordinateForce& bar, double length, double youngs_modulus)
      : bodies_(bar.bodies()), length_(length), E_(youngs_modulus) {}

  NodeSides Calc(const ElementContext& x) const {
    const Vec3 d = x.bodies[idx(bodies_[1])].r - x.bodies[idx(bodies_[0])].r;
    Mat3 axes = Mat3::Zero();
    if (d.norm() > 0) axes.col(0) = d.normalized();
    const Vec6 stress = ToWorld(axes, {E_ * (d.norm() / length_ - 1), 0, 0});
    NodeSides out{};
    out[0] << stress, stress;
    out[1] = out[0];
    return out;
  }

 private:
  std::array<BodyIndex, 2> bodies_;
  double length_, E_;
};

/// An element of the mesh: its stress and where that goes.
struct Entry {
  std::variant<ShellRecovery<3>, ShellRecovery<4>, BeamRecovery, TrussRecovery> stress;
  bool shell;
  std::vector<int> columns{};   // of its nodes in the field
  std::vector<bool> flipped{};  // its bottom is the top of the first shell at that node
};

template <class E>
const E& Find(const SystemParts& parts, const MeshInfo::Place& place) {
  return dynamic_cast<const ForcePool<E>&>(*parts.force_pools[idx(place.pool)])
      .element(place.index);
}

class EntryMaker {
 public:
  EntryMaker(const SystemParts& parts, const MeshInfo& info)
      : parts_(parts), info_(info), sections_(CalcStructuralSections(info.part->mesh)) {
    const Mat3& R = info.part->X_WM.R;  // elements have the axes of the world at the start
    for (ShellSection& section : sections_.shells) {
      section.axis_1 = R * section.axis_1;
      section.axis_2 = R * section.axis_2;
    }
  }

  Entry Make(std::size_t e) const {
    const Mesh& mesh = info_.part->mesh;
    const MeshElement& element = mesh.elements[e];
    const MeshInfo::Place& place = info_.elements[e];
    const std::size_t section = idx(sections_.of_element[e]);
    switch (element.type) {
      case MeshElementType::s3:
        return {MakeShell<3>(e), true};
      case MeshElementType::s4:
        return {MakeShell<4>(e), true};
      case MeshElementType::b31:
        return {BeamRecovery(Find<Beam>(parts_, place), sections_.beams[section]), false};
      default: {
        const Vec3 d = mesh.nodes[idx(element.nodes[1])] - mesh.nodes[idx(element.nodes[0])];
        const TrussSection& truss = sections_.trusses[section];
        return {
            TrussRecovery(
                Find<CoordinateForce>(parts_, place), d.norm(), truss.axial_stiffness / truss.area),
            false};
      }
    }
  }

 private:
  template <int N>
  ShellRecovery<N> MakeShell(std::size_t e) const {
    const Mesh& mesh = info_.part->mesh;
    return ShellRecovery<N>(Find<Superelement<N>>(parts_, info_.elements[e]),
                            sections_.shells[idx(sections_.of_element[e])],
                            mesh.Describe(mesh.elements[e]));
  }

  const SystemParts& parts_;
  const MeshInfo& info_;
  StructuralSections sections_;
};

class StructuralMesh final : public MeshRecovery {
 public:
  StructuralMesh(const SystemParts& parts, const MeshInfo& info)
      : MeshRecovery(info.name, {info.part, &info.part->mesh}, kGround, info.part->X_WM) {
    for (const int node : nodes_) bodies_.push_back(info.nodes[idx(node)]);
    std::vector<int> column(mesh_->nodes.size(), -1);
    for (std::size_t i = 0; i < nodes_.size(); ++i) column[idx(nodes_[i])] = static_cast<int>(i);
    const EntryMaker maker(parts, info);
    for (std::size_t e = 0; e < mesh_->elements.size(); ++e) {
      if (!IsStructural(mesh_->elements[e].type)) continue;
      elements_.push_back(static_cast<Eigen::Index>(e));
      entries_.push_back(maker.Make(e));
      for (const int node : mesh_->elements[e].nodes)
        entries_.back().columns.push_back(column[idx(node)]);
      const MeshInfo::Place& place = info.elements[e];
      forces_.emplace_back(parts.force_pools[idx(place.pool)].get(), place.index);
    }
    FindFlipped();
  }

  MeshField Calc(const ElementContext& x) const override {
    MeshField field;
    field.positions.resize(3, num_nodes());
    for (int i = 0; i < num_nodes(); ++i) field.positions.col(i) = x.bodies[idx(bodies_[idx(i)])].r;
    field.displacements = field.positions - start_;
    CalcStress(x, field);
    field.strain_energy = 0;
    for (const double energy : CalcElementEnergies(x)) field.strain_energy += energy;
    return field;
  }

  VectorXd CalcElementEnergies(const ElementContext& x) const override {
    ElementContext weightless = x;
    weightless.gravity.setZero();
    VectorXd energies = VectorXd::Zero(static_cast<Eigen::Index>(mesh_->elements.size()));
    ForEach([&](int e) {
      energies[elements_[idx(e)]] =
          forces_[idx(e)].first->CalcEnergy(forces_[idx(e)].second, weightless);
    });
    return energies;
  }

 private:
  template <class F>
  void ForEach(const F& f) const {
    const auto count = static_cast<int>(entries_.size());
    ForEachIndex(count, count >= kSerialBelow, f);
  }

  /// Neighbours may be numbered the other way round: top is what the first one at a node says.
  void FindFlipped() {
    std::vector<Vec3> normals(nodes_.size(), Vec3::Zero());
    for (Entry& entry : entries_) {
      Vec3 own = Vec3::Zero();
      if (const auto* tri = std::get_if<ShellRecovery<3>>(&entry.stress)) own = tri->normal();
      if (const auto* quad = std::get_if<ShellRecovery<4>>(&entry.stress)) own = quad->normal();
      for (const int i : entry.columns) {
        Vec3& first = normals[idx(i)];
        if (first.isZero(0)) first = own;
        entry.flipped.push_back(first.dot(own) < 0);
      }
    }
  }

  /// At every node the largest of the means of its shells on either side and of its beams.
  void CalcStress(const ElementContext& x, MeshField& field) const {
    std::vector<NodeSides> states(entries_.size());
    ForEach([&](int e) {
      states[idx(e)] =
          std::visit([&](const auto& of) { return of.Calc(x); }, entries_[idx(e)].stress);
    });
    std::vector<Sides> mean(nodes_.size(), Sides::Zero());
    std::vector<int> count(nodes_.size(), 0);
    ForEachNode(states, true, [&](std::size_t i, const Sides& sides) {
      mean[i] += (sides - mean[i]) / ++count[i];
    });
    field.stress.setZero(6, num_nodes());
    field.von_mises.setZero(num_nodes());
    field.surface.setZero(num_nodes());
    for (std::size_t i = 0; i < mean.size(); ++i)
      if (count[i] > 0) Raise(mean[i], {1, -1}, static_cast<Eigen::Index>(i), field);
    ForEachNode(states, false, [&](std::size_t i, const Sides& sides) {
      Raise(sides, {0, 0}, static_cast<Eigen::Index>(i), field);
    });
  }

  template <class F>
  void ForEachNode(const std::vector<NodeSides>& states, bool shells, const F& f) const {
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      const Entry& entry = entries_[e];
      if (entry.shell != shells) continue;
      for (std::size_t k = 0; k < entry.columns.size(); ++k) {
        Sides sides = states[e][k];
        if (entry.flipped[k]) sides.col(0).swap(sides.col(1));
        f(idx(entry.columns[k]), sides);
      }
    }
  }

  /// Puts the side with the larger stress at a node, if it is larger than what is there.
  static void Raise(const Sides& sides,
                    const std::array<int, 2>& names,
                    Eigen::Index i,
                    MeshField& field) {
    for (int side = 0; side < 2; ++side) {
      const double von_mises = CalcVonMises(Vec6(sides.col(side)));
      if (von_mises < field.von_mises[i] || (side == 1 && von_mises == field.von_mises[i]))
        continue;
      field.stress.col(i) = sides.col(side);
      field.von_mises[i] = von_mises;
      field.surface[i] = names[idx(side)];
    }
  }

  std::vector<BodyIndex> bodies_;
  std::vector<Entry> entries_;
  std::vector<Eigen::Index> elements_;                        // of the entries
  std::vector<std::pair<const ForcePoolBase*, int>> forces_;  // of the elements
};

}  // namespace

std::unique_ptr<MeshRecovery> MakeStructuralRecovery(const SystemParts& parts,
                                                     const MeshInfo& info) {
  return std::make_unique<StructuralMesh>(parts, info);
}

}  // namespace trunnion
