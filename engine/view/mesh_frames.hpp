// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/results/results.hpp"

/// Motions of flexible parts for a page.
namespace trunnion {

/// The surface of one part at some output times, a row each.
struct MeshFrames {
  MatrixXd positions;    ///< x, y, z of each node of the surface [m]
  MatrixXd von_mises;    ///< [Pa]
  MatrixXd deformation;  ///< distance from the rigid motion that fits all nodes best [m]
};

/// @param part  an entry of "flexible" in the scene; its table is in the results.
/// @throws ModelError if the table is missing or has other columns.
MeshFrames CollectMeshFrames(const Results& results,
                             const nlohmann::ordered_json& part,
                             const std::vector<Eigen::Index>& rows);

/// PackColumns of each, compressed, as base64, in the order of the members: positions rounded to
/// 1e-5 of the size of the part or 1/65 534 of their range, fields to 1/4094 of their largest
/// value.
std::vector<std::string> PackMeshFrames(const MeshFrames& frames);

/// How many output times leave the frames of all parts below 12 million numbers.
Eigen::Index CalcMostMeshFrames(const nlohmann::ordered_json& parts, Eigen::Index wanted);

}  // namespace trunnion
