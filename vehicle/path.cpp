// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

constexpr double kSpacing = 1;  // of points of paths made here [m]

double CrossOf(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The cubic between two points with tangents, over q from 0 to 1 and its derivatives.
struct Cubic {
  Vec2 p, dp, ddp;
};
Cubic Evaluate(const Path::Point& a, const Path::Point& b, double h, double q) {
  const Vec2 u = h * a.tangent, v = h * b.tangent;
  const Vec2 c2 = 3 * (b.p - a.p) - 2 * u - v, c3 = 2 * (a.p - b.p) + u + v;
  return {a.p + q * (u + q * (c2 + q * c3)), u + q * (2 * c2 + 3 * q * c3), 2 * c2 + 6 * q * c3};
}

}  // namespace

Path::Path(std::vector<Point> points, bool closed) : points_(std::move(points)), closed_(closed) {
  Require(points_.size() >= 2, "path", "it needs two points at least");
  if (closed) points_.push_back(points_.front());
  stations_ = {0};
  for (std::size_t i = 0; i < points_.size(); ++i) {
    Require(points_[i].p.allFinite() && points_[i].tangent.norm() > 0,
            "path",
            "points must be finite, and tangents not zero");
    points_[i].tangent.normalize();
    if (i == 0) continue;
    const double chord = (points_[i].p - points_[i - 1].p).norm();
    Require(chord > 0, "path", "two points that follow each other are the same");
    stations_.push_back(stations_.back() + chord);
  }
}

Path::Place Path::At(double s) const {
  if (closed_) s -= length() * std::floor(s / length());
  if (s <= 0) return {points_.front().p + s * points_.front().tangent, points_.front().tangent};
  if (s >= length())
    return {points_.back().p + (s - length()) * points_.back().tangent, points_.back().tangent};
  const auto next = std::upper_bound(stations_.begin(), stations_.end(), s);
  const auto k = static_cast<std::size_t>(next - stations_.begin());
  const double h = stations_[k] - stations_[k - 1];
  const Cubic c = Evaluate(points_[k - 1], points_[k], h, (s - stations_[k - 1]) / h);
  const double speed = c.dp.norm();
  return {c.p, c.dp / speed, CrossOf(c.dp, c.ddp) / (speed * speed * speed)};
}

double Path::Project(const Vec2& p) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points_.size(); ++i)
    if ((points_[i].p - p).squaredNorm() < (points_[best].p - p).squaredNorm()) best = i;
  double s = stations_[best];
  for (int i = 0; i < 5; ++i) {  // Newton's method for (p(s) − p)·t = 0
    const Place place = At(s);
    const Vec2 d = p - place.p;
    const Vec2 normal(-place.tangent.y(), place.tangent.x());
    s += d.dot(place.tangent) / std::max(0.2, 1 - place.curvature * d.dot(normal));
  }
  return s;
}

Path MakePathThrough(const std::vector<Vec2>& points) {
  Require(points.size() >= 2, "path", "it needs two points at least");
  std::vector<Path::Point> all;
  const std::size_t last = points.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::size_t k = std::clamp<std::size_t>(i, 1, std::max<std::size_t>(last, 2) - 1);
    if (last < 2) {
      all.push_back({points[i], points[1] - points[0]});
      continue;
    }
    const double a = (points[k] - points[k - 1]).norm(), b = (points[k + 1] - points[k]).norm();
    Require(a > 0 && b > 0, "path", "two points that follow each other are the same");
    const Vec2 u = (points[k] - points[k - 1]) / a, v = (points[k + 1] - points[k]) / b;
    const Vec2 middle = (b * u + a * v) / (a + b);
    all.push_back({points[i],
                   i < k   ? Vec2(2 * u - middle)
                   : i > k ? Vec2(2 * v - middle)
                           : middle});
  }
  return Path(std::move(all));
}

Path MakeCircle(double radius, bool left) {
  Require(std::isfinite(radius) && radius > 0, "path", "the radius of a circle must be above zero");
  std::vector<Path::Point> points;
  const double side = left ? 1 : -1, around = 2 * std::numbers::pi;
  const int count = std::max(8, static_cast<int>(std::ceil(around * radius / kSpacing)));
  for (int i = 0; i < count; ++i) {
    const double angle = around * i / count;
    points.push_back({Vec2(radius * std::sin(angle), side * radius * (1 - std::cos(angle))),
                      Vec2(std::cos(angle), side * std::sin(angle))});
  }
  return Path(std::move(points), true);
}

std::vector<DoubleLaneChange::Lane> DoubleLaneChange::Lanes() const {
  const auto wide = [&](double factor) { return factor * width + 0.25; };
  const double edge = -wide(1.1) / 2;  // the first lane lies about y = 0
  return {{start, start + 15, edge, edge + wide(1.1)},
          {start + 45, start + 70, edge + 3.5, edge + 3.5 + wide(1.2)},
          {start + 95, start + 125, edge, edge + wide(1.3)}};
}

Path DoubleLaneChange::MakePath() const {
  const std::vector<Lane> lanes = Lanes();
  std::vector<Path::Point> points;
  const auto straight = [&](double from, double to, double y) {
    for (double x = from; x < to; x += kSpacing) points.push_back({Vec2(x, y), Vec2::UnitX()});
  };
  straight(std::min(0.0, start), lanes[0].end - overlap, lanes[0].middle());
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    const double x0 = lanes[i - 1].end - overlap, x1 = lanes[i].begin + overlap;
    const double y0 = lanes[i - 1].middle(), dy = lanes[i].middle() - y0, span = x1 - x0;
    for (double x = x0; x < x1; x += kSpacing) {
      const double q = (x - x0) / span, r = 1 - q;
      points.push_back({Vec2(x, y0 + dy * q * q * q * (10 - 15 * q + 6 * q * q)),
                        Vec2(1, dy / span * 30 * q * q * r * r)});
    }
    const bool last = i + 1 == lanes.size();
    straight(x1, last ? lanes[i].end + 1 : lanes[i].end - overlap, lanes[i].middle());
  }
  return Path(std::move(points));
}

}  // namespace trunnion::vehicle
