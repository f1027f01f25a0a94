// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "bodies/floating_frame_element.hpp"
#include "bodies/mass_properties.hpp"
#include "engine/model.hpp"
#include "engine/reduced_body.hpp"
#include "joints/interface_tie.hpp"

namespace trunnion {
namespace {

constexpr int kMaxPoints = kMaxShapes / 3;

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
  Require(count <= 1 || count == k,
          label + ": give one damping ratio for all, or one for each of its " + std::to_string(k) +
              " shapes");
  for (const double ratio : given)
    Require(std::isfinite(ratio) && ratio >= 0, label + ": damping ratios must be ≥ 0");
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

/// The bodies of the frame and its points, and of an interface if there is one more place.
template <std::size_t K>
std::array<BodyIndex, K> BodiesOf(const ReducedBodyParts& parts, std::size_t interface = 0) {
  std::array<BodyIndex, K> bodies{parts.frame.index()};
  const std::size_t points = parts.amplitudes.size();
  for (std::size_t b = 0; b < points; ++b) bodies[b + 1] = parts.amplitudes[b].index();
  if constexpr (K > 2)
    if (K == points + 2) bodies[K - 1] = parts.interfaces[interface].index();
  return bodies;
}

/// Of an interface with geometric stiffening, null of others.
template <int B>
std::shared_ptr<const typename InterfaceTie<B>::Curvature> CurvatureOf(
    const ReducedPart::Interface& interface) {
  if (interface.foreshortening.empty()) return nullptr;
  auto curvature = std::make_shared<typename InterfaceTie<B>::Curvature>();
  for (std::size_t c = 0; c < curvature->size(); ++c) {
    const MatrixXd& own = interface.foreshortening[c];
    (*curvature)[c].setZero();
    (*curvature)[c].topLeftCorner(own.rows(), own.cols()) = own;
  }
  return curvature;
}

/// The elements of a body with B points of amplitudes.
template <int B>
void AddElements(ModelData& data,
                 const ReducedBody& body,
                 const std::shared_ptr<const FloatingFrame>& frame,
                 ReducedBodyParts& parts) {
  const ReducedPart& part = *body.part;
  const auto bodies = BodiesOf<B + 1>(parts);
  const auto make = [bodies, frame](const ModelData&, const std::string&) {
    return FloatingFrameElement<B>(bodies, frame);
  };
  parts.force =
      ForceId(AddElement(data, data.forces, data.force_names, "force", body.name, {}, make));
  for (std::size_t i = 0; i < part.interfaces.size(); ++i) {
    typename InterfaceTie<B>::Shape shape = InterfaceTie<B>::Shape::Zero();
    shape.leftCols(part.num_shapes()) = part.interfaces[i].shape;
    const InterfaceTie<B> tie(BodiesOf<B + 2>(parts, i),
                              part.interfaces[i].origin - part.com,
                              shape,
                              CurvatureOf<B>(part.interfaces[i]));
    AddElement(data,
               data.constraints,
               data.constraint_names,
               "constraint",
               body.name + "." + part.interfaces[i].name,
               {},
               [tie](const ModelData&, const std::string&) { return tie; });
  }
}

using AddElementsOf = void (*)(ModelData&,
                               const ReducedBody&,
                               const std::shared_ptr<const FloatingFrame>&,
                               ReducedBodyParts&);

template <int... B>
constexpr std::array<AddElementsOf, sizeof...(B)> MakeTable(std::integer_sequence<int, B...>) {
  return {&AddElements<B + 1>...};
}

template <int N>
void HoldUnused(ModelData& data, const std::string& name, BodyId point) {
  const auto make = [point](const ModelData&, const std::string&) {
    return UserConstraint<UnusedAmplitudes<N>, 1>({point.index()});
  };
  AddElement(
      data, data.constraints, data.constraint_names, "constraint", name + ".unused", {}, make);
}

void RequireNames(const ModelData& data, const ReducedBody& body, const std::string& label) {
  const auto require_free = [&](const ModelData::Names& names, const std::string& name) {
    Require(!names.contains(name), label + ": the name '" + name + "' is taken; choose another");
  };
  require_free(data.body_names, body.name);
  require_free(data.force_names, body.name);
  require_free(data.constraint_names, body.name + ".unused");
  for (const ReducedPart::Interface& interface : body.part->interfaces) {
    require_free(data.body_names, body.name + "." + interface.name);
    require_free(data.constraint_names, body.name + "." + interface.name);
  }
  for (int b = 1; b <= kMaxPoints; ++b)
    require_free(data.body_names, body.name + ".p" + std::to_string(b));
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
  Require(body.part != nullptr, label + ": the part is missing; see MakeReducedPart");
  const ReducedPart& part = *body.part;
  const int k = part.num_shapes(), points = (k + 2) / 3;
  const auto frame = MakeFrame(part, Ratios(body, k, label));
  RequireNames(data_, body, label);
  ReducedBodyParts parts;
  const double length = RadiusOfGyration(part.integrals);
  RigidBody origin = Frame(body, body.name, length);
  origin.com = part.com;
  parts.frame = AddRigidBody(origin);
  for (int b = 1; b <= points; ++b)
    parts.amplitudes.push_back(AddPointMass({.name = body.name + ".p" + std::to_string(b)}));
  const RigidBody drawn = this->body(parts.frame);  // orientation made orthonormal
  const Vec3 w = drawn.angular_velocity + drawn.orientation * drawn.angular_velocity_body;
  for (const ReducedPart::Interface& interface : part.interfaces) {
    RigidBody own = Frame(body, body.name + "." + interface.name, length);
    const Vec3 arm = drawn.orientation * interface.origin;
    own.position += arm;
    own.velocity += w.cross(arm);
    parts.interfaces.push_back(AddRigidBody(own));
  }
  constexpr auto kTable = MakeTable(std::make_integer_sequence<int, kMaxPoints>());
  kTable[static_cast<std::size_t>(points - 1)](data_, body, frame, parts);
  if (k % 3 == 1) HoldUnused<2>(data_, body.name, parts.amplitudes.back());
  if (k % 3 == 2) HoldUnused<1>(data_, body.name, parts.amplitudes.back());
  data_.reduced_bodies.push_back(MakeInfo(body, parts));
  parts.num_constraints = static_cast<int>(part.interfaces.size()) + (k % 3 > 0 ? 1 : 0);
  return parts;
}

VectorXd CalcAmplitudes(const Simulation& simulation,
                        const ReducedBodyParts& body,
                        const ReducedPart& part) {
  VectorXd p(part.num_shapes());
  for (int j = 0; j < p.size(); ++j) {
    const BodyId point = body.amplitudes[static_cast<std::size_t>(j / 3)];
    p[j] = simulation.body(point.index()).r[j % 3];
  }
  return p;
}

Eigen::Matrix3Xd CalcNodePositions(const Simulation& simulation,
                                   const ReducedBodyParts& body,
                                   const ReducedPart& part) {
  const BodyState frame = simulation.body(body.frame.index());
  const Eigen::Matrix3Xd deformed =
      part.positions + part.CalcDisplacements(CalcAmplitudes(simulation, body, part));
  return (frame.R * deformed).colwise() + frame.r;
}

}  // namespace trunnion
