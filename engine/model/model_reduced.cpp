// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "bodies/floating_frame_element.hpp"
#include "bodies/mass_properties.hpp"
#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"
#include "joints/interface_tie.hpp"

namespace trunnion {
namespace {

/// Holds the last N amplitudes of a point, which no shape uses.
template <int N>
struct UnusedAmplitudes {
  static constexpr int kRows = N;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    g = bodies[0].r.template tail<N>();
  }
};

VectorXd Ratios(const ReducedBody& body, int k, const std::string& label) {
  const auto& given = body.damping_ratios;
  const auto count = static_cast<int>(given.size());
  Require(
      count <= 1 || count == k,
      label,
      "give one damping ratio for all, or one for each of its " + std::to_string(k) + " shapes");
  for (const double ratio : given)
    Require(std::isfinite(ratio) && ratio >= 0, label, "damping ratios must be ≥ 0");
  if (count == k) return Eigen::Map<const VectorXd>(given.data(), k);
  return VectorXd::Constant(k, count == 1 ? given[0] : 0.0);
}

std::shared_ptr<const FloatingFrame> MakeFrame(const ReducedPart& part, const VectorXd& ratios) {
  const VectorXd omega = 2 * std::numbers::pi * part.frequencies;
  const VectorXd stiffness = part.modal_mass.cwiseProduct(omega.cwiseAbs2());
  const VectorXd damping = 2 * part.modal_mass.cwiseProduct(omega.cwiseProduct(ratios));
  return std::make_shared<FloatingFrame>(
      part.integrals, stiffness.asDiagonal(), damping.asDiagonal());
}

double RadiusOfGyration(const InertiaIntegrals& integrals) {
  return std::sqrt(integrals.second.trace() / integrals.mass);
}

/// The floating frame and the points of its amplitudes.
std::vector<BodyIndex> BodiesOf(const ReducedBodyParts& parts) {
  std::vector<BodyIndex> bodies{parts.frame.index()};
  for (const BodyId point : parts.amplitudes) bodies.push_back(point.index());
  return bodies;
}

/// Of an interface with geometric stiffening, null of others.
std::shared_ptr<const InterfaceTie::Curvature> CurvatureOf(const ReducedPart::Interface& interface,
                                                           Eigen::Index size) {
  if (interface.foreshortening.empty()) return nullptr;
  auto curvature = std::make_shared<InterfaceTie::Curvature>();
  for (std::size_t c = 0; c < curvature->size(); ++c) {
    const MatrixXd& own = interface.foreshortening[c];
    (*curvature)[c].setZero(size, size);
    (*curvature)[c].topLeftCorner(own.rows(), own.cols()) = own;
  }
  return curvature;
}

void AddElements(ModelData& data,
                 const ReducedBody& body,
                 const std::shared_ptr<const FloatingFrame>& frame,
                 ReducedBodyParts& parts) {
  const ReducedPart& part = *body.part;
  const std::vector<BodyIndex> bodies = BodiesOf(parts);
  const auto size = static_cast<Eigen::Index>(3 * parts.amplitudes.size());
  const auto make = [bodies, frame](const ModelData&, const std::string&) {
    return FloatingFrameElement(bodies, frame);
  };
  parts.force =
      ForceId(AddElement(data, data.forces, data.force_names, "force", body.name, {}, make));
  for (std::size_t i = 0; i < part.interfaces.size(); ++i) {
    InterfaceTie::Shape shape = InterfaceTie::Shape::Zero(6, size);
    shape.leftCols(part.num_shapes()) = part.interfaces[i].shape;
    std::vector<BodyIndex> tied = bodies;
    tied.push_back(parts.interfaces[i].index());
    const InterfaceTie tie(
        tied, part.interfaces[i].origin - part.com, shape, CurvatureOf(part.interfaces[i], size));
    AddElement(data,
               data.constraints,
               data.constraint_names,
               "constraint",
               body.name + "." + part.interfaces[i].name,
               {},
               [tie](const ModelData&, const std::string&) { return tie; });
  }
}

template <int N>
void HoldUnused(ModelData& data, const std::string& name, BodyId point) {
  const auto make = [point](const ModelData&, const std::string&) {
    return UserConstraint<UnusedAmplitudes<N>, 1>({point.index()});
  };
  AddElement(
      data, data.constraints, data.constraint_names, "constraint", name + ".unused", {}, make);
}

/// "p1", "p2", ... for the points of the amplitudes, or "amplitude1", ... where an interface has
/// one of these names.
std::vector<std::string> NamePoints(const ReducedBody& body, int count) {
  const auto& interfaces = body.part->interfaces;
  std::vector<std::string> names;
  for (const std::string prefix : {"p", "amplitude"}) {
    names.clear();
    bool taken = false;
    for (int b = 1; b <= count; ++b) {
      names.push_back(prefix + std::to_string(b));
      taken = taken || std::any_of(interfaces.begin(), interfaces.end(), [&](const auto& i) {
                return i.name == names.back();
              });
    }
    if (!taken) break;
  }
  return names;
}

void RequireNames(const ModelData& data,
                  const ReducedBody& body,
                  const std::vector<std::string>& points,
                  const std::string& label) {
  const auto require_free = [&](const ModelData::Names& names, const std::string& name) {
    Require(!names.contains(name), label, "the name '" + name + "' is taken; choose another");
  };
  require_free(data.body_names, body.name);
  require_free(data.force_names, body.name);
  require_free(data.constraint_names, body.name + ".unused");
  for (const ReducedPart::Interface& interface : body.part->interfaces) {
    require_free(data.body_names, body.name + "." + interface.name);
    require_free(data.constraint_names, body.name + "." + interface.name);
  }
  for (const std::string& point : points) require_free(data.body_names, body.name + "." + point);
}

RigidBody Frame(const ReducedBody& body, const std::string& name, double rotation_length) {
  return {.name = name,
          .position = body.position,
          .orientation = body.orientation,
          .velocity = body.velocity,
          .angular_velocity = body.angular_velocity,
          .angular_velocity_body = body.angular_velocity_body,
          .rotation_length = rotation_length};
}

ReducedBodyInfo MakeInfo(const ReducedBody& body, const ReducedBodyParts& parts) {
  ReducedBodyInfo info{.name = body.name,
                       .frame = parts.frame.index(),
                       .force = parts.force.index(),
                       .part = body.part};
  for (const BodyId id : parts.amplitudes) info.amplitudes.push_back(id.index());
  for (const BodyId id : parts.interfaces) info.interfaces.push_back(id.index());
  return info;
}

}  // namespace

