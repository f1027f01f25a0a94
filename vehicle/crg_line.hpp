// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "vehicle/crg_file.hpp"

namespace trunnion::vehicle {

using Vec2 = Eigen::Vector2d;
using Mat2 = Eigen::Matrix2d;

/// The reference line of an OpenCRG road: nodes at equal steps of u, joined by straight segments,
/// straight beyond its ends; v is the distance to its left [m].
///
/// Coordinates: n is the left normal of a segment, nᵢ that of the chord from node i − 1 to i + 1
/// (at the ends: of the segment). With A = Pᵢ + v nᵢ/(nᵢ·n), B alike at i + 1 and the fraction f of
/// u in the segment, (u, v) lies at A + f (B − A): continuous, and exactly invertible.
class ReferenceLine {
 public:
  /// Integrates headings and slopes of the file; its scaling modifiers are applied.
  /// @throws FileError if an increment is not positive, or a heading or slope is missing.
  explicit ReferenceLine(const CrgFile& file);

  /// Turns the line about a point by an angle [rad], then moves it [m].
  void Move(const Vec2& centre, double angle, const Vec2& shift, double lift);

  Vec2 ToXy(double u, double v) const;
  /// (u, v) of a point; the segment is searched from the nearest node.
  Vec2 ToUv(const Vec2& point) const;
  /// ∂(x, y)/∂(u, v); on a node of the segment behind it.
  Mat2 Jacobian(double u, double v) const;

  double u_begin() const { return u0_; }
  double u_end() const { return u0_ + increment_ * static_cast<double>(points_.size() - 1); }
  const Vec2& start() const { return points_.front(); }
  /// Direction at u [rad]: of the segment that holds u, on a node the one behind it; of the
  /// straight extensions beyond the ends, also of a closed track.
  double Heading(double u) const;
  /// By three points half a metre apart [1/m]; 0 near the ends.
  double Curvature(double u) const;
  /// Height and its slope over u, with u within the range [m], [-].
  std::pair<double, double> Height(double u) const { return Linear(height_, u); }
  /// Banking and its slope over u: height over v, the left side up [-], [1/m].
  std::pair<double, double> Banking(double u) const { return Linear(banking_, u); }
  /// Makes the line a closed track, where the straight extensions of its ends meet; false: they do
  /// not. From then on u counts round and round.
  bool Close();
  /// The range of u of a closed track; equal values: it is not closed.
  const std::pair<double, double>& closed_range() const { return closed_; }
  /// u, once round a closed track.
  double Wrap(double u) const;

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Box {
    Vec2 low, high;
  };
  /// What (u, v) → (x, y) of a segment is made of.
  struct Segment {
    Vec2 A, B, a, b;  // a, b: derivatives of A, B over v
  };

  int num_nodes() const { return static_cast<int>(points_.size()); }
  const Vec2& Point(int i) const { return points_[static_cast<std::size_t>(i)]; }
  int SegmentOf(double u) const;
  Segment MakeSegment(int i, double v) const;
  Vec2 Chord(int i) const;
  int NearestNode(const Vec2& point) const;
  std::pair<double, double> Linear(const std::vector<double>& values, double u) const;

  void ReadHeadings(const CrgFile& file);
  void IntegratePoints(const CrgFile& file);
  void ReadProfile(const CrgFile& file);
  void BuildIndex();

  double u0_ = 0, increment_ = 0.01;
  double start_heading_ = 0, end_heading_ = 0;
  std::vector<double> headings_;  // of segment i - 1 -> i; [0] that of the start
  std::vector<Vec2> points_;
  std::vector<double> height_, banking_;  // at nodes
  std::vector<Box> boxes_;                // around blocks of nodes
  std::pair<double, double> closed_{0, 0};
  std::vector<std::string> notes_;
};

}  // namespace trunnion::vehicle
