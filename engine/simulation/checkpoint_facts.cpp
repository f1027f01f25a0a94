// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint tells models and options apart by.
#include <zlib.h>

#include <charconv>
#include <cstdint>
#include <map>
#include <type_traits>

#include "engine/simulation/checkpoint.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/problem/option_fields.hpp"
#include "solvers/problem/option_names.hpp"

namespace trunnion::internal {
namespace {

class Facts {
 public:
  void Add(std::string_view fact) {
    text_ += fact;
    text_ += '\0';
  }
  void AddCount(const std::string& what, std::ptrdiff_t count) {
    Add(std::to_string(count) + " " + what);
  }
  /// With all digits.
  void AddOption(const std::string& name, double value) {
    char number[32];
    const auto end = std::to_chars(number, number + sizeof(number), value).ptr;
    Add("option " + name + " = " + std::string(number, end));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void AddOption(const std::string& name, Enum value) {
    Add("option " + name + " = " + NameOf(value));
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

void AddBodies(const SystemParts& parts, Facts& facts) {
  for (const BodyInfo& body : parts.bodies) {
    const char* kind = body.kind == BodyKind::states ? "states of "
                       : IsPoint(body.kind)          ? "point "
                                                     : "body ";
    facts.Add(kind + ("'" + body.name + "'"));
    for (const StateInfo& state : body.states) facts.Add("state '" + state.name + "'");
  }
}

void AddElements(const SystemParts& parts, Facts& facts) {
  for (const auto& pool : parts.constraint_pools)
    for (int i = 0; i < pool->size(); ++i)
      facts.Add(pool->label(i) + " of " + std::to_string(pool->num_rows(i)) + " equations");
  for (const auto& pool : parts.force_pools)
    for (int i = 0; i < pool->size(); ++i)
      facts.Add(pool->label(i) + " (" + pool->Describe(i).type + ")");
}

/// Those that change no step may be others.
void AddOptions(const IntegratorOptions& options, Facts& facts) {
  ForEachOption(options, [&](const OptionField& field, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_enum_v<Value>) {
      facts.AddOption(field.Path(), value);
    } else if (field.name != "max_steps") {
      facts.AddOption(field.Path(), static_cast<double>(value));
    }
  });
  facts.AddOption("test_error", options.test_error);
}

/// A checksum of numbers for each owner.
class Checksums {
 public:
  void Add(const std::string& owner, double number) {
    auto& sum = sums_[owner];
    sum = static_cast<std::uint32_t>(
        crc32_z(sum, reinterpret_cast<const Bytef*>(&number), sizeof number));
  }
  void Add(const std::string& owner, const SparseMatrix& A, int column) {
    for (SparseMatrix::InnerIterator it(A, column); it; ++it) Add(owner, it.value());
  }
  void List(Facts& facts) const {
    for (const auto& [owner, sum] : sums_)
      facts.Add("numbers of " + owner + std::string(kChecksum) + std::to_string(sum));
  }

 private:
  std::map<std::string, std::uint32_t> sums_;
};

/// Masses, loads, stiffness, damping and places as they show where the model is drawn.
void AddNumbers(const System& system, double t, Facts& facts) {
  SystemEvaluator evaluator(system, false);
  VectorXd q, v;
  system.GetInitialState(q, v);
  const VectorXd v_dot = VectorXd::Zero(v.size());
  const VectorXd lambda = VectorXd::Zero(system.num_constraints());
  Residuals r;
  DynamicsMatrices m;
  evaluator.InitializePatterns(r, m);
  evaluator.ResetMemory(t, q, v);
  evaluator.CalcResiduals(t, q, v, v_dot, r);
  evaluator.CalcMatrices(t, q, v, v_dot, lambda, m);
  Checksums sums;
  for (int i = 0; i < v.size(); ++i) {
    const std::string body = "body '" + system.body(system.FindBodyOfComponent(i)).name + "'";
    sums.Add(body, r.dynamics[i]);
    for (const SparseMatrix* A : {&m.M, &m.D, &m.K}) sums.Add(body, *A, i);
  }
  for (int row = 0; row < system.num_constraints(); ++row) {
    sums.Add(system.NameOwner(row), r.g[row]);
    sums.Add(system.NameOwner(row), r.GT, row);
  }
  sums.List(facts);
}

}  // namespace

std::string ListFacts(const System& system, const SimulationOptions& options) {
  Facts facts;
  AddBodies(system.parts(), facts);
  AddElements(system.parts(), facts);
  for (const UserEvent& event : options.events) facts.Add("event '" + event.name + "'");
  facts.AddCount("components of velocity", system.num_velocities());
  facts.AddCount("numbers of configuration", system.configuration_size());
  facts.AddCount("constraint equations", system.num_constraints());
  facts.AddCount("numbers that elements remember", system.memory_size());
  AddNumbers(system, options.start_time, facts);
  AddOptions(options.integrator, facts);
  return facts.Take();
}

}  // namespace trunnion::internal
