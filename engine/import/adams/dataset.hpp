// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/import/adams/statements.hpp"
#include "engine/import/adams/units.hpp"
#include "engine/import/adams/values.hpp"

namespace trunnion::adams {

/// A part or point mass where it is drawn.
struct Part {
  const Statement* statement = nullptr;
  bool ground = false;
  bool point = false;  ///< a mass without rotation
  Pose X{};            ///< of its frame in the ground [m]
};

/// A marker of a part.
struct PartMarker {
  const Statement* statement = nullptr;
  long part = 0;
  Pose X{};  ///< in the frame of the part [m]
};

/// Parts, markers and names of a dataset. Statements may stand in any order.
class Dataset {
 public:
  /// The statements must outlive it. What cannot be understood is left out, and comes to light
  /// where it is needed: the statement itself is read by another pass.
  explicit Dataset(const std::vector<Statement>& statements);

  const Units& units() const { return units_; }
  long ground() const { return ground_; }

  /// @throws Refusal, at the line of the argument that refers to it.
  const Part& part(long id, int line) const;
  const PartMarker& marker(long id, int line) const;
  /// The markers of the arguments.
  const PartMarker& marker(const Statement& statement, std::string_view argument) const {
    return marker(GetId(statement, argument), Get(statement, argument).line);
  }
  /// Where a marker is drawn, in the ground.
  Pose CalcPose(const PartMarker& marker) const;
  /// The statement NAME/id; none if there is none.
  const Statement* Find(std::string_view name, long id) const;

  /// The name in the model file: that of Adams/View if it is free, else "MARKER_101".
  std::string NameOf(const Statement& statement) const;
  std::string NameOfMarker(long id, int line) const { return NameOf(*marker(id, line).statement); }

  /// Of a statement PART, POINT_MASS, MARKER. @throws Refusal
  Part ReadPart(const Statement& statement) const;
  PartMarker ReadMarker(const Statement& statement) const;

 private:
  Pose ReadPose(const Statement& statement, const char* origin, const char* z, const char* x) const;
  void ClaimNames(const std::vector<Statement>& statements);

  Units units_;
  long ground_ = -1;
  std::map<long, Part> parts_;  // and point masses, which are numbered apart: negative
  std::map<long, PartMarker> markers_;
  std::map<std::pair<std::string, long>, const Statement*> statements_;
  std::map<const Statement*, std::string> names_;
};

/// The key of a point mass among the parts.
constexpr long PointMassKey(long id) { return -1 - id; }

}  // namespace trunnion::adams
