// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/core/error.hpp"
#include "engine/study/study.hpp"

namespace trunnion {
namespace {

constexpr double kMostRuns = 1e6;

/// Uniform in ]0, 1[, of the 53 leading bits: the same on every machine.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}
  double Next() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }
  std::size_t Below(std::size_t n) {
    return std::min(n - 1, static_cast<std::size_t>(Next() * static_cast<double>(n)));
  }

 private:
  std::mt19937_64 engine_;
};

/// x with Φ(x) = u, by bisection to the last bits.
double NormalQuantile(double u) {
  double low = -40, high = 40;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(-middle / std::numbers::sqrt2) < u ? low : high) = middle;
  }
  return (low + high) / 2;
}

void RequireRuns(double runs) {
  Require(runs <= kMostRuns,
          "this sampling needs more than 1e6 runs; take fewer levels, parameters or runs");
}

MatrixXd MakeGrid(const Study& study) {
  std::vector<std::vector<double>> levels;
  double runs = 1;
  for (const StudyParameter& parameter : study.parameters) {
    levels.push_back(parameter.ListLevels());
    runs *= static_cast<double>(levels.back().size());
  }
  RequireRuns(runs);
  MatrixXd samples(static_cast<Eigen::Index>(runs), static_cast<Eigen::Index>(levels.size()));
  for (Eigen::Index row = 0; row < samples.rows(); ++row) {
    auto rest = static_cast<std::size_t>(row);
    for (auto c = samples.cols(); c-- > 0;) {  // the last parameter changes first
      const auto& own = levels[static_cast<std::size_t>(c)];
      samples(row, c) = own[rest % own.size()];
      rest /= own.size();
    }
  }
  return samples;
}

/// All nominal, then each parameter over its levels.
MatrixXd MakeOneAtATime(const Study& study) {
  Eigen::RowVectorXd nominal(static_cast<Eigen::Index>(study.parameters.size()));
  for (Eigen::Index c = 0; c < nominal.size(); ++c)
    nominal[c] = study.parameters[static_cast<std::size_t>(c)].nominal;
  std::vector<Eigen::RowVectorXd> rows{nominal};
  for (Eigen::Index c = 0; c < nominal.size(); ++c)
    for (const double level : study.parameters[static_cast<std::size_t>(c)].ListLevels()) {
      rows.push_back(nominal);
      rows.back()[c] = level;
    }
  MatrixXd samples(static_cast<Eigen::Index>(rows.size()), nominal.size());
  for (std::size_t i = 0; i < rows.size(); ++i) samples.row(static_cast<Eigen::Index>(i)) = rows[i];
  return samples;
}

/// Distribution functions u of the runs.
MatrixXd MakeRandom(const Study& study, Eigen::Index columns) {
  RandomNumbers random(study.sampling.seed);
  MatrixXd u(study.sampling.runs, columns);
  for (Eigen::Index row = 0; row < u.rows(); ++row)
    for (Eigen::Index c = 0; c < u.cols(); ++c) u(row, c) = random.Next();
  return u;
}

/// One run in each of as many slices of every parameter (Technometrics 21, 1979, p. 239).
MatrixXd MakeLatinHypercube(const Study& study) {
  RandomNumbers random(study.sampling.seed);
  const auto n = static_cast<std::size_t>(study.sampling.runs);
  MatrixXd u(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(study.parameters.size()));
  for (Eigen::Index c = 0; c < u.cols(); ++c) {
    std::vector<std::size_t> slice(n);
    for (std::size_t i = 0; i < n; ++i) slice[i] = i;
    for (std::size_t i = n; i > 1; --i) std::swap(slice[i - 1], slice[random.Below(i)]);
    for (std::size_t i = 0; i < n; ++i)
      u(static_cast<Eigen::Index>(i), c) =
          (static_cast<double>(slice[i]) + random.Next()) / static_cast<double>(n);
  }
  return u;
}

/// N runs A, N runs B, and for each parameter N runs A with its column of B (Saltelli 2010).
MatrixXd MakeSobol(const Study& study) {
  const auto k = static_cast<Eigen::Index>(study.parameters.size());
  const Eigen::Index n = study.sampling.runs;
  RequireRuns(static_cast<double>(n) * static_cast<double>(k + 2));
  const MatrixXd both = MakeRandom(study, 2 * k);
  MatrixXd u(n * (k + 2), k);
  u.topRows(n) = both.leftCols(k);
  u.middleRows(n, n) = both.rightCols(k);
  for (Eigen::Index c = 0; c < k; ++c) {
    u.middleRows((c + 2) * n, n) = both.leftCols(k);
    u.col(c).segment((c + 2) * n, n) = both.col(k + c);
  }
  return u;
}

}  // namespace

double StudyParameter::Quantile(double u) const {
  if (mean) return *mean + deviation * NormalQuantile(u);
  if (values.empty()) return from + u * (to - from);
  const auto n = static_cast<double>(values.size());
  return values[static_cast<std::size_t>(std::min(n - 1, std::floor(u * n)))];
}

std::vector<double> StudyParameter::ListLevels() const {
  if (!values.empty()) return values;
  std::vector<double> list;
  for (int i = 0; i < levels; ++i) list.push_back(from + (to - from) * i / (levels - 1));
  return list;
}

MatrixXd MakeSamples(const Study& study) {
  RequireRuns(study.sampling.runs);
  const auto k = static_cast<Eigen::Index>(study.parameters.size());
  MatrixXd samples;
  switch (study.sampling.type) {
    case SamplingType::grid:
      return MakeGrid(study);
    case SamplingType::one_at_a_time:
      return MakeOneAtATime(study);
    case SamplingType::latin_hypercube:
      samples = MakeLatinHypercube(study);
      break;
    case SamplingType::monte_carlo:
      samples = MakeRandom(study, k);
      break;
    case SamplingType::sobol:
      samples = MakeSobol(study);
  }
  for (Eigen::Index c = 0; c < k; ++c)
    for (double& u : samples.col(c)) u = study.parameters[static_cast<std::size_t>(c)].Quantile(u);
  return samples;
}

}  // namespace trunnion
