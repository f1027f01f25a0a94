// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/dataset.hpp"

#include <set>

#include "engine/core/one_line.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion::adams {
namespace {

/// Names must differ within each of these.
enum class Namespace { body, marker, constraint, force, output, other };

Namespace NamespaceOf(const std::string& statement) {
  if (statement == "PART" || statement == "POINT_MASS") return Namespace::body;
  if (statement == "MARKER") return Namespace::marker;
  if (statement == "SFORCE" || statement == "SPRINGDAMPER" || statement == "BUSHING")
    return Namespace::force;
  if (statement == "REQUEST") return Namespace::output;
  for (const char* name : {"JOINT", "JPRIM", "GCON", "MOTION", "COUPLER"})
    if (statement == name) return Namespace::constraint;
  return Namespace::other;
}

bool IsGoodName(const std::string& name) {
  return !name.empty() && name.size() <= 150 && name.front() != '=' && OneLine(name) == name;
}

/// Axes with z and x towards two points; the first of them exactly.
Mat3 AxesTowards(const Statement& statement, const Vec3& z, const Vec3& x, bool x_is_exact) {
  const double size = std::max(z.norm(), x.norm());
  if (!(z.cross(x).norm() > 1e-12 * size * size))
    throw Refusal(statement.line, "the points of the axes z and x lie in one line with the origin");
  if (!x_is_exact) return FrameWithZX(z, x);
  Mat3 R;
  R.col(0) = x.normalized();
  R.col(1) = z.cross(x).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  return R;
}

}  // namespace

Dataset::Dataset(const std::vector<Statement>& statements) {
  ClaimNames(statements);
  for (const Statement& s : statements)
    if (s.id) statements_.try_emplace({s.name, *s.id}, &s);
  const auto attempt = [](const auto& read) {
    try {
      read();
    } catch (const Refusal&) {  // told where the statement itself is read
    }
  };
  for (const Statement& s : statements)
    if (s.name == "UNITS") attempt([&] { units_ = ReadUnits(s); });
  for (const Statement& s : statements) {
    if (!s.id || (s.name != "PART" && s.name != "POINT_MASS")) continue;
    attempt([&] {
      const Part part = ReadPart(s);
      parts_.try_emplace(part.point ? PointMassKey(*s.id) : *s.id, part);
      if (part.ground && ground_ < 0) ground_ = *s.id;
    });
  }
  for (const Statement& s : statements)
    if (s.name == "MARKER" && s.id) attempt([&] { markers_.try_emplace(*s.id, ReadMarker(s)); });
}

void Dataset::ClaimNames(const std::vector<Statement>& statements) {
  std::set<std::pair<Namespace, std::string>> taken{{Namespace::body, "ground"}};
  for (const Statement& s : statements) {
    const bool ground = s.name == "PART" && s.Has("GROUND");
    if (ground)
      names_[&s] = "ground";
    else if (IsGoodName(s.view_name) && taken.insert({NamespaceOf(s.name), s.view_name}).second)
      names_[&s] = s.view_name;
  }
  for (const Statement& s : statements) {
    if (names_.contains(&s)) continue;
    std::string name = s.id ? s.name + "_" + std::to_string(*s.id) : s.name;
    while (!taken.insert({NamespaceOf(s.name), name}).second) name += "_";
    names_[&s] = name;
  }
}

std::string Dataset::NameOf(const Statement& statement) const { return names_.at(&statement); }

const Part& Dataset::part(long id, int line) const {
  const auto found = parts_.find(id);
  if (found == parts_.end())
    throw Refusal(line,
                  id < 0 ? "there is no POINT_MASS/" + std::to_string(-1 - id)
                         : "there is no PART/" + std::to_string(id));
  return found->second;
}

const PartMarker& Dataset::marker(long id, int line) const {
  const auto found = markers_.find(id);
  if (found == markers_.end())
    throw Refusal(line, "there is no MARKER/" + std::to_string(id) + " with a place of its own");
  return found->second;
}

const Statement* Dataset::Find(std::string_view name, long id) const {
  const auto found = statements_.find({std::string(name), id});
  return found == statements_.end() ? nullptr : found->second;
}

Pose Dataset::CalcPose(const PartMarker& marker) const {
  return part(marker.part, marker.statement->line).X * marker.X;
}

Pose Dataset::ReadPose(const Statement& statement,
                       const char* origin,
                       const char* z,
                       const char* x) const {
  Pose pose;
  pose.p = units_.length * GetVector(statement, origin, Vec3::Zero());
  if (statement.Has("REULER")) {
    if (statement.Has(z) || statement.Has(x))
      throw Refusal(statement.line, "the axes are given twice, by REULER and by points");
    pose.R = GetEulerRotation(statement);
  } else if (statement.Has(z) || statement.Has(x)) {
    const Vec3 to_z = units_.length * GetVector(statement, z) - pose.p;
    const Vec3 to_x = units_.length * GetVector(statement, x) - pose.p;
    pose.R = AxesTowards(statement, to_z, to_x, statement.Has("USEXP"));
  }
  return pose;
}

Part Dataset::ReadPart(const Statement& statement) const {
  Part part{.statement = &statement};
  part.ground = statement.Has("GROUND");
  part.point = statement.name == "POINT_MASS";
  if (part.ground) return part;
  part.X = ReadPose(statement, "QG", "ZG", "XG");
  if (part.point) part.X.R = Mat3::Identity();
  return part;
}

PartMarker Dataset::ReadMarker(const Statement& statement) const {
  PartMarker marker{.statement = &statement};
  if (statement.Has("FLOATING"))
    throw Refusal(statement.line, "a floating marker has no place of its own");
  const bool point = statement.Has("POINT_MASS");
  marker.part = point ? PointMassKey(GetId(statement, "POINT_MASS")) : GetId(statement, "PART");
  (void)part(marker.part, Get(statement, point ? "POINT_MASS" : "PART").line);
  marker.X = ReadPose(statement, "QP", "ZP", "XP");
  return marker;
}

}  // namespace trunnion::adams
