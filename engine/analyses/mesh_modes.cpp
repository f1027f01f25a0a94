// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/mesh_modes.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/fields/mesh_fields.hpp"
#include "engine/mesh/mesh_surface.hpp"
#include "engine/mesh/reduced_part.hpp"

namespace trunnion {
namespace {

/// Six digits, short.
double Rounded(double x) { return std::abs(x) < 5e-7 ? 0 : std::round(1e6 * x) / 1e6; }

}  // namespace

Eigen::Matrix3Xcd CalcMeshMode(const ReducedBodyInfo& body,
                               const ElementContext& x,
                               const Mode& mode) {
  Require(body.part->mesh != nullptr, "reduced body '" + body.name + "': it has no mesh");
  const ReducedPart& part = *body.part;
  const auto motion = [&](BodyIndex b) -> const BodyMotion& { return mode.shape[idx(b - 1)]; };
  VectorXd p(part.num_shapes());
  Eigen::VectorXcd dp(part.num_shapes());
  for (int j = 0; j < p.size(); ++j) {
    const BodyIndex point = body.amplitudes[idx(j / 3)];
    p[j] = x.bodies[idx(point)].r[j % 3];
    dp[j] = motion(point).translation[j % 3];
  }
  const Mat3& R = x.bodies[idx(body.frame)].R;
  const BodyMotion& frame = motion(body.frame);
  // From the origin of the mesh, which the motion of the frame is that of.
  const Eigen::Matrix3Xd arms =
      R * ((part.positions + part.CalcDisplacements(p)).colwise() + part.com);
  const Eigen::Matrix3Xcd own = (part.shapes * dp).reshaped(3, arms.cols());
  Eigen::Matrix3Xcd out = R * own;
  for (Eigen::Index i = 0; i < out.cols(); ++i)  // Eigen's cross() conjugates complex vectors
    out.col(i) += frame.translation - Skew(arms.col(i)) * frame.rotation;
  return out;
}

std::string MakeMeshModesJson(const System& system,
                              const ElementContext& x,
                              const std::vector<Mode>& modes) {
  nlohmann::ordered_json document = nlohmann::ordered_json::object();
  for (const ReducedBodyInfo& body : system.parts().reduced_bodies) {
    if (!body.part->mesh) continue;
    const std::vector<int> columns = ListSurfaceColumns(*body.part->mesh);
    auto& list = document[body.name] = nlohmann::ordered_json::array();
    for (const Mode& mode : modes) {
      const Eigen::Matrix3Xcd motion = CalcMeshMode(body, x, mode);
      std::vector<double> numbers;
      for (const int column : columns)
        for (int k = 0; k < 3; ++k) {
          numbers.push_back(Rounded(motion(k, column).real()));
          numbers.push_back(Rounded(motion(k, column).imag()));
        }
      list.push_back(std::move(numbers));
    }
  }
  return document.empty() ? std::string() : document.dump();
}

}  // namespace trunnion
