// SPDX-License-Identifier: BSD-3-Clause
#include "forces/bushing_batch.hpp"

#include <gtest/gtest.h>

#include <random>

#include "engine/core/rotation.hpp"
#include "forces/bushing.hpp"

namespace trunnion {
namespace bushing_batch_test {

class Random {
 public:
  double Number(double size) {
    return std::uniform_real_distribution<double>(-size, size)(engine_);
  }
  Vec3 Vector(double size) { return {Number(size), Number(size), Number(size)}; }

 private:
  std::mt19937 engine_{7};
};

BushingParameters PlainParameters(Random& random) {
  BushingParameters p;
  for (int i = 0; i < 6; ++i) {
    p.stiffness(i, i) = 1e4 * (2 + random.Number(1));
    p.damping(i, i) = 100 * (2 + random.Number(1));
    p.preload[i] = random.Number(500);
  }
  return p;
}

/// Pairs of bodies whose frames F and M differ by `angle` and a little offset.
struct Scene {
  std::vector<BodyState> bodies;
  std::vector<Bushing> bushings;
};

Scene MakeScene(const std::vector<double>& angles) {
  Random random;
  Scene scene;
  for (double angle : angles) {
    BodyState A, B;
    A.r = 1e3 * random.Vector(1);
    A.R = RotationExp(random.Vector(3));
    const Pose X_AF{RotationExp(random.Vector(3)), random.Vector(0.5)};
    const Pose X_BM{RotationExp(random.Vector(3)), random.Vector(0.5)};
    const Mat3 R_M = A.R * X_AF.R * RotationExp(angle * random.Vector(1).normalized());
    B.R = R_M * X_BM.R.transpose();
    B.r = A.r + A.R * X_AF.p + random.Vector(0.01) - B.R * X_BM.p;
    for (BodyState* body : {&A, &B}) {
      body->v = random.Vector(3);
      body->w = random.Vector(5);
    }
    const int a = static_cast<int>(scene.bodies.size());
    scene.bodies.push_back(A);
    scene.bodies.push_back(B);
    scene.bushings.emplace_back(MarkerPair{.A = a, .B = a + 1, .X_AF = X_AF, .X_BM = X_BM},
                                PlainParameters(random));
  }
  return scene;
}

TEST(BushingBatch, AllKernelsAgreeWithTheElement) {
  const std::vector<double> angles{0, 1e-9, 1e-4, 0.03, 0.1, 0.18, 0.2, 2.5};
  const Scene scene = MakeScene(angles);
  BushingBatch batch;
  for (int i = 0; i < 8; ++i) batch.Add(i, scene.bushings[static_cast<std::size_t>(i)]);
  ElementContext x;
  x.bodies = scene.bodies;
  const BushingKernel* kernels[3];
  const int count = ListBushingKernels(kernels);
  for (int k = -1; k < count; ++k) {
    BushingForces f;
    const unsigned done = k < 0
                              ? batch.CalcForces(x, f)
                              : kernels[k]->CalcForces(batch.lanes(), scene.bodies[0].r.data(), f);
    EXPECT_EQ(done, 0b00111111u) << "the last two are turned too far";
    for (int i = 0; i < 6; ++i) {
      Vec12 expected;
      scene.bushings[static_cast<std::size_t>(i)].CalcForce(x, expected);
      for (int c = 0; c < 12; ++c)
        EXPECT_NEAR(f[c][i], expected[c], 1e-12 * expected.norm()) << i << " " << c;
    }
  }
}

/// NaN is not a small angle: the element says what it is.
TEST(BushingBatch, LeavesWhatItCannotDo) {
  Scene scene = MakeScene(std::vector<double>(8, 0.01));
  BushingBatch batch;
  for (int i = 0; i < 8; ++i) {
    const Bushing& plain = scene.bushings[static_cast<std::size_t>(i)];
    BushingParameters p = plain.parameters();
    if (i == 1) p.stiffness(0, 1) = p.stiffness(1, 0) = 10;
    if (i == 2) p.damping(3, 4) = p.damping(4, 3) = 1;
    if (i == 3) p.measure = BushingMeasure::plain;
    if (i == 4) p.measure = BushingMeasure::bryant;
    if (i == 5) p.curves[2] = BushingCurve{.force = Curve::Cubic(3, 0)};
    if (i == 6) continue;
    batch.Add(i, Bushing(plain.pair(), p));
  }
  scene.bodies[14].R(0, 0) = std::nan("");
  ElementContext x;
  x.bodies = scene.bodies;
  BushingForces f;
  EXPECT_EQ(batch.CalcForces(x, f), 1u);
}

}  // namespace bushing_batch_test
}  // namespace trunnion
