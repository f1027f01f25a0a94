// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "tests/import/adams_files.hpp"

/// Elements of datasets in closed form, and what becomes of them in the model file.
namespace trunnion::adams {
namespace {

const Json& Named(const Json& list, const std::string& name) {
  for (const Json& element : list)
    if (element["name"] == name) return element;
  throw ModelError("there is no " + name + " in " + list.dump());
}

/// A rod of 1 m that falls from 60 degrees: T = 4 K(sin 30°) / ω₀, ω₀² = m g l / I.
TEST(AdamsElements, PendulumInMillimetres) {
  ImportedRun imported(ReadModelFile(TRUNNION_SOURCE_DIR "/models/adams/pendulum.adm"));
  const double w0 = std::sqrt(2 * 9.80665 * 0.5 / (0.16 + 2 * 0.25));
  const double period = 4 * std::comp_ellint_1(std::sin(kPi / 6)) / w0;
  const auto angle = CoordinateOf(*imported.file.model.FindJoint("hinge"), 0);
  EXPECT_NEAR(imported.run.coordinate(angle), kPi / 3, 1e-12);
  imported.run.advance_to(period / 4);
  EXPECT_NEAR(imported.run.coordinate(angle), 0, 1e-8);
  EXPECT_NEAR(imported.run.rate(angle), -2 * w0 * std::sin(kPi / 6), 1e-8);
  EXPECT_NEAR(imported.Output("REQUEST_1.Z"), -1, 1e-8);  // [m]
  imported.run.advance_to(period / 2);
  EXPECT_NEAR(imported.run.coordinate(angle), -kPi / 3, 1e-8);
}

/// I θ'' = −k θ − c θ' with coefficients per degree: the factor RTOD.
TEST(AdamsElements, TorsionWithCoefficientsPerDegree) {
  ImportedRun imported(ReadModelFile(TRUNNION_SOURCE_DIR "/models/adams/torsion.adm"));
  const double inertia = 40e-6, k = 2e-3 * 180 / kPi, c = 2e-5 * 180 / kPi, w0 = 10;
  const double decay = c / (2 * inertia), w = std::sqrt(k / inertia - decay * decay);
  const auto angle = CoordinateOf(*imported.file.model.FindJoint("JOINT_1"), 0);
  for (const double t : {0.01, 0.05, 0.2}) {
    imported.run.advance_to(t);
    EXPECT_NEAR(
        imported.run.coordinate(angle), w0 / w * std::exp(-decay * t) * std::sin(w * t), 1e-8);
  }
}

/// Inches and pounds, minutes: a body that is thrown falls by g t²/2 and turns with its rate.
TEST(AdamsElements, UnitsOfEveryQuantity) {
  ImportedRun imported(
      Parse("title\nUNITS/FORCE=POUND_FORCE, MASS=POUND_MASS, LENGTH=INCH, TIME=MINUTE\n"
            "PART/1, GROUND\nPART/2, MASS=3, CM=21, IP=5,5,5, QG=10,0,0, VX=600, WZ=120\n"
            "MARKER/21, PART=2, QP=0,2,0\nMARKER/22, PART=2\n"
            "ACCGRAV/, KGRAV=-36000\n"));
  imported.run.advance_to(0.5);
  const FrameMotion cm = imported.MotionOf("MARKER_21");
  const double g = 36000 * 0.0254 / 3600;
  EXPECT_LE((cm.X.p - Vec3(10 * 0.0254 + 0.254 * 0.5, 2 * 0.0254, -0.5 * g * 0.25)).norm(), 1e-9);
  EXPECT_LE((cm.w - Vec3(0, 0, 2)).norm(), 1e-9);
  const Json body = Import(
      "t\nUNITS/FORCE=NEWTON,MASS=POUND_MASS,LENGTH=FOOT,TIME=SECOND\n"
      "PART/2,MASS=2,CM=1,IP=1,2,3\nMARKER/1,PART=2\n")["bodies"][0];
  EXPECT_DOUBLE_EQ(body["mass"], 2 * 0.45359237);
  EXPECT_DOUBLE_EQ(body["inertia"][2], 3 * 0.45359237 * 0.3048 * 0.3048);
}

TEST(AdamsElements, ConstantsInEveryUnit) {
  const auto force = [](const std::string& unit) {
    const std::string head =
        "t\nUNITS/FORCE=" + unit + ",MASS=SLUG,LENGTH=FOOT,TIME=MILLISECONDS\n";
    return Import(head +
                  "PART/1,GROUND\nMARKER/1,PART=1\nPART/2,MASS=1,CM=2\nMARKER/2,PART=2,QP=1,0,0\n"
                  "SPRINGDAMPER/1,TRANSLATION,I=2,J=1,K=3,C=5,LENGTH=2,FORCE=7\n")["forces"][0];
  };
  const double pound = 4.4482216152605;
  const Json spring = force("POUND_FORCE");
  EXPECT_DOUBLE_EQ(spring["stiffness"], 3 * pound / 0.3048);
  EXPECT_NEAR(spring["damping"].get<double>(), 5 * pound * 1e-3 / 0.3048, 1e-15);
  EXPECT_DOUBLE_EQ(spring["free_length"], 2 * 0.3048);
  EXPECT_DOUBLE_EQ(spring["preload"], -7 * pound);
  EXPECT_DOUBLE_EQ(force("DYNE")["preload"], -7e-5);
  EXPECT_NEAR(force("POUNDAL")["preload"].get<double>(), -7 * 0.138254954376, 1e-12);
  EXPECT_EQ(ImportErrorOf("t\nUNITS/FORCE=STONE,MASS=SLUG,LENGTH=FOOT,TIME=SECOND\n"),
            "x.adm:2: UNITS: FORCE: the unit 'STONE' is unknown");
}

/// Adams' products of inertia are ∫xy dm, the entries of the tensor minus these: two masses of 1 kg
/// at ±(1, 2, 3) have ∫xy dm = 4, ∫xz dm = 6, ∫yz dm = 12; a ball with the moment 1 is added.
TEST(AdamsElements, ProductsOfInertiaAreThoseOfAdams) {
  const ModelFile file = Parse(
      "t\nPART/2, MASS=2, CM=1, IP=27,21,11,4,6,12, "
      "REULER=30D,40D,50D\nMARKER/1,PART=2,REULER=0D,90D,0D\n");
  const System system = file.model.Compile();
  Simulation run(system, {.threads = 1});
  const Mat3 R = run.body(1).R;
  Mat3 AboutX90;
  AboutX90 << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  const Vec3 arm = AboutX90 * Vec3(1, 2, 3);  // in the part
  const Mat3 expected =
      Mat3::Identity() + 2 * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  const Json body = Import(
      "t\nPART/2, MASS=2, CM=1, IP=27,21,11,4,6,12\nMARKER/1,PART=2,REULER=0D,90D,0D\n")["bodies"]
                                                                                        [0];
  Mat3 own;
  const auto& I = body["inertia"];
  own << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  EXPECT_LE((AboutX90 * own * AboutX90.transpose() - expected).norm(), 1e-12);
  EXPECT_LE((R - RotationExp(Vec3(0, 0, kPi / 6)) * RotationExp(Vec3(2 * kPi / 9, 0, 0)) *
                     RotationExp(Vec3(0, 0, 5 * kPi / 18)))
                .norm(),
            1e-12);
}

TEST(AdamsElements, AxesOfMarkersByPoints) {
  ImportedRun imported(
      Parse(OneBody("MARKER/3, PART=2, QP=1,0,0, ZP=1,0,5, XP=3,1,2\n"
                    "MARKER/4, PART=2, QP=1,0,0, ZP=1,0,5, XP=3,1,2, USEXP\n")));
  const Vec3 x = Vec3(2, 1, 2).normalized();
  const Pose by_z = imported.MotionOf("MARKER_3").X, by_x = imported.MotionOf("MARKER_4").X;
  EXPECT_LE((by_z.R.col(2) - Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_LE((by_z.R.col(0) - Vec3(2, 1, 0).normalized()).norm(), 1e-15);
  EXPECT_LE((by_x.R.col(0) - x).norm(), 1e-15);
  EXPECT_GT(by_x.R(2, 2), 0);
  EXPECT_NEAR(by_x.R.col(2).dot(Vec3::UnitZ().cross(x)), 0, 1e-15);
}

/// Positions after a second under a load, by what each constraint leaves free.
TEST(AdamsElements, FreedomsOfJointsAndPrimitives) {
  const std::pair<const char*, int> cases[]{{"JOINT/1, REVOLUTE", 1},
                                            {"JOINT/1, TRANSLATIONAL", 1},
                                            {"JOINT/1, CYLINDRICAL", 2},
                                            {"JOINT/1, SPHERICAL", 3},
                                            {"JOINT/1, FIXED", 0},
                                            {"JOINT/1, PLANAR", 3},
                                            {"JOINT/1, HOOKE", 2},
                                            {"JOINT/1, SCREW, PITCH=2", 5},
                                            {"JPRIM/1, ATPOINT", 3},
                                            {"JPRIM/1, INLINE", 4},
                                            {"JPRIM/1, INPLANE", 5},
                                            {"JPRIM/1, ORIENTATION", 3},
                                            {"JPRIM/1, PARALLEL_AXES", 4},
                                            {"JOINT/1, CONVEL", 2}};
  for (const auto& [statement, freedoms] : cases) {
    const ModelFile file = Parse(OneBody(std::string(statement) + ", I=2, J=1\n"));
    const System system = file.model.Compile();
    const Simulation run(system, {.threads = 1});
    EXPECT_EQ(6 - static_cast<int>(run.lambda().size()), freedoms) << statement;
  }
}

/// A HOOKE joint keeps x of I normal to y of J, a UNIVERSAL joint the z axes normal.
TEST(AdamsElements, AHookeJointIsNoUniversalJoint) {
  const Json hooke = Import(OneBody("JOINT/1, HOOKE, I=2, J=1\n"));
  EXPECT_EQ(Named(hooke["markers"], "JOINT_1.i")["orientation"]["matrix"][0],
            Json({0.0, 0.0, 1.0}));
  EXPECT_EQ(Named(hooke["markers"], "JOINT_1.j")["orientation"]["matrix"][1],
            Json({0.0, 0.0, 1.0}));
  EXPECT_EQ(hooke["joints"][0]["a"], "JOINT_1.j");
  ImportedRun universal(Parse(OneBody("JOINT/1, UNIVERSAL, I=2, J=1\n", ", REULER=0D,80D,0D")));
  EXPECT_NEAR(universal.MotionOf("MARKER_2").X.R(2, 2), 0, 1e-10);
}

/// x advances by 2 m a turn: driven by a torque it is (I + m h²) θ'' = T, h = 2/2π.
TEST(AdamsElements, Screw) {
  ImportedRun imported(
      Parse(OneBody("JOINT/1, CYLINDRICAL, I=2, J=1\nJOINT/2, SCREW, I=2, J=1, PITCH=2\n"
                    "SFORCE/1, ROTATIONAL, I=2, J=1, FUNCTION=3\n")));
  imported.run.advance_to(1);
  const double h = 1 / kPi, angle = 0.5 * 3 / (2.5 + h * h);
  EXPECT_NEAR(imported.MotionOf("MARKER_2").X.p.z(), h * angle, 1e-8);
}

TEST(AdamsElements, MotionsAndCouplers) {
  ImportedRun imported(
      Parse(OneBody("PART/3, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=3\n"
                    "JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, TRANSLATIONAL, I=3, J=1\n"
                    "COUPLER/1, JOINTS=1,2, TYPE=R:T, SCALES=2,-4\n"
                    "MOTION/1, JOINT=1, ROTATION, VELOCITY, ICDISP=0, FUNCTION=30D\n")));
  imported.run.advance_to(2);
  EXPECT_NEAR(imported.MotionOf("MARKER_3").X.p.z(), 0.5 * kPi / 3, 1e-9);
  const Json general =
      Import(OneBody("MOTION/4, I=2, J=1, Y, ACCELERATION, ICVEL=2, FUNCTION=4\n"));
  EXPECT_EQ(general["motions"][0]["law"]["expression"], "0+2*t+2*t^2");
  EXPECT_EQ(general["motions"][0]["along"]["kind"], "offset_y");
}

/// Equilibrium of a mass on a bushing: K d = FORCE − m g, and no torque.
TEST(AdamsElements, BushingPreloadPushesI) {
  const Json bushing = Import(
      OneBody("BUSHING/1,I=2,J=1,K=100,200,400,KT=1,2,3,C=1,1,1,FORCE=0,0,20\n"))["forces"][0];
  EXPECT_EQ(bushing["preload"][2], -20.0);
  ImportedRun imported(Parse(OneBody(
      "ACCGRAV/KGRAV=-10\nBUSHING/1,I=2,J=1,K=100,200,400,KT=1,2,3,C=40,40,40,FORCE=0,0,20\n")));
  imported.run.advance_to(2);
  EXPECT_NEAR(imported.MotionOf("MARKER_2").X.p.z(), 10.0 / 400, 1e-9);
}

/// m x'' = F along z of J, with no reaction; J is on the part and turns with it.
TEST(AdamsElements, ActionWithoutReaction) {
  ImportedRun imported(
      Parse(OneBody("SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=2, J=3, FUNCTION=2*TIME\nMARKER/3, "
                    "PART=2, REULER=90D,90D,0\n")));
  imported.run.advance_to(1.5);
  EXPECT_LE((imported.MotionOf("MARKER_2").X.p - Vec3(1.5 * 1.5 * 1.5 / 3, 0, 0)).norm(), 1e-8);
}

TEST(AdamsElements, GeneralConstraintsHoldAMeasure) {
  const Json distance =
      Import(OneBody("GCON/1, FUNCTION=DM(2,3)-2*1.5\nMARKER/3,PART=1,QP=0,3,0\n"));
  EXPECT_EQ(distance["joints"][0]["type"], "distance");
  EXPECT_EQ(distance["joints"][0]["length"], 3.0);
  ImportedRun moved(Parse(OneBody("GCON/1, FUNCTION=DX(2,1,1)-0.5*TIME**2\n")));
  moved.run.advance_to(2);
  EXPECT_NEAR(moved.MotionOf("MARKER_2").X.p.x(), 2, 1e-9);
  EXPECT_EQ(ImportErrorOf(OneBody("GCON/1, FUNCTION=DX(2,1,1)*DY(2,1,1)\n")),
            "x.adm:7: GCON/1: the equation is not understood; write a measure minus its value, as "
            "DM(2,1)-5");
}

TEST(AdamsElements, ShapesAreDrawnWhereTheyAre) {
  const Json model =
      Import(OneBody("MARKER/3, PART=2, QP=1,0,0\nGRAPHICS/1, CYLINDER, CM=3, LENGTH=4, RADIUS=.5\n"
                     "GRAPHICS/2, BOX, CORNER=3, X=1, Y=-2, Z=3\nGRAPHICS/3, ELLIPSOID, CM=1, "
                     "XSCALE=1, YSCALE=1, ZSCALE=1\n"
                     "GRAPHICS/4, SPDP, I=1, J=2\n"));
  const Json& shapes = model["bodies"][0]["geometry"];
  EXPECT_EQ(shapes[0]["position"], Json({1.0, 0.0, 2.0}));
  EXPECT_EQ(shapes[1]["lengths"], Json({1.0, 2.0, 3.0}));
  EXPECT_EQ(shapes[1]["position"], Json({1.5, -1.0, 1.5}));
  EXPECT_EQ(model["ground_geometry"][0]["radius"], 0.5);
}

TEST(AdamsElements, WhatWouldChangeTheAnswerIsAnError) {
  EXPECT_EQ(ImportErrorOf(OneBody("MFORCE/3, FLEX_BODY=2\n")),
            "x.adm:7: MFORCE/3: not understood: the model file has no such element");
  EXPECT_EQ(ImportErrorOf(OneBody("FOO/3, I=2\n")), "x.adm:7: FOO/3: the statement is unknown");
  EXPECT_EQ(ImportErrorOf(OneBody("JOINT/1, REVOLUTE, I=2, J=9\n")),
            "x.adm:7: JOINT/1: there is no MARKER/9 with a place of its own");
  EXPECT_EQ(ImportErrorOf(OneBody("JOINT/1, REVOLUTE, I=2, J=1\n, FRICTION=ON\n")),
            "x.adm:8: JOINT/1: the argument FRICTION is not understood");
  EXPECT_EQ(ImportErrorOf(OneBody("MARKER/2, PART=1\n")), "x.adm:7: MARKER/2: it is there twice");
  EXPECT_EQ(ImportErrorOf(OneBody(
                "SFORCE/1, TRANSLATIONAL, I=2, J=1, FUNCTION=USER(1)\nSFORCE/2, I=2, J=1\n")),
            "x.adm:7: SFORCE/1: the function USER is not understood here (and 1 more that are not "
            "understood)");
}

TEST(AdamsElements, PartialLeavesOutWhatIsNotUnderstood) {
  const AdamsImport import = ImportAdams(
      OneBody("TIRE/1, HALT\nJOINT/1, REVOLUTE, I=2, J=1\nSTRING/1, STRING=a b\n"), "x.adm", true);
  ASSERT_EQ(import.not_understood.size(), 1u);
  EXPECT_EQ(import.not_understood[0].statement, "TIRE/1");
  EXPECT_EQ(import.not_understood[0].line, 7);
  ASSERT_EQ(import.ignored.size(), 1u);
  EXPECT_EQ(import.ignored[0].statement, "STRING/1");
  EXPECT_EQ(import.model["joints"].size(), 1u);
}

}  // namespace
}  // namespace trunnion::adams
