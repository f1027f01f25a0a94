// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/pair_coordinate.hpp"

/// What an element tells results and pictures of itself.
namespace trunnion {

/// Generalized force on each body of an element: force [N] in the world, torque about the centre of
/// mass [N·m] in the body frame.
using BodyLoads = std::vector<std::pair<BodyIndex, Vec6>>;

/// The blocks of f by body.
template <int Block, class Bodies, class Vector>
BodyLoads LoadsByBody(const Bodies& bodies, const Vector& f) {
  BodyLoads loads;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    Vec6 load = Vec6::Zero();
    load.head<Block>() = f.template segment<Block>(Block * static_cast<Eigen::Index>(k));
    loads.emplace_back(bodies[k], load);
  }
  return loads;
}

/// A frame on a body, as elements keep it: in the body frame, whose origin is the centre of mass.
struct ElementPlace {
  BodyIndex body = kGround;
  Pose X_CF;
};
inline std::vector<ElementPlace> PlacesOf(const MarkerPair& pair) {
  return {{pair.A, pair.X_AF}, {pair.B, pair.X_BM}};
}

/// One number that an element reports.
struct ReportColumn {
  std::string name;         ///< within the element, e.g. "force_x"
  std::string unit;         ///< e.g. "N"
  std::string description;  ///< a phrase, with its frame
};
/// Adds prefix + "x", "y" and "z".
inline void AddXyz(std::vector<ReportColumn>& columns,
                   const std::string& prefix,
                   const std::string& unit,
                   const std::string& description) {
  for (const char* axis : {"x", "y", "z"}) columns.push_back({prefix + axis, unit, description});
}

struct ElementDescription {
  std::string type = "force";           ///< what pictures call it: "bushing", "beam", ...
  std::string kind{};                   ///< of the coordinate it acts along; empty: none
  std::vector<ElementPlace> places{};   ///< empty: the centres of mass of its bodies
  std::vector<ReportColumn> columns{};  ///< of WriteReport; empty: the loads on its bodies
  std::vector<ReportColumn> inputs{};   ///< of CalcInputForce: what a linear model may take as u
};

/// An element that says what it is. Optional for force elements; without it results hold the loads
/// on its bodies, and pictures show points.
///
///   Describe()                what it is; the same at any state.
///   WriteReport(x, out)       as many numbers as it has columns; needed if there are any.
///   CalcInputForce(x, i)      generalized force of one unit of input i; needed if there are any.
template <class E>
concept DescribedElement = requires(const E e) {
  { e.Describe() } -> std::same_as<ElementDescription>;
};
template <class E>
concept ReportingElement = DescribedElement<E> &&
    requires(const E e, const ElementContext& x, std::span<double> out) {
  e.WriteReport(x, out);
};
template <class E>
concept ElementWithInputs = DescribedElement<E> && requires(const E e, const ElementContext& x) {
  { e.CalcInputForce(x, 0) } -> std::convertible_to<LocalVector<E::kBodies>>;
};

/// "distance", "angle", "disc_height" or "offset".
const char* ToString(CoordinateKind kind);

}  // namespace trunnion
