// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "engine/core/types.hpp"

namespace trunnion {

/// Solid elements; the number is that of the nodes. Order of the nodes: that of Abaqus and
/// CalculiX, corners first, then the middles of the edges 12, 23, 31, 14, 24, 34 (tetrahedron) and
/// 12, 23, 34, 41, 56, 67, 78, 85, 15, 26, 37, 48 (hexahedron).
enum class SolidType {
  tet4,               ///< constant strain; stiff in bending
  tet10,              ///< quadratic tetrahedron
  hex8,               ///< trilinear, 2×2×2 points; locks in bending
  hex8_incompatible,  ///< with the incompatible modes 1 − ξ² of Wilson and Taylor (QM6)
  hex20,              ///< serendipity, 3×3×3 points
  hex20_reduced,      ///< serendipity, stiffness with 2×2×2 points, mass with 3×3×3
};

/// "tet4", ... for messages and reports.
const char* ToString(SolidType type);
int NumNodes(SolidType type);
bool IsTetrahedron(SolidType type);
/// True for elements whose displacement is quadratic (nodes in the middle of edges).
bool IsQuadratic(SolidType type);

/// n numbers, a node each; n ≤ 20, without heap.
using NodeVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 20, 1>;
/// n×3, a node each row.
using NodeMatrix = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::ColMajor, 20, 3>;

/// Shape functions at a natural point ξ: tetrahedra in ξ, η, ζ ≥ 0, ξ + η + ζ ≤ 1 (node 1 at the
/// origin), hexahedra in [−1, 1]³ (node 1 at (−1, −1, −1)).
///
/// Reference Zienkiewicz, Taylor & Zhu, The finite element method, 6th ed. (2005), chapters 4
/// and 5. Verified  tests/forces/solid_shape_test.cpp.
struct SolidShape {
  NodeVector N;   ///< n values, sum 1
  NodeMatrix dN;  ///< ∂N/∂ξ, n×3
};
SolidShape CalcSolidShape(SolidType type, const Vec3& xi);

/// Natural coordinates of the nodes, n×3.
NodeMatrix NaturalNodes(SolidType type);

struct QuadraturePoint {
  Vec3 xi;        ///< natural coordinates
  double weight;  ///< the weights of a rule add to the volume: 1/6 or 8
};
/// Points of the stiffness: 1 (tet4), 4 (tet10), 2×2×2 (hex8, hex20_reduced), 3×3×3 (hex20).
std::span<const QuadraturePoint> StiffnessRule(SolidType type);
/// Points of mass and body loads, exact for NᵀN of elements with straight edges: 4 points of degree
/// 2 (tet4), Keast's 15 of degree 5 (tet10), 3×3×3 Gauss of degree 5 (hexahedra).
std::span<const QuadraturePoint> MassRule(SolidType type);

/// Faces in the order S1, S2, ... of Abaqus: 123, 142, 243, 341 and 1234, 5876, 1562, 2673, 3784,
/// 4851; FaceCorners counts nodes from 0, and (c₁ − c₀) × (c₂ − c₀) points into the element.
int NumFaces(SolidType type);
std::span<const int> FaceCorners(SolidType type, int face);

}  // namespace trunnion
