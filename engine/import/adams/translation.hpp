// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/import/adams/dataset.hpp"
#include "engine/import/adams/functions.hpp"
#include "engine/import/adams/import.hpp"

/// Statements as elements of a model file. Each function takes one statement. @throws Refusal
namespace trunnion::adams {

/// The model file while it grows.
struct Translation {
  explicit Translation(const Dataset& dataset) : data(dataset) {}

  const Dataset& data;
  Json bodies = Json::array(), markers = Json::array(), joints = Json::array(),
       motions = Json::array(), couplings = Json::array(), forces = Json::array(),
       outputs = Json::array(), events = Json::array(), run = Json::object(), gravity;
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
/// A call of a measure by formulas (forces/marker_measure.hpp), in the units of the dataset or in
/// SI; none if it is no measure. @throws Refusal
std::optional<std::string> WriteMeasure(const Translation& t,
                                        const MarkerCall& call,
                                        int line,
                                        bool in_si = false);
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
void TranslateVectorForce(Translation& t, const Statement& s);  ///< VFORCE, VTORQUE, GFORCE
void TranslateContact(Translation& t, const Statement& statement);
void TranslateGear(Translation& t, const Statement& statement);
void TranslateField(Translation& t, const Statement& statement);
void TranslateBeam(Translation& t, const Statement& statement);
void TranslateSpringDamper(Translation& t, const Statement& statement);
void TranslateBushing(Translation& t, const Statement& statement);
void TranslateRequest(Translation& t, const Statement& statement);
/// An output of any function of the time and of measures that do not count turns, in the units of
/// the dataset. @throws Refusal
Json WriteFormulaOutput(const Translation& t, const Statement& s, const std::string& function);
void TranslateSensor(Translation& t, const Statement& statement);
void TranslateIntegrator(Translation& t, const Statement& statement);

}  // namespace trunnion::adams
