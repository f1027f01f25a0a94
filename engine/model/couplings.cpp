// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/couplings.hpp"

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "engine/mesh/shell_mesh.hpp"
#include "joints/point_sum.hpp"

namespace trunnion {
namespace {

/// Bodies (B, node): the node stays at X in the body frame.
struct NodeOnBody {
  static constexpr int kRows = 3;
  Vec3 X = Vec3::Zero();
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, 3, 1>& g) const {
    const Eigen::Matrix<S, 3, 1> arm = bodies[1].r - bodies[0].r;
    g = arm - bodies[0].R * X.cast<S>();
  }
};

/// Terms of a sum at most.
constexpr std::size_t kMostTerms = 7;

/// Bodies (B, c₁, c₂, c₃) with cₖ = Σ wᵢ Xᵢₖ rᵢ / L: 0 = J⁻¹ Σₖ eₖ × Rᵀ cₖ, J of X/L.
struct MeanRotation {
  static constexpr int kRows = 3;
  static constexpr bool kRotational = true;
  Mat3 axes = Mat3::Identity();  // R as drawn, of the body
  Mat3 inverse = Mat3::Identity();
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 4>& bodies,
                  Eigen::Matrix<S, 3, 1>& g) const {
    const Eigen::Matrix<S, 3, 3> R = bodies[0].R * axes.transpose().cast<S>();
    Eigen::Matrix<S, 3, 1> sum = Eigen::Matrix<S, 3, 1>::Zero();
    for (int k = 0; k < 3; ++k) {
      const Eigen::Matrix<S, 3, 1> e = Vec3::Unit(k).cast<S>();
      const Eigen::Matrix<S, 3, 1> local =
          R.transpose() * bodies[static_cast<std::size_t>(k) + 1].r;
      sum += e.cross(local);
    }
    g = inverse.cast<S>() * sum;
  }
};

Vec3 PositionOf(const Model& model, BodyId id) {
  const RigidBody& body = model.body(id);
  return body.X_WB() * body.com;
}

Vec3 VelocityOf(const Model& model, BodyId id) { return model.body(id).velocity; }

void CheckNodes(const Model& model,
                const std::string& name,
                BodyId body,
                const std::vector<BodyId>& nodes) {
  Require(!name.empty(), "coupling: give it a name");
  const std::string label = "coupling '" + name + "'";
  Require(body.index() >= 0 && body.index() < model.num_bodies(), label, "its body is missing");
  Require(!model.is_point(body), label, "its body is a point; take a rigid body");
  Require(!nodes.empty(), label, "it has no node; check the node set");
  std::set<int> seen{body.index()};
  for (const BodyId node : nodes) {
    Require(node.index() >= 0 && node.index() < model.num_bodies(),
            label,
            "one of its nodes is missing");
    Require(seen.insert(node.index()).second,
            label,
            "'" + model.body(node).name + "' is in it twice; list every node once");
  }
}

/// a·x for as many points as there are, as a chain of sums of up to kMostTerms.
class SumChain {
 public:
  SumChain(Model& model, std::string name) : model_(model), name_(std::move(name)) {}

  BodyId Add(const std::vector<BodyId>& nodes, const VectorXd& a) {
    std::vector<BodyId> terms;
    std::vector<double> factors;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      terms.push_back(nodes[i]);
      factors.push_back(a[static_cast<Eigen::Index>(i)]);
      if (terms.size() < kMostTerms && i + 1 < nodes.size()) continue;
      const BodyId sum = AddSum(terms, factors);
      terms = {sum};
      factors = {1};
    }
    return terms[0];
  }

  int num_sums() const { return count_; }

 private:
  BodyId AddSum(const std::vector<BodyId>& terms, const std::vector<double>& factors) {
    PointMass sum{.name = name_ + ".sum." + std::to_string(count_++)};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      sum.position += factors[i] * PositionOf(model_, terms[i]);
      sum.velocity += factors[i] * VelocityOf(model_, terms[i]);
    }
    const BodyId id = model_.AddPointMass(sum);
    std::vector<BodyIndex> bodies{id.index()};
    for (const BodyId term : terms) bodies.push_back(term.index());
    model_.HideFromResults(id, model_.AddConstraintElement(sum.name, PointSum(bodies, factors)));
    return id;
  }

  Model& model_;
  std::string name_;
  int count_ = 0;
};

VectorXd NormalizedWeights(const MeanCoupling& coupling, const std::string& label) {
  const auto count = static_cast<Eigen::Index>(coupling.nodes.size());
  if (coupling.weights.empty()) return VectorXd::Constant(count, 1.0 / static_cast<double>(count));
  Require(coupling.weights.size() == coupling.nodes.size(),
          label,
          "give one weight for each of its " + std::to_string(count) + " nodes, or none");
  const VectorXd weights = Eigen::Map<const VectorXd>(coupling.weights.data(), count);
  Require(weights.allFinite() && weights.minCoeff() > 0, label, "weights must be positive");
  return weights / weights.sum();
}

/// Σ w (X² − X Xᵀ).
Mat3 SecondMoment(const Eigen::Matrix3Xd& X, const VectorXd& w) {
  const Mat3 XX = X * w.asDiagonal() * X.transpose();
  return XX.trace() * Mat3::Identity() - XX;
}

}  // namespace

