// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "engine/import/adams/translation.hpp"

/// Linear forces and torques between two markers, F = −K (q − q₀) − C q' + F₀ on I in the axes of
/// J, as bushings.
namespace trunnion::adams {
namespace {

struct LinearField {
  Mat6 K = Mat6::Zero(), C = Mat6::Zero();  // of the dataset
  Vec6 rest = Vec6::Zero(), force = Vec6::Zero();
};

/// 36 numbers by columns.
Mat6 GetMatrix(const Statement& s, const char* argument) {
  const std::vector<double> values = GetNumbers(s, argument);
  if (values.size() != 36)
    throw Refusal(Get(s, argument).line, std::string(argument) + " needs 36 numbers");
  return Eigen::Map<const Mat6>(values.data());
}

Vec6 GetSix(const Statement& s, const char* argument) {
  if (!s.Has(argument)) return Vec6::Zero();
  const std::vector<double> values = GetNumbers(s, argument);
  if (values.size() != 6)
    throw Refusal(Get(s, argument).line, std::string(argument) + " needs six numbers");
  return Eigen::Map<const Vec6>(values.data());
}

/// Rows of a matrix in SI: `row` for forces and torques, by `column` of displacements.
Json InSi(const Mat6& matrix, const Units& units, double time) {
  Json rows = Json::array();
  for (int r = 0; r < 6; ++r) {
    Json row = Json::array();
    for (int c = 0; c < 6; ++c)
      row.push_back(matrix(r, c) * (r < 3 ? units.force : units.torque()) * time /
                    (c < 3 ? units.length : 1));
    rows.push_back(row);
  }
  return rows;
}

void AddField(Translation& t, const Statement& s, const LinearField& field) {
  const Units& units = t.data.units();
  const Vec6 pull = -(field.K * field.rest + field.force);
  Json preload = Json::array();
  for (int r = 0; r < 6; ++r)
    preload.push_back(pull[r] == 0 ? 0.0 : pull[r] * (r < 3 ? units.force : units.torque()));
  Json bushing{{"name", t.data.NameOf(s)},
               {"type", "bushing"},
               {"a", t.data.NameOf(*t.data.marker(s, "J").statement)},
               {"b", t.data.NameOf(*t.data.marker(s, "I").statement)},
               {"stiffness", InSi(field.K, units, 1)},
               {"damping", InSi(field.C, units, units.time)},
               {"preload", preload}};
  if (!field.K.isApprox(field.K.transpose())) bushing["measure"] = "plain";  // it has no energy
  t.forces.push_back(bushing);
}

/// The stiffness of a beam along x, with I at its far end: Przemieniecki (1968), section 5.6, with
/// the shear factors ASY and ASZ. In the axes of J as it is, not those of a beam that turns.
Mat6 CalcBeamStiffness(const Statement& s) {
  const double L = GetNumber(s, "LENGTH"), E = GetNumber(s, "EMODULUS"),
               G = GetNumber(s, "GMODULUS"), A = GetNumber(s, "AREA");
  const double Iy = GetNumber(s, "IYY"), Iz = GetNumber(s, "IZZ");
  if (!(L > 0 && E > 0 && G > 0 && A > 0))
    throw Refusal(s.line, "LENGTH, AREA and the moduli must be above zero");
  const double Py = 12 * E * Iz * GetNumber(s, "ASY", 0) / (G * A * L * L);
  const double Pz = 12 * E * Iy * GetNumber(s, "ASZ", 0) / (G * A * L * L);
  Mat6 K = Mat6::Zero();
  K(0, 0) = E * A / L;
  K(1, 1) = 12 * E * Iz / (L * L * L * (1 + Py));
  K(2, 2) = 12 * E * Iy / (L * L * L * (1 + Pz));
  K(3, 3) = G * GetNumber(s, "IXX") / L;
  K(4, 4) = (4 + Pz) * E * Iy / (L * (1 + Pz));
  K(5, 5) = (4 + Py) * E * Iz / (L * (1 + Py));
  K(1, 5) = K(5, 1) = -6 * E * Iz / (L * L * (1 + Py));
  K(2, 4) = K(4, 2) = 6 * E * Iy / (L * L * (1 + Pz));
  return K;
}

/// 21 numbers: the lower triangle by columns.
Mat6 GetTriangle(const Statement& s, const char* argument) {
  const std::vector<double> values = GetNumbers(s, argument);
  if (values.size() != 21)
    throw Refusal(Get(s, argument).line, std::string(argument) + " needs 21 numbers");
  Mat6 matrix;
  std::size_t next = 0;
  for (int c = 0; c < 6; ++c)
    for (int r = c; r < 6; ++r) matrix(r, c) = matrix(c, r) = values[next++];
  return matrix;
}

void RequireOneDamping(const Statement& s) {
  if (s.Has("CRATIO") && s.Has("CMATRIX"))
    throw Refusal(s.line, "give CRATIO or CMATRIX, not both");
}

}  // namespace

void TranslateField(Translation& t, const Statement& s) {
  RequireOneDamping(s);
  LinearField field{.K = GetMatrix(s, "KMATRIX")};
  if (s.Has("CMATRIX")) field.C = GetMatrix(s, "CMATRIX");
  if (s.Has("CRATIO")) field.C = GetNumber(s, "CRATIO") * field.K;
  field.rest = GetSix(s, "LENGTH");
  field.force = GetSix(s, "FORCE");
  AddField(t, s, field);
}

void TranslateBeam(Translation& t, const Statement& s) {
  RequireOneDamping(s);
  LinearField field{.K = CalcBeamStiffness(s)};
  if (s.Has("CMATRIX")) field.C = GetTriangle(s, "CMATRIX");
  if (s.Has("CRATIO")) field.C = GetNumber(s, "CRATIO") * field.K;
  field.rest[0] = GetNumber(s, "LENGTH");
  AddField(t, s, field);
}

}  // namespace trunnion::adams
