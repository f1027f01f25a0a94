// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/references/beams.hpp"

namespace trunnion::references {

/// A problem of beams.hpp with the meshes it is run on, ascending numbers of elements; the last one
/// has errors of at most 1e-3 with both formulations.
struct BeamProblem {
  std::string name;
  std::vector<int> meshes;
  std::function<Rows(BeamFormulation, int)> run;
};

inline std::vector<BeamProblem> BeamStatics() {
  return {
      {"elastica_1", {8, 16, 32, 64}, [](auto f, int n) { return RunElastica(f, n, 1); }},
      {"elastica_5", {8, 16, 32, 64}, [](auto f, int n) { return RunElastica(f, n, 5); }},
      {"elastica_10", {8, 16, 32, 64}, [](auto f, int n) { return RunElastica(f, n, 10); }},
      {"quarter_circle", {8, 16, 32, 64}, [](auto f, int n) { return RunRollUp(f, n, 0.25); }},
      {"full_circle", {8, 16, 32, 64}, [](auto f, int n) { return RunRollUp(f, n, 1); }},
      {"post_buckling_60", {16, 32, 64}, [](auto f, int n) { return RunPostBuckling(f, n, 60); }},
      {"post_buckling_176", {16, 32, 64}, [](auto f, int n) { return RunPostBuckling(f, n, 176); }},
      {"columns", {16, 32, 64, 128}, RunColumns},
      {"bend_45", {8, 16, 32, 64}, RunBend45},
      {"princeton", {8, 16, 32, 64}, RunPrinceton}};
}

inline std::vector<BeamProblem> BeamDynamics() {
  const double tight = 1e-7;
  return {{"frequencies", {8, 16, 32, 128}, RunFrequencies},
          {"rotating_beam", {8, 16, 32, 64}, RunRotatingBeam},
          {"spin_up", {4, 8, 16, 24}, [=](auto f, int n) { return RunSpinUp(f, n, tight, 20); }},
          {"flying_2d_EI500",
           {16, 32, 64},
           [=](auto f, int n) { return RunFlyingBeam2D(f, n, 500, tight, 10); }},
          {"flying_2d_EI100",
           {16, 32, 64, 192},
           [=](auto f, int n) { return RunFlyingBeam2D(f, n, 100, tight, 10); }},
          {"flying_3d",
           {16, 32, 64, 128},
           [=](auto f, int n) { return RunFlyingBeam3D(f, n, tight, 10); }},
          {"right_angle",
           {8, 16, 32, 48},
           [=](auto f, int n) { return RunRightAngle(f, n, tight, 15); }},
          {"falling_pendulum", {16, 32, 64, 128, 256}, [=](auto f, int n) {
             return RunFallingPendulum(f, n, tight, 0.6);
           }}};
}

}  // namespace trunnion::references
