// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/import/adams_files.hpp"

/// Forces by functions of datasets, in closed form.
namespace trunnion::adams {
namespace {

/// A second part with mass 3 and MARKER/3, and a marker that floats on it.
constexpr const char* kSecondPart =
    "PART/3, MASS=3, CM=3, IP=2,3,4, QG=0.4,-0.3,0.2, REULER=20D,30D,40D\nMARKER/3, PART=3\n"
    "MARKER/30, PART=3, FLOATING\nMARKER/10, PART=1, FLOATING\n";

/// m x'' = −k x between millimetres and minutes, by VARIABLEs and markers that are not those of the
/// force.
TEST(AdamsForces, AVectorForceByMeasuresIsASpring) {
  ImportedRun imported(
      Parse("title\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=MILLIMETER,TIME=MINUTE\n"
            "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/4, PART=1, QP=5,0,0\n"
            "PART/2, MASS=2, CM=2, IP=1,1,1, QG=30,0,0\nMARKER/2, PART=2\n"
            "MARKER/10, PART=1, FLOATING\n"
            "VARIABLE/1, FUNCTION=DX(2,4,1)+5\n"
            "VFORCE/1, I=2, JFLOAT=10, RM=1\n, FX=-0.8*VARVAL(1)-0.001*VX(2,1)\\\n"
            ", FZ=0\\\n"));
  const double k = 800, c = 0.001 / (1e-3 / 60), m = 2;
  const double decay = c / (2 * m), w = std::sqrt(k / m - decay * decay), t = 0.4;
  imported.run.advance_to(t);
  EXPECT_NEAR(imported.MotionOf("MARKER_2").X.p.x(),
              0.03 * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t)),
              1e-9);
}

/// Forces and torques between two free parts change neither momentum, and turn with their axes.
TEST(AdamsForces, GeneralForcesBalance) {
  ImportedRun imported(
      Parse(OneBody(std::string(kSecondPart) +
                    "GFORCE/1, I=2, JFLOAT=30, RM=3\n, FX=3*SIN(TIME)\\FY=DZ(2,3,3)\\FZ=-2\\\n"
                    ", TX=0.4\\TY=-WY(2,3,3)\\TZ=AZ(2,3)\\\n")));
  imported.run.advance_to(1);
  Vec3 momentum = Vec3::Zero(), moment = Vec3::Zero();
  const Vec3 inertia[]{{1, 2, 2.5}, {2, 3, 4}};
  const double mass[]{1, 3};
  double speed = 0;
  for (int b = 1; b <= 2; ++b) {
    const BodyState body = imported.run.body(b);
    const Vec3 p = mass[b - 1] * body.v;
    momentum += p;
    moment += body.r.cross(p) + body.R * Vec3(inertia[b - 1].asDiagonal() * body.w);
    speed += body.v.norm();
  }
  EXPECT_GT(speed, 0.5);
  EXPECT_LT(momentum.norm(), 1e-8);
  EXPECT_LT(moment.norm(), 1e-8);
}

/// (−k_t) times an angle that counts turns, about z of the ground.
TEST(AdamsForces, AVectorTorqueIsATorsionSpring) {
  ImportedRun imported(
      Parse(OneBody("MARKER/10, PART=1, FLOATING\n"
                    "VTORQUE/1, I=2, JFLOAT=10, RM=1\n, TZ=-1*(AZ(2,1)-8)\\\n")));
  const double w = std::sqrt(1 / 2.5), t = 4;
  imported.run.advance_to(t);  // to 8 (1 − cos) = 14.6 rad
  const double angle = 8 * (1 - std::cos(w * t));
  EXPECT_GT(angle, 4 * kPi);
  const Mat3 R = imported.MotionOf("MARKER_2").X.R;
  EXPECT_NEAR(R(0, 0), std::cos(angle), 1e-7);
  EXPECT_NEAR(R(1, 0), std::sin(angle), 1e-7);
}

/// Without damping a stop gives the speed back; kinks are found, so that little is lost.
TEST(AdamsForces, ImpactsOfSingleForces) {
  const std::string functions[]{"IMPACT(DX(2,1,1),VX(2,1,1),0.5,1E4,1.5,0,0.01)",
                                "IF(DX(2,1,1)-0.5: 1E4*(0.5-DX(2,1,1)), 0, 0)"};
  for (const std::string& function : functions) {
    const std::string text = OneBody(
        "MARKER/3, PART=1, QP=-1,0,0\nSFORCE/1, TRANSLATIONAL, I=2, "
        "J=3, FUNCTION=" +
            function + "\n",
        ", QG=1,0,0, VX=-2");
    EXPECT_EQ(Import(text)["forces"][0]["type"], "expression");
    ImportedRun imported(Parse(text), 1e-8);
    imported.run.advance_to(1);
    EXPECT_NEAR(imported.run.body(1).v.x(), 2, 1e-5) << function;
  }
}

