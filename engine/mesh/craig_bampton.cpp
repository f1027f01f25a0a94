// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/craig_bampton.hpp"

#include <array>
#include <numeric>

#include "engine/core/error.hpp"
#include "engine/mesh/linear_static.hpp"

namespace trunnion {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

/// Rows of one node of a frame: u = t + θ × r.
void AddTie(int unknown, int column, const Vec3& r, Entries& entries) {
  for (int k = 0; k < 3; ++k) entries.emplace_back(unknown + k, column + k, 1.0);
  entries.emplace_back(unknown, column + 4, r.z());
  entries.emplace_back(unknown, column + 5, -r.y());
  entries.emplace_back(unknown + 1, column + 3, -r.z());
  entries.emplace_back(unknown + 1, column + 5, r.x());
  entries.emplace_back(unknown + 2, column + 3, r.y());
  entries.emplace_back(unknown + 2, column + 4, -r.x());
}

/// Frame of each node, −1 for inner nodes.
std::vector<int> FindOwners(Eigen::Index num_nodes, const std::vector<InterfaceFrame>& frames) {
  std::vector<int> owner(static_cast<std::size_t>(num_nodes), -1);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const std::string name = "interface frame '" + frames[f].name + "'";
    Require(!frames[f].unknowns.empty(), name + " has no nodes");
    for (const int unknown : frames[f].unknowns) {
      Require(unknown >= 0 && unknown < 3 * num_nodes && unknown % 3 == 0,
              name + " has a node without unknowns: no element uses it");
      int& at = owner[static_cast<std::size_t>(unknown / 3)];
      Require(at < 0,
              name + " shares a node with '" +
                  (at < 0 ? "" : frames[static_cast<std::size_t>(at)].name) + "', or has it twice");
      at = static_cast<int>(f);
    }
  }
  return owner;
}

