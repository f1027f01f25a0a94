// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/rotation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

namespace trunnion {
namespace {

Vec3 RandomVector(std::mt19937& random, double length) {
  std::normal_distribution<double> normal;
  return length * Vec3(normal(random), normal(random), normal(random)).normalized();
}

const double kAngles[] = {1e-12, 1e-6, 1e-3, 0.03, 0.19, 0.21, 0.8, 1.1, 2.0, 3.0, 3.1415};

TEST(Rotation, ExpAgreesWithAngleAxis) {
  std::mt19937 random(1);
  for (double angle : kAngles) {
    const Vec3 theta = RandomVector(random, angle);
    const Mat3 expected = Eigen::AngleAxisd(angle, theta.normalized()).toRotationMatrix();
    EXPECT_LT((RotationExp(theta) - expected).norm(), 2e-15) << angle;
  }
}

TEST(Rotation, LogInvertsExpWithFullRelativeAccuracy) {
  std::mt19937 random(2);
  for (double angle : kAngles) {
    const Vec3 theta = RandomVector(random, angle);
    EXPECT_LT((RotationLog(RotationExp(theta)) - theta).norm(), 4e-15 * std::max(angle, 0.1))
        << angle;
  }
}

TEST(Rotation, TangentMapsRatesToBodyAngularVelocity) {
  std::mt19937 random(3);
  for (double angle : kAngles) {
    const Vec3 theta = RandomVector(random, angle), rate = RandomVector(random, 1.0);
    const double h = 1e-5;
    const Mat3 step = RotationExp(theta - h * rate).transpose() * RotationExp(theta + h * rate);
    const Vec3 w = RotationLog(step) / (2 * h);
    EXPECT_LT((RotationTangent(theta) * rate - w).norm(), 1e-9) << angle;
    EXPECT_LT((RotationTangentInverse(theta) * RotationTangent(theta) - Mat3::Identity()).norm(),
              1e-12)
        << angle;
  }
}

TEST(Rotation, DerivativeOfInverseTangentIsTheCentralDifference) {
  std::mt19937 random(4);
  for (double angle : kAngles) {
    const Vec3 theta = RandomVector(random, angle), a = RandomVector(random, 1.0);
    Mat3 numeric;
    const double h = 1e-5;
    for (int j = 0; j < 3; ++j) {
      const Vec3 e = h * Vec3::Unit(j);
      numeric.col(j) =
          (RotationTangentInverse(theta + e) - RotationTangentInverse(theta - e)) * a / (2 * h);
    }
    EXPECT_LT((RotationTangentInverseDerivative(theta, a) - numeric).norm(), 1e-9) << angle;
  }
}

TEST(Rotation, FramesAreRightHandedWithTheGivenAxis) {
  std::mt19937 random(5);
  for (int i = 0; i < 20; ++i) {
    const Vec3 axis = RandomVector(random, 3.0);
    const Mat3 R = FrameWithZ(axis);
    EXPECT_LT((R.transpose() * R - Mat3::Identity()).norm(), 1e-15);
    EXPECT_GT(R.determinant(), 0);
    EXPECT_LT((R.col(2) - axis / 3.0).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace trunnion
