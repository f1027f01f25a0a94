// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/error.hpp"
#include "engine/system/handles.hpp"
#include "engine/system/system.hpp"

/// What queries ask of handles and of vectors that users hand over.
namespace trunnion {

/// @throws ModelError unless 0 ≤ index < count; `kind` is "joint" and so on.
void RequireHandle(int index, std::size_t count, const char* kind);

inline void RequireHandle(const System& system, BodyId id) {
  RequireHandle(id.index(), static_cast<std::size_t>(system.num_bodies()), "body");
}
inline void RequireHandle(const System& system, MarkerId id) {
  RequireHandle(id.index(), system.parts().markers.size(), "marker");
}
inline void RequireHandle(const System& system, JointId id) {
  RequireHandle(id.index(), system.parts().joints.size(), "joint");
}
inline void RequireHandle(const System& system, ForceId id) {
  RequireHandle(id.index(), system.parts().forces.size(), "force");
}
inline void RequireHandle(const System& system, ConstraintId id) {
  RequireHandle(id.index(), system.parts().constraints.size(), "constraint");
}

/// @throws ModelError "q has 11 numbers, this system has 12 ..." unless `size` is `expected`.
void RequireSize(Eigen::Index size, Eigen::Index expected, const std::string& what);

}  // namespace trunnion
