// SPDX-License-Identifier: BSD-3-Clause
//
// Every option is read by the methods that its declaration names, and refused by the others.
#include "solvers/problem/option_fields.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "examples/models/benchmark_models.hpp"
#include "solvers/problem/option_checks.hpp"

namespace trunnion {
namespace {

/// A value that differs from the default.
const std::map<std::string, double> kOtherValues{{"tolerance", 1e-6},
                                                 {"angle_tolerance", 1e-7},
                                                 {"relative_tolerance", 1},
                                                 {"step_fraction", 1},
                                                 {"initial_step", 1e-4},
                                                 {"max_step", 1e-3},
                                                 {"min_step", 0.5},
                                                 {"max_steps", 7},
                                                 {"velocity_factor", 1},
                                                 {"fixed_step", 1e-3},
                                                 {"bdf.max_order", 1},
                                                 {"bdf.baumgarte_rate", 3},
                                                 {"bdf.newton_tolerance", 1e-4},
                                                 {"bdf.max_newton_iterations", 1},
                                                 {"bdf.newton_iterations", 2},
                                                 {"bdf.matrix_interval", 3},
                                                 {"adams.max_order", 1},
                                                 {"explicit.stabilization_alpha", 0.5}};

struct Change {
  std::string path;

  void operator()(bool& value) const { value = !value; }
  template <class T>
  void operator()(T& value) const {
    if constexpr (std::is_enum_v<T>) {
      const auto& names = kOptionNames<T>;
      value = value == names.back().second ? names[names.size() - 2].second : names.back().second;
    } else {
      value = static_cast<T>(kOtherValues.at(path));
    }
  }
};

/// Calls visit(options with one option changed, field) for every option but the integrator.
template <class Visit>
void ForEachChange(const IntegratorOptions& base, const Visit& visit) {
  ForEachOption(base, [&](const OptionField& changed, const auto&) {
    const bool one_shot = base.bdf.newton_system == NewtonSystem::one_shot;
    if (changed.name == "integrator" || (one_shot && changed.name == "formulation")) return;
    IntegratorOptions options = base;
    ForEachOption(options, [&](const OptionField& field, auto& value) {
      if (field.Path() == changed.Path()) Change{field.Path()}(value);
    });
    visit(options, changed);
  });
}

std::vector<IntegratorOptions> ListMethodsWithVariants() {
  std::vector<IntegratorOptions> list;
  for (const auto& [name, kind] : kOptionNames<FormulationKind>) list.push_back(With(kind));
  for (const auto& [name, kind] : kOptionNames<IntegratorKind>) list.push_back(With(kind));
  list.push_back({.bdf = {.newton_system = NewtonSystem::one_shot}});
  list.push_back({.error_test = ErrorTest::positions});
  list.push_back({.kind = IntegratorKind::explicit_method,
                  .explicit_method = {.stabilized_levels = StabilizedLevels::none}});
  for (const auto& [name, kind] : kOptionNames<IntegratorKind>)
    list.push_back({.kind = kind, .fixed_step = 1e-3});
  list.push_back({.fixed_step = 1e-3, .bdf = {.newton_iterations = 1}});
  return list;
}

std::string Describe(const IntegratorOptions& options) {
  return std::string(NameOf(options.bdf.formulation)) + " by " + NameOf(options.kind);
}

std::string RefusalOf(const IntegratorOptions& options) {
  try {
    RequireValidOptions(options);
    return {};
  } catch (const ModelError& error) {
    EXPECT_TRUE(error.element().starts_with("option ")) << error.element();
    return error.what();
  }
}

TEST(OptionFields, DefaultsOfEveryMethodAreValid) {
  for (const IntegratorOptions& base : ListMethodsWithVariants())
    EXPECT_EQ(RefusalOf(base), "") << Describe(base);
}

/// Every option that is not read is refused by its path, with what reads it; the others are not.
TEST(OptionFields, OptionsThatAreNotReadAreRefused) {
  std::set<std::string> read, refused;
  for (const IntegratorOptions& base : ListMethodsWithVariants()) {
    ForEachChange(base, [&](const IntegratorOptions& options, const OptionField& field) {
      const std::string message = RefusalOf(options), path = field.Path();
      if (field.is_read) {
        read.insert(path);
        EXPECT_EQ(message, "") << path << ", " << Describe(base);
      } else {
        refused.insert(path);
        EXPECT_TRUE(message.starts_with("integrator: " + path + " is set, but read by " +
                                        std::string(field.readers)))
            << path << ", " << Describe(base) << ": " << message;
      }
    });
  }
  EXPECT_EQ(read.size(), 33u);  // each by some method
  EXPECT_EQ(refused.size(), read.size() - 6) << "all but tolerances, max_steps and fixed_step";
}

TEST(OptionFields, NumbersOutOfRangeAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, nan}) {
    for (const IntegratorOptions& base : ListMethodsWithVariants()) {
      ForEachOption(base, [&](const OptionField& changed, const auto& standard) {
        if constexpr (std::is_same_v<decltype(standard), const double&>) {
          IntegratorOptions options = base;
          ForEachOption(options, [&](const OptionField& field, auto& value) {
            if constexpr (std::is_same_v<decltype(value), double&>)
              if (field.Path() == changed.Path()) value = bad;
          });
          EXPECT_NE(RefusalOf(options), "") << changed.Path();
        }
      });
    }
  }
  EXPECT_EQ(RefusalOf({.tolerance = 0}), "integrator: tolerance must be greater than 0");
  EXPECT_EQ(RefusalOf({.bdf = {.max_order = 6}}),
            "integrator: bdf.max_order must be between 1 and 5");
}