ReducedBodyParts Model::AddReducedBody(const ReducedBody& body) {
  const std::string label = "reduced body '" + body.name + "'";
  Require(!body.name.empty(), "reduced body: give it a name");
  Require(body.part != nullptr, label, "the part is missing; see MakeReducedPart");
  const ReducedPart& part = *body.part;
  const int k = part.num_shapes(), points = (k + 2) / 3;
  const auto frame = MakeFrame(part, Ratios(body, k, label));
  const std::vector<std::string> names = NamePoints(body, points);
  RequireNames(data_, body, names, label);
  ReducedBodyParts parts;
  const double length = RadiusOfGyration(part.integrals);
  RigidBody origin = Frame(body, body.name, length);
  origin.com = part.com;
  parts.frame = AddRigidBody(origin);
  for (const std::string& point : names)
    parts.amplitudes.push_back(AddPointMass({.name = body.name + "." + point}));
  const RigidBody drawn = this->body(parts.frame);  // orientation made orthonormal
  const Vec3 w = drawn.angular_velocity + drawn.orientation * drawn.angular_velocity_body;
  for (const ReducedPart::Interface& interface : part.interfaces) {
    RigidBody own = Frame(body, body.name + "." + interface.name, length);
    const Vec3 arm = drawn.orientation * interface.origin;
    own.position += arm;
    own.velocity += w.cross(arm);
    parts.interfaces.push_back(AddRigidBody(own));
  }
  AddElements(data_, body, frame, parts);
  if (k % 3 == 1) HoldUnused<2>(data_, body.name, parts.amplitudes.back());
  if (k % 3 == 2) HoldUnused<1>(data_, body.name, parts.amplitudes.back());
  data_.reduced_bodies.push_back(MakeInfo(body, parts));
  parts.num_constraints = static_cast<int>(part.interfaces.size()) + (k % 3 > 0 ? 1 : 0);
  return parts;
}

}  // namespace trunnion
