// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "solvers/problem/event_source.hpp"

namespace trunnion {

class Archive;

/// The breaks of a system over time as an integrator meets them. A step ends at a break, not
/// beyond; the next one starts anew there, with limits from its side.
class TimeBreaks {
 public:
  /// `system` must outlive the object.
  explicit TimeBreaks(EventSource& system) : system_(system) {}

  /// Begins at t [s]. A jump or kink there is passed in the first step, so that it starts after it.
  void Start(double t);

  /// While alive, the system is evaluated within the present smooth interval.
  class Window {
   public:
    explicit Window(TimeBreaks& breaks) : breaks_(breaks) { breaks_.Open(); }
    ~Window() { breaks_.Close(); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

   private:
    TimeBreaks& breaks_;
  };

  /// No step goes beyond `t` [s], which is no break; infinite (at first): no limit.
  void StopAt(double t) { stop_ = t; }
  double stop() const { return stop_; }
  /// The end of a step from t that may have the length h [s]: the next break or stop, which is both
  /// where rounding alone is between them, if h reaches it, half way to it if two steps do and
  /// `halve` is true, so that none is much shorter; else t + h.
  double EndOf(double t, double h, bool halve = true) const;
  /// If t is a break: passes it, and returns its order. The window is then after it.
  std::optional<int> Pass(double t);
  /// t, or the first time [s] in the window that is evaluated, if that is later.
  double StartOf(double t) const { return std::max(t, from_); }
  /// True if t is the next break, but for rounding.
  bool IsAt(double t) const;
  double next() const { return next_.t; }  ///< [s]; infinite: there is none
  void Serialize(Archive& archive);

 private:
  void Open() { system_.OpenWindow(from_, to_); }
  void Close() { system_.CloseWindow(); }
  void MoveOn(double t);

  EventSource& system_;
  Break next_;
  double from_ = -std::numeric_limits<double>::infinity(), to_ = -from_;  // window [s]
  double stop_ = std::numeric_limits<double>::infinity();                 // [s]
};

}  // namespace trunnion
