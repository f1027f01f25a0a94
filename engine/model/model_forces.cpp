// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/model.hpp"
#include "engine/model/model_elements.hpp"
#include "forces/coordinate_force.hpp"
#include "forces/maxwell.hpp"

namespace trunnion {
namespace {

/// A linear part and the curves of `spring`.
ScalarLaw MakeLaw(const SpringDamper& spring, const LinearSpringDamper& linear) {
  std::vector<ScalarLaw> laws{MakeLinearSpringDamper(linear)};
  if (spring.spring_curve)
    laws.push_back(MakeSpringCurve(*spring.spring_curve, linear.free_length));
  if (spring.damper_curve) laws.push_back(MakeDamperCurve(*spring.damper_curve));
  return laws.size() == 1 ? laws.front() : MakeSum(std::move(laws));
}

// A force along a coordinate; make_law(term, data) gives its law.
template <class MakeLawOf>
ForceId AddAlong(ModelData& data,
                 const std::string& name,
                 const CoordinateRef& along,
                 MakeLawOf make_law) {
  const auto make = [along, make_law](const ModelData& d, const std::string& label) {
    const CouplingTerm term = Resolve(d, along, label);
    return CoordinateForce(term.kind, term.pair, make_law(d, term), label);
  };
  return ForceId(AddElement(
      data, data.forces, data.force_names, "force", name, AttachmentsOf(data, along), make));
}

void RequireBushingOnPoints(const ModelData& data,
                            const BushingBetween& bushing,
                            const std::string& label) {
  const auto is_point = [&](MarkerId id) { return IsPoint(data.body(data.marker(id).body).kind); };
  Require(!is_point(bushing.a),
          label,
          "marker a gives the axes and must not be on a point mass; exchange the markers");
  const BushingParameters& p = bushing.parameters;
  bool rotational = !p.preload.tail<3>().isZero(0);
  for (const Mat6* matrix : {&p.stiffness, &p.damping}) {
    rotational |= !matrix->bottomRows<3>().isZero(0) || !matrix->rightCols<3>().isZero(0);
  }
  for (std::size_t i = 3; i < 6; ++i) rotational |= p.curves[i].has_value();
  Require(!is_point(bushing.b) || !rotational,
          label,
          "a point mass takes no torque; leave the rotational entries zero or use a "
          "rigid body");
}

constexpr const char* kNegativeStiffness =
    "has a negative stiffness, it pushes away from its free length; give a positive number, or a "
    "curve if this is meant";

/// Of the symmetric part, scaled to a diagonal of ±1 so that N/m and N·m/rad compare.
bool HasNegativeEigenvalue(const Mat6& K) {
  const Mat6 symmetric = 0.5 * (K + K.transpose());
  const Vec6 scale = symmetric.diagonal().unaryExpr(
      [](double x) { return x != 0 ? 1 / std::sqrt(std::abs(x)) : 1.0; });
  const Mat6 scaled = scale.asDiagonal() * symmetric * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Mat6>(scaled, Eigen::EigenvaluesOnly).eigenvalues()(0) <
         -1e-9;
}

}  // namespace

ForceId Model::AddAppliedLoad(AppliedLoad load) {
  const auto make = [load](const ModelData& data, const std::string& label) {
    RequireBody(data, load.body, label);
    RequireFinite(load.point, label, "the point");
    const bool is_point = IsPoint(data.body(load.body).kind);
    const bool has_torque = load.torque.law || !load.torque.constant.isZero(0);
    Require(!is_point || (!has_torque && load.point.isZero(0)),
            label,
            "a point mass takes a force at its position and no torque");
    return AppliedForce(
        load.body.index(), load.point - ComOf(data, load.body), load.force, load.torque, label);
  };
  const ForceId id(AddElement(
      data_, data_.forces, data_.force_names, "force", load.name, {{load.body, load.point}}, make));
  const std::string& doubt = load.force.law.doubt();
  data_.forces.back().warning = doubt.empty() ? load.torque.law.doubt() : doubt;
  return id;
}

ForceId Model::AddSpringDamper(SpringDamper spring) {
  const auto make = [](const ModelData& data, const CouplingTerm& term, const SpringDamper& s) {
    const LinearSpringDamper linear{
        .stiffness = s.stiffness,
        .damping = s.damping,
        .free_length = s.free_length ? *s.free_length : DrawnCoordinate(data, term),
        .preload = s.preload};
    return CoordinateForce::AdjustableLaw{
        linear, [s](const LinearSpringDamper& changed) { return MakeLaw(s, changed); }};
  };
  const ForceId id = AddAlong(data_,
                              spring.name,
                              spring.along,
                              [spring, make](const ModelData& data, const CouplingTerm& term) {
                                return make(data, term, spring);
                              });
  if (spring.stiffness < 0) data_.forces.back().warning = kNegativeStiffness;
  return id;
}

ForceId Model::AddStop(Stop stop) {
  return AddAlong(data_, stop.name, stop.along, [stop](const ModelData&, const CouplingTerm&) {
    return MakeStop(stop.law);
  });
}

ForceId Model::AddMotor(Motor motor) {
  const auto get_law = [motor](const ModelData&, const CouplingTerm&) {
    Require(static_cast<bool>(motor.law), "the law is missing; give f(c, c', t)");
    return motor.law;
  };
  const ForceId id = AddAlong(data_, motor.name, motor.along, get_law);
  data_.forces.back().warning = motor.law.doubt();
  return id;
}

ForceId Model::AddMaxwell(MaxwellElement element) {
  const std::string label = "force '" + element.name + "'";
  for (const double x : {element.stiffness, element.damping})
    Require(std::isfinite(x) && x > 0, label, "stiffness and damping must be > 0");
  const bool angle = is_angle(Resolve(data_, element.along, label).kind);
  const auto make = [element](const ModelData& d, const std::string& of, BodyIndex block) {
    const CouplingTerm term = Resolve(d, element.along, of);
    return Maxwell(term.kind, term.pair, block, element.stiffness, element.damping);
  };
  const StateInfo tension{
      .name = "tension", .scale = element.stiffness, .unit = angle ? "Nm" : "N"};
  return ForceId(
      AddStateForce(data_, element.name, AttachmentsOf(data_, element.along), {tension}, make));
}

const std::vector<StateInfo>& Model::states(ForceId id) const {
  Require(id.is_set() && id.index() < static_cast<int>(data_.forces.size()),
          "Model::states: unknown force handle; use one that this model returned");
  return data_.forces[static_cast<std::size_t>(id.index())].states;
}

ForceId Model::AddBushing(BushingBetween bushing) {
  const Mat6 K = bushing.parameters.stiffness;
  const auto make = [bushing](const ModelData& data, const std::string& label) {
    RequireMarkers(data, bushing.a, bushing.b, label);
    RequireBushingOnPoints(data, bushing, label);
    return Bushing(MakePair(data, bushing.a, bushing.b), bushing.parameters, label);
  };
  const ForceId id(AddElement(data_,
                              data_.forces,
                              data_.force_names,
                              "force",
                              bushing.name,
                              AttachmentsOf(data_, bushing.a, bushing.b),
                              make));
  if (HasNegativeEigenvalue(K)) data_.forces.back().warning = kNegativeStiffness;
  return id;
}

}  // namespace trunnion
