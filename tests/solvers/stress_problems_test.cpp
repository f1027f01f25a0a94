// SPDX-License-Identifier: BSD-3-Clause
//
// The planar bushing problems: Tables 3 and 4 of Yen & Petzold and the stress problems S1 to S4,
// with the engine's default settings. Reference values: independent minimal-coordinate solutions
// (Radau, 1e-9) and limits (DOP853, 1e-12).
#include <gtest/gtest.h>

#include <cmath>

#include "bench/problems/bushing_problems.hpp"
#include "engine/core/error.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion::problems {
namespace {

template <class P>
void ExpectWithinTolerance(const char* name, const P& problem, std::vector<double> reference) {
  const VectorXd expected =
      VectorXd::Map(reference.data(), static_cast<Eigen::Index>(reference.size()));
  for (double tolerance : {1e-3, 1e-5, 1e-6, 1e-7}) {
    SmallSystem<P> system(problem);
    VectorXd q = P::q0(), v = P::v0(), v_dot, lambda;
    ASSERT_TRUE(SolveAccelerations(system, 0, q, v, ActiveRows(P::m), v_dot, lambda));
    IntegratorOptions options;
    options.tolerance = tolerance;
    options.max_steps = tolerance < 5e-7 ? 20000 : 5000;
    Bdf bdf(system, options);
    bdf.Start(0, q, v, v_dot, lambda);
    while (bdf.t() < 1) bdf.Step();
    bdf.Interpolate(1, q, v);
    const double error = (q - expected).cwiseAbs().maxCoeff();
    EXPECT_LE(error, tolerance == 1e-3 ? 5e-2 : 100 * tolerance) << name << " at " << tolerance;
  }
}

TEST(StressProblem, S1PreloadedPendulumOnAMovingCentre) {
  for (double k : {1e5, 1e7})
    ExpectWithinTolerance("S1", S1{.k = k}, {0.4277538726132294, -0.8519357677741937, 0.0});
}

TEST(StressProblem, S2StiffSpringPendulumWithAMasslessCoordinate) {
  ExpectWithinTolerance(
      "S2 1e-3", S2{1e-3}, {-0.9852974428655343, -0.20217096161465395, 1.0058251083749872});
  ExpectWithinTolerance(
      "S2 1e-5", S2{1e-5}, {-0.9862816466024528, -0.16536559510792095, 1.000048632052583});
  ExpectWithinTolerance("S2 limit", S2{1e-9}, {-0.9862917511318731, -0.16501085312555422, 1.0});
}

TEST(StressProblem, S3TwoRodsOnABushing) {
  ExpectWithinTolerance("S3 1e-3",
                        S3{1e-3},
                        {-0.4319951685367228,
                         -0.2517541943263874,
                         -2.6139379798162246,
                         -1.311125732242486,
                         -0.762167568332739,
                         -2.614991272088218});
  ExpectWithinTolerance("S3 1e-5",
                        S3{1e-5},
                        {-0.4406882100220689,
                         -0.23620732746370254,
                         -2.649564239763798,
                         -1.3222050879992842,
                         -0.708678865944643,
                         -2.6495750472331396});
  ExpectWithinTolerance("S3 limit",
                        S3{1e-9},
                        {-0.4407712220830157,
                         -0.23605238779441484,
                         -2.6499157923413725,
                         -1.3223136662490471,
                         -0.7081571633832445,
                         -2.6499157923413725});
}

/// An oscillation at the limit of the tolerance, which the run resolves: steps of order 1 that
/// double and fail in turn would go on for thousands of steps.
TEST(StressProblem, S3DoesNotCycleAtOrderOne) {
  for (double tolerance : {2e-7, 3e-7}) {
    SmallSystem<S3> system(S3{1e-8});
    VectorXd q = S3::q0(), v = S3::v0(), v_dot, lambda;
    ASSERT_TRUE(SolveAccelerations(system, 0, q, v, ActiveRows(S3::m), v_dot, lambda));
    IntegratorOptions options;
    options.tolerance = tolerance;
    Bdf bdf(system, options);
    bdf.Start(0, q, v, v_dot, lambda);
    while (bdf.t() < 1 && bdf.statistics().steps < 40000) bdf.Step();
    EXPECT_LT(bdf.statistics().steps_of_order[1], 2500) << tolerance;
  }
}

TEST(StressProblem, S4FourRodsWithOneBushing) {
  ExpectWithinTolerance("S4 1e-3",
                        S4{1e-3},
                        {-0.22505387676215138,
                         -0.10886116182700954,
                         -2.6910605014997793,
                         -0.6565384930723002,
                         -0.3587412931924002,
                         -2.542278995344713,
                         -1.0953774792188278,
                         -0.6498828563030395,
                         -2.57542700403392,
                         -1.535006473128162,
                         -0.8850998965824445,
                         -2.725195368518601});
  ExpectWithinTolerance("S4 1e-5",
                        S4{1e-5},
                        {-0.23779246883861666,
                         -0.07716697326988754,
                         -2.827800433176684,
                         -0.6769756611078757,
                         -0.3024615149262254,
                         -2.507421197538746,
                         -1.0992338703616418,
                         -0.5679499088588057,
                         -2.6532384343704165,
                         -1.5302850704053554,
                         -0.8204636495011648,
                         -2.5701074617536976});
  ExpectWithinTolerance("S4 limit",
                        S4{1e-9},
                        {-0.23789488204815828,
                         -0.0768506675006331,
                         -2.8291303223236057,
                         -0.6770910038931469,
                         -0.3019504862847019,
                         -2.5068174469313666,
                         -1.0992049864874691,
                         -0.5674247740289187,
                         -2.6535470686107243,
                         -1.5302084307513317,
                         -0.8200008211518558,
                         -2.5694869527599193});
}

TEST(BushingTables, CmContractsByItsRateLaw) {
  for (double k : {1e3, 1e4, 1e5, 1e6, 1e7}) {
    for (double scaled : {0.3, 1.0, 3.0}) {
      const double h = scaled / std::sqrt(k), law = k * h * h / (1 + 10 * h + k * h * h);
      EXPECT_NEAR(MeasureCmRate(k, h).rate, law, 0.02) << "k " << k << " h " << h;
    }
  }
}

}  // namespace
}  // namespace trunnion::problems
