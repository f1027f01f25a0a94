// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/core/element_parameters.hpp"
#include "engine/system/system.hpp"

namespace trunnion {

/// The numbers of a System that may change while it stands: what belongs to its elements, and
/// masses and inertias of bodies. The System has one user while they change; its unknowns and
/// patterns stay, and so do the lengths by which it weighs rotations.
///
/// Verified  tests/hosting/parameters_test.cpp.
class SystemParameters {
 public:
  /// @param system  must outlive this object.
  explicit SystemParameters(System& system);

  /// "spring.stiffness [N/m]", "rod.mass [kg]", ...; always in this order. Elements without a name
  /// are left out.
  const std::vector<ElementParameter>& list() const { return list_; }
  /// @throws ModelError naming the element if the value is impossible; nothing has changed then.
  void Set(int i, double value);

 private:
  struct Place {
    bool of_body;
    int owner;   // body, or force of SystemParts::forces
    int number;  // of a force: among its parameters; of a body: mass, then entries of the inertia
  };
  void AddForce(int force);
  void AddBody(BodyIndex b);
  void SetOfBody(BodyIndex b, int number, double value);

  System& system_;
  std::vector<ElementParameter> list_;
  std::vector<Place> places_;
};

}  // namespace trunnion
