// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/model_file/parts.hpp"

namespace trunnion::model_file {

/// Kinds of elements, each with names of its own.
enum class NameKind { body, marker, joint, constraint, force, output, event, input };

/// What the elements of a part are called.
class PartNames {
 public:
  explicit PartNames(const PartSections& sections);

  /// Also "JOINT.a", "MESH.12" and others that an element of the part brings along.
  bool Has(NameKind kind, const std::string& name) const;
  /// The element of this name; null: there is none.
  const Json* Find(NameKind kind, const std::string& name) const;

 private:
  std::map<NameKind, std::map<std::string, Json>> elements_;
  std::map<NameKind, std::set<std::string>> makers_;  // of further names "MAKER.NAME"
};

/// What an instance calls its elements and what it is connected with.
struct InstanceNames {
  std::string name;                            ///< "left": its body "hub" is "left.hub"
  std::map<std::string, std::string> connect;  ///< names that the part lacks, by those it uses
};

/// Gives the elements, and all that refers to them, the names of the instance.
/// @returns the names of `connect` that no element refers to.
std::set<std::string> RenamePart(PartSections& sections,
                                 const PartNames& names,
                                 const InstanceNames& instance);

/// f(text, tables) changes each formula of the element that is evaluated in runs, not on reading.
using ChangeText = std::function<std::string(const std::string&, const std::vector<std::string>&)>;
void ChangeFormulas(Json& element, const ChangeText& change);

}  // namespace trunnion::model_file
