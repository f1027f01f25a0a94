// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/results/results.hpp"

/// The JSON documents of results, checked as far as those who read them rely on it: they may come
/// from a damaged file.
namespace trunnion {

/// A document as an object; empty if the results do not have it.
/// @throws ModelError if it is no JSON, no object, or nested deeper than 64 levels.
nlohmann::ordered_json ReadDocument(const Results& results, const std::string& name);

/// The document "scene": bodies, joints, forces and flexible parts are lists of objects with names;
/// places refer to bodies, and flexible parts to tables of the results, their columns and their own
/// points.
/// @throws ModelError as above, and where this is not so.
nlohmann::ordered_json ReadScene(const Results& results);

/// The document "failures" of step_log.hpp: objects of counts.
nlohmann::ordered_json ReadFailures(const Results& results);

}  // namespace trunnion
