// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/placement.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

using Row = std::vector<double>;

Json ToJson(const Vec3& v) {
  Json list = Json::array();
  for (int i = 0; i < 3; ++i) list.push_back(v[i] + 0.0);  // no −0
  return list;
}

Json ToJson(const MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j) + 0.0);
    rows.push_back(std::move(row));
  }
  return rows;
}

Mat3 TurnsAllAxes() { return -Mat3::Identity(); }

void PlaceMotion(PlacedElement element) {
  if (element.mirrors() && element.SignOf("along") < 0 && element.Has("law"))
    element.json()["law"] = NegateLaw(element.json()["law"], false);
}

void PlaceCoupling(PlacedElement element) {
  if (!element.mirrors()) return;
  const int first = element.SignOf("first"), second = element.SignOf("second");
  if (first * second < 0) element.Negate("ratio");
  if (first < 0) element.Negate("phase");
}

void PlaceConstraint(PlacedElement element) {
  for (const char* key : {"plane", "disc", "blade"}) element.RequireAxes(key);
}

void PlaceGroundMarker(PartSections& sections,
                       const Placement& placement,
                       const std::string& name) {
  const Mat3 R = placement.mirror ? Mat3(placement.M() * MirrorAxesOfMarkers()) : placement.M();
  Json marker;
  marker["name"] = name;
  marker["body"] = "ground";
  marker["position"] = ToJson(placement.X.p);
  marker["orientation"]["matrix"] = ToJson(MatrixXd(R));
  sections["markers"].push_back({std::move(marker), {}});
}

}  // namespace

Mat3 Placement::S() const {
  Mat3 S = Mat3::Identity();
  if (mirror) S(*mirror, *mirror) = -1;
  return S;
}

Mat3 MirrorAxesOfMarkers() { return Vec3(1, -1, 1).asDiagonal(); }

Mat3 MirrorAxesOf(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::universal:
    case JointType::perpendicular_axes:
    case JointType::constant_velocity:
      return TurnsAllAxes();
    case JointType::revolute_spherical:
      return Vec3(1, 1, -1).asDiagonal();
    default:
      return MirrorAxesOfMarkers();
  }
}

int SignOfCoordinate(JointType type, int i, const Mat3& D) {
  const auto kind = DefinitionOf(type).coordinates[static_cast<std::size_t>(i)].plain_kind();
  if (!kind || *kind == CoordinateKind::distance) return 1;  // the former is for reports only
  if (*kind == CoordinateKind::angle) return D(2, 2) > 0 ? -1 : 1;
  const int axis = *kind == CoordinateKind::offset_x   ? 0
                   : *kind == CoordinateKind::offset_y ? 1
                                                       : 2;
  return D(axis, axis) > 0 ? 1 : -1;
}

PlacedElement PlacedElement::At(const char* key) {
  return {names_, placement_, entry_.At(key), json_[key]};
}

PlacedElement PlacedElement::Item(std::size_t i) {
  return {names_, placement_, entry_.Items()[i], json_[i]};
}

void PlacedElement::Point(const char* key) {
  Vec3 point = Vec3::Zero();
  if (const auto e = entry_.Find(key)) point = ReadVector(*e);
  const Vec3 moved = placement_.X.p + placement_.M() * point;
  if (Has(key) || moved != Vec3::Zero()) json_[key] = ToJson(moved);
}

void PlacedElement::Turn(const char* key, const Mat3& matrix) {
  if (const auto e = entry_.Find(key)) json_[key] = ToJson(Vec3(matrix * ReadVector(*e)));
}

void PlacedElement::TurnAngles(const char* key, const Mat3& matrix) {
  if (const auto e = entry_.Find(key)) json_[key] = ToJson(Vec3(matrix * ReadAngles(*e)));
}

void PlacedElement::TurnLaws(const char* key, const Mat3& matrix) {
  const auto list = entry_.Find(key);
  if (!list || list->Items().size() != 3) return;
  const Json laws = list->json();
  for (std::size_t i = 0; i < 3; ++i) {
    Json terms = Json::array();
    double constant = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double factor = matrix(static_cast<int>(i), static_cast<int>(j));
      if (laws[j].is_number())
        constant += factor * list->Items()[j].Number();
      else if (factor != 0)
        terms.push_back(ScaleLaw(laws[j], factor));
    }
    if (terms.empty() || constant != 0) terms.push_back(constant);
    if (terms.size() > 1) {
      Json sum;
      sum["type"] = "sum";
      sum["terms"] = std::move(terms);
      json_[key][i] = std::move(sum);
    } else {
      json_[key][i] = terms[0];
    }
  }
}

void PlacedElement::Orient(const char* key, const Mat3& left, const Mat3& right) {
  Mat3 R = Mat3::Identity();
  if (const auto e = entry_.Find(key)) R = ReadOrientation(*e);
  const Mat3 turned = left * R * right;
  if (!Has(key) && turned == Mat3::Identity()) return;
  json_[key] = Json::object();
  json_[key]["matrix"] = ToJson(MatrixXd(turned));
}

void PlacedElement::Negate(const char* key) {
  if (Has(key)) json_[key] = Negated(json_[key]);
}

