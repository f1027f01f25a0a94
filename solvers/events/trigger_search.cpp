// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/events/trigger_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// Where a step is looked at, in parts of it: near its ends, so that slopes there are known.
constexpr std::array kParts{0.02, 0.25, 0.5, 0.75, 0.98, 1.0};
/// The same right after an event, so that it is seen to which side a function leaves zero.
constexpr std::array kFirstParts{1e-8, 1e-6, 1e-5, 1e-4, 1e-3};
/// A dip is looked into where the parabola through three values comes so near to zero, in parts of
/// their range.
constexpr double kNearZero = 0.5;
constexpr int kMaxRefinements = 100;
/// Crossings that are nearer to each other than this part of a step happen at once.
constexpr double kAtOnce = 1e-10;
/// So many crossings of one trigger, with at most two steps between them, are chatter; of those
/// that follow each other within kAgain of the time (or of a millisecond) each counts for many.
constexpr int kTooManyCrossings = 200, kMany = 50;
constexpr double kAgain = 3e-7;

int Sign(double x) { return (x > 0) - (x < 0); }

double Rounding(double t) {
  return 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), 1e-6);
}

}  // namespace

TriggerSearch::Node TriggerSearch::Evaluate(double t, const Interpolate& interpolate) {
  Node node{t, {}};
  interpolate(t, q_, v_);
  triggers_->CalcValues(t, q_, v_, node.values);
  return node;
}

void TriggerSearch::Start(double t, const VectorXd& q, const VectorXd& v) {
  const auto count = static_cast<std::size_t>(triggers_->size());
  last_.t = t;
  triggers_->CalcValues(t, q, v, last_.values);
  sides_.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    sides_[i] = Sign(last_.values[static_cast<Eigen::Index>(i)]);
  steps_.resize(count, kTooManyCrossings);
  in_a_row_.resize(count, 0);
  fired_.clear();
}

void TriggerSearch::CarryOn(const TriggerSearch& before) {
  last_ = before.last_;
  sides_ = before.sides_;
  steps_ = before.steps_;
  in_a_row_ = before.in_a_row_;
}

/// True if the trigger has crossed in the direction it waits for, where its function has a value.
bool TriggerSearch::Crosses(int trigger, double value) const {
  const int side = sides_[static_cast<std::size_t>(trigger)];
  const int direction = triggers_->direction(trigger);
  return side != 0 && Sign(value) != side && (direction == 0 || direction == -side);
}

/// What crosses against the direction that is waited for only changes its side.
void TriggerSearch::MoveTo(const Node& node) {
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const int sign = Sign(node.values[static_cast<Eigen::Index>(i)]);
    if (sign != 0) sides_[i] = sign;
  }
  last_ = node;
}

void TriggerSearch::CollectFired(const Node& node) {
  fired_.clear();
  for (int i = 0; i < triggers_->size(); ++i)
    if (Crosses(i, node.values[i])) fired_.push_back(i);
}

std::optional<double> TriggerSearch::FindFirst(double t1, const Interpolate& interpolate) {
  const double begin = last_.t, h = t1 - begin;
  fired_.clear();
  for (int& steps : steps_) steps = std::min(steps + 1, kTooManyCrossings);
  std::vector<Node> nodes{last_};
  const auto look = [&](double part) {
    if (part == 1 || part * h > Rounding(begin))
      nodes.push_back(Evaluate(part == 1 ? t1 : begin + part * h, interpolate));
  };
  if (std::find(sides_.begin(), sides_.end(), 0) != sides_.end())
    std::for_each(kFirstParts.begin(), kFirstParts.end(), look);
  std::for_each(kParts.begin(), kParts.end(), look);
  AddDips(nodes, interpolate);
  for (std::size_t n = 1; n < nodes.size(); ++n) {
    double first = std::numeric_limits<double>::infinity();
    for (int i = 0; i < triggers_->size(); ++i)
      if (Crosses(i, nodes[n].values[i]))
        first = std::min(first, FindRoot(i, nodes[n - 1], nodes[n], interpolate));
    if (first > t1) {
      MoveTo(nodes[n]);
      continue;
    }
    const Node root = Evaluate(first, interpolate);
    const double later = std::min(first + kAtOnce * h + Rounding(first), t1);
    const Node beyond = Evaluate(later, interpolate);
    bool several = false;
    for (int i = 0; i < triggers_->size(); ++i)
      several |= Crosses(i, beyond.values[i]) && !Crosses(i, root.values[i]);
    CollectFired(several ? beyond : root);
    MoveTo(several ? beyond : root);
    for (const int i : fired_) sides_[static_cast<std::size_t>(i)] = 0;
    WatchForChatter(last_.t - begin);
    return last_.t;
  }
  return {};
}

