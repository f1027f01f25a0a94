// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/crg_line.hpp"

#include <algorithm>
#include <cmath>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

constexpr int kBlock = 64;  // nodes below one box of the search

double ValueOf(const CrgFile::Values& values, const char* key, double otherwise) {
  const auto found = values.find(key);
  return found == values.end() ? otherwise : found->second;
}

Vec2 Direction(double angle) { return {std::cos(angle), std::sin(angle)}; }
Vec2 LeftOf(const Vec2& direction) { return {-direction.y(), direction.x()}; }
double Cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Values 1 .. of a column, which must be there.
std::vector<double> Column(const CrgFile& file, int channel, int first) {
  std::vector<double> values(static_cast<std::size_t>(file.data.rows()), 0);
  for (int i = first; i < file.data.rows(); ++i) {
    values[static_cast<std::size_t>(i)] = file.data(i, channel);
    if (!std::isfinite(file.data(i, channel)))
      throw FileError(file.name + ": row " + std::to_string(i + 1) +
                          " of the data has no value of '" +
                          file.channels[static_cast<std::size_t>(channel)] + "'",
                      ErrorFields{.file = file.name});
  }
  return values;
}

/// Sums increments from both ends, if the end is given: the error of rounded increments is shared
/// out along the line. @param step  of the i-th interval.
template <class T, class Step>
std::vector<T> Integrate(int count, const T& start, const std::optional<T>& end, const Step& step) {
  std::vector<T> back(static_cast<std::size_t>(count), start), line = back;
  if (end) {
    back.back() = *end;
    for (int i = count - 1; i > 0; --i)
      back[static_cast<std::size_t>(i - 1)] = back[static_cast<std::size_t>(i)] - step(i);
  }
  for (int i = 1; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    line[k] = line[k - 1] + step(i);
    const double f = static_cast<double>(i) / (count - 1);
    if (end) line[k] = (1 - f) * line[k] + f * back[k];
  }
  return line;
}

}  // namespace

ReferenceLine::ReferenceLine(const CrgFile& file) {
  u0_ = ValueOf(file.road, "REFERENCE_LINE_START_U", 0);
  increment_ = ValueOf(file.road, "REFERENCE_LINE_INCREMENT", 0.01) *
               ValueOf(file.modifiers, "SCALE_LENGTH", 1);
  if (!(increment_ > 0))
    throw FileError(file.name + ": REFERENCE_LINE_INCREMENT (times SCALE_LENGTH) must be positive",
                    ErrorFields{.file = file.name});
  ReadHeadings(file);
  IntegratePoints(file);
  ReadProfile(file);
  BuildIndex();
}

void ReferenceLine::ReadHeadings(const CrgFile& file) {
  const int channel = file.FindChannel("reference line phi");
  const auto& road = file.road;
  if (channel < 0) {
    const Vec2 way(
        ValueOf(road, "REFERENCE_LINE_END_X", 0) - ValueOf(road, "REFERENCE_LINE_START_X", 0),
        ValueOf(road, "REFERENCE_LINE_END_Y", 0) - ValueOf(road, "REFERENCE_LINE_START_Y", 0));
    const bool by_ends = road.contains("REFERENCE_LINE_END_X") && way.norm() > 0;
    start_heading_ =
        ValueOf(road, "REFERENCE_LINE_START_PHI", by_ends ? std::atan2(way.y(), way.x()) : 0);
    headings_.assign(static_cast<std::size_t>(file.data.rows()), start_heading_);
    end_heading_ = start_heading_;
    return;
  }
  headings_ = Column(file, channel, 1);
  start_heading_ = ValueOf(road, "REFERENCE_LINE_START_PHI", 0);
  headings_[0] = start_heading_;
  const double last = headings_.back();
  end_heading_ = ValueOf(road, "REFERENCE_LINE_END_PHI", last);
  if (!road.contains("REFERENCE_LINE_START_PHI") && std::abs(headings_[1]) > 0.01)
    notes_.push_back(
        "REFERENCE_LINE_START_PHI is not given: before its start the line heads 0 rad");
  if (std::abs(std::remainder(end_heading_ - last, 2 * M_PI)) > 0.01)
    notes_.push_back("REFERENCE_LINE_END_PHI is not the heading of the last segment");
  const double scale = ValueOf(file.modifiers, "SCALE_CURVATURE", 1);
  if (scale == 1) return;
  double before = start_heading_, scaled = start_heading_;
  const auto follow = [&](double& heading) {
    scaled += scale * std::remainder(heading - before, 2 * M_PI);
    before = heading;
    heading = scaled;
  };
  for (double& heading : headings_) follow(heading);
  follow(end_heading_);
}