/// What a run does, to the bit.
std::string RunOf(const System& system, const IntegratorOptions& options, double end) {
  std::ostringstream text;
  text.precision(17);
  try {
    Simulation run(system, {.integrator = options, .serial = true});
    try {
      run.advance_to(end);
    } catch (const SolverError& error) {
      text << error.what();
    }
    const Statistics& s = run.statistics();
    text << s.steps << " " << s.factorizations << " " << s.newton_iterations << " "
         << s.linear_solver << " " << run.q().transpose();
  } catch (const Error& error) {
    text << error.what();
  }
  return text.str();
}

/// Two rods on hinges and a spring, which break no symmetry of masses.
System MakeLinkage() {
  Model model;
  model.set_gravity(Vec3(0, 0, -9.81));
  BodyId last = Model::ground();
  Vec3 place = Vec3::Zero();
  for (int i = 0; i < 2; ++i) {
    const BodyId rod = model.AddRigidBody({.name = "rod" + std::to_string(i),
                                           .mass = 1.0 + 2 * i,
                                           .inertia = Vec3(0.2, 0.2, 0.3 + 0.05 * i).asDiagonal(),
                                           .position = place + Vec3(0.5, 0, 0)});
    model.AddJointAt({.type = JointType::revolute,
                      .body_a = last,
                      .body_b = rod,
                      .point = place,
                      .axis = Vec3(0, 1, 0.2 * i)});
    place += Vec3(1, 0, 0);
    last = rod;
  }
  return model.Compile();
}

/// An option that is said to be read changes the run.
TEST(OptionFields, OptionsThatAreReadHaveAnEffect) {
  const System linkage = MakeLinkage();
  for (IntegratorOptions base : ListMethodsWithVariants()) {
    if (base.kind == IntegratorKind::automatic || base.fixed_step > 0) continue;  // below
    base.max_steps = 2000;
    base.initial_step = 0.3;  // rejected, as min_step shows
    const std::string usual = RunOf(linkage, base, 0.8);
    ForEachChange(base, [&](const IntegratorOptions& options, const OptionField& field) {
      if (!field.is_read || field.name == "cap_order") return;  // of stiff oscillations
      if (field.name == "project_error") return;  // the filter of the default projects, too
      EXPECT_NE(RunOf(linkage, options, 0.8), usual) << field.Path() << ", " << Describe(base);
    });
  }
}

/// The same of a model that automatic takes both integrators for.
TEST(OptionFields, OptionsOfBothGroupsHaveAnEffectOnAutomatic) {
  const System chain = models::MakeBushingChain(3).model.Compile();
  const IntegratorOptions base{.kind = IntegratorKind::automatic, .tolerance = 1e-4};
  const std::string usual = RunOf(chain, base, 0.06);
  ForEachChange(base, [&](const IntegratorOptions& options, const OptionField& field) {
    if (!field.is_read || field.group.empty() || field.name == "cap_order") return;
    if (field.name == "iteration_matrix" || field.name == "project_error")
      return;  // of constraints
    EXPECT_NE(RunOf(chain, options, 0.06), usual) << field.Path();
  });
}

}  // namespace
}  // namespace trunnion
