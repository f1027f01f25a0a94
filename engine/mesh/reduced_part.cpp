// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/reduced_part.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr int kRigid = 6;

void RequireShapes(std::size_t num_frames, int num_modes) {
  const int boundary = 6 * static_cast<int>(num_frames);
  Require(num_modes >= 0, "reduced part: num_modes must not be negative");
  Require(boundary + num_modes > kRigid,
          "reduced part: one interface without modes cannot deform; ask for modes");
}

/// Free modes of the reduced structure, ascending; column j of the result is scaled so that the
/// node that moves most moves by 1.
struct FreeModes {
  VectorXd squares;  // ω²
  MatrixXd q;        // in the coordinates of the reduced structure
  VectorXd mass;
};

FreeModes CalcFreeModes(const ReducedStructure& reduced) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(reduced.K, reduced.M);
  const VectorXd& squares = solver.eigenvalues();
  const Eigen::Index k = squares.size() - kRigid;
  const double rigid = squares.head<kRigid>().cwiseAbs().maxCoeff();
  Require(solver.info() == Eigen::Success && rigid < 1e-6 * squares[kRigid],
          "reduced part: it must be free to move as a rigid body and in no other way without "
          "deformation; leave out supports, and join loose pieces");
  FreeModes modes{squares.tail(k), solver.eigenvectors().rightCols(k), VectorXd(k)};
  for (Eigen::Index j = 0; j < k; ++j) {
    const VectorXd u = reduced.recovery * modes.q.col(j);
    const double largest = u.reshaped(3, u.size() / 3).colwise().norm().maxCoeff();
    modes.q.col(j) /= largest;
    modes.mass[j] = 1 / (largest * largest);
  }
  return modes;
}

}  // namespace

Eigen::Matrix3Xd ReducedPart::CalcDisplacements(const VectorXd& p) const {
  return VectorXd(shapes * p).reshaped(3, positions.cols());
}

ReducedPart MakeReducedPart(const SparseMatrix& K,
                            const SparseMatrix& M,
                            const Eigen::Matrix3Xd& positions,
                            const std::vector<InterfaceFrame>& interfaces,
                            int num_modes) {
  RequireShapes(interfaces.size(), num_modes);
  const ReducedStructure reduced = ReduceCraigBampton(K, M, positions, interfaces, num_modes);
  const FreeModes modes = CalcFreeModes(reduced);
  const InertiaIntegrals about_origin =
      CalcInertiaIntegrals(M, positions, MatrixXd(positions.size(), 0));
  ReducedPart part;
  part.com = about_origin.first / about_origin.mass;
  part.positions = positions.colwise() - part.com;
  part.shapes = reduced.recovery * modes.q;
  part.frequencies = modes.squares.cwiseSqrt() / (2 * std::numbers::pi);
  part.modal_mass = modes.mass;
  part.integrals = CalcInertiaIntegrals(M, part.positions, part.shapes);
  for (std::size_t f = 0; f < interfaces.size(); ++f)
    part.interfaces.push_back({interfaces[f].name,
                               interfaces[f].origin,
                               modes.q.middleRows<6>(6 * static_cast<Eigen::Index>(f)),
                               interfaces[f].unknowns});
  return part;
}

ReducedPart MakeReducedPart(const Mesh& mesh,
                            const LinearMesh& linear,
                            const std::vector<PartInterface>& interfaces,
                            int num_modes) {
  std::vector<InterfaceFrame> frames;
  for (const PartInterface& interface : interfaces) {
    InterfaceFrame frame{
        interface.name, Vec3::Zero(), linear.FindUnknowns(mesh.node_set(interface.node_set), {0})};
    for (const int unknown : frame.unknowns) frame.origin += linear.positions().col(unknown / 3);
    if (!frame.unknowns.empty()) frame.origin /= static_cast<double>(frame.unknowns.size());
    if (interface.origin) frame.origin = *interface.origin;
    frames.push_back(std::move(frame));
  }
  ReducedPart part =
      MakeReducedPart(linear.stiffness(), linear.mass(), linear.positions(), frames, num_modes);
  part.mesh = std::make_shared<const Mesh>(mesh);
  return part;
}

}  // namespace trunnion