TEST(AdamsForces, SmoothSingleForcesStayMotors) {
  const auto type = [](const std::string& function) {
    return Import(OneBody(
        "MARKER/3, PART=2, QP=1,0,0\nSFORCE/1, TRANSLATIONAL, I=3, J=1, FUNCTION=" + function +
        "\n"))["forces"][0]["type"];
  };
  EXPECT_EQ(type("-5*DM(3,1)-VR(3,1)+SIN(TIME)"), "motor");
  EXPECT_EQ(type("-5*DM(3,1)-VX(3,1)"), "expression");
  EXPECT_EQ(type("MAX(0,-5*DM(3,1))"), "expression");
}

/// A torque about z of J on I, and back on the part of J.
TEST(AdamsForces, RotationalForcesByOtherMeasures) {
  ImportedRun imported(
      Parse(OneBody(std::string("PART/3, MASS=1, CM=3, IP=3,3,5\nMARKER/3, PART=3\n") +
                    "SFORCE/1, ROTATIONAL, I=2, J=3, FUNCTION=3+0*DZ(2,1)\n")));
  imported.run.advance_to(1);
  EXPECT_NEAR(imported.run.body(1).w.z(), 3 / 2.5, 1e-9);
  EXPECT_NEAR(imported.run.body(2).w.z(), -3 / 5.0, 1e-9);
}

TEST(AdamsForces, SplinesAreTables) {
  const std::string spline =
      "SPLINE/7, X=0,1,2,3,4, Y=0,1,8,27,64\n";  // x³, which a cubic spline reproduces
  ImportedRun moved(Parse(OneBody(spline + "MOTION/1, I=2, J=1, X, FUNCTION=CUBSPL(TIME,0,7)\n")));
  moved.run.advance_to(1.5);
  EXPECT_NEAR(moved.MotionOf("MARKER_2").X.p.x(), 1.5 * 1.5 * 1.5, 1e-8);
  const Json force =
      Import(OneBody(spline +
                     "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=2, J=1, FUNCTION=AKISPL(DZ(2,1),0,7)\n"
                     "SPLINE/8, X=0,1,2,3, Y=1,1,1,1, LINEAR_EXTRAPOLATE\n"))["forces"][0];
  EXPECT_EQ(force["tables"]["akispl_7"]["interpolation"], "akima");
  EXPECT_EQ(force["tables"]["akispl_7"]["ends"], "polynomial");
  EXPECT_EQ(force["force"][2], "akispl_7((dz('MARKER_2','MARKER_1')))");
  EXPECT_EQ(force["reaction"], false);
  EXPECT_NE(ImportErrorOf(OneBody("SFORCE/1, TRANSLATIONAL, I=2, J=1, FUNCTION=AKISPL(TIME,0,9)\n"))
                .find("there is no SPLINE"),
            std::string::npos);
}

Mat6 ReadSixBySix(const Json& rows) {
  Mat6 matrix;
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c)
      matrix(r, c) = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  return matrix;
}

/// A cantilever: its compliance is L/EA, L³/3EI + L ASY/GA, L²/2EI, L/EI, L/GJ.
TEST(AdamsForces, BeamsHaveTheComplianceOfACantilever) {
  const double L = 0.3, E = 2e11, G = 8e10, A = 4e-4, J = 3e-8, Iy = 1e-8, Iz = 2e-8, ay = 1.2,
               az = 1.5;
  const Json beam = Import(
      "t\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=MILLIMETER,TIME=SECOND\nPART/1,GROUND\n"
      "MARKER/1,PART=1\nPART/2,MASS=1,CM=2,IP=1,1,1,QG=300,0,0\nMARKER/2,PART=2\n"
      "BEAM/1, I=2, J=1, LENGTH=300, AREA=400, IXX=30000, IYY=10000, IZZ=20000, ASY=1.2, ASZ=1.5\n"
      ", EMODULUS=2E5, GMODULUS=8E4, CRATIO=0.01\n")["forces"][0];
  const Mat6 K = ReadSixBySix(beam["stiffness"]), F = K.inverse();
  const auto near = [](double value, double expected) {
    EXPECT_NEAR(value, expected, 1e-9 * std::abs(expected));
  };
  near(F(0, 0), L / (E * A));
  near(F(1, 1), L * L * L / (3 * E * Iz) + L * ay / (G * A));
  near(F(2, 2), L * L * L / (3 * E * Iy) + L * az / (G * A));
  near(F(1, 5), L * L / (2 * E * Iz));
  near(F(2, 4), -L * L / (2 * E * Iy));
  near(F(3, 3), L / (G * J));
  near(F(4, 4), L / (E * Iy));
  near(F(5, 5), L / (E * Iz));
  EXPECT_LT((ReadSixBySix(beam["damping"]) - 0.01 * K).norm(), 1e-12 * K.norm());
  near(beam["preload"][0], -E * A);  // −K L: it rests at its length
  EXPECT_EQ(beam["preload"][1], 0.0);
}

