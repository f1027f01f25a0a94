// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "engine/model/time_laws.hpp"
#include "engine/model_file/values.hpp"
#include "forces/laws.hpp"

namespace trunnion::model_file {
namespace {

std::vector<std::array<double, 2>> ReadPoints(const Entry& entry, bool x_angle, bool y_angle) {
  std::vector<std::array<double, 2>> points;
  for (const Entry& item : entry.Items()) {
    const auto pair = item.Items();
    if (pair.size() != 2) item.Fail("expected a point of two numbers");
    points.push_back({pair[0].NumberOrAngle(x_angle), pair[1].NumberOrAngle(y_angle)});
  }
  return points;
}

MotionLaw ReadHarmonic(const Entry& entry, bool angle) {
  entry.RequireKeys({"type", "amplitude", "frequency", "angular_frequency", "phase", "offset"});
  entry.RequireOneOf({"frequency", "angular_frequency"});
  Harmonic p;
  p.amplitude = entry.At("amplitude").NumberOrAngle(angle);
  if (const auto e = entry.Find("angular_frequency"))
    p.angular_frequency = e->Angle();
  else
    p.angular_frequency = 2 * std::numbers::pi * entry.At("frequency").Number();
  if (const auto e = entry.Find("phase")) p.phase = e->Angle();
  if (const auto e = entry.Find("offset")) p.offset = e->NumberOrAngle(angle);
  return MakeHarmonic(p);
}

MotionLaw ReadSmoothStep(const Entry& entry, bool angle) {
  entry.RequireKeys({"type", "start", "end", "from", "to"});
  SmoothStep p;
  p.start = entry.At("start").Number();
  p.end = entry.At("end").Number();
  if (const auto e = entry.Find("from")) p.from = e->NumberOrAngle(angle);
  p.to = entry.At("to").NumberOrAngle(angle);
  return entry.Guard([&] { return MakeSmoothStep(p); });
}

MotionLaw ReadRamp(const Entry& entry, bool angle) {
  entry.RequireKeys({"type", "offset", "rate"});
  const auto offset = entry.Find("offset");
  return MakeRamp(offset ? offset->NumberOrAngle(angle) : 0.0,
                  entry.At("rate").NumberOrAngle(angle));
}

MotionLaw ReadPolynomial(const Entry& entry, bool angle) {
  entry.RequireKeys({"type", "coefficients"});
  std::vector<double> coefficients;
  for (const Entry& item : entry.At("coefficients").Items())
    coefficients.push_back(item.NumberOrAngle(angle));
  return MakePolynomial(std::move(coefficients));
}

using MakeTable = MotionLaw (*)(const TimePoints&, const std::string&);

MotionLaw ReadTimeTable(const Entry& entry, bool angle, bool smooth) {
  entry.RequireKeys({"type", "points", "interpolation"});
  MakeTable make = smooth ? MakeSplineTable : MakeLinearTable;
  if (const auto e = entry.Find("interpolation")) {
    make = ReadChoice<MakeTable>(*e,
                                 {{"spline", MakeSplineTable},
                                  {"linear", MakeLinearTable},
                                  {"monotone_cubic", MakeMonotoneTable}});
    if (make != MakeSplineTable && smooth)
      e->Fail("a motion needs two derivatives, which only a spline has; use 'spline'");
  }
  const Entry at = entry.At("points");
  const auto points = ReadPoints(at, false, angle);
  return at.Guard([&] { return make(points, at.label()); });
}

MotionLaw ReadSum(const Entry& entry, const LawScope& scope, bool angle, bool smooth) {
  entry.RequireKeys({"type", "terms"});
  std::vector<MotionLaw> laws;
  for (const Entry& item : entry.At("terms").Items())
    laws.push_back(ReadTimeLaw(item, scope, angle, smooth));
  return MakeSumOfTime(std::move(laws));
}

enum class LawType {
  constant,
  ramp,
  harmonic,
  polynomial,
  smooth_step,
  table,
  sum,
  input,
  expression,
  servo,
  over_speed,
  over_coordinate
};

LawType ReadLawType(const Entry& entry, bool drive) {
  const Entry at = entry.At("type");
  if (drive) {
    const std::string text = at.Text();
    if (text == "servo") return LawType::servo;
    if (text == "over_speed") return LawType::over_speed;
    if (text == "over_coordinate") return LawType::over_coordinate;
  }
  return ReadChoice<LawType>(at,
                             {{"constant", LawType::constant},
                              {"ramp", LawType::ramp},
                              {"harmonic", LawType::harmonic},
                              {"polynomial", LawType::polynomial},
                              {"smooth_step", LawType::smooth_step},
                              {"table", LawType::table},
                              {"sum", LawType::sum},
                              {"input", LawType::input},
                              {"expression", LawType::expression}});
}

MotionLaw ReadConstant(const Entry& entry, bool angle) {
  entry.RequireKeys({"type", "value"});
  return MakeConstant(entry.At("value").NumberOrAngle(angle));
}

MotionLaw ReadInputLaw(const Entry& entry, const LawScope& scope) {
  entry.RequireKeys({"type", "name", "scale"});
  const Entry name = entry.At("name");
  const auto found = scope.inputs.find(name.Text());
  if (found == scope.inputs.end()) {
    std::vector<std::string> known;
    for (const auto& [other, law] : scope.inputs) known.push_back(other);
    const std::string hint = Suggest(name.Text(), known);
    name.Fail("unknown input '" + name.Text() + "'" +
              (hint.empty() ? "; list it under 'inputs', or correct the name" : hint));
  }
  double scale = 1;
  Into(entry, "scale", scale);
  const auto scaled = [law = found->second, scale](double t) {
    const MotionValue u = law(t);
    return MotionValue{.s = scale * u.s, .s_dot = scale * u.s_dot, .s_ddot = scale * u.s_ddot};
  };
  return {scaled, NoBreaks()};
}

ScalarLaw ReadServo(const Entry& entry, const LawScope& scope, bool angle) {
  entry.RequireKeys({"type", "stiffness", "damping", "target"});
  double stiffness = 0, damping = 0;
  Into(entry, "stiffness", stiffness);
  Into(entry, "damping", damping);
  const MotionLaw target = ReadTimeLaw(entry.At("target"), scope, angle, true);
  return entry.Guard([&] { return MakeServo(stiffness, damping, target); });
}

ScalarLaw OverSpeed(const Curve& curve) {
  const auto law = [curve](double, double c_dot, double) {
    const Curve::Value at = curve(c_dot);
    return LawValue{.f = at.y, .df_dcd = at.slope};
  };
  return {law, NoBreaks(), {}, MakeDamperCurve(curve).rate_kinks()};
}

ScalarLaw OverCoordinate(const Curve& curve) {
  const auto law = [curve](double c, double, double) {
    const Curve::Value at = curve(c);
    return LawValue{.f = at.y, .df_dc = at.slope, .energy = -at.integral};
  };
  return {law, NoBreaks(), curve.kinks()};
}

}  // namespace

Curve ReadCurve(const Entry& entry) {
  if (!entry.Has("points")) {
    double linear = 0, cubic = 0;
    if (!entry.Has("linear") && !entry.Has("cubic"))
      entry.Fail("a curve needs 'points', or 'linear' and 'cubic'; add them");
    if (const auto e = entry.Find("interpolation"))
      e->Fail("only a curve of points is interpolated; remove the key");
    Into(entry, "linear", linear);
    Into(entry, "cubic", cubic);
    return entry.Guard([&] { return Curve::Cubic(linear, cubic); });
  }
  entry.RequireOneOf({"points", "linear"});
  entry.RequireOneOf({"points", "cubic"});
  auto interpolation = Interpolation::linear;
  if (const auto e = entry.Find("interpolation")) {
    interpolation = ReadChoice<Interpolation>(
        *e, {{"linear", Interpolation::linear}, {"monotone_cubic", Interpolation::monotone_cubic}});
  }
  const Entry at = entry.At("points");
  const auto points = ReadPoints(at, false, false);
  return at.Guard([&] { return Curve::Table(points, interpolation, at.label()); });
}

Curve ReadPlainCurve(const Entry& entry) {
  entry.RequireKeys({"points", "interpolation", "linear", "cubic"});
  return ReadCurve(entry);
}

MotionLaw ReadTimeLaw(const Entry& entry, const LawScope& scope, bool angle, bool smooth) {
  if (!entry.json().is_object()) {
    if (entry.json().is_number() || angle) return MakeConstant(entry.NumberOrAngle(angle));
    entry.FailType("a number or a law of time (an object with a type)");
  }
  switch (ReadLawType(entry, false)) {
    case LawType::ramp:
      return ReadRamp(entry, angle);
    case LawType::harmonic:
      return ReadHarmonic(entry, angle);
    case LawType::polynomial:
      return ReadPolynomial(entry, angle);
    case LawType::smooth_step:
      return ReadSmoothStep(entry, angle);
    case LawType::table:
      return ReadTimeTable(entry, angle, smooth);
    case LawType::sum:
      return ReadSum(entry, scope, angle, smooth);
    case LawType::input:
      return ReadInputLaw(entry, scope);
    case LawType::expression:
      return ReadTimeExpression(entry, scope.parameters);
    default:
      return ReadConstant(entry, angle);
  }
}

ScalarLaw ReadDrive(const Entry& entry, const LawScope& scope, bool angle) {
  if (!entry.json().is_object()) return MakeForceOverTime(ReadTimeLaw(entry, scope, false, false));
  switch (ReadLawType(entry, true)) {
    case LawType::servo:
      return ReadServo(entry, scope, angle);
    case LawType::expression:
      return ReadDriveExpression(entry, scope.parameters);
    case LawType::over_speed:
      entry.RequireKeys({"type", "points", "interpolation", "linear", "cubic"});
      return OverSpeed(ReadCurve(entry));
    case LawType::over_coordinate:
      entry.RequireKeys({"type", "points", "interpolation", "linear", "cubic"});
      return OverCoordinate(ReadCurve(entry));
    case LawType::sum: {
      entry.RequireKeys({"type", "terms"});
      std::vector<ScalarLaw> laws;
      for (const Entry& item : entry.At("terms").Items())
        laws.push_back(ReadDrive(item, scope, angle));
      return MakeSum(std::move(laws));
    }
    default:
      return MakeForceOverTime(ReadTimeLaw(entry, scope, false, false));
  }
}

AppliedVector ReadAppliedVector(const Entry& entry,
                                const LawScope& scope,
                                AppliedVector::Frame frame) {
  AppliedVector vector;
  vector.frame = frame;
  const auto items = entry.Items();
  if (items.size() != 3) entry.Fail("expected three numbers or laws of time (x, y, z)");
  std::array<MotionLaw, 3> laws;
  bool varies = false;
  for (std::size_t i = 0; i < 3; ++i) {
    laws[i] = ReadTimeLaw(items[i], scope, false, false);
    varies |= items[i].json().is_object();
  }
  if (varies) {
    const auto law = [laws](double t) { return Vec3(laws[0](t).s, laws[1](t).s, laws[2](t).s); };
    vector.law = {law, FirstOf({laws[0].breaks(), laws[1].breaks(), laws[2].breaks()})};
    for (const MotionLaw& of : laws)
      if (!of.doubt().empty()) vector.law.set_doubt(of.doubt());
  } else {
    vector.constant = Vec3(laws[0](0).s, laws[1](0).s, laws[2](0).s);
  }
  return vector;
}

}  // namespace trunnion::model_file
