// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/preview_steering.hpp"

#include <cmath>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

constexpr int kSteps = 40;  // of integration between two points

/// Offset, lateral velocity, yaw rate and heading in axes that go straight on; then δ_s and δ.
using Matrix = Eigen::Matrix<double, 6, 6>;

Matrix MakeRates(const Bicycle& c, double u, double lag) {
  const double Cf = c.front_stiffness, Cr = c.rear_stiffness, a = c.front, b = c.rear;
  Matrix A = Matrix::Zero();
  A(0, 1) = 1;
  A(0, 3) = u;
  A(1, 1) = -(Cf + Cr) / (c.mass * u);
  A(1, 2) = (b * Cr - a * Cf) / (c.mass * u) - u;
  A(1, 4) = Cf / c.mass;
  A(2, 1) = (b * Cr - a * Cf) / (c.yaw_inertia * u);
  A(2, 2) = -(a * a * Cf + b * b * Cr) / (c.yaw_inertia * u);
  A(2, 4) = a * Cf / c.yaw_inertia;
  A(3, 2) = 1;
  A(4, 4) = -1 / lag;
  A(4, 5) = 1 / lag;
  return A;
}

/// exp(A h) by its series, for small A h.
Matrix Propagate(const Matrix& A, double h) {
  Matrix sum = Matrix::Identity(), term = Matrix::Identity();
  for (int i = 1; i < 12; ++i) sum += term = (term * A * (h / i)).eval();
  return sum;
}

}  // namespace

double Bicycle::understeer() const {
  return mass / wheelbase() * (rear / front_stiffness - front / rear_stiffness);
}

PreviewSteering::PreviewSteering(const Bicycle& bicycle, double preview, double lag)
    : preview_(preview) {
  const std::string label = "driver";
  Require(preview > 0 && lag >= 1e-3 * preview,
          label,
          "its preview must be above zero, and its lag a thousandth of it at least");
  Require(bicycle.mass > 0 && bicycle.yaw_inertia > 0 && bicycle.front_stiffness > 0 &&
              bicycle.rear_stiffness > 0 && bicycle.wheelbase() > 0,
          label,
          "the vehicle needs mass, yaw inertia, a wheelbase and tyres with cornering stiffness");
  for (int k = 0; k < kSpeeds; ++k) {
    const double u = kLowest + k * kSpacing;
    const Matrix A = MakeRates(bicycle, u, lag);
    Matrix step = Matrix::Identity(), once = Propagate(A, preview / (kPoints * kSteps));
    for (int i = 0; i < kSteps; ++i) step = once * step;
    Matrix ahead = Matrix::Identity();
    std::array<Response, kPoints> row{};
    double sum = 0;
    for (Response& at : row) {
      ahead = step * ahead;
      at = {ahead(0, 1), ahead(0, 2), ahead(0, 4), ahead(0, 5)};
      sum += at.gain * at.gain;
    }
    for (Response& at : row) at.gain /= sum;
    table_.push_back(row);
  }
}

}  // namespace trunnion::vehicle
