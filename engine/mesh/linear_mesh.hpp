// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/mass_properties.hpp"
#include "engine/mesh/mesh_faces.hpp"

namespace trunnion {

enum class MassIntegration {
  exact,             ///< MassRule: exact for straight edges
  stiffness_points,  ///< coarser, as CalculiX in *FREQUENCY; for comparison with it. M is singular
                     ///< for tet4 and hex20_reduced
};

/// Linear elasticity of the solid elements of a mesh: small displacements u about the mesh's shape.
///
///     M u'' + K u = f
///
/// Unknowns: uₓ, uᵧ, u_z [m] of each node that carries a solid element, in the order of the nodes.
/// K [N/m] and M [kg] are full symmetric sparse matrices; M is consistent. The sum of the element
/// matrices has the order of the elements, whatever the number of threads.
///
/// Verified  tests/mesh/linear_mesh_test.cpp, bench/flexible_references: against CalculiX.
class LinearMesh {
 public:
  /// @throws ModelError naming the elements that are no solids, inverted or without material.
  explicit LinearMesh(const Mesh& mesh, MassIntegration mass = MassIntegration::exact);

  const SparseMatrix& stiffness() const { return K_; }
  const SparseMatrix& mass() const { return M_; }
  int size() const { return static_cast<int>(K_.rows()); }

  /// First unknown of a node, −1 for nodes without element.
  int first_unknown(int node) const { return first_[static_cast<std::size_t>(node)]; }
  /// Unknowns of nodes in directions 0, 1, 2; nodes without element have none.
  std::vector<int> FindUnknowns(const std::vector<int>& nodes,
                                const std::vector<int>& directions = {0, 1, 2}) const;
  /// Positions of the nodes that have unknowns, 3×(size/3).
  const Eigen::Matrix3Xd& positions() const { return positions_; }

  /// Gravity g [m/s²].
  VectorXd CalcGravityLoad(const Vec3& g) const;
  VectorXd CalcTractionLoad(const std::vector<ElementFace>& faces,
                            const Vec3& t) const;                                    ///< t [Pa]
  VectorXd CalcPressureLoad(const std::vector<ElementFace>& faces, double p) const;  ///< p [Pa]

  /// Mass, centre of mass and central inertia, from M.
  MassProperties CalcMassProperties() const;

  /// Stresses at the nodes, 6×(size/3) [Pa]: extrapolated from the integration points of each
  /// element, mean of the elements at a node.
  Eigen::Matrix<double, 6, Eigen::Dynamic> CalcNodalStress(const VectorXd& u) const;

  /// ∫ ∂φᵢ/∂X : (∂φⱼ/∂X σ) dV [N/m] with the stresses σ of displacements u, size×L, and fields φ,
  /// size×k: the geometric stiffness projected on φ; one k×k matrix for each column of u,
  /// symmetric.
  std::vector<MatrixXd> CalcStressStiffness(const MatrixXd& u, const MatrixXd& shapes) const;

 private:
  struct Element {
    SolidType type;
    NodeMatrix X;
    Mat6 C;
    double density;
    std::vector<int> nodes;  // of those with unknowns
    std::string name;
  };
  void NumberNodes(const Mesh& mesh);
  void MakePattern();
  void Assemble(MassIntegration mass);
  void Scatter(const Element& element, const MatrixXd& K, const MatrixXd& m);
  /// Rows of u that belong to the nodes of an element.
  MatrixXd ElementRows(const Element& element, const MatrixXd& u) const;

  std::vector<Element> elements_;
  std::vector<int> first_;
  Eigen::Matrix3Xd positions_;
  std::vector<std::vector<int>> neighbours_;  // of each node with unknowns, ascending
  SparseMatrix K_, M_;
};

}  // namespace trunnion
