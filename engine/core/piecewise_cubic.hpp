// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace trunnion {

/// A function y(x) that is a cubic polynomial between its knots, for formulas:
///
///     y = y₀ + b s + c s² + d s³,   s = x − x₀
///
/// Before the first knot and after the last one it is straight with the slope there, or goes on as
/// the polynomial at the end.
/// Verified  tests/core/piecewise_cubic_test.cpp.
class PiecewiseCubic {
 public:
  using Points = std::vector<std::array<double, 2>>;  ///< (x, y), x strictly increasing
  enum class Shape {
    linear,  ///< straight between the points, at least two
    akima,   ///< slopes of Akima, J. ACM 17 (1970) 589, at least three points
    /// Continuous second derivative; at each end the third derivative is that of the cubic through
    /// the four points there (Forsythe, Malcolm & Moler 1977, section 4.4). At least four points.
    cubic
  };
  enum class Ends { straight, polynomial };

  /// @param name  what error messages call it, e.g. "table 'soft'".
  /// @throws ModelError for too few points, or one that is not finite or not in order.
  PiecewiseCubic(const Points& points, Shape shape, Ends ends, const std::string& name = "table");

  int num_pieces() const { return static_cast<int>(pieces_.size()); }
  /// The piece that x is in; a knot belongs to the piece on its right.
  int FindPiece(double x) const;
  /// Where pieces i − 1 and i meet, 0 < i < num_pieces().
  double knot(int i) const { return knots_[static_cast<std::size_t>(i) - 1]; }
  /// The polynomial of a piece, also beyond its ends.
  template <class S>
  S Evaluate(const S& x, int piece) const {
    const Piece& p = pieces_[static_cast<std::size_t>(piece)];
    const S s = x - S(p.x0);
    return S(p.y0) + s * (S(p.b) + s * (S(p.c) + s * S(p.d)));
  }
  double operator()(double x) const { return Evaluate(x, FindPiece(x)); }

 private:
  struct Piece {
    double x0, y0, b, c, d;
  };
  std::vector<double> knots_;
  std::vector<Piece> pieces_;  // one more than there are knots
};

}  // namespace trunnion
