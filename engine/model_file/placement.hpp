// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "engine/core/pose.hpp"
#include "engine/model_file/part_names.hpp"
#include "engine/model_file/parts.hpp"
#include "joints/joint_types.hpp"

/// Moving and mirroring of the elements of a part. Internal to parts.cpp.
namespace trunnion::model_file {

/// Where an instance puts its part: x → X.p + X.R S x, S = 1 or a reflection.
///
/// Of a mirrored part, with M = X.R S,
///
///     points, velocities, forces   v → M v
///     angular velocities, torques  w → −M w
///     frames of bodies             R → M R S; in them v → S v, w → −S w, I → S I S
///     markers, bushings            R → M R E, E = diag(1, −1, 1): x and z are mirrored
///                                  directions, y closes a right-handed frame
///     joints over points           R → M R D, D of MirrorAxesOf
///
/// so that of markers displacements along y and rotations about x and z change their signs.
struct Placement {
  Pose X;
  std::optional<int> mirror{};  ///< 0, 1, 2: the axis normal to the plane of reflection

  Mat3 S() const;
  Mat3 M() const { return X.R * S(); }
  bool turns() const { return mirror || X.R != Mat3::Identity(); }
  bool moves() const { return turns() || X.p != Vec3::Zero(); }
};

/// Moves all elements. A frame on the ground that formulas need is added to the markers.
/// @param source, instance  for messages.
/// @throws FileError for what cannot be moved or mirrored, with its name and place.
void PlacePart(PartSections& sections,
               const PartNames& names,
               const Placement& placement,
               const std::string& source,
               const std::string& instance);

/// An element that is moved. Each function changes the values of one kind; what is malformed is
/// refused, or stays for the reader of the section to refuse.
class PlacedElement {
 public:
  PlacedElement(const PartNames& names, const Placement& placement, Entry entry, Json& json)
      : names_(names), placement_(placement), entry_(std::move(entry)), json_(json) {}

  const Placement& placement() const { return placement_; }
  bool mirrors() const { return placement_.mirror.has_value(); }
  const Entry& entry() const { return entry_; }  ///< as it was
  Json& json() { return json_; }
  std::string type() const { return json_.value("type", ""); }
  bool Has(const char* key) const { return json_.contains(key); }
  /// A part of it: the value at a key, or an item of a list.
  PlacedElement At(const char* key);
  PlacedElement Item(std::size_t i);

  void Point(const char* key);                           ///< of the world; default the origin
  void Turn(const char* key, const Mat3& matrix);        ///< three numbers
  void TurnAngles(const char* key, const Mat3& matrix);  ///< three angles
  void TurnLaws(const char* key, const Mat3& matrix);    ///< three laws of time
  void Orient(const char* key, const Mat3& left, const Mat3& right);  ///< default 1
  void Negate(const char* key);     ///< a number, an angle, a formula
  void MirrorSix(const char* key);  ///< 6 numbers or 6x6 in the axes of a mirrored marker
  void FlipCurve(const char* key);  ///< f(x) → −f(−x)
  void TurnSquare(const char* key, const MatrixXd& left);  ///< A → left A leftᵀ

  /// ±1, by which a coordinate of the part is multiplied. @throws FileError if it is outside.
  int SignOf(const char* key) const;
  /// The marker, or markers, at a key have axes that are mirrored as those of markers are.
  void RequireAxes(const char* key) const;
  void RequireAxes(const Entry& at, const std::string& marker) const;
  enum class Home { part, point, ground, outside };  ///< a point mass of the part; the world
  Home HomeOf(const char* key) const;                ///< of a body
  [[noreturn]] void Fail(const std::string& message) const { entry_.Fail(message); }

 private:
  int SignOfJoint(const Entry& name, const Entry* which) const;

  const PartNames& names_;
  const Placement& placement_;
  Entry entry_;
  Json& json_;
};

/// E.
Mat3 MirrorAxesOfMarkers();
/// D of a joint over points: revolute, universal, perpendicular_axes and constant_velocity
/// diag(−1, −1, −1), revolute_spherical diag(1, 1, −1), so that angles stay equal; else E.
Mat3 MirrorAxesOf(JointType type);
/// ±1 of coordinate i, one that may be acted on, for axes that are mirrored by D.
int SignOfCoordinate(JointType type, int i, const Mat3& D);

/// A law of time, or of a motor, that is the negative. @param drive  it sees −x and −v, too.
Json NegateLaw(const Json& law, bool drive);
/// A law of time times a factor.
Json ScaleLaw(const Json& law, double factor);
/// A number, an angle "30 deg" or a formula.
Json Negated(const Json& value);
Json FlippedCurve(Json curve);

void PlaceBody(PlacedElement element);
void PlaceShape(PlacedElement element, bool on_ground);
void PlaceMarker(PlacedElement element);
void PlaceJoint(PlacedElement element);
/// @param[in,out] ground  the marker that stands for the ground in formulas; `needed`: it does.
void PlaceForce(PlacedElement element, const std::string& ground, bool& needed);
void PlaceEvent(PlacedElement element);

}  // namespace trunnion::model_file
