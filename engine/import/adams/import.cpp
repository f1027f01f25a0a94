// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/import.hpp"

#include <algorithm>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/import/adams/catalogue.hpp"
#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion {
namespace adams {
namespace {

/// What reads a statement, in the order in which a model file has them: outputs come last.
struct Step {
  std::string_view statement;
  void (*translate)(Translation&, const Statement&);
  bool needed = true;  ///< false: the answer does not depend on it
};

void CheckUnits(Translation&, const Statement& s) { (void)ReadUnits(s); }
void LeaveToFunctions(Translation&, const Statement&) {}

constexpr Step kSteps[]{{"UNITS", CheckUnits},
                        {"ACCGRAV", TranslateGravity},
                        {"PART", TranslatePart},
                        {"POINT_MASS", TranslatePart},
                        {"MARKER", TranslateMarker},
                        {"GRAPHICS", TranslateGraphics, false},
                        {"JOINT", TranslateJoint},
                        {"JPRIM", TranslatePrimitive},
                        {"MOTION", TranslateMotion},
                        {"COUPLER", TranslateCoupler},
                        {"GCON", TranslateGeneralConstraint},
                        {"SFORCE", TranslateSingleForce},
                        {"SPRINGDAMPER", TranslateSpringDamper},
                        {"BUSHING", TranslateBushing},
                        {"FIELD", TranslateField},
                        {"BEAM", TranslateBeam},
                        {"VFORCE", TranslateVectorForce},
                        {"VTORQUE", TranslateVectorForce},
                        {"GFORCE", TranslateVectorForce},
                        {"CONTACT", TranslateContact},
                        {"GEAR", TranslateGear},
                        {"REQUEST", TranslateRequest, false},
                        {"SENSOR", TranslateSensor},
                        {"INTEGRATOR", TranslateIntegrator, false},
                        {"SPLINE", LeaveToFunctions, false},
                        {"VARIABLE", LeaveToFunctions, false}};

bool MayLackNumber(const std::string& name) {
  return name == "UNITS" || name == "ACCGRAV" || name == "INTEGRATOR";
}

/// What every statement has to fulfil that is a part of the model.
void RequireUnderstood(Translation& t, const Statement& s, const StatementType& type) {
  if (!s.id && !MayLackNumber(s.name)) throw Refusal(s.line, "the statement needs a number");
  if (s.id && t.data.Find(s.name, *s.id) != &s) throw Refusal(s.line, "it is there twice");
  for (const Argument& argument : s.arguments) {
    if (IsRead(type, argument.name)) continue;
    if (!IsUnused(type, argument.name))
      throw Refusal(argument.line, "the argument " + argument.name + " is not understood");
    t.Ignore(s, "the argument " + argument.name + " changes nothing");
  }
}

AdamsRemark MakeRemark(const Statement& s, int line, const std::string& text) {
  return {.statement = s.label(), .line = line, .text = text};
}

class Importer {
 public:
  explicit Importer(const StatementText& text)
      : text_(text), data_(text.statements), translation_(data_) {}

  AdamsImport Import() {
    for (const Statement& s : text_.statements) ++out_.statements[s.name];
    for (const Statement& s : text_.statements) NoteUnread(s);
    for (const Step& step : kSteps)
      for (const Statement& s : text_.statements)
        if (s.name == step.statement) Read(step, s);
    out_.title = text_.title;
    out_.model = Assemble();
    for (AdamsRemark& remark : translation_.ignored) out_.ignored.push_back(std::move(remark));
    for (auto* remarks : {&out_.ignored, &out_.not_understood})
      std::stable_sort(remarks->begin(),
                       remarks->end(),
                       [](const AdamsRemark& a, const AdamsRemark& b) { return a.line < b.line; });
    return std::move(out_);
  }

 private:
  void NoteUnread(const Statement& s) {
    const StatementType* type = FindStatementType(s.name);
    if (!type)
      out_.not_understood.push_back(MakeRemark(s, s.line, "the statement is unknown"));
    else if (type->handling == Handling::refused)
      out_.not_understood.push_back(
          MakeRemark(s, s.line, "not understood: " + std::string(type->remark)));
    else if (type->handling == Handling::ignored)
      out_.ignored.push_back(MakeRemark(s, s.line, std::string(type->remark)));
  }

  void Read(const Step& step, const Statement& s) {
    try {
      if (step.needed) RequireUnderstood(translation_, s, *FindStatementType(s.name));
      step.translate(translation_, s);
    } catch (const Refusal& refusal) {
      auto& remarks = step.needed ? out_.not_understood : translation_.ignored;
      remarks.push_back(MakeRemark(s, refusal.line(), refusal.what()));
    } catch (const ModelError& error) {  // of a formula
      auto& remarks = step.needed ? out_.not_understood : translation_.ignored;
      remarks.push_back(MakeRemark(s, s.line, std::string("its function: ") + error.what()));
    }
  }

  /// Shapes of all parts but the ground go to their bodies.
  void AddGeometry(Json& model) {
    for (auto& [key, shapes] : translation_.geometry) {
      const Part& part = data_.part(key, 0);
      if (part.ground) {
        model["ground_geometry"] = shapes;
        continue;
      }
      for (Json& body : translation_.bodies)
        if (body["name"] == data_.NameOf(*part.statement)) body["geometry"] = shapes;
    }
  }

  Json Assemble() {
    Json model{{"description", text_.title}};
    if (!translation_.gravity.is_null()) model["gravity"] = translation_.gravity;
    model["bodies"] = nullptr;  // its place
    AddGeometry(model);
    model["bodies"] = translation_.bodies;
    for (const auto& [key, list] : {std::pair("markers", &translation_.markers),
                                    {"joints", &translation_.joints},
                                    {"motions", &translation_.motions},
                                    {"couplings", &translation_.couplings},
                                    {"forces", &translation_.forces},
                                    {"outputs", &translation_.outputs},
                                    {"events", &translation_.events},
                                    {"run", &translation_.run}})
      if (!list->empty()) model[key] = *list;
    return model;
  }

  const StatementText& text_;
  Dataset data_;
  Translation translation_;
  AdamsImport out_;
};

}  // namespace
}  // namespace adams

AdamsImport ImportAdams(std::string_view text, const std::string& source, bool partial) {
  const adams::StatementText statements = adams::ReadStatements(text, source);
  AdamsImport import = adams::Importer(statements).Import();
  if (partial || import.not_understood.empty()) return import;
  const AdamsRemark& first = import.not_understood.front();
  const std::size_t others = import.not_understood.size() - 1;
  const std::string more =
      others == 0 ? "" : " (and " + std::to_string(others) + " more that are not understood)";
  throw FileError(
      source + ":" + std::to_string(first.line) + ": " + first.statement + ": " + first.text + more,
      {.element = first.statement, .file = source, .place = "line " + std::to_string(first.line)});
}

bool IsAdamsName(std::string_view file_name) { return adams::ToUpper(file_name).ends_with(".ADM"); }

}  // namespace trunnion
