// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <span>

#include "engine/core/breaks.hpp"
#include "engine/core/element_context.hpp"

/// What elements may say about where they are not smooth. All of it is optional.
namespace trunnion {

/// An element that depends on time other than smoothly: breaks() are those of what it contributes
/// to the accelerations, see BreakFinder. An empty finder: they are unknown.
template <class E>
concept ElementWithBreaks = requires(const E e) {
  { e.breaks() } -> std::convertible_to<BreakFinder>;
};

/// An element with laws of time whose breaks may be unknown: SampleLaw(t) is a number that changes
/// with them.
template <class E>
concept ElementWithTimeLaw = requires(const E e, double t) {
  { e.has_unknown_breaks() } -> std::convertible_to<bool>;
  { e.SampleLaw(t) } -> std::convertible_to<double>;
};

/// An element whose forces are smooth in pieces: which piece holds is in its memory, and the
/// element goes on smoothly beyond its ends until UpdateMemory takes the next one.
///
///   num_events()    number of its event functions.
///   CalcEvents      writes their values, > 0 within the piece, and their rates over time, NaN
///   where
///                   these need accelerations.
template <class E>
concept ElementWithEvents = requires(const E e,
                                     const ElementContext& x,
                                     std::span<double> values,
                                     std::span<double> rates) {
  { e.num_events() } -> std::convertible_to<int>;
  e.CalcEvents(x, values, rates);
};

}  // namespace trunnion
