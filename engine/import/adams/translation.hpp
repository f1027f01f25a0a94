// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/import/adams/dataset.hpp"
#include "engine/import/adams/import.hpp"

/// Statements as elements of a model file. Each function takes one statement. @throws Refusal
namespace trunnion::adams {

using Json = nlohmann::ordered_json;

/// The model file while it grows.
struct Translation {
  explicit Translation(const Dataset& dataset) : data(dataset) {}

  const Dataset& data;
  Json bodies = Json::array(), markers = Json::array(), joints = Json::array(),
       motions = Json::array(), couplings = Json::array(), forces = Json::array(),
       outputs = Json::array(), run = Json::object(), gravity;
  std::map<long, Json> geometry;  ///< shapes by part
  std::vector<AdamsRemark> ignored;

  double length() const { return data.units().length; }
  void Ignore(const Statement& statement, const std::string& text) {
    ignored.push_back({statement.label(), statement.line, text});
  }
};

Json ToJson(const Vec3& v);
/// The keys position and orientation, where they are not those of the identity.
void AddPose(Json& object, const Pose& pose);

/// Name in the model file of the body of a marker.
std::string BodyNameOf(const Translation& t, const PartMarker& marker);
/// The statement JOINT/id, if it has become a joint. @throws Refusal
const Statement& GetTranslatedJoint(const Translation& t, long id, int line);
/// Adds a marker "NAME.END" where `marker` is, its axes turned by R; returns its name.
std::string AddTurnedMarker(Translation& t,
                            const Statement& element,
                            const std::string& end,
                            const PartMarker& marker,
                            const Mat3& R);

void TranslateGravity(Translation& t, const Statement& statement);
void TranslatePart(Translation& t, const Statement& statement);  ///< and POINT_MASS
void TranslateMarker(Translation& t, const Statement& statement);
void TranslateGraphics(Translation& t, const Statement& statement);
void TranslateJoint(Translation& t, const Statement& statement);
void TranslatePrimitive(Translation& t, const Statement& statement);  ///< JPRIM
void TranslateMotion(Translation& t, const Statement& statement);
void TranslateCoupler(Translation& t, const Statement& statement);
void TranslateRackAndPinion(Translation& t, const Statement& joint);
void TranslateScrew(Translation& t, const Statement& joint);
void TranslateGeneralConstraint(Translation& t, const Statement& statement);  ///< GCON
void TranslateSingleForce(Translation& t, const Statement& statement);        ///< SFORCE
void TranslateSpringDamper(Translation& t, const Statement& statement);
void TranslateBushing(Translation& t, const Statement& statement);
void TranslateRequest(Translation& t, const Statement& statement);
void TranslateIntegrator(Translation& t, const Statement& statement);

}  // namespace trunnion::adams