void ReferenceLine::IntegratePoints(const CrgFile& file) {
  const auto& road = file.road;
  const bool scaled =
      file.modifiers.contains("SCALE_LENGTH") || file.modifiers.contains("SCALE_CURVATURE");
  const Vec2 start(ValueOf(road, "REFERENCE_LINE_START_X", 0),
                   ValueOf(road, "REFERENCE_LINE_START_Y", 0));
  std::optional<Vec2> end;
  if (road.contains("REFERENCE_LINE_END_X") && road.contains("REFERENCE_LINE_END_Y") && !scaled &&
      file.FindChannel("reference line phi") >= 0)
    end = Vec2(ValueOf(road, "REFERENCE_LINE_END_X", 0), ValueOf(road, "REFERENCE_LINE_END_Y", 0));
  points_ = Integrate<Vec2>(static_cast<int>(headings_.size()), start, end, [&](int i) {
    return Vec2(increment_ * Direction(headings_[static_cast<std::size_t>(i)]));
  });
}

void ReferenceLine::ReadProfile(const CrgFile& file) {
  const auto& road = file.road;
  const auto& modifiers = file.modifiers;
  const auto count = points_.size();
  std::vector<double> slope(count, ValueOf(road, "REFERENCE_LINE_START_S", 0));
  if (const int channel = file.FindChannel("reference line slope"); channel >= 0)
    slope = Column(file, channel, 1);
  const double slope_scale = ValueOf(modifiers, "SCALE_SLOPE", 1);
  std::optional<double> end;
  if (road.contains("REFERENCE_LINE_END_Z") && !modifiers.contains("SCALE_SLOPE") &&
      !modifiers.contains("SCALE_LENGTH"))
    end = ValueOf(road, "REFERENCE_LINE_END_Z", 0);
  height_ = Integrate<double>(
      static_cast<int>(count), ValueOf(road, "REFERENCE_LINE_START_Z", 0), end, [&](int i) {
        return increment_ * slope_scale * slope[static_cast<std::size_t>(i)];
      });
  banking_.assign(count, ValueOf(road, "REFERENCE_LINE_START_B", 0));
  if (const int channel = file.FindChannel("reference line banking"); channel >= 0)
    banking_ = Column(file, channel, 0);
  for (double& banking : banking_) banking *= ValueOf(modifiers, "SCALE_BANKING", 1);
}

void ReferenceLine::BuildIndex() {
  boxes_.clear();
  for (int first = 0; first < num_nodes(); first += kBlock) {
    Box box{Point(first), Point(first)};
    for (int i = first; i < std::min(first + kBlock, num_nodes()); ++i) {
      box.low = box.low.cwiseMin(Point(i));
      box.high = box.high.cwiseMax(Point(i));
    }
    boxes_.push_back(box);
  }
}

void ReferenceLine::Move(const Vec2& centre, double angle, const Vec2& shift, double lift) {
  const Mat2 turn = Eigen::Rotation2Dd(angle).toRotationMatrix();
  for (Vec2& point : points_) point = centre + turn * (point - centre) + shift;
  for (double& heading : headings_) heading += angle;
  start_heading_ += angle;
  end_heading_ += angle;
  for (double& height : height_) height += lift;
  BuildIndex();
}

int ReferenceLine::SegmentOf(double u) const {
  const double at = std::floor((u - u0_) / increment_);
  return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(num_nodes() - 2)));
}

Vec2 ReferenceLine::Chord(int i) const {
  return Point(std::min(i + 1, num_nodes() - 1)) - Point(std::max(i - 1, 0));
}

ReferenceLine::Segment ReferenceLine::MakeSegment(int i, double v) const {
  const Vec2 n = LeftOf(Point(i + 1) - Point(i)).normalized();
  const Vec2 a = LeftOf(Chord(i)), b = LeftOf(Chord(i + 1));
  Segment s;
  s.a = a / a.dot(n);
  s.b = b / b.dot(n);
  s.A = Point(i) + v * s.a;
  s.B = Point(i + 1) + v * s.b;
  return s;
}

