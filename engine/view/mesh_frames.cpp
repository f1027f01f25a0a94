// SPDX-License-Identifier: BSD-3-Clause
#include "engine/view/mesh_frames.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/results/pack.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

constexpr Eigen::Index kColumnsPerNode = 4;  // of the table of a mesh, after the time
constexpr Eigen::Index kMostNumbers = 12'000'000;
constexpr double kFinest = 1e-5;       // of positions, over the size of the part
constexpr double kFieldLevels = 4094;  // of fields

Eigen::Matrix3Xd PointsOf(const Json& part) {
  const Json& points = part.at("points");
  Eigen::Matrix3Xd X(3, points.size());
  for (Eigen::Index i = 0; i < X.cols(); ++i)
    for (int k = 0; k < 3; ++k) X(k, i) = points[static_cast<std::size_t>(i)][k].get<double>();
  return X;
}

/// Distances of r from X after the rigid motion that makes their squares least.
VectorXd CalcDeformation(const Eigen::Matrix3Xd& X, const Eigen::Matrix3Xd& r) {
  const Vec3 from = X.rowwise().mean(), to = r.rowwise().mean();
  const Eigen::Matrix3Xd A = X.colwise() - from, B = r.colwise() - to;
  if (!A.allFinite() || !B.allFinite()) return VectorXd::Constant(X.cols(), NAN);
  const Mat3 R = Eigen::umeyama(A, B, false).topLeftCorner<3, 3>();
  return (B - R * A).colwise().norm();
}

std::string Pack(const MatrixXd& values, double least_step) {
  return EncodeBase64(Deflate(PackColumns(values, 16, least_step)));
}

}  // namespace

MeshFrames CollectMeshFrames(const Results& results,
                             const Json& part,
                             const std::vector<Eigen::Index>& rows) {
  const ResultTable& table = results.table(part.at("table").get<std::string>());
  const auto nodes = part.at("nodes").get<std::vector<Eigen::Index>>();
  const auto n = static_cast<Eigen::Index>(nodes.size());
  Require(table.values.rows() == results.time.size(),
          "results: the rows of the table '" + table.name + "' are in a file; see ReadResults");
  for (const Eigen::Index node : nodes)
    Require(node >= 0 && node < (table.values.cols() - 1) / kColumnsPerNode,
            "results: the table '" + table.name + "' has not the nodes of the scene");
  const Eigen::Matrix3Xd X = PointsOf(part);
  Require(X.cols() == n && n > 0,
          "results: the scene has not as many points as nodes for '" + table.name + "'");
  const auto count = static_cast<Eigen::Index>(rows.size());
  MeshFrames frames{MatrixXd(count, 3 * n), MatrixXd(count, n), MatrixXd(count, n)};
  for (Eigen::Index f = 0; f < count; ++f) {
    Eigen::Matrix3Xd r(3, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Eigen::Index first = 1 + kColumnsPerNode * nodes[static_cast<std::size_t>(i)];
      const Eigen::Index row = rows[static_cast<std::size_t>(f)];
      for (int k = 0; k < 3; ++k) r(k, i) = table.values(row, first + k);
      frames.von_mises(f, i) = table.values(row, first + 3);
    }
    frames.positions.row(f) = r.reshaped().transpose();
    frames.deformation.row(f) = CalcDeformation(X, r).transpose();
  }
  return frames;
}

std::vector<std::string> PackMeshFrames(const MeshFrames& frames) {
  const Eigen::Matrix3Xd first = frames.positions.row(0).reshaped(3, frames.von_mises.cols());
  const double size = (first.rowwise().maxCoeff() - first.rowwise().minCoeff()).norm();
  return {Pack(frames.positions, kFinest * size),
          Pack(frames.von_mises, frames.von_mises.maxCoeff() / kFieldLevels),
          Pack(frames.deformation, frames.deformation.maxCoeff() / kFieldLevels)};
}

Eigen::Index CalcMostMeshFrames(const Json& parts, Eigen::Index wanted) {
  Eigen::Index numbers = 0;
  for (const Json& part : parts) numbers += 5 * static_cast<Eigen::Index>(part.at("nodes").size());
  if (numbers == 0) return wanted;
  return std::clamp<Eigen::Index>(kMostNumbers / numbers, 2, std::max<Eigen::Index>(wanted, 2));
}

}  // namespace trunnion
