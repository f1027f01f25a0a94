// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/geometric_stiffening.hpp"

#include <Eigen/Cholesky>
#include <array>
#include <numeric>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/linear_static.hpp"

namespace trunnion {
namespace {

constexpr int kSpins = 6;  // products of components of an angular velocity

/// Voigt order xx, yy, zz, xy, xz, yz.
constexpr std::array<int, kSpins> kFirst{0, 1, 2, 0, 0, 1}, kSecond{0, 1, 2, 1, 2, 2};

/// Interfaces with nodes of their own.
std::vector<ReducedPart::Interface*> RigidInterfaces(ReducedPart& part) {
  std::vector<ReducedPart::Interface*> list;
  for (ReducedPart::Interface& interface : part.interfaces)
    if (!interface.unknowns.empty()) list.push_back(&interface);
  return list;
}

/// Displacements (t, θ) = unit vectors about the centre of mass, 3·nodes × 6.
MatrixXd RigidMotions(const Eigen::Matrix3Xd& positions) {
  MatrixXd motions(positions.size(), 6);
  for (Eigen::Index i = 0; i < positions.cols(); ++i)
    motions.middleRows<3>(3 * i) << Mat3::Identity(), -Skew(positions.col(i));
  return motions;
}

/// Unit loads: on masses, and on interfaces (tied coordinates).
struct UnitLoads {
  MatrixXd on_nodes, on_frames;
};

/// Each in balance with the inertia of a rigid motion.
UnitLoads CalcUnitLoads(const ReducedPart& part,
                        const std::vector<ReducedPart::Interface*>& interfaces,
                        const SparseMatrix& M) {
  const auto frames = static_cast<Eigen::Index>(6 * interfaces.size());
  const MatrixXd motions = RigidMotions(part.positions), inertia = M * motions;
  MatrixXd fields = MatrixXd::Zero(part.positions.size(), kSpins), wrenches(6, kSpins + frames);
  for (int s = 0; s < kSpins; ++s)
    for (const auto& [a, b] : {std::pair(kFirst[s], kSecond[s]), std::pair(kSecond[s], kFirst[s])})
      fields.col(s).reshaped(3, part.positions.cols()).row(a) += 0.5 * part.positions.row(b);
  UnitLoads loads{MatrixXd::Zero(fields.rows(), kSpins + frames),
                  MatrixXd::Zero(frames, kSpins + frames)};
  loads.on_nodes.leftCols<kSpins>() = M * fields;
  loads.on_frames.rightCols(frames).setIdentity();
  wrenches.leftCols<kSpins>() = inertia.transpose() * fields;
  for (std::size_t f = 0; f < interfaces.size(); ++f) {
    auto own = wrenches.middleCols<6>(kSpins + 6 * static_cast<Eigen::Index>(f));
    own.setIdentity();
    own.bottomLeftCorner<3, 3>() = Skew(interfaces[f]->origin - part.com);
  }
  const Mat6 rigid = motions.transpose() * inertia;
  loads.on_nodes -= inertia * rigid.llt().solve(wrenches);
  return loads;
}

/// Displacements of the loads with rigid interfaces, the first of them at rest.
MatrixXd Solve(const SparseMatrix& K, const SparseMatrix& T, const UnitLoads& loads) {
  const Eigen::Index frames = loads.on_frames.rows(), inner = T.cols() - frames;
  const SparseMatrix K_tied = CalcTied(K, T);
  std::vector<int> fixed(6);
  std::iota(fixed.begin(), fixed.end(), static_cast<int>(inner));
  const std::vector<int> free = Complement(fixed, static_cast<int>(T.cols()));
  MatrixXd f = T.transpose() * loads.on_nodes;
  f.bottomRows(frames) += loads.on_frames;
  MatrixXd x = f(free, Eigen::all);
  const auto solver = MakeStructureSolver(x.rows());
  if (solver->Factor(SelectRowsAndColumns(K_tied, free)) != SolveStatus::ok ||
      solver->Solve(x) != SolveStatus::ok)
    throw SolverError("geometric stiffening: the part is not held by its first interface");
  f.setZero();
  f(free, Eigen::all) = x;
  return T * f;
}

/// Adds the work of the nodal forces of a load (3·nodes) on the second-order displacements of nodes
/// that turn rigidly, ½ θ × (θ × x).
void AddRigidTurning(const ReducedPart& part,
                     const ReducedPart::Interface& interface,
                     const VectorXd& force,
                     MatrixXd& K) {
  Mat3 moment = Mat3::Zero();  // Σ x fᵀ
  for (const int unknown : interface.unknowns)
    moment += (part.positions.col(unknown / 3) + part.com - interface.origin) *
              force.segment<3>(unknown).transpose();
  const Mat3 own = 0.5 * (moment + moment.transpose()) - moment.trace() * Mat3::Identity();
  const auto theta = interface.shape.bottomRows<3>();
  K += theta.transpose() * own * theta;
}

std::vector<std::vector<Mat3>> Centrifugal(const std::vector<MatrixXd>& K) {
  const auto k = static_cast<std::size_t>(K[0].rows());
  std::vector<std::vector<Mat3>> integrals(k, std::vector<Mat3>(k));
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t s = 0; s < kSpins; ++s) {
        const double work = -K[s](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        integrals[i][j](kFirst[s], kSecond[s]) = integrals[i][j](kSecond[s], kFirst[s]) = work;
      }
  return integrals;
}

}  // namespace

void AddGeometricStiffening(ReducedPart& part, const LinearMesh& linear) {
  Require(linear.size() == part.positions.size(),
          "geometric stiffening: the mesh has " + std::to_string(linear.size() / 3) +
              " nodes, the part " + std::to_string(part.positions.cols()) +
              "; give the mesh that the part was made from");
  const auto interfaces = RigidInterfaces(part);
  std::vector<InterfaceFrame> frames;
  for (const auto* interface : interfaces)
    frames.push_back({interface->name, interface->origin, interface->unknowns});
  const UnitLoads loads = CalcUnitLoads(part, interfaces, linear.mass());
  const MatrixXd u = Solve(linear.stiffness(), CalcRigidTies(linear.positions(), frames), loads);
  const MatrixXd forces = linear.stiffness() * u - loads.on_nodes;
  std::vector<MatrixXd> K = linear.CalcStressStiffness(u, part.shapes);
  for (std::size_t l = 0; l < K.size(); ++l)
    for (const auto* interface : interfaces)
      AddRigidTurning(part, *interface, forces.col(static_cast<Eigen::Index>(l)), K[l]);
  part.integrals.foreshortening = Centrifugal(K);
  for (std::size_t f = 0; f < interfaces.size(); ++f) {
    interfaces[f]->foreshortening.clear();
    for (std::size_t c = 0; c < 6; ++c)
      interfaces[f]->foreshortening.push_back(-K[kSpins + 6 * f + c]);
  }
}

}  // namespace trunnion
