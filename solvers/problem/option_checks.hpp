// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// Every option that differs from its default must be in its range, and be read by the method that
/// the options choose (option_fields.hpp).
/// @throws ModelError that names the option and what it may be, or what reads it.
void RequireValidOptions(const IntegratorOptions& options);

/// What an option must be chosen for if it is to be read: "the formulation baumgarte"; empty: the
/// method that `options` choose reads it. @param group  as in OptionField.
std::string DescribeReaders(const IntegratorOptions& options,
                            std::string_view group,
                            std::string_view name);

/// First component of an algebraic state, which explicit methods do not serve; −1: there is none.
int FindAlgebraicState(const ConstrainedSystem& system);
/// @throws ModelError that names the state, where there is one.
void RequireNoAlgebraicStates(const ConstrainedSystem& system);

}  // namespace trunnion
