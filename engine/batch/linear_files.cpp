// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/batch/run.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

std::string Number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// Header of column names, then rows that begin with their name.
std::string MakeMatrixCsv(const MatrixXd& matrix,
                          const std::vector<LinearVariable>& rows,
                          const std::vector<LinearVariable>& columns,
                          const char* rate) {
  const auto label = [](const LinearVariable& v, const char* suffix) {
    return CsvField(v.name + " [" + v.unit + suffix + "]");
  };
  std::string text;
  for (const LinearVariable& column : columns) text += "," + label(column, "");
  text += "\n";
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    text += label(rows[static_cast<std::size_t>(i)], rate);
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) text += "," + Number(matrix(i, j));
    text += "\n";
  }
  return text;
}

Json Amplitudes(const Eigen::Vector3cd& x) {
  Json list = Json::array();
  for (int i = 0; i < 3; ++i) list.push_back({x[i].real(), x[i].imag()});
  return list;
}

/// The bodies that move most, with their share of the largest.
std::string Largest(const Mode& mode) {
  std::string text;
  double most = 0;
  for (const BodyMotion& b : mode.shape)
    most = std::max(most, std::max(b.translation.norm(), b.rotation.norm()));
  int shown = 0;
  for (const BodyMotion& b : mode.shape) {
    if (std::max(b.translation.norm(), b.rotation.norm()) < 0.5 * most || shown == 4) continue;
    text += (shown++ ? ", " : "") + b.body;
  }
  return text;
}

/// Eigenvalues below this are zeros of rigid-body motions: rounding makes them about the root of ε
/// times the fastest oscillation, or those of the slowest part. Rates of overdamped modes say
/// nothing about that; they may be far above all frequencies.
double FindLargestFree(const std::vector<Mode>& modes) {
  double fastest = 0, slowest = 0;
  for (const Mode& mode : modes) fastest = std::max(fastest, mode.eigenvalue.imag());
  for (const Mode& mode : modes) {
    const double w = mode.eigenvalue.imag();
    if (w > 1e-7 * fastest) slowest = slowest > 0 ? std::min(slowest, w) : w;
  }
  return std::max(1e-7 * fastest, 1e-6 * slowest);
}

}  // namespace

void WriteLinearModel(const LinearModel& model,
                      const std::filesystem::path& folder,
                      FileTransaction& with) {
  WriteText(folder / "A.csv", MakeMatrixCsv(model.A, model.states, model.states, "/s"), with);
  WriteText(folder / "B.csv", MakeMatrixCsv(model.B, model.states, model.inputs, "/s"), with);
  WriteText(folder / "C.csv", MakeMatrixCsv(model.C, model.outputs, model.states, ""), with);
  WriteText(folder / "D.csv", MakeMatrixCsv(model.D, model.outputs, model.inputs, ""), with);
}

std::string MakeModesJson(const std::vector<Mode>& modes, double t) {
  Json document;
  document["time"] = t;
  document["units"] = {{"eigenvalue", "1/s, real and imaginary part"},
                       {"frequency", "Hz"},
                       {"translation", "m, real and imaginary part, world axes"},
                       {"rotation", "rad, real and imaginary part, world axes"}};
  document["modes"] = Json::array();
  for (const Mode& mode : modes) {
    Json entry;
    entry["eigenvalue"] = {mode.eigenvalue.real(), mode.eigenvalue.imag()};
    entry["frequency"] = mode.frequency;
    entry["damping_ratio"] = mode.damping_ratio;
    for (const BodyMotion& b : mode.shape)
      entry["shape"][b.body] = {{"translation", Amplitudes(b.translation)},
                                {"rotation", Amplitudes(b.rotation)}};
    document["modes"].push_back(std::move(entry));
  }
  return document.dump(1) + "\n";
}

std::string MakeModesTable(const std::vector<Mode>& modes) {
  std::string text = "  mode  frequency Hz  damping ratio          eigenvalue 1/s  moves most\n";
  const double rigid = FindLargestFree(modes);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const Mode& m = modes[i];
    if (std::abs(m.eigenvalue) < rigid) {
      std::array<char, 120> line{};
      std::snprintf(
          line.data(), line.size(), "  %4zu             0              -  %25s  ", i + 1, "0");
      text += line.data() + Largest(m) + " (free)\n";
      continue;
    }
    constexpr double kRounding = 1e-12;  // and no minus before zero
    const double size = std::abs(m.eigenvalue);
    const bool undamped = std::abs(m.eigenvalue.real()) <= kRounding * size;
    const bool still = std::abs(m.eigenvalue.imag()) <= kRounding * size;
    std::array<char, 120> line{};
    std::snprintf(line.data(),
                  line.size(),
                  "  %4zu  %12.7g  %13.6g  %11.5g %+11.5gi  ",
                  i + 1,
                  m.frequency,
                  undamped ? 0 : m.damping_ratio,
                  undamped ? 0 : m.eigenvalue.real(),
                  still ? 0 : m.eigenvalue.imag());
    text += line.data() + Largest(m) + "\n";
  }
  return text;
}

}  // namespace trunnion