Vec2 ReferenceLine::ToXy(double u, double v) const {
  u = Wrap(u);
  if (u < u0_) {
    const Vec2 m = Direction(start_heading_);
    return points_.front() + (u - u0_) * m + v * LeftOf(m);
  }
  if (u > u_end()) {
    const Vec2 m = Direction(end_heading_);
    return points_.back() + (u - u_end()) * m + v * LeftOf(m);
  }
  const int i = SegmentOf(u);
  const Segment s = MakeSegment(i, v);
  return s.A + ((u - u0_) / increment_ - i) * (s.B - s.A);
}

Mat2 ReferenceLine::Jacobian(double u, double v) const {
  u = Wrap(u);
  Mat2 J;
  if (u < u0_ || u > u_end()) {
    const Vec2 m = Direction(u < u0_ ? start_heading_ : end_heading_);
    J << m, LeftOf(m);
    return J;
  }
  const int i = SegmentOf(u);
  const Segment s = MakeSegment(i, v);
  J << (s.B - s.A) / increment_, s.a + ((u - u0_) / increment_ - i) * (s.b - s.a);
  return J;
}

int ReferenceLine::NearestNode(const Vec2& point) const {
  double best = std::numeric_limits<double>::infinity();
  int nearest = 0;
  for (std::size_t k = 0; k < boxes_.size(); ++k) {
    const Box& box = boxes_[k];
    if ((point - point.cwiseMax(box.low).cwiseMin(box.high)).squaredNorm() >= best) continue;
    const int first = static_cast<int>(k) * kBlock;
    for (int i = first; i < std::min(first + kBlock, num_nodes()); ++i)
      if (const double d = (point - Point(i)).squaredNorm(); d < best) best = d, nearest = i;
  }
  return nearest;
}

Vec2 ReferenceLine::ToUv(const Vec2& point) const {
  const auto beyond = [&](int i) { return (point - Point(i)).dot(Chord(i)); };
  const int last = num_nodes() - 1;
  int i = NearestNode(point);
  if (beyond(i) < 0) {
    do --i;
    while (i >= 0 && beyond(i) < 0);
  } else {
    while (i < last && beyond(i + 1) >= 0) ++i;
  }
  if (i < 0 || i == last) {
    const Vec2 m = Direction(i < 0 ? start_heading_ : end_heading_);
    const Vec2 d = point - (i < 0 ? points_.front() : points_.back());
    return {(i < 0 ? u0_ : u_end()) + d.dot(m), Cross(m, d)};
  }
  const Vec2 along = (Point(i + 1) - Point(i)).normalized();
  const double v = Cross(along, point - Point(i));
  const Segment s = MakeSegment(i, v);
  const double length = (s.B - s.A).dot(along);
  const double f = length > 0 ? std::clamp((point - s.A).dot(along) / length, 0.0, 1.0) : 0.5;
  return {u0_ + (i + f) * increment_, v};
}

double ReferenceLine::Heading(double u) const {
  if (u < u0_) return start_heading_;
  if (u > u_end()) return end_heading_;
  return headings_[static_cast<std::size_t>(SegmentOf(u)) + 1];
}

double ReferenceLine::Curvature(double u) const {
  const int i = SegmentOf(Wrap(u));
  const int m = std::max(1, static_cast<int>(0.5 / increment_));
  if (i - m < 0 || i + m >= num_nodes()) return 0;
  return Cross(Point(i) - Point(i - m), Point(i + m) - Point(i)) / std::pow(m * increment_, 3);
}

std::pair<double, double> ReferenceLine::Linear(const std::vector<double>& values, double u) const {
  const int i = SegmentOf(u);
  const double low = values[static_cast<std::size_t>(i)];
  const double slope = (values[static_cast<std::size_t>(i) + 1] - low) / increment_;
  return {low + slope * (u - u0_ - i * increment_), slope};
}

bool ReferenceLine::Close() {
  const Vec2 m = Direction(start_heading_), q = Direction(end_heading_);
  // The extensions meet where start - s m = end + r q.
  const Vec2 gap = points_.front() - points_.back();
  const double sine = Cross(m, q);
  double s = gap.dot(m) / 2, r = s;
  if (std::abs(sine) > 1e-9) {
    s = Cross(gap, q) / sine;
    r = Cross(m, gap) / sine;
  }
  const bool closes = m.dot(q) > 0.5 && s > 0 && r > 0;  // below 60 degrees
  if (closes) closed_ = {u0_ - s, u_end() + r};
  return closes;
}

double ReferenceLine::Wrap(double u) const {
  const double length = closed_.second - closed_.first;
  return length > 0 ? u - length * std::floor((u - closed_.first) / length) : u;
}

}  // namespace trunnion::vehicle
