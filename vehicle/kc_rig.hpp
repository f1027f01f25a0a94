// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <trunnion/analyses.hpp>

#include "vehicle/wheel_posture.hpp"

namespace trunnion::vehicle {

/// Where the rig holds a wheel up.
enum class WheelSupport {
  contact,       ///< a pad without friction below the lowest point of the disc
  wheel_centre,  ///< a vertical force through the wheel centre
};

struct KcRigOptions {
  Vec3 gravity{0, 0, -9.81};  ///< [m/s²], frame S
  Sides sides = Sides::both;
  WheelSupport support = WheelSupport::contact;
};

/// Forces on a wheel whose spin is locked to its carrier, in S axes (forward, left, up).
struct WheelLoad {
  Vec3 at_contact = Vec3::Zero();  ///< [N]; brakes and cornering act here
  Vec3 at_centre = Vec3::Zero();   ///< [N]; the drive of a shaft acts here
  double aligning = 0;             ///< torque about z [N·m]
};

/// What the rig does. Wheels: left, right.
struct KcCommand {
  /// Of the supported point from the design position, up [m]; with `by_load` not read.
  std::array<double, 2> travel{};
  double steer = 0;  ///< first coordinate of the steering joint from the design position [m or rad]
  std::array<WheelLoad, 2> loads{};
  /// Wheels are held by these vertical forces [N] at their supports, at any height.
  bool by_load = false;
  std::array<double, 2> vertical{};
};

struct StrutState {
  std::string name{};
  double length = 0;  ///< [m]
};

struct WheelState {
  Side side = Side::left;
  WheelPosture posture{};
  double vertical = 0;  ///< force of the support, up [N]
  std::vector<StrutState> struts{};
};

struct KcState {
  std::vector<WheelState> wheels{};  ///< left before right
  double steer = 0;                  ///< as commanded [m or rad]
  double steering_force = 0;         ///< that holds the steering there [N or N·m]
};

/// A suspension on a rig for kinematics and compliance: the chassis is held, brakes are locked,
/// wheels stand on pads that slide without friction or are held by forces, the steering is held.
/// All states are static equilibria of the engine.
class KcRig {
 public:
  /// @throws ModelError as AddSuspension.
  KcRig(const Suspension& suspension, const KcRigOptions& options = {});
  ~KcRig();

  /// From the last state of the same kind on, so changes should be moderate.
  /// @throws SolverError if there is no equilibrium; ModelError to steer what has no steering.
  KcState Solve(const KcCommand& command);

  const Suspension& suspension() const { return suspension_; }
  int num_wheels() const;
  /// Degrees of freedom that neither joints nor the rig take away; 0: ideal joints.
  int degrees_of_freedom() const;
  /// Of the model on the rig, with wheels held at their heights.
  const std::vector<std::string>& warnings() const;

 private:
  struct Stand;
  Suspension suspension_;
  std::unique_ptr<Stand> held_, loaded_;
};

}  // namespace trunnion::vehicle
