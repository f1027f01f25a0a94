// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/model_warnings.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "engine/simulation/massless.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

std::string Text(double x) {
  std::ostringstream out;
  out.precision(3);
  out << x;
  return out.str();
}

double RadiusOfGyration(const BodyInfo& body) {
  if (body.kind != BodyKind::rigid || body.mass <= 0) return 0;
  const Vec3 moments = body.inertia.selfadjointView<Eigen::Lower>().eigenvalues();
  return std::sqrt(std::max(0.0, moments.maxCoeff()) / body.mass);
}

/// What the warnings compare lengths with.
class Sizes {
 public:
  Sizes(const System& system, const ElementContext& x) : reach_(idx(system.num_bodies()), 0.0) {
    Eigen::AlignedBox3d box;
    for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
      box.extend(x.bodies[idx(b)].r);
      gyration_ = std::max(gyration_, RadiusOfGyration(system.body(b)));
    }
    for (const MarkerInfo& marker : system.parts().markers) {
      const BodyState& body = x.bodies[idx(marker.body)];
      box.extend(Vec3(body.r + body.R * marker.X_CM.p));
      reach_[idx(marker.body)] = std::max(reach_[idx(marker.body)], marker.X_CM.p.norm());
    }
    if (!box.isEmpty()) extent_ = box.diagonal().norm();
  }

  /// Of the box around all moving bodies and all markers [m].
  double extent() const { return extent_; }
  double of_model() const { return std::max(extent_, gyration_); }
  /// The farthest marker from the centre of mass [m].
  double reach(BodyIndex b) const { return reach_[idx(b)]; }

 private:
  std::vector<double> reach_;
  double extent_ = 0, gyration_ = 0;
};

void AddTolerances(const Sizes& sizes,
                   const IntegratorOptions& options,
                   std::vector<std::string>& out) {
  const double tolerance = options.tolerance, size = sizes.of_model();
  if (size > 0 && tolerance > 1e-3 * size)
    out.push_back("tolerance: " + Text(tolerance) +
                  " m is above 1/1000 of the size of the model, " + Text(size) +
                  " m over its bodies and markers; lengths are not resolved, set " +
                  "run.tolerance to " + Text(1e-5 * size) + " or less");
  const double angle = options.angle_tolerance > 0 ? options.angle_tolerance : tolerance;
  if (angle > 0.05)
    out.push_back("tolerance: that of angles is " + Text(angle) +
                  " rad; angles are not resolved, set run.angle_tolerance to 1e-4 or less");
}

void AddInertias(const System& system,
                 const Sizes& sizes,
                 const std::vector<bool>& has_elements,
                 std::vector<std::string>& out) {
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    const BodyInfo& body = system.body(b);
    if (body.kind != BodyKind::rigid || body.mass <= 0) continue;
    const double radius = RadiusOfGyration(body);
    if (radius == 0 && !has_elements[idx(b)])
      out.push_back("body '" + body.name +
                    "' has mass and no inertia: nothing resists turning it " +
                    "about its centre of mass; give its inertia [kg m^2] or make it a point mass");
    if (sizes.extent() > 0 && radius > 10 * sizes.extent())
      out.push_back("body '" + body.name + "' has a radius of gyration of " + Text(radius) +
                    " m in a model of " + Text(sizes.extent()) +
                    " m; check its inertia, which is in kg m^2");
  }
}

/// Standard gravity with bodies of tens of metres that weigh less than a wire: drawn in mm.
void AddUnits(const System& system, const Sizes& sizes, std::vector<std::string>& out) {
  constexpr double kFar = 30, kWire = 0.1;  // [m], [kg/m]
  const double g = system.gravity().norm();
  if (g > 1000)
    out.push_back("gravity of " + Text(g) + " m/s^2: the model seems to be in millimetres; give " +
                  "lengths in m, masses in kg and forces in N");
  if (g < 9 || g > 11) return;
  int light = 0, others = 0;
  std::string first;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    const BodyInfo& body = system.body(b);
    if (body.kind != BodyKind::rigid || body.mass <= 0 || sizes.reach(b) == 0) continue;
    if (sizes.reach(b) > kFar && body.mass < kWire * sizes.reach(b)) {
      if (++light == 1) first = body.name;
    } else {
      ++others;
    }
  }
  if (light > others)
    out.push_back("body '" + first + "' is lighter than a wire of its length, and so are most: " +
                  "the model seems to be in millimetres; give lengths in m");
}

}  // namespace

std::vector<std::string> FindModelWarnings(const System& system,
                                           const ElementContext& x,
                                           const IntegratorOptions& options) {
  const Sizes sizes(system, x);
  std::vector<std::string> out = system.parts().warnings;
  AddTolerances(sizes, options, out);
  AddInertias(system, sizes, FindInertialElements(system, x), out);
  AddUnits(system, sizes, out);
  return out;
}

std::string FindAmbiguousFriction(const System& system, const RedundancyReport& report) {
  std::set<int> rows;  // that share their forces with others
  for (const RedundantRow& redundant : report.redundant) {
    rows.insert(redundant.row);
    rows.insert(redundant.repeats.begin(), redundant.repeats.end());
  }
  std::string joints;
  for (std::size_t j = 0; j < system.parts().joints.size(); ++j) {
    const Joint& joint = GetJoint(system, JointId(static_cast<int>(j)));
    if (!joint.friction()) continue;
    const bool torques = joint.friction()->bending_arm > 0 || joint.friction()->torsion_arm > 0;
    const int first = system.first_row(system.parts().joints[j]);
    const auto presses = [&](int row) {
      return row >= first && row < first + joint.num_rows() &&
             (torques || !joint.is_rotational(row - first));
    };
    if (std::any_of(rows.begin(), rows.end(), presses))
      joints += (joints.empty() ? "joint '" : ", joint '") + system.parts().joints[j].name + "'";
  }
  if (joints.empty()) return {};
  return "friction of " + joints +
         ": redundant constraints share its reaction in a way that the model does not determine, "
         "and so what the friction takes; replace joints of the loop by ones with fewer equations";
}

}  // namespace trunnion
