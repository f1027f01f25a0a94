// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/random/mechanism.hpp"
#include "tests/random/random_numbers.hpp"

namespace trunnion::random {

/// Draws one mechanism. Bodies stand anywhere; markers of joints are put where the joint is closed,
/// so that trees and loops alike can be assembled as drawn.
class Draughtsman {
 public:
  explicit Draughtsman(std::uint64_t seed);
  Mechanism Draw();

 private:
  /// A joint that has been drawn.
  struct Connection {
    std::string name;
    JointType type;
    int a, b;
    Pose X_WF, X_WM;
    double pitch = 0;
  };
  /// A coordinate of a joint, or of two points, with its drawn value.
  struct Coordinate {
    std::string joint{};  ///< empty: the distance of the points
    int index = 0;
    CoordinateKind kind = CoordinateKind::distance;
    double value = 0;
    int a = 0, b = 0;
    Pose X_WF{}, X_WM{};
    CoordinateRef Refer(Builder& builder) const;
    bool is_angle() const { return kind == CoordinateKind::angle; }
  };

  // draw_bodies.cpp
  void DrawBody();
  RigidBody DrawRigid(const Vec3& position);
  Mat3 DrawInertia(double mass, RigidBody& body, bool thin);
  void MakeThin(int body);
  void DrawVelocities();
  void DrawReducedBody();

  // draw_joints.cpp
  void Connect(int body);
  void AddJoint(JointType type, int a, int b, const Pose& X_WF, const Pose& X_FM, double pitch = 0);
  void DrawJoint(JointType type, int a, int b);
  Pose DrawRelativePose(JointType type, double& pitch);
  Pose DrawFrame(int a, int b);
  std::optional<JointFriction> DrawFriction(JointType type);
  void DrawPlanarLoop();
  void CloseLoop();
  void RepeatJoint();
  void DrawRollingDisc(int body);
  void DrawKnifeEdge(int body);
  void DrawMotion();
  void DrawCoupling();
  void DrawUserConstraint();
  MotionLaw DrawMotionLaw(double from, double size);

  // draw_forces.cpp, draw_structures.cpp
  void DrawForce();
  void DrawSpring();
  void DrawSpringCurve();
  void DrawStop();
  void DrawMotor();
  void DrawMaxwell();
  void DrawBushing(int a, int b);
  void DrawLoad();
  void DrawUserForce();
  void DrawUserStateForce();
  void DrawBeam(int a, int b);
  void DrawBeamLine();
  void DrawCable();
  void DrawSuperelement(int a, int b);
  void DrawMesh();
  void DrawPointGroup();

  // What the others share.
  int PickBody(bool rigid = false);
  std::pair<int, int> PickPair(bool rigid = false);
  std::optional<Coordinate> PickCoordinate();
  Coordinate PickDistance();
  const RigidBody& body(int i) const { return m_.bodies[static_cast<std::size_t>(i)].body; }
  bool is_point(int i) const { return m_.bodies[static_cast<std::size_t>(i)].is_point(); }
  Vec3 Place(int i) const { return body(i).position; }
  Pose MarkerNear(int i);
  /// The mass that a force between two bodies moves [kg].
  double EffectiveMass(int a, int b) const;
  /// k with about the frequency ω = 10^low ... 10^high rad/s, which is noted.
  double DrawStiffness(double mass, int low, int high);
  double DrawDamping(double stiffness, double mass);
  std::string Name(const std::string& kind);
  DrawnElement& Add(const std::string& kind,
                    std::function<void(Builder&, const std::string&)> add,
                    bool refers = false);

  RandomNumbers random_;
  Mechanism m_;
  std::vector<Connection> joints_;
  int num_target_ = 2;
  int freedoms_ = 0;
  int count_ = 0;
  std::vector<std::string> driven_;  // joints by motions and couplings
  int low_mass_ = 0, high_mass_ = 1;
  bool soft_ = false;
};

}  // namespace trunnion::random
