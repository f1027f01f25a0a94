// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/linear_mesh.hpp"

#include <algorithm>

#include "engine/core/error.hpp"
#include "engine/core/parallel.hpp"
#include "engine/mesh/import_report.hpp"
#include "forces/elements/solid_faces.hpp"
#include "forces/elements/solid_matrices.hpp"

namespace trunnion {
namespace {

/// Elements whose matrices wait for their turn in the sum.
constexpr int kBatch = 512;

SolidPoints PointsOf(SolidType type, const NodeMatrix& X, const std::string& name) {
  return CalcSolidPoints(type, X, StiffnessRule(type), name);
}

/// Voigt strains 6×m of displacement gradients 9×m.
MatrixXd StrainsOf(const Eigen::Ref<const MatrixXd>& H) {
  MatrixXd strains(6, H.cols());
  strains << H.row(0), H.row(4), H.row(8), H.row(1) + H.row(3), H.row(2) + H.row(6),
      H.row(5) + H.row(7);
  return strains;
}

/// P (k²×6) of gradients H (9×k) of k fields: P σ is ∂φᵢ/∂X : (∂φⱼ/∂X σ) of all i, j.
MatrixXd GradientProducts(const Eigen::Ref<const MatrixXd>& H) {
  constexpr int kFirst[] = {0, 1, 2, 0, 0, 1}, kSecond[] = {0, 1, 2, 1, 2, 2};
  MatrixXd products(H.cols() * H.cols(), 6);
  for (int v = 0; v < 6; ++v) {
    const MatrixXd half =
        H.middleRows<3>(3 * kFirst[v]).transpose() * H.middleRows<3>(3 * kSecond[v]);
    const double share = v < 3 ? 0.5 : 1;
    products.col(v) = (share * (half + half.transpose())).reshaped();
  }
  return products;
}

}  // namespace

LinearMesh::LinearMesh(const Mesh& mesh, MassIntegration mass) {
  NumberNodes(mesh);
  RequireGoodElements(mesh);
  const std::vector<ElasticMaterial> materials = CalcElementMaterials(mesh);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const MeshElement& element = mesh.elements[e];
    std::vector<int> nodes;
    for (const int node : element.nodes) nodes.push_back(first_unknown(node) / 3);
    elements_.push_back({*SolidTypeOf(element.type),
                         mesh.CalcNodePositions(element),
                         materials[e].stiffness,
                         materials[e].density,
                         nodes,
                         mesh.Describe(element)});
  }
  MakePattern();
  Assemble(mass);
}

void LinearMesh::NumberNodes(const Mesh& mesh) {
  Require(!mesh.elements.empty(), mesh.source + ": the mesh has no elements");
  first_.assign(mesh.nodes.size(), -1);
  for (const MeshElement& element : mesh.elements) {
    Require(SolidTypeOf(element.type).has_value(),
            mesh.Describe(element) + " is of type " + ToString(element.type) +
                "; the linear analysis of solids takes C3D4, C3D10, C3D8, C3D8I, C3D20 and C3D20R");
    for (const int node : element.nodes) first_[static_cast<std::size_t>(node)] = 0;
  }
  int next = 0;
  for (int& first : first_)
    if (first == 0) first = 3 * next++;
  positions_.resize(3, next);
  for (std::size_t i = 0; i < first_.size(); ++i)
    if (first_[i] >= 0) positions_.col(first_[i] / 3) = mesh.nodes[i];
}

void LinearMesh::MakePattern() {
  neighbours_.resize(static_cast<std::size_t>(positions_.cols()));
  for (const Element& element : elements_)
    for (const int node : element.nodes) {
      std::vector<int>& list = neighbours_[static_cast<std::size_t>(node)];
      list.insert(list.end(), element.nodes.begin(), element.nodes.end());
    }
  const Eigen::Index size = 3 * positions_.cols();
  K_.resize(size, size);
  int entries = 0;
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    std::vector<int>& list = neighbours_[i];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    list.shrink_to_fit();
    for (int k = 0; k < 3; ++k) {
      entries += static_cast<int>(3 * list.size());
      K_.outerIndexPtr()[3 * i + static_cast<std::size_t>(k) + 1] = entries;
    }
  }
  K_.resizeNonZeros(entries);
  int* row = K_.innerIndexPtr();
  for (const std::vector<int>& list : neighbours_)
    for (int k = 0; k < 3; ++k)
      for (const int other : list)
        for (int l = 0; l < 3; ++l) *row++ = 3 * other + l;
  std::fill_n(K_.valuePtr(), entries, 0.0);
  M_ = K_;
}

void LinearMesh::Assemble(MassIntegration mass) {
  std::vector<MatrixXd> K(kBatch), m(kBatch);
  const auto total = static_cast<int>(elements_.size());
  for (int begin = 0; begin < total; begin += kBatch) {
    const int count = std::min(kBatch, total - begin);
    const Element* first = &elements_[static_cast<std::size_t>(begin)];
    ForEachIndex(count, count >= kChunkSize, [&](int i) {
      const Element& e = first[i];
      const auto at = static_cast<std::size_t>(i);
      K[at] = CalcStiffness(PointsOf(e.type, e.X, e.name), e.C);
      const auto rule = mass == MassIntegration::exact ? MassRule(e.type) : StiffnessRule(e.type);
      m[at] = CalcConsistentMass(e.type, e.X, rule, e.density);
    });
    for (int i = 0; i < count; ++i)
      Scatter(first[i], K[static_cast<std::size_t>(i)], m[static_cast<std::size_t>(i)]);
  }
}