CouplingSize AddRigidCoupling(Model& model, const RigidCoupling& coupling) {
  CheckNodes(model, coupling.name, coupling.body, coupling.nodes);
  for (const BodyId node : coupling.nodes) {
    const std::string name = coupling.name + "." + model.body(node).name;
    Require(!model.FindConstraint(name) && !model.FindJoint(name),
            "coupling '" + coupling.name + "': the name '" + name + "' is taken; choose another");
  }
  const Pose X_WB = model.body(coupling.body).X_WB();
  const Vec3 centre = PositionOf(model, coupling.body);
  CouplingSize size;
  for (const BodyId node : coupling.nodes) {
    const std::string name = coupling.name + "." + model.body(node).name;
    const Vec3 place = PositionOf(model, node);
    if (model.is_point(node)) {
      const NodeOnBody equation{X_WB.R.transpose() * (place - centre)};
      model.AddUserConstraint<NodeOnBody, 2>(name, {coupling.body, node}, equation);
      ++size.constraints;
    } else {
      ++size.joints;
      model.AddJointAt({.name = name,
                        .type = JointType::fixed,
                        .body_a = coupling.body,
                        .body_b = node,
                        .point = place});
    }
  }
  return size;
}

CouplingSize AddMeanCoupling(Model& model, const MeanCoupling& coupling) {
  CheckNodes(model, coupling.name, coupling.body, coupling.nodes);
  const std::string label = "coupling '" + coupling.name + "'";
  Require(!model.FindBody(coupling.name + ".sum.0") &&
              !model.FindConstraint(coupling.name + ".position"),
          label,
          "another one has this name; choose another");
  const VectorXd w = NormalizedWeights(coupling, label);
  Eigen::Matrix3Xd X(3, w.size());
  for (Eigen::Index i = 0; i < w.size(); ++i) {
    const BodyId node = coupling.nodes[static_cast<std::size_t>(i)];
    Require(
        model.is_point(node), label, "'" + model.body(node).name + "' has a rotation; take points");
    X.col(i) = PositionOf(model, node);
  }
  const Vec3 mean = X * w;
  X.colwise() -= mean;
  const double length = std::sqrt((X * w.asDiagonal() * X.transpose()).trace());
  const Mat3 J = SecondMoment(X / length, w);
  Require(length > 0 && Eigen::SelfAdjointEigenSolver<Mat3>(J).eigenvalues()[0] > 1e-10,
          label,
          "its nodes are in one line and give no rotation; add one beside it");

  SumChain chain(model, coupling.name);
  const BodyId centre = chain.Add(coupling.nodes, w);
  std::array<BodyId, 4> bodies{coupling.body};
  for (int k = 0; k < 3; ++k) {
    const VectorXd a = w.cwiseProduct(X.row(k).transpose()) / length;
    bodies[static_cast<std::size_t>(k) + 1] = chain.Add(coupling.nodes, a);
  }
  const Pose X_WB = model.body(coupling.body).X_WB();
  const Vec3 offset = X_WB.R.transpose() * (mean - PositionOf(model, coupling.body));
  model.AddUserConstraint<NodeOnBody, 2>(
      coupling.name + ".position", {coupling.body, centre}, NodeOnBody{offset});
  model.AddUserConstraint<MeanRotation, 4>(
      coupling.name + ".rotation", bodies, MeanRotation{X_WB.R, J.inverse() / length});
  return {.constraints = chain.num_sums() + 2};
}

MeshInterface AddMeshInterface(
    Model& model, MeshId mesh, const MeshBody& part, const PartInterface& interface, bool follows) {
  std::set<int> with_element;
  const Mesh mesh_in_model = SplitQuadraticShells(part.mesh);
  for (const MeshElement& element : mesh_in_model.elements)
    with_element.insert(element.nodes.begin(), element.nodes.end());
  std::vector<int> members = mesh_in_model.node_set(interface.node_set);
  std::erase_if(members, [&](int node) { return !with_element.contains(node); });
  const std::vector<BodyId> nodes = NodesOf(model, mesh, members);
  Vec3 origin = Vec3::Zero();
  for (const BodyId node : nodes)
    origin += PositionOf(model, node) / static_cast<double>(nodes.size());
  if (interface.origin) origin = part.X_WM * *interface.origin;
  RigidBody body{.name = part.name + "." + interface.name,
                 .position = origin,
                 .orientation = part.X_WM.R,
                 .angular_velocity = part.angular_velocity};
  body.velocity = part.velocity + part.angular_velocity.cross(origin - part.X_WM.p);
  const BodyId id = model.AddRigidBody(body);
  return {id,
          follows ? AddMeanCoupling(model, {.name = body.name, .body = id, .nodes = nodes})
                  : AddRigidCoupling(model, {body.name, id, nodes})};
}

int AddNodeTies(Model& model,
                const std::string& name,
                const std::vector<BodyId>& a,
                const std::vector<BodyId>& b,
                double distance) {
  const std::string label = "node ties '" + name + "'";
  Require(!name.empty(), "node ties: give them a name");
  std::vector<std::pair<BodyId, BodyId>> pairs;
  std::set<int> used;
  for (const BodyId node : a)
    for (const BodyId other : b) {
      if (!((PositionOf(model, node) - PositionOf(model, other)).norm() <= distance)) continue;
      Require(used.insert(node.index()).second && used.insert(other.index()).second,
              label,
              "'" + model.body(node).name + "' or '" + model.body(other).name +
                  "' has two partners; give a smaller distance");
      pairs.emplace_back(node, other);
    }
  Require(!pairs.empty(), label, "no two nodes are so near; check sets, poses and distance");
  int count = 0;
  for (const auto& [node, other] : pairs)
    model.AddJointAt({.name = name + "." + std::to_string(count++),
                      .type = JointType::ball,
                      .body_a = node,
                      .body_b = other,
                      .point = PositionOf(model, node)});
  return count;
}

std::vector<BodyId> NodesOf(const Model& model, MeshId mesh, const std::vector<int>& nodes) {
  std::vector<BodyId> bodies;
  for (const int node : nodes) bodies.push_back(model.node(mesh, node));
  return bodies;
}

}  // namespace trunnion
