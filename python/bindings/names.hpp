// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>

#include <trunnion/analyses.hpp>
#include <trunnion/flexible.hpp>
#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

#include "solvers/problem/option_names.hpp"

/// The enumerations that are strings in Python.
namespace trunnion::python {

template <class E>
struct Names;
template <>
struct Names<JointType> {
  static constexpr const char* kName = "JointType";
  static constexpr auto kAll = std::to_array<std::pair<const char*, JointType>>(
      {{"ball", JointType::ball},
       {"revolute", JointType::revolute},
       {"universal", JointType::universal},
       {"cylindrical", JointType::cylindrical},
       {"prismatic", JointType::prismatic},
       {"planar", JointType::planar},
       {"fixed", JointType::fixed},
       {"screw", JointType::screw},
       {"distance", JointType::distance},
       {"revolute_spherical", JointType::revolute_spherical},
       {"point_on_line", JointType::point_on_line},
       {"point_on_plane", JointType::point_on_plane},
       {"parallel_axes", JointType::parallel_axes},
       {"perpendicular_axes", JointType::perpendicular_axes},
       {"constant_velocity", JointType::constant_velocity}});
};
template <>
struct Names<CoordinateKind> {
  static constexpr const char* kName = "CoordinateKind";
  static constexpr auto kAll = std::to_array<std::pair<const char*, CoordinateKind>>(
      {{"offset_x", CoordinateKind::offset_x},
       {"offset_y", CoordinateKind::offset_y},
       {"offset_z", CoordinateKind::offset_z},
       {"distance", CoordinateKind::distance},
       {"angle", CoordinateKind::angle},
       {"disc_height", CoordinateKind::disc_height}});
};
template <>
struct Names<AppliedVector::Frame> {
  static constexpr const char* kName = "AppliedFrame";
  static constexpr auto kAll = std::to_array<std::pair<const char*, AppliedVector::Frame>>(
      {{"world", AppliedVector::Frame::world}, {"body", AppliedVector::Frame::body}});
};
template <>
struct Names<StopSide> {
  static constexpr const char* kName = "StopSide";
  static constexpr auto kAll = std::to_array<std::pair<const char*, StopSide>>(
      {{"lower", StopSide::lower}, {"upper", StopSide::upper}});
};
template <>
struct Names<BushingMeasure> {
  static constexpr const char* kName = "BushingMeasure";
  static constexpr auto kAll =
      std::to_array<std::pair<const char*, BushingMeasure>>({{"energy", BushingMeasure::energy},
                                                             {"plain", BushingMeasure::plain},
                                                             {"bryant", BushingMeasure::bryant}});
};
template <>
struct Names<BushingTangent> {
  static constexpr const char* kName = "BushingTangent";
  static constexpr auto kAll = std::to_array<std::pair<const char*, BushingTangent>>(
      {{"exact", BushingTangent::exact}, {"gauss_newton", BushingTangent::gauss_newton}});
};
template <>
struct Names<Interpolation> {
  static constexpr const char* kName = "Interpolation";
  static constexpr auto kAll = std::to_array<std::pair<const char*, Interpolation>>(
      {{"linear", Interpolation::linear}, {"monotone_cubic", Interpolation::monotone_cubic}});
};
template <>
struct Names<BeamFormulation> {
  static constexpr const char* kName = "BeamFormulation";
  static constexpr auto kAll = std::to_array<std::pair<const char*, BeamFormulation>>(
      {{"geometrically_exact", BeamFormulation::geometrically_exact},
       {"corotational", BeamFormulation::corotational}});
};
template <>
struct Names<BeamMass> {
  static constexpr const char* kName = "BeamMass";
  static constexpr auto kAll =
      std::to_array<std::pair<const char*, BeamMass>>({{"consistent", BeamMass::consistent},
                                                       {"lumped", BeamMass::lumped},
                                                       {"none", BeamMass::none}});
};
template <>
struct Names<Geometry::Type> {
  static constexpr const char* kName = "GeometryType";
  static constexpr auto kAll =
      std::to_array<std::pair<const char*, Geometry::Type>>({{"box", Geometry::Type::box},
                                                             {"sphere", Geometry::Type::sphere},
                                                             {"cylinder", Geometry::Type::cylinder},
                                                             {"mesh", Geometry::Type::mesh}});
};
template <>
struct Names<Crossing> {
  static constexpr const char* kName = "Crossing";
  static constexpr auto kAll = std::to_array<std::pair<const char*, Crossing>>(
      {{"rising", Crossing::rising}, {"falling", Crossing::falling}, {"either", Crossing::either}});
};
template <>
struct Names<IncrementAxes> {
  static constexpr const char* kName = "IncrementAxes";
  static constexpr auto kAll =
      std::to_array<std::pair<const char*, IncrementAxes>>({{"body", IncrementAxes::body},
                                                            {"world", IncrementAxes::world},
                                                            {"rotor", IncrementAxes::rotor}});
};
/// Those of the options of integrators have their names in the engine.
template <class E>
requires(!kOptionNames<E>.empty()) struct Names<E> {
  static constexpr const char* kName = "str";
  static constexpr auto& kAll = kOptionNames<E>;
};

}  // namespace trunnion::python