void LinearMesh::Scatter(const Element& element, const MatrixXd& K, const MatrixXd& m) {
  const auto n = static_cast<Eigen::Index>(element.nodes.size());
  for (Eigen::Index j = 0; j < n; ++j) {
    const int column = element.nodes[static_cast<std::size_t>(j)];
    const std::vector<int>& list = neighbours_[static_cast<std::size_t>(column)];
    for (Eigen::Index i = 0; i < n; ++i) {
      const int node = element.nodes[static_cast<std::size_t>(i)];
      const auto place = std::lower_bound(list.begin(), list.end(), node) - list.begin();
      for (int k = 0; k < 3; ++k) {
        const auto at = K_.outerIndexPtr()[3 * column + k] + 3 * place;
        Eigen::Map<Vec3>(K_.valuePtr() + at) += K.block<3, 1>(3 * i, 3 * j + k);
        M_.valuePtr()[at + k] += m(i, j);
      }
    }
  }
}

std::vector<int> LinearMesh::FindUnknowns(const std::vector<int>& nodes,
                                          const std::vector<int>& directions) const {
  std::vector<int> unknowns;
  for (const int node : nodes)
    for (const int k : directions)
      if (first_unknown(node) >= 0) unknowns.push_back(first_unknown(node) + k);
  return unknowns;
}

VectorXd LinearMesh::CalcGravityLoad(const Vec3& g) const {
  return M_ * g.replicate(positions_.cols(), 1);
}

VectorXd LinearMesh::CalcTractionLoad(const std::vector<ElementFace>& faces, const Vec3& t) const {
  VectorXd load = VectorXd::Zero(size());
  for (const ElementFace& face : faces) {
    const Element& e = elements_[static_cast<std::size_t>(face.element)];
    const NodeVector shares = CalcFaceShares(e.type, e.X, face.face);
    for (Eigen::Index i = 0; i < shares.size(); ++i)
      load.segment<3>(3 * e.nodes[static_cast<std::size_t>(i)]) += shares[i] * t;
  }
  return load;
}

VectorXd LinearMesh::CalcPressureLoad(const std::vector<ElementFace>& faces, double p) const {
  VectorXd load = VectorXd::Zero(size());
  for (const ElementFace& face : faces) {
    const Element& e = elements_[static_cast<std::size_t>(face.element)];
    const NodeMatrix shares = CalcPressureShares(e.type, e.X, face.face);
    for (Eigen::Index i = 0; i < shares.rows(); ++i)
      load.segment<3>(3 * e.nodes[static_cast<std::size_t>(i)]) += p * shares.row(i).transpose();
  }
  return load;
}

MassProperties LinearMesh::CalcMassProperties() const {
  // X is in the span of the shape functions, so that these sums are the integrals.
  const Eigen::Matrix3Xd MX = (M_ * positions_.reshaped()).reshaped(3, positions_.cols());
  const double mass = CalcGravityLoad(Vec3::UnitX()).sum();
  const Vec3 com = MX.rowwise().sum() / mass;
  const Mat3 second = MX * positions_.transpose() - mass * com * com.transpose();
  return {.mass = mass, .com = com, .inertia = second.trace() * Mat3::Identity() - second};
}

MatrixXd LinearMesh::ElementRows(const Element& element, const MatrixXd& u) const {
  MatrixXd local(3 * static_cast<Eigen::Index>(element.nodes.size()), u.cols());
  for (std::size_t i = 0; i < element.nodes.size(); ++i)
    local.middleRows<3>(3 * static_cast<Eigen::Index>(i)) = u.middleRows<3>(3 * element.nodes[i]);
  return local;
}

Eigen::Matrix<double, 6, Eigen::Dynamic> LinearMesh::CalcNodalStress(const VectorXd& u) const {
  Eigen::Matrix<double, 6, Eigen::Dynamic> sum(6, positions_.cols());
  sum.setZero();
  VectorXd count = VectorXd::Zero(positions_.cols());
  for (const Element& e : elements_) {
    const auto points = PointsOf(e.type, e.X, e.name);
    const MatrixXd nodal =
        CalcStress(points, e.C, ElementRows(e, u)) * CalcExtrapolation(e.type).transpose();
    for (std::size_t i = 0; i < e.nodes.size(); ++i) {
      sum.col(e.nodes[i]) += nodal.col(static_cast<Eigen::Index>(i));
      count[e.nodes[i]] += 1;
    }
  }
  return sum * count.cwiseInverse().asDiagonal();
}

std::vector<MatrixXd> LinearMesh::CalcStressStiffness(const MatrixXd& u,
                                                      const MatrixXd& shapes) const {
  const Eigen::Index k = shapes.cols(), loads = u.cols();
  MatrixXd sum = MatrixXd::Zero(k * k, loads), stress(6, loads);
  for (const Element& e : elements_) {
    const auto points = PointsOf(e.type, e.X, e.name);
    const MatrixXd of_shapes = CalcDisplacementGradients(points, e.C, ElementRows(e, shapes));
    const MatrixXd of_loads = CalcDisplacementGradients(points, e.C, ElementRows(e, u));
    for (int p = 0; p < points.num_points(); ++p) {
      stress.noalias() = points.volumes[p] * e.C * StrainsOf(of_loads.middleRows<9>(9 * p));
      sum.noalias() += GradientProducts(of_shapes.middleRows<9>(9 * p)) * stress;
    }
  }
  std::vector<MatrixXd> stiffness;
  for (Eigen::Index l = 0; l < loads; ++l) stiffness.push_back(sum.col(l).reshaped(k, k));
  return stiffness;
}

}  // namespace trunnion
