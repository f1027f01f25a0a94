// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_shape.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace trunnion {
namespace {

constexpr int kTetEdges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
constexpr int kHexEdges[12][2] = {
    {0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
constexpr int kHexCorners[8][3] = {{-1, -1, -1},
                                   {1, -1, -1},
                                   {1, 1, -1},
                                   {-1, 1, -1},
                                   {-1, -1, 1},
                                   {1, -1, 1},
                                   {1, 1, 1},
                                   {-1, 1, 1}};
constexpr int kTetFaces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
constexpr int kHexFaces[6][4] = {
    {0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};

SolidShape ShapeTet4(const Vec3& xi) {
  SolidShape s{NodeVector(4), NodeMatrix(4, 3)};
  s.N << 1 - xi.sum(), xi;
  s.dN << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  return s;
}

SolidShape ShapeTet10(const Vec3& xi) {
  const SolidShape linear = ShapeTet4(xi);  // volume coordinates
  SolidShape s{NodeVector(10), NodeMatrix(10, 3)};
  for (int i = 0; i < 4; ++i) {
    s.N[i] = linear.N[i] * (2 * linear.N[i] - 1);
    s.dN.row(i) = (4 * linear.N[i] - 1) * linear.dN.row(i);
  }
  for (int e = 0; e < 6; ++e) {
    const auto [i, j] = kTetEdges[e];
    s.N[4 + e] = 4 * linear.N[i] * linear.N[j];
    s.dN.row(4 + e) = 4 * (linear.N[i] * linear.dN.row(j) + linear.N[j] * linear.dN.row(i));
  }
  return s;
}

SolidShape ShapeHex8(const Vec3& xi) {
  SolidShape s{NodeVector(8), NodeMatrix(8, 3)};
  for (int i = 0; i < 8; ++i) {
    const Vec3 c(kHexCorners[i][0], kHexCorners[i][1], kHexCorners[i][2]);
    const Vec3 f = Vec3::Ones() + c.cwiseProduct(xi);
    s.N[i] = f.prod() / 8;
    s.dN.row(i) << c[0] * f[1] * f[2] / 8, c[1] * f[0] * f[2] / 8, c[2] * f[0] * f[1] / 8;
  }
  return s;
}

/// The function of a node in the middle of an edge along the axis with c = 0.
void ShapeHexEdge(const Vec3& xi, const Vec3& c, double& N, Eigen::Ref<Vec3> dN) {
  Vec3 f, df;
  for (int k = 0; k < 3; ++k) {
    f[k] = c[k] == 0 ? 1 - xi[k] * xi[k] : 1 + c[k] * xi[k];
    df[k] = c[k] == 0 ? -2 * xi[k] : c[k];
  }
  N = f.prod() / 4;
  dN = Vec3(df[0] * f[1] * f[2], f[0] * df[1] * f[2], f[0] * f[1] * df[2]) / 4;
}

SolidShape ShapeHex20(const Vec3& xi) {
  const SolidShape corners = ShapeHex8(xi);
  const NodeMatrix nodes = NaturalNodes(SolidType::hex20);
  SolidShape s{NodeVector(20), NodeMatrix(20, 3)};
  s.N.head(8) = corners.N;
  s.dN.topRows(8) = corners.dN;
  for (int e = 0; e < 12; ++e) {  // a corner gives way by half of its three edges
    Vec3 gradient;
    ShapeHexEdge(xi, nodes.row(8 + e).transpose(), s.N[8 + e], gradient);
    s.dN.row(8 + e) = gradient.transpose();
    for (const int corner : kHexEdges[e]) {
      s.N[corner] -= s.N[8 + e] / 2;
      s.dN.row(corner) -= s.dN.row(8 + e) / 2;
    }
  }
  return s;
}

using Rule = std::vector<QuadraturePoint>;

Rule GaussCube(int n) {
  const double a = n == 2 ? std::sqrt(1.0 / 3) : std::sqrt(0.6);
  const std::vector<double> x = n == 2 ? std::vector{-a, a} : std::vector{-a, 0.0, a};
  const std::vector<double> w =
      n == 2 ? std::vector{1.0, 1.0} : std::vector{5.0 / 9, 8.0 / 9, 5.0 / 9};
  Rule rule;
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t j = 0; j < x.size(); ++j)
      for (std::size_t i = 0; i < x.size(); ++i)
        rule.push_back({{x[i], x[j], x[k]}, w[i] * w[j] * w[k]});
  return rule;
}

/// The four points with one volume coordinate b and three a.
void AddFour(double a, double b, double weight, Rule& rule) {
  rule.push_back({{a, a, a}, weight});
  for (int k = 0; k < 3; ++k) {
    Vec3 xi = Vec3::Constant(a);
    xi[k] = b;
    rule.push_back({xi, weight});
  }
}

Rule TetFour() {
  Rule rule;
  AddFour((5 - std::sqrt(5)) / 20, (5 + 3 * std::sqrt(5)) / 20, 1.0 / 24, rule);
  return rule;
}

/// Keast, Comput. Methods Appl. Mech. Eng. 55 (1986) 339: 15 points, degree 5.
Rule TetFifteen() {
  const double s = std::sqrt(15);
  Rule rule{{Vec3::Constant(0.25), 8.0 / 405}};
  AddFour((7 - s) / 34, (13 + 3 * s) / 34, (2665 + 14 * s) / 226800, rule);
  AddFour((7 + s) / 34, (13 - 3 * s) / 34, (2665 - 14 * s) / 226800, rule);
  const double a = (10 - 2 * s) / 40, b = (10 + 2 * s) / 40;
  for (int k = 0; k < 3; ++k) {
    Vec3 pair = Vec3::Constant(a), single = Vec3::Constant(b);
    pair[k] = b;
    single[k] = a;
    rule.push_back({pair, 5.0 / 567});  // volume coordinates b, b, a, a
    rule.push_back({single, 5.0 / 567});
  }
  return rule;
}

}  // namespace

const char* ToString(SolidType type) {
  static constexpr std::array names{
      "tet4", "tet10", "hex8", "hex8_incompatible", "hex20", "hex20_reduced"};
  return names[static_cast<std::size_t>(type)];
}

int NumNodes(SolidType type) {
  static constexpr std::array numbers{4, 10, 8, 8, 20, 20};
  return numbers[static_cast<std::size_t>(type)];
}

bool IsTetrahedron(SolidType type) { return type == SolidType::tet4 || type == SolidType::tet10; }

bool IsQuadratic(SolidType type) { return NumNodes(type) >= 10; }

SolidShape CalcSolidShape(SolidType type, const Vec3& xi) {
  switch (NumNodes(type)) {
    case 4:
      return ShapeTet4(xi);
    case 10:
      return ShapeTet10(xi);
    case 8:
      return ShapeHex8(xi);
    default:
      return ShapeHex20(xi);
  }
}

NodeMatrix NaturalNodes(SolidType type) {
  const bool tet = IsTetrahedron(type);
  const int corners = tet ? 4 : 8, n = NumNodes(type);
  NodeMatrix nodes = NodeMatrix::Zero(n, 3);
  for (int i = 0; i < corners; ++i)
    for (int k = 0; k < 3; ++k) nodes(i, k) = tet ? i == k + 1 : kHexCorners[i][k];
  for (int e = 0; e < n - corners; ++e) {
    const auto& edge = tet ? kTetEdges[e] : kHexEdges[e];
    nodes.row(corners + e) = (nodes.row(edge[0]) + nodes.row(edge[1])) / 2;
  }
  return nodes;
}

std::span<const QuadraturePoint> StiffnessRule(SolidType type) {
  static const Rule tet1{{Vec3::Constant(0.25), 1.0 / 6}}, tet4 = TetFour(), hex2 = GaussCube(2),
                                                           hex3 = GaussCube(3);
  if (IsTetrahedron(type)) return type == SolidType::tet4 ? tet1 : tet4;
  return type == SolidType::hex20 ? hex3 : hex2;
}

std::span<const QuadraturePoint> MassRule(SolidType type) {
  static const Rule tet4 = TetFour(), tet15 = TetFifteen(), hex3 = GaussCube(3);
  if (IsTetrahedron(type)) return type == SolidType::tet4 ? tet4 : tet15;
  return hex3;
}

int NumFaces(SolidType type) { return IsTetrahedron(type) ? 4 : 6; }

std::span<const int> FaceCorners(SolidType type, int face) {
  if (IsTetrahedron(type)) return kTetFaces[face];
  return kHexFaces[face];
}

}  // namespace trunnion
