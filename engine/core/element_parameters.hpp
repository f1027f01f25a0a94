// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <string>
#include <vector>

namespace trunnion {

/// A number of an element that may change between steps, in the place where it stands.
struct ElementParameter {
  std::string name;  ///< "stiffness"
  std::string unit;
  double value = 0;
};

/// An element with parameters that may change. Its bodies, its memory and its events stay.
///
///   ListParameters  all of them, always in the same order.
///   SetParameter    changes number `i`. @throws ModelError if the value is impossible; then the
///                   element is as it was.
template <class E>
concept AdjustableElement = requires(const E& c, E& e, int i, double value) {
  { c.ListParameters() } -> std::convertible_to<std::vector<ElementParameter>>;
  e.SetParameter(i, value);
};

}  // namespace trunnion