bool TriggerSearch::Jump(const VectorXd& q, const VectorXd& v) {
  Node after{last_.t, {}};
  triggers_->CalcValues(last_.t, q, v, after.values);
  CollectFired(after);
  const std::vector<int> before = sides_;
  MoveTo(after);
  for (std::size_t i = 0; i < sides_.size(); ++i)
    if (before[i] == 0) sides_[i] = 0;  // it has just crossed
  if (fired_.empty()) return false;
  WatchForChatter(std::numeric_limits<double>::infinity());
  return true;
}

/// Adds the times at which a function is on the other side between two where it is not.
void TriggerSearch::AddDips(std::vector<Node>& nodes, const Interpolate& interpolate) {
  std::vector<Node> dips;
  Node found{};
  for (std::size_t n = 1; n + 1 < nodes.size(); ++n)
    for (int i = 0; i < triggers_->size(); ++i)
      if (FindDip(i, nodes[n - 1], nodes[n], nodes[n + 1], interpolate, found))
        dips.push_back(found);
  if (dips.empty()) return;
  nodes.insert(nodes.end(), dips.begin(), dips.end());
  std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.t < b.t; });
}

/// By the least value of parabolas through three points, whose interval shrinks around it.
bool TriggerSearch::FindDip(int trigger,
                            const Node& left,
                            const Node& middle,
                            const Node& right,
                            const Interpolate& interpolate,
                            Node& found) {
  const int sign = Sign(middle.values[trigger]);
  if (sign == 0 || Sign(left.values[trigger]) == -sign || Sign(right.values[trigger]) == -sign)
    return false;
  double a = left.t, b = middle.t, c = right.t;
  if (b - a < 1e-6 * (c - a)) return false;  // its slope would be rounding
  double fa = sign * left.values[trigger], fb = sign * middle.values[trigger],
         fc = sign * right.values[trigger];
  const double width = c - a, range = std::max({fa, fb, fc}) - std::min({fa, fb, fc});
  for (int i = 0; i < kMaxRefinements && c - a > 1e-9 * width; ++i) {
    const double p = (fb - fa) / (b - a), curvature = ((fc - fb) / (c - b) - p) / (c - a);
    if (!(curvature > 0)) return false;
    double t = (a + b) / 2 - p / (2 * curvature);
    if (!(t > a && t < c)) return false;
    const double bottom = fb + (t - b) * (p + curvature * (t - a));
    if (i == 0 && bottom > kNearZero * range) return false;
    if (i > 2 && bottom > 0 && fb - bottom < 1e-3 * bottom) return false;
    if (std::abs(t - b) < 1e-3 * (c - a)) t = b + 1e-3 * (c - b > b - a ? c - a : a - c);
    found = Evaluate(t, interpolate);
    const double f = sign * found.values[trigger];
    if (f <= 0) return true;
    if (f < fb) {
      (t < b ? c : a) = b;
      (t < b ? fc : fa) = fb;
      b = t;
      fb = f;
    } else {
      (t < b ? a : c) = t;
      (t < b ? fa : fc) = f;
    }
  }
  return false;
}

/// The false position in Illinois' variant, every third time bisection: the far end of an interval
/// that is as short as time can tell.
double TriggerSearch::FindRoot(int trigger, Node left, Node right, const Interpolate& interpolate) {
  const int side = sides_[static_cast<std::size_t>(trigger)];
  double low = left.values[trigger], high = right.values[trigger];
  int last = 0;
  for (int i = 0; i < kMaxRefinements && high != 0; ++i) {
    const double least = Rounding(right.t);
    if (right.t - left.t <= 2 * least) break;
    double t = left.t + (right.t - left.t) * low / (low - high);
    if (i % 3 == 2) t = (left.t + right.t) / 2;
    t = std::max(left.t + least, std::min(t, right.t - least));
    const double value = Evaluate(t, interpolate).values[trigger];
    const bool crossed = Sign(value) != side;
    (crossed ? right : left).t = t;
    (crossed ? high : low) = value;
    if (last == (crossed ? 1 : -1)) (crossed ? low : high) /= 2;
    last = crossed ? 1 : -1;
  }
  return right.t;
}

/// @param step  length of the last step up to the crossing [s].
void TriggerSearch::WatchForChatter(double step) {
  const bool again = step < kAgain * std::max(std::abs(last_.t), 1e-3);
  for (const int trigger : fired_) {
    const auto i = static_cast<std::size_t>(trigger);
    const int count = again && steps_[i] == 1 ? kMany : 1;
    in_a_row_[i] = steps_[i] <= 2 ? in_a_row_[i] + count : 0;
    steps_[i] = 0;
    if (in_a_row_[i] < kTooManyCrossings) continue;
    std::ostringstream message;
    message << triggers_->label(trigger) << " chatters at t = " << last_.t
            << " s: it happens again and again with hardly a step between; let its action move the "
               "signal away from the value, or let it happen once";
    throw EventError(message.str());
  }
}

}  // namespace trunnion
