// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "forces/elements/solid_matrices.hpp"

/// A cube of n×n×n cells of any solid type with displaced nodes and straight edges.
namespace trunnion::test {

inline constexpr SolidType kSolidTypes[] = {SolidType::tet4,
                                            SolidType::tet10,
                                            SolidType::hex8,
                                            SolidType::hex8_incompatible,
                                            SolidType::hex20,
                                            SolidType::hex20_reduced};

struct SolidPatch {
  SolidType type;
  std::vector<Vec3> nodes;
  std::vector<std::vector<int>> elements;

  NodeMatrix X(std::size_t element) const {
    NodeMatrix x(NumNodes(type), 3);
    for (int i = 0; i < NumNodes(type); ++i)
      x.row(i) = nodes[static_cast<std::size_t>(elements[element][static_cast<std::size_t>(i)])];
    return x;
  }
};

/// @param distortion  largest displacement of an inner corner over the cell's edge.
/// The surface keeps its nodes, so that volume and inertia are those of the unit cube.
inline SolidPatch MakeSolidPatch(SolidType type, int n, double distortion, unsigned seed = 1) {
  SolidPatch patch{type, {}, {}};
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> displacement(-distortion / n, distortion / n);
  const auto index = [n](int i, int j, int k) { return i + (n + 1) * (j + (n + 1) * k); };
  const auto inner = [n](int i) { return i > 0 && i < n; };
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        Vec3 x = Vec3(i, j, k) / n;
        if (inner(i) && inner(j) && inner(k))
          for (double& component : x) component += displacement(random);
        patch.nodes.push_back(x);
      }
  static constexpr int corners[8][3] = {
      {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static constexpr int kuhn[6][4] = {
      {0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        std::vector<int> cell;
        for (const auto& c : corners) cell.push_back(index(i + c[0], j + c[1], k + c[2]));
        if (!IsTetrahedron(type)) {
          patch.elements.push_back(cell);
          continue;
        }
        for (const auto& tet : kuhn) {
          patch.elements.emplace_back();
          for (const int c : tet)
            patch.elements.back().push_back(cell[static_cast<std::size_t>(c)]);
        }
      }
  if (!IsQuadratic(type)) return patch;
  const NodeMatrix natural = NaturalNodes(type);
  const int num_corners = IsTetrahedron(type) ? 4 : 8;
  std::map<std::pair<int, int>, int> middles;
  for (std::vector<int>& element : patch.elements)
    for (int m = num_corners; m < NumNodes(type); ++m)
      for (int a = 0; a < num_corners; ++a)
        for (int b = 0; b < a; ++b) {
          if (!natural.row(m).isApprox((natural.row(a) + natural.row(b)) / 2)) continue;
          if (!IsTetrahedron(type) && (natural.row(a) - natural.row(b)).norm() > 2.1) continue;
          const int p = element[static_cast<std::size_t>(a)],
                    q = element[static_cast<std::size_t>(b)];
          const auto [middle, is_new] =
              middles.try_emplace(std::minmax(p, q), static_cast<int>(patch.nodes.size()));
          if (is_new)
            patch.nodes.push_back((patch.nodes[static_cast<std::size_t>(p)] +
                                   patch.nodes[static_cast<std::size_t>(q)]) /
                                  2);
          element.push_back(middle->second);
        }
  return patch;
}

}  // namespace trunnion::test
