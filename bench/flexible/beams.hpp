// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/flexible/comparison.hpp"
#include "bench/references/beam_problems.hpp"
#include "bench/references/slider_crank.hpp"

namespace trunnion::bench {

inline void AddRows(Comparison& out, const references::Rows& rows) {
  for (const references::ReferenceRow& row : rows)
    out.Add(row.id, row.mesh, row.quantity, row.reference, row.ours, row.relative_error);
}

/// All beam problems, both formulations, on the finest mesh of each.
inline void RunBeams(Comparison& out) {
  for (const auto& problems : {references::BeamStatics(), references::BeamDynamics()})
    for (const references::BeamProblem& problem : problems)
      for (const auto formulation :
           {BeamFormulation::geometrically_exact, BeamFormulation::corotational})
        AddRows(out, problem.run(formulation, problem.meshes.back()));
}

inline void RunSliderCrank(Comparison& out) {
  AddRows(out, references::RunFlexibleSliderCrank(1e-10));
}

}  // namespace trunnion::bench
