// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "forces/elements/solid_shape.hpp"

/// Faces of solid elements (FaceCorners) and the loads on them.
namespace trunnion {

/// A point of the quadrature of a face; natural, the same for elements of any shape. With positions
/// X (n×3) of the nodes of the face the tangents are Xᵀ dN, and their cross product times the
/// weight is the area vector, into the element.
struct FacePoint {
  NodeVector N;                                 ///< of the nodes of the face
  Eigen::Matrix<double, Eigen::Dynamic, 2> dN;  ///< along both natural directions of the face
  double weight;                                ///< add to ½ (triangle) or 4
};
struct FaceQuadrature {
  std::vector<int> nodes;  ///< of the element, that the face has: corners first
  /// 6 points of degree 4 (Dunavant, Int. J. Numer. Meth. Eng. 21 (1985) 1129) or Gauss 3×3.
  std::vector<FacePoint> points;
};
/// Made once, kept for the run of the program.
const FaceQuadrature& GetFaceQuadrature(SolidType type, int face);

/// ∫ N dA over a face (n values, 0 off the face, [m²]): a uniform traction t [Pa] loads node i
/// with t times its share.
NodeVector CalcFaceShares(SolidType type, const NodeMatrix& X, int face);

/// ∫ N n dA with n into the element (n×3, [m²]); a pressure p [Pa] loads node i with p times row i.
NodeMatrix CalcPressureShares(SolidType type, const NodeMatrix& X, int face);

}  // namespace trunnion
