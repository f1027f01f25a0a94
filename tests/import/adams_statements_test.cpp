// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/import/adams/statements.hpp"

/// The lexical rules of datasets, each with the way public files write it.
namespace trunnion::adams {
namespace {

using Texts = std::vector<std::string>;

std::vector<Statement> Read(const std::string& text) {
  return ReadStatements("title\n" + text, "car.adm").statements;
}

std::string MessageOf(const std::string& text) {
  try {
    Read(text);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AdamsStatements, TheFirstLineIsATitleWhateverItSays) {
  const StatementText text = ReadStatements("ADAMS/View model name: x\nEND\n", "car.adm");
  EXPECT_EQ(text.title, "ADAMS/View model name: x");
  EXPECT_TRUE(text.statements.empty());
}

TEST(AdamsStatements, ArgumentsStandOnOneLineOrOnSeveral) {
  const auto statements =
      Read("PART/02, MASS = 1\n, CM = 0201, IP = 0.04, 0.1,\n, .2\n\t, GROUND\n");
  ASSERT_EQ(statements.size(), 1u);
  const Statement& part = statements[0];
  EXPECT_EQ(part.label(), "PART/2");
  EXPECT_EQ(part.line, 2);
  EXPECT_EQ(part.Find("MASS")->values, Texts{"1"});
  EXPECT_EQ(part.Find("CM")->values, Texts{"0201"});
  EXPECT_EQ(part.Find("IP")->values, (Texts{"0.04", "0.1", ".2"}));
  EXPECT_TRUE(part.Has("GROUND"));
  EXPECT_EQ(part.Find("GROUND")->line, 5);
}

TEST(AdamsStatements, LinesGoOnBehindAnAmpersand) {
  const auto statements = Read("ACCGRAV/ IGRAV=1, &  ! comment\n JGRAV=-2, &\n\n KGRAV=3\n");
  ASSERT_EQ(statements.size(), 1u);
  EXPECT_FALSE(statements[0].id);
  EXPECT_EQ(statements[0].Find("JGRAV")->values, Texts{"-2"});
  EXPECT_EQ(statements[0].Find("KGRAV")->values, Texts{"3"});
}

TEST(AdamsStatements, CommentsAreSkippedAndNameTheNextStatement) {
  const auto statements = Read(
      "!   adams_view_name='MARKER_1'\nMARKER/1, PART=1 ! , QP=1,2,3\n!\n"
      "! it's \"quoted\": nothing\nMARKER/2, PART=1\n");
  ASSERT_EQ(statements.size(), 2u);
  EXPECT_EQ(statements[0].view_name, "MARKER_1");
  EXPECT_FALSE(statements[0].Has("QP"));
  EXPECT_EQ(statements[1].view_name, "");
}

TEST(AdamsStatements, TheCommaThatBeginsALineIsNoCommaInAFunction) {
  const auto statements =
      Read("SFORCE/1\n, ROTATIONAL\n, FUNCTION = -1.0*(az(1,2))\n, -0.05*wz(1,2,2)\n");
  EXPECT_EQ(statements[0].Find("FUNCTION")->values, Texts{"-1.0*(az(1,2))  -0.05*wz(1,2,2)"});
  EXPECT_TRUE(statements[0].Has("ROTATIONAL"));
}

TEST(AdamsStatements, ABackslashEndsAFunction) {
  const auto statements = Read(
      "REQUEST/05, F2=DX(1,2)\\F3=DY(1,2)\\\n, F4=DZ(1,2),C=Force: X Y (1) Z\n"
      "MOTION/1, FUNCTION=TIME\\, ICDISP=2\n");
  const Statement& request = statements.at(0);
  EXPECT_EQ(request.Find("F2")->values, Texts{"DX(1,2)"});
  EXPECT_EQ(request.Find("F3")->values, Texts{"DY(1,2)"});
  EXPECT_EQ(request.Find("F4")->values, Texts{"DZ(1,2)"});
  EXPECT_EQ(request.Find("COMMENT")->values, Texts{"Force: X Y (1) Z"});
  EXPECT_EQ(statements.at(1).Find("FUNCTION")->values, Texts{"TIME"});
  EXPECT_EQ(statements.at(1).Find("ICDISP")->values, Texts{"2"});
}

TEST(AdamsStatements, NamesMayBeShortenedAsLongAsTheyAreUnique) {
  const auto statements = Read("req/1, D, I=2, C=x\nMARK/7, part=1\nS/1\nMOT/1, ROT\n");
  EXPECT_EQ(statements[0].name, "REQUEST");
  EXPECT_TRUE(statements[0].Has("DISPLACEMENT"));
  EXPECT_TRUE(statements[0].Has("COMMENT"));
  EXPECT_EQ(statements[1].label(), "MARKER/7");
  EXPECT_TRUE(statements[3].Has("ROTATION"));
  EXPECT_EQ(statements[2].name, "S");  // SFORCE, SENSOR, SPLINE, ...
}

TEST(AdamsStatements, AFileWithoutTitleIsRefused) {
  EXPECT_THROW(ReadStatements("UNITS/FORCE=NEWTON\nEND\n", "car.adm"), FileError);
}

TEST(AdamsStatements, WhatFollowsEndIsNotRead) {
  EXPECT_EQ(Read("PART/1, GROUND\n\nEND\nthis is no statement\n").size(), 1u);
}

TEST(AdamsStatements, ErrorsNameTheFileAndTheLine) {
  EXPECT_EQ(
      MessageOf("\nfoo bar\n"),
      "car.adm:3: this is no statement; write NAME/, or a comma in front of what continues one");
  EXPECT_EQ(MessageOf(", QP=1\n"),
            "car.adm:2: this line continues a statement, and there is none before it");
  EXPECT_EQ(MessageOf("PART/1\n, MASS=1,,CM=2\n"),
            "car.adm:3: PART/1: an argument is empty; there are two commas");
  EXPECT_EQ(MessageOf("PART/1\n, 5\n"), "car.adm:3: PART/1: the value '5' belongs to no argument");
  EXPECT_EQ(MessageOf("GCON/1, FUNCTION=DM(1,2\n"),
            "car.adm:2: GCON/1: the parentheses of 'DM(1,2' do not match");
}

}  // namespace
}  // namespace trunnion::adams
