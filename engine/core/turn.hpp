// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <limits>

#include "engine/core/element_context.hpp"

/// How far the frames of an element are turned against each other, and how far its law reaches.
namespace trunnion {

struct Turn {
  double angle = 0;                                          ///< [rad]; 0 where it is small
  double warning = std::numeric_limits<double>::infinity();  ///< [rad] the law gets inaccurate
  bool ended = false;                                        ///< the law has no meaning here
  const char* what = "its frames are turned against each other by";  ///< what the angle is
  const char* remedy = "";                                           ///< what the user can do
};

/// An element whose law ends where its frames are turned too far. `CalcTurn` is asked for at
/// accepted states, after UpdateMemory; cheap where the turn is small.
template <class E>
concept TurningElement = requires(const E e, const ElementContext& x) {
  { e.CalcTurn(x) } -> std::same_as<Turn>;
};

}  // namespace trunnion