/// By whole components, in products of large matrices.
void AddShapeIntegrals(const SparseMatrix& m,
                       const Eigen::Matrix3Xd& positions,
                       const MatrixXd& shapes,
                       InertiaIntegrals& integrals) {
  const Eigen::Index nodes = positions.cols(), k = shapes.cols();
  const auto count = static_cast<std::size_t>(k);
  integrals.shape_first.resize(3, k);
  integrals.position_shape.assign(count, Mat3::Zero());
  integrals.shape_shape.assign(count, std::vector<Mat3>(count, Mat3::Zero()));
  std::array<MatrixXd, 3> weighted;  // m φ, a component each
  for (Eigen::Index b = 0; b < 3; ++b) {
    const MatrixXd own = shapes(Eigen::seqN(b, nodes, 3), Eigen::all);
    weighted[static_cast<std::size_t>(b)] = m * own;
    integrals.shape_first.row(b) = weighted[static_cast<std::size_t>(b)].colwise().sum();
    const Eigen::Matrix3Xd moments = positions * weighted[static_cast<std::size_t>(b)];
    for (std::size_t i = 0; i < count; ++i)
      integrals.position_shape[i].col(b) = moments.col(static_cast<Eigen::Index>(i));
    for (Eigen::Index a = 0; a <= b; ++a) {
      const MatrixXd Q = weighted[static_cast<std::size_t>(a)].transpose() * own;
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
          integrals.shape_shape[i][j](a, b) = integrals.shape_shape[j][i](b, a) =
              Q(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
}

MatrixXd Symmetrized(const MatrixXd& A) { return 0.5 * (A + A.transpose()); }

}  // namespace

SparseMatrix CalcRigidTies(const Eigen::Matrix3Xd& positions,
                           const std::vector<InterfaceFrame>& frames) {
  const std::vector<int> owner = FindOwners(positions.cols(), frames);
  Entries entries;
  int columns = 0;
  for (std::size_t i = 0; i < owner.size(); ++i)
    if (owner[i] < 0)
      for (int k = 0; k < 3; ++k) entries.emplace_back(static_cast<int>(3 * i) + k, columns++, 1.0);
  for (const InterfaceFrame& frame : frames) {
    for (const int unknown : frame.unknowns)
      AddTie(unknown, columns, positions.col(unknown / 3) - frame.origin, entries);
    columns += 6;
  }
  SparseMatrix T(3 * positions.cols(), columns);
  T.setFromTriplets(entries.begin(), entries.end());
  return T;
}

SparseMatrix CalcTied(const SparseMatrix& A, const SparseMatrix& T) {
  const SparseMatrix AT = A * T, tied = T.transpose() * AT;
  return 0.5 * (tied + SparseMatrix(tied.transpose()));
}

ReducedStructure ReduceCraigBampton(const SparseMatrix& K,
                                    const SparseMatrix& M,
                                    const Eigen::Matrix3Xd& positions,
                                    const std::vector<InterfaceFrame>& frames,
                                    int num_modes) {
  Require(!frames.empty(), "Craig-Bampton reduction: at least one interface frame is needed");
  const SparseMatrix T = CalcRigidTies(positions, frames);
  const SparseMatrix K_tied = CalcTied(K, T);
  const auto boundary = static_cast<Eigen::Index>(6 * frames.size());
  const Eigen::Index inner = T.cols() - boundary, size = boundary + num_modes;
  std::vector<int> inner_unknowns(static_cast<std::size_t>(inner));
  std::iota(inner_unknowns.begin(), inner_unknowns.end(), 0);
  const SparseMatrix K_ii = SelectRowsAndColumns(K_tied, inner_unknowns);
  const auto solver = MakeStructureSolver(inner);
  MatrixXd constraint = -MatrixXd(K_tied.topRightCorner(inner, boundary));
  if (solver->Factor(K_ii) != SolveStatus::ok || solver->Solve(constraint) != SolveStatus::ok)
    throw SolverError(
        "Craig-Bampton reduction: the structure is not held by its interface frames; look for "
        "loose "
        "parts and for frames with fewer than three nodes");
  ReducedStructure reduced{MatrixXd::Zero(size, size), {}, {}, {}, static_cast<int>(frames.size())};
  MatrixXd V = MatrixXd::Zero(T.cols(), size);
  V.topLeftCorner(inner, boundary) = constraint;
  V.bottomLeftCorner(boundary, boundary).setIdentity();
  reduced.K.topLeftCorner(boundary, boundary) =
      MatrixXd(K_tied.bottomRightCorner(boundary, boundary)) +
      K_tied.bottomLeftCorner(boundary, inner) * constraint;
  if (num_modes > 0) {
    const SymmetricModes modes =
        CalcLowestModes(K_ii, SelectRowsAndColumns(CalcTied(M, T), inner_unknowns), num_modes);
    V.topRightCorner(inner, num_modes) = modes.shapes;
    reduced.K.diagonal().tail(num_modes) = modes.eigenvalues;
    reduced.fixed_frequencies = modes.CalcFrequencies();
  }
  reduced.recovery = T * V;
  reduced.K = Symmetrized(reduced.K);
  reduced.M = Symmetrized(reduced.recovery.transpose() * (M * reduced.recovery));
  return reduced;
}

InertiaIntegrals CalcInertiaIntegrals(const SparseMatrix& M,
                                      const Eigen::Matrix3Xd& positions,
                                      const MatrixXd& shapes) {
  const Eigen::Index nodes = positions.cols();
  std::vector<int> x_unknowns(static_cast<std::size_t>(nodes));
  for (std::size_t i = 0; i < x_unknowns.size(); ++i) x_unknowns[i] = static_cast<int>(3 * i);
  const SparseMatrix m = SelectRowsAndColumns(M, x_unknowns);
  const Eigen::Matrix3Xd MX = (M * positions.reshaped()).reshaped(3, nodes);
  Require((MX - positions * m).norm() <= 1e-12 * MX.norm(),
          "inertia integrals: the mass matrix couples x, y and z; give one of the form m times I");
  InertiaIntegrals integrals;
  const Eigen::RowVectorXd shares = VectorXd(m * VectorXd::Ones(nodes)).transpose();
  integrals.mass = shares.sum();
  integrals.first = positions * shares.transpose();
  integrals.second = positions * m * positions.transpose();
  AddShapeIntegrals(m, positions, shapes, integrals);
  return integrals;
}

}  // namespace trunnion