/// K by columns, a rest position and a force: static balance of a damped part.
TEST(AdamsForces, FieldsComeToRestWhereTheySay) {
  std::string numbers;
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r < 6; ++r)
      numbers += std::string(numbers.empty() ? "" : ",") + (r == c             ? "200"
                                                            : r == 0 && c == 1 ? "50"
                                                            : r == 1 && c == 0 ? "-30"
                                                                               : "0");
  ImportedRun imported(
      Parse(OneBody("FIELD/1, I=2, J=1, KMATRIX=" + numbers +
                    ", CRATIO=0.15, LENGTH=0.1,0.2,0,0,0,0, FORCE=4,0,0,0,0,0\n")));
  imported.run.advance_to(6);
  // [200 50; -30 200] (q - rest) = (4, 0)
  const double det = 200 * 200 + 50 * 30, x = 4 * 200 / det, y = 4 * 30 / det;
  EXPECT_NEAR(imported.MotionOf("MARKER_2").X.p.x(), 0.1 + x, 1e-8);
  EXPECT_NEAR(imported.MotionOf("MARKER_2").X.p.y(), 0.2 + y, 1e-8);
}

/// Wheels with radii 1 and 2 on parallel axes 3 apart: they turn against each other, 2 to 1. One
/// joint is given the other way round.
TEST(AdamsForces, GearsTouchInTheirMarker) {
  ImportedRun imported(
      Parse(OneBody("MARKER/5, PART=1, QP=3,0,0\nMARKER/6, PART=1, QP=1,0,0, REULER=0D,-90D,0D\n"
                    "PART/3, MASS=1, CM=3, IP=1,1,1, QG=3,0,0\nMARKER/3, PART=3\n"
                    "JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, REVOLUTE, I=5, J=3\n"
                    "GEAR/1, JOINTS=1,2, CV=6\nMOTION/1, JOINT=1, ROTATION, FUNCTION=0.4*TIME\n")));
  imported.run.advance_to(2);
  const auto turn = [&](const char* marker) {
    const Mat3 R = imported.MotionOf(marker).X.R;
    return std::atan2(R(1, 0), R(0, 0));
  };
  EXPECT_NEAR(turn("MARKER_2"), 0.8, 1e-9);
  EXPECT_NEAR(turn("MARKER_3"), -0.4, 1e-9);
  EXPECT_NE(ImportErrorOf(OneBody("PART/3, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=3\n"
                                  "JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, REVOLUTE, I=3, J=1\n"
                                  "GEAR/1, JOINTS=1,2, CV=3\n"))
                .find("CV must be on the part"),
            std::string::npos);
}

/// A ball falls on the plane from its own height: the bounce takes it back up, without damping.
TEST(AdamsForces, ContactsOfSpheresAndPlanes) {
  const std::string ball = "GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2\n";
  const std::string law = ", IMPACT, STIFFNESS=1E5, DAMPING=0, EXPONENT=1.5, DMAX=1E-4\n";
  ImportedRun plane(Parse(OneBody("ACCGRAV/KGRAV=-10\n" + ball +
                                      "GRAPHICS/1, PLANE, RM=1, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1\n"
                                      "CONTACT/1, IGEOM=2, JGEOM=1" +
                                      law,
                                  ", QG=0,0,0.6")),
                    1e-8);
  const double fall = std::sqrt(2 * 0.5 / 10);
  plane.run.advance_to(fall);
  EXPECT_NEAR(plane.run.body(1).r.z(), 0.1, 1e-7);
  double top = 0;
  for (int i = 0; i < 100; ++i) {
    plane.run.advance_to(fall + 0.02 + 0.005 * i);
    top = std::max(top, plane.run.body(1).r.z());
  }
  EXPECT_NEAR(top, 0.6, 1e-4);
  // Two balls of 1 and 3 kg meet head on: v' = (1 − 3)/(1 + 3) v and 2/(1 + 3) v.
  ImportedRun two(
      Parse(OneBody(ball +
                        "PART/3, MASS=3, CM=3, IP=1,1,1, QG=1,0,0\nMARKER/3, PART=3\n"
                        "GRAPHICS/3, ELLIPSOID, CM=3, XSCALE=0.4, YSCALE=0.4, ZSCALE=0.4\n"
                        "CONTACT/1, IGEOM=2, JGEOM=3" +
                        law,
                    ", VX=2")),
      1e-8);
  two.run.advance_to(1);
  EXPECT_NEAR(two.run.body(1).v.x(), -1, 1e-5);
  EXPECT_NEAR(two.run.body(2).v.x(), 1, 1e-5);
  EXPECT_NE(ImportErrorOf(OneBody(ball + "CONTACT/1, IGEOM=2, JGEOM=2, COULOMB_FRICTION=ON" + law))
                .find("friction of contacts"),
            std::string::npos);
}

