// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_faces.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace trunnion {
namespace {

/// ξ = origin + a s + b t on a face, and the rule in (s, t, -).
struct FaceMap {
  Vec3 origin, a, b;
  std::vector<QuadraturePoint> rule;
};

FaceMap MapFace(SolidType type, int face) {
  const NodeMatrix nodes = NaturalNodes(type);
  const auto corners = FaceCorners(type, face);
  const auto at = [&](std::size_t i) { return Vec3(nodes.row(corners[i]).transpose()); };
  FaceMap map;
  if (IsTetrahedron(type)) {
    map = {at(0), at(1) - at(0), at(2) - at(0), {}};
    for (const auto& [a, weight] : {std::pair{0.445948490915965, 0.223381589678011},
                                    std::pair{0.091576213509771, 0.109951743655322}})
      for (const Vec3& xi : {Vec3(a, a, 0), Vec3(a, 1 - 2 * a, 0), Vec3(1 - 2 * a, a, 0)})
        map.rule.push_back({xi, weight / 2});
  } else {
    map = {(at(0) + at(2)) / 2, (at(1) - at(0)) / 2, (at(3) - at(0)) / 2, {}};
    const double g = std::sqrt(0.6);
    for (const auto& [s, ws] : {std::pair{-g, 5.0 / 9}, {0.0, 8.0 / 9}, {g, 5.0 / 9}})
      for (const auto& [t, wt] : {std::pair{-g, 5.0 / 9}, {0.0, 8.0 / 9}, {g, 5.0 / 9}})
        map.rule.push_back({{s, t, 0}, ws * wt});
  }
  return map;
}

/// The corners, then the nodes whose natural coordinates lie on the plane of the face.
std::vector<int> FindFaceNodes(SolidType type, int face, const FaceMap& map) {
  const auto corners = FaceCorners(type, face);
  std::vector<int> nodes(corners.begin(), corners.end());
  const NodeMatrix natural = NaturalNodes(type);
  const Vec3 normal = map.a.cross(map.b);
  const int first_middle = IsTetrahedron(type) ? 4 : 8;
  for (int i = first_middle; i < NumNodes(type); ++i)
    if (std::abs(normal.dot(natural.row(i).transpose() - map.origin)) < 1e-12) nodes.push_back(i);
  return nodes;
}

FaceQuadrature MakeFaceQuadrature(SolidType type, int face) {
  const FaceMap map = MapFace(type, face);
  FaceQuadrature quadrature{FindFaceNodes(type, face, map), {}};
  const auto size = static_cast<Eigen::Index>(quadrature.nodes.size());
  for (const QuadraturePoint& point : map.rule) {
    const SolidShape shape =
        CalcSolidShape(type, map.origin + map.a * point.xi[0] + map.b * point.xi[1]);
    FacePoint own{
        NodeVector(size), Eigen::Matrix<double, Eigen::Dynamic, 2>(size, 2), point.weight};
    for (Eigen::Index i = 0; i < size; ++i) {
      const int node = quadrature.nodes[static_cast<std::size_t>(i)];
      own.N[i] = shape.N[node];
      own.dN(i, 0) = shape.dN.row(node).dot(map.a);
      own.dN(i, 1) = shape.dN.row(node).dot(map.b);
    }
    quadrature.points.push_back(std::move(own));
  }
  return quadrature;
}

/// Adds `share` of each node of the face to the rows of the element's nodes, for every point.
template <class Add>
void ForFacePoints(SolidType type, const NodeMatrix& X, int face, Add add) {
  const FaceQuadrature& quadrature = GetFaceQuadrature(type, face);
  for (const FacePoint& point : quadrature.points) {
    Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();
    for (std::size_t i = 0; i < quadrature.nodes.size(); ++i)
      tangents +=
          X.row(quadrature.nodes[i]).transpose() * point.dN.row(static_cast<Eigen::Index>(i));
    const Vec3 area = point.weight * Vec3(tangents.col(0)).cross(Vec3(tangents.col(1)));
    for (std::size_t i = 0; i < quadrature.nodes.size(); ++i)
      add(quadrature.nodes[i], point.N[static_cast<Eigen::Index>(i)], area);
  }
}

}  // namespace

const FaceQuadrature& GetFaceQuadrature(SolidType type, int face) {
  constexpr int kTypes = 6, kFaces = 6;
  static const auto table = [] {
    std::array<std::array<FaceQuadrature, kFaces>, kTypes> all;
    for (std::size_t t = 0; t < kTypes; ++t)
      for (int f = 0; f < NumFaces(static_cast<SolidType>(t)); ++f)
        all[t][static_cast<std::size_t>(f)] = MakeFaceQuadrature(static_cast<SolidType>(t), f);
    return all;
  }();
  return table[static_cast<std::size_t>(type)][static_cast<std::size_t>(face)];
}

NodeVector CalcFaceShares(SolidType type, const NodeMatrix& X, int face) {
  NodeVector shares = NodeVector::Zero(X.rows());
  ForFacePoints(type, X, face, [&](int node, double N, const Vec3& area) {
    shares[node] += area.norm() * N;
  });
  return shares;
}

NodeMatrix CalcPressureShares(SolidType type, const NodeMatrix& X, int face) {
  NodeMatrix shares = NodeMatrix::Zero(X.rows(), 3);
  ForFacePoints(type, X, face, [&](int node, double N, const Vec3& area) {
    shares.row(node) += N * area.transpose();
  });
  return shares;
}

}  // namespace trunnion