void PlacedElement::TurnSquare(const char* key, const MatrixXd& left) {
  if (const auto e = entry_.Find(key))
    json_[key] =
        ToJson(MatrixXd(left * ReadMatrix(*e, static_cast<int>(left.cols())) * left.transpose()));
}

void PlacedElement::MirrorSix(const char* key) {
  const auto e = entry_.Find(key);
  if (!e || !e->json().is_array() || e->json().empty()) return;
  Vec6 d;
  d << 1, -1, 1, -1, 1, -1;
  if (e->json().front().is_array()) return TurnSquare(key, d.asDiagonal());
  if (std::string_view(key) == "preload" || std::string_view(key) == "prestrain") {
    const VectorXd values = ReadNumbers(*e, 6);
    for (int i = 0; i < 6; ++i) json_[key][static_cast<std::size_t>(i)] = d[i] * values[i] + 0.0;
  }
}

void PlacedElement::FlipCurve(const char* key) {
  if (Has(key)) json_[key] = FlippedCurve(json_[key]);
}

int PlacedElement::SignOf(const char* key) const {
  const auto along = entry_.Find(key);
  if (!along) return 1;
  if (!along->json().is_object()) return SignOfJoint(*along, nullptr);
  if (const auto joint = along->Find("joint")) {
    const auto which = along->Find("coordinate");
    return SignOfJoint(*joint, which ? &*which : nullptr);
  }
  const std::string kind = along->json().value("kind", "distance");
  if (kind == "distance") return 1;
  for (const char* end : {"a", "b"})
    if (const auto marker = along->Find(end)) RequireAxes(*marker, marker->Text());
  return kind == "angle" || kind == "offset_y" ? -1 : 1;
}

int PlacedElement::SignOfJoint(const Entry& name, const Entry* which) const {
  const Json* joint = names_.Find(NameKind::joint, name.Text());
  if (!joint)
    name.Fail("the joint '" + name.Text() +
              "' is not of the part, so that nobody knows how its coordinate is mirrored; take the "
              "element out of the part");
  const auto type = JointTypeFromString(joint->value("type", ""));
  if (!type) return 1;  // refused where it is read
  const JointDefinition& definition = DefinitionOf(*type);
  int i = 0;
  for (int k = 0; which && k < definition.num_coordinates; ++k)
    if (which->json() == definition.coordinates[static_cast<std::size_t>(k)].name ||
        which->json() == k)
      i = k;
  if (i >= definition.num_coordinates) return 1;
  const Mat3 D = joint->contains("a") ? MirrorAxesOfMarkers() : MirrorAxesOf(*type);
  return SignOfCoordinate(*type, i, D);
}

void PlacedElement::RequireAxes(const char* key) const {
  const auto at = entry_.Find(key);
  if (!at) return;
  if (at->json().is_string()) return RequireAxes(*at, at->Text());
  if (!at->json().is_array()) return;
  for (const Entry& item : at->Items()) RequireAxes(item, item.Text());
}

void PlacedElement::RequireAxes(const Entry& at, const std::string& marker) const {
  if (!mirrors() || marker.size() < 2) return;
  const Json* joint = names_.Find(NameKind::joint, marker.substr(0, marker.size() - 2));
  if (!joint || !(marker.ends_with(".a") || marker.ends_with(".b"))) return;
  const auto type = JointTypeFromString(joint->value("type", ""));
  if (type && MirrorAxesOf(*type) != MirrorAxesOfMarkers())
    at.Fail("the axes of '" + marker +
            "' are turned round in the mirror, so that the joint keeps its angles; add a marker "
            "of your own and name it here");
}

PlacedElement::Home PlacedElement::HomeOf(const char* key) const {
  const auto at = entry_.Find(key);
  const std::string name = at ? at->Text() : "";
  if (name == "ground") return Home::ground;
  const Json* body = names_.Find(NameKind::body, name);
  if (body && body->value("type", "") == "point") return Home::point;
  return body || names_.Has(NameKind::body, name) ? Home::part : Home::outside;
}

void PlacePart(PartSections& sections,
               const PartNames& names,
               const Placement& placement,
               const std::string& source,
               const std::string& instance) {
  if (!placement.moves()) return;
  std::string ground = "frame";
  while (names.Has(NameKind::marker, ground)) ground += '_';
  bool needed = false;
  for (auto& [section, items] : sections)
    for (PartItem& item : items) {
      const PartItem before = item;
      Entry entry = EntryOf(before, source);
      if (!before.json.is_object()) entry.FailType("an object");
      const std::string name = before.json.value("name", "");
      entry.set_label("instance '" + instance + "'" + (name.empty() ? "" : ": '" + name + "'"));
      PlacedElement element(names, placement, entry, item.json);
      if (section == "bodies") PlaceBody(element);
      if (section == "ground_geometry") PlaceShape(element, true);
      if (section == "markers") PlaceMarker(element);
      if (section == "joints") PlaceJoint(element);
      if (section == "motions") PlaceMotion(element);
      if (section == "couplings") PlaceCoupling(element);
      if (section == "constraints") PlaceConstraint(element);
      if (section == "forces") PlaceForce(element, ground, needed);
      if (section == "events") PlaceEvent(element);
    }
  if (needed) PlaceGroundMarker(sections, placement, ground);
}

}  // namespace trunnion::model_file
