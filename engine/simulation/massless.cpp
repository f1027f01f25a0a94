// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/massless.hpp"

#include <Eigen/Eigenvalues>
#include <sstream>
#include <vector>

#include "engine/core/error.hpp"
#include "solvers/linear/rank_analysis.hpp"

namespace trunnion {
namespace {

/// A moment of inertia below this times the largest of its body is a rounded zero.
constexpr double kNoInertia = 1e-12;

/// Directions of a body's motion without mass, as unit columns on its components of v.
MatrixXd FindMassless(const System& system, BodyIndex b) {
  const BodyInfo& body = system.body(b);
  const int size = system.layout().size(b);
  MatrixXd directions(size, 0);
  const auto add = [&](int first, const Vec3& direction) {
    directions.conservativeResize(Eigen::NoChange, directions.cols() + 1);
    directions.rightCols<1>().setZero();
    directions.rightCols<1>().segment<3>(first) = direction;
  };
  if (!(body.mass > 0))
    for (int i = 0; i < 3; ++i) add(0, Vec3::Unit(i));
  if (!system.has_rotation(b)) return directions;
  const Eigen::SelfAdjointEigenSolver<Mat3> moments(body.inertia);
  for (int i = 0; i < 3; ++i)
    if (!(moments.eigenvalues()[i] > kNoInertia * moments.eigenvalues()[2]))
      add(3, moments.eigenvectors().col(i));
  return directions;
}

/// The bodies that have such directions.
std::vector<BodyIndex> ListMassless(const System& system, const ElementContext& x) {
  std::vector<BodyIndex> found;
  std::vector<bool> has_elements;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    if (!system.has_position(b) || FindMassless(system, b).cols() == 0) continue;
    if (has_elements.empty()) has_elements = FindInertialElements(system, x);
    if (!has_elements[static_cast<std::size_t>(b)]) found.push_back(b);
  }
  return found;
}

/// " (body 'a', body 'b')": up to four.
std::string ListNames(const System& system, const std::vector<BodyIndex>& bodies) {
  std::string list;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (i == 4) return list + " and more)";
    list += (list.empty() ? " (body '" : ", body '") + system.body(bodies[i]).name + "'";
  }
  return list.empty() ? list : list + ")";
}

/// True if constraints hold all directions without mass, N: G N has full rank.
bool AreHeld(const System& system, const std::vector<BodyIndex>& bodies, const SparseMatrix& GT) {
  std::vector<Eigen::Triplet<double>> entries;
  int count = 0;
  for (const BodyIndex b : bodies) {
    const MatrixXd directions = FindMassless(system, b);
    for (int c = 0; c < directions.cols(); ++c, ++count)
      for (int i = 0; i < directions.rows(); ++i)
        entries.emplace_back(system.layout().offset(b) + i, count, directions(i, c));
  }
  SparseMatrix N(GT.rows(), count);
  N.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix held = SparseMatrix(GT.transpose()) * N;
  return AnalyzeRank(held).rank == count;
}

}  // namespace

std::vector<bool> FindInertialElements(const System& system, const ElementContext& x) {
  std::vector<bool> found(x.bodies.size(), false);
  for (const auto& pool : system.parts().force_pools)
    for (int i = 0; pool->has_inertia() && i < pool->size(); ++i)
      for (const auto& load : pool->CalcLoads(i, x))
        found[static_cast<std::size_t>(load.first)] = true;
  return found;
}

void ThrowMassless(SystemEvaluator& evaluator, double t, const VectorXd& q, const VectorXd& v) {
  const System& system = evaluator.system();
  std::ostringstream message;
  message << "the accelerations at t = " << t
          << " s are not determined: a body or direction without mass"
          << ListNames(system, ListMassless(system, evaluator.Evaluate(t, q, v)))
          << " is held by no constraint; "
             "give it mass or inertia; or an algebraic state or a force that depends on reactions "
             "is not determined by its equation";
  throw SolverError(message.str());
}

void RequireMassHeld(SystemEvaluator& evaluator, double t, const VectorXd& q, const VectorXd& v) {
  const System& system = evaluator.system();
  const auto bodies = ListMassless(system, evaluator.Evaluate(t, q, v));
  if (bodies.empty()) return;
  Residuals residuals;
  DynamicsMatrices matrices;
  evaluator.InitializePatterns(residuals, matrices);
  evaluator.CalcResiduals(t, q, v, VectorXd::Zero(v.size()), residuals);
  if (!AreHeld(system, bodies, residuals.GT)) ThrowMassless(evaluator, t, q, v);
}

}  // namespace trunnion
