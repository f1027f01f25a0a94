// SPDX-License-Identifier: BSD-3-Clause
//
// Derivatives of outputs with respect to inputs, at one instant.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "fmu/instance.hpp"

namespace trunnion::fmu {
namespace {

/// Largest change of an input, of its nominal value. Accelerations and reactions are linear in
/// forces; where laws are not, the error is of the fourth order in it.
constexpr double kChange = 1e-3;

}  // namespace

/// Unknowns where inputs are away from their values by `factor` times the seed.
std::vector<double> Instance::Sample(std::span<const unsigned> unknowns,
                                     std::span<const unsigned> knowns,
                                     std::span<const double> seed,
                                     double factor) {
  std::vector<double> values(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) values[i] = inputs_[i].value;
  for (std::size_t k = 0; k < knowns.size(); ++k)
    values[static_cast<std::size_t>(variables_[knowns[k]].index)] += factor * seed[k];
  for (const unsigned known : knowns) {
    const Variable& v = variables_[known];
    if (!v.drives_motion)
      host_->Hold(host_->input(v.index), values[static_cast<std::size_t>(v.index)]);
  }
  std::vector<double> result;
  for (const unsigned unknown : unknowns)
    result.push_back(host_->Get(host_->output(variables_[unknown].index)));
  return result;
}

/// @return the largest part of the seed, in nominal values, of what has derivatives.
double Instance::CheckKnowns(std::span<const unsigned> knowns, std::span<const double> seed) const {
  double largest = 0;
  for (std::size_t k = 0; k < knowns.size(); ++k) {
    const Variable& v = At(knowns[k], Kind::real);
    Expect(v.causality == Causality::input,
           "derivatives: '" + v.name + "' is no input; they are given with respect to inputs");
    Expect(!v.drives_motion || mode_ != initialization,
           "derivatives: '" + v.name +
               "' drives a motion, which starts with its value; ask after initialization");
    Expect(std::isfinite(seed[k]), "derivatives: the seed of '" + v.name + "' is not finite");
    if (!v.drives_motion) largest = std::max(largest, std::abs(seed[k]) / v.nominal);
  }
  return largest;
}

/// @return true if one of them follows inputs at once.
bool Instance::CheckUnknowns(std::span<const unsigned> unknowns) const {
  bool follows = false;
  for (const unsigned unknown : unknowns) {
    const Variable& v = At(unknown, Kind::real);
    Expect(v.causality == Causality::output,
           "derivatives: '" + v.name + "' is no output; only outputs have derivatives");
    follows = follows || !v.inputs.empty();
  }
  return follows;
}

std::vector<double> Instance::Differentiate(std::span<const unsigned> unknowns,
                                            std::span<const unsigned> knowns,
                                            std::span<const double> seed) {
  Host();
  const double largest = CheckKnowns(knowns, seed);
  const bool follows = CheckUnknowns(unknowns);
  std::vector<double> result(unknowns.size(), 0);
  if (largest == 0 || !follows) return result;
  const double step = kChange / largest;
  const std::string before = host_->Save();
  try {
    constexpr std::array<std::pair<double, double>, 4> kFormula{
        {{1, 8}, {-1, -8}, {2, -1}, {-2, 1}}};  // /12, of the fourth order
    for (const auto& [place, weight] : kFormula) {
      const auto values = Sample(unknowns, knowns, seed, place * step);
      for (std::size_t i = 0; i < result.size(); ++i)
        if (!variables_[unknowns[i]].inputs.empty()) result[i] += weight * values[i] / (12 * step);
    }
  } catch (...) {
    host_->Load(before);
    throw;
  }
  host_->Load(before);
  if (host_->t() <= settings_.start_time) TouchSignals(*host_, variables_);
  return result;
}

}  // namespace trunnion::fmu