/// x = 2 t² passes 500 mm at half a second; the run ends there.
TEST(AdamsForces, SensorsEndTheRun) {
  const ModelFile file = Parse(
      "t\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=MILLIMETER,TIME=SECOND\nPART/1,GROUND\n"
      "MARKER/1,PART=1\nPART/2,MASS=1,CM=2,IP=1,1,1\nMARKER/2,PART=2\nACCGRAV/IGRAV=4000\n"
      "SENSOR/1, FUNCTION=DX(2,1,1), VALUE=500, GE, HALT, ERROR=1E-3\n"
      "SENSOR/2, FUNCTION=TIME, VALUE=0.3, PRINT\n");
  Simulation run(file.model.Compile(), file.run.MakeOptions());
  run.advance_to(1);
  EXPECT_TRUE(run.stopped());
  EXPECT_NEAR(run.step_end(), 0.5, 1e-8);
  const Json model = Import(OneBody("SENSOR/1, FUNCTION=TIME, VALUE=3, RETURN\n"));
  EXPECT_EQ(model["events"][0]["when"]["time"], 3.0);
  EXPECT_EQ(model["events"][0]["actions"][0]["type"], "stop");
}

TEST(AdamsForces, RequestsOfFunctionsAndMovingMarkers) {
  ImportedRun imported(
      Parse("t\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=MILLIMETER,TIME=SECOND\nPART/1,GROUND\n"
            "MARKER/1,PART=1\nPART/2,MASS=1,CM=2,IP=1,1,1,QG=40,0,0\nMARKER/2,PART=2\n"
            "PART/3,MASS=1,CM=3,IP=1,1,1,VY=30\nMARKER/3,PART=3\n"
            "REQUEST/1, F1=DM(2,3)\\F2=DY(2,3,3)\\F3=2*DM(2,3)+TIME\\F4=AZ(2,3)\n"));
  imported.run.advance_to(1);
  EXPECT_NEAR(imported.Output("REQUEST_1.F1"), 0.05, 1e-9);  // [m]
  EXPECT_NEAR(imported.Output("REQUEST_1.F2"), -0.03, 1e-9);
  EXPECT_NEAR(imported.Output("REQUEST_1.F3"), 101, 1e-6);  // of the dataset
  EXPECT_THROW((void)imported.Output("REQUEST_1.F4"), ModelError);
}

TEST(AdamsForces, WhatIsMissingIsSaid) {
  const std::string second = kSecondPart;
  const std::pair<std::string, std::string> cases[]{
      {"GFORCE/1, I=2, JFLOAT=9, RM=1, FX=1\n", "there is no MARKER/9"},
      {"GFORCE/1, I=2, JFLOAT=30, FX=1\n", "RM"},
      {"GFORCE/1, I=2, JFLOAT=30, RM=1, FUNCTION=USER(1)\n", "user subroutine"},
      {"GFORCE/1, I=3, JFLOAT=30, RM=1, FX=1\n", "on one part"},
      {"VFORCE/1, I=2, JFLOAT=30, RM=1\n", "it has no component"},
      {"VFORCE/1, I=2, JFLOAT=30, RM=1, FX=DX(2,30)\n", "MARKER/30"},
      {"VFORCE/1, I=2, JFLOAT=30, RM=1, FX=ACCX(2)\n", "ACCX is not understood"},
      {"VFORCE/1, I=2, JFLOAT=30, RM=1, FX=DM(2,1,3)\n", "DM needs one to 2 markers"},
      {"FIELD/1, I=2, J=1, KMATRIX=1,2\n", "KMATRIX needs 36 numbers"}};
  for (const auto& [text, message] : cases) {
    const std::string error = ImportErrorOf(OneBody(second + text));
    EXPECT_NE(error.find(message), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace trunnion::adams
