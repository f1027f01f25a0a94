// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/crg_grid.hpp"

#include <algorithm>
#include <cmath>

#include <trunnion/error.hpp>

#include "vehicle/text_file.hpp"

namespace trunnion::vehicle {
namespace {

double Otherwise(const CrgFile::Values& values, const char* key, double otherwise) {
  const auto found = values.find(key);
  return found == values.end() ? otherwise : found->second;
}

[[noreturn]] void Refuse(const std::string& name, const std::string& message) {
  throw FileError(name + ": " + message, ErrorFields{.file = name});
}

/// v of a channel "long section at v = X" or "long section N"; NaN for another channel.
double PositionOf(const CrgFile& file, const std::string& channel, int sections) {
  constexpr std::string_view kStart = "long section";
  if (!channel.starts_with(kStart)) return std::numeric_limits<double>::quiet_NaN();
  const std::string_view rest = Trimmed(std::string_view(channel).substr(kStart.size()));
  const std::size_t sign = rest.find('=');
  const auto number = ParseNumber(sign == std::string_view::npos ? rest : rest.substr(sign + 1));
  if (!number) Refuse(file.name, "the channel '" + channel + "' tells neither a v nor a number");
  if (sign != std::string_view::npos) return *number;
  const double step = Otherwise(file.road, "LONG_SECTION_V_INCREMENT", 0.01);
  return Otherwise(file.road, "LONG_SECTION_V_RIGHT", -step * (sections - 1) / 2) +
         (*number - 1) * step;
}

}  // namespace

CrgGrid::CrgGrid(const CrgFile& file) {
  ReadSections(file);
  z_ *= Otherwise(file.modifiers, "SCALE_Z_GRID", 1);
  for (double& v : v_) v *= Otherwise(file.modifiers, "SCALE_WIDTH", 1);
  const bool by_offset = file.modifiers.contains("GRID_NAN_OFFSET");
  const double mode =
      Otherwise(file.modifiers, "GRID_NAN_MODE", by_offset || !file.has_modifiers ? 2 : 0);
  const double offset = Otherwise(file.modifiers, "GRID_NAN_OFFSET", 0);
  if (mode == 1)
    z_ = z_.unaryExpr([&](double z) { return std::isnan(z) ? offset : z; });
  else if (mode == 2)
    for (int i = 0; i < z_.rows(); ++i) FillRow(i, offset, file.name);
  else if (mode != 0)
    Refuse(file.name, "GRID_NAN_MODE must be 0, 1 or 2");
}

void CrgGrid::ReadSections(const CrgFile& file) {
  const int sections = static_cast<int>(
      std::count_if(file.channels.begin(), file.channels.end(), [](const std::string& channel) {
        return channel.starts_with("long section");
      }));
  std::vector<std::pair<double, int>> order;
  for (int k = 0; k < static_cast<int>(file.channels.size()); ++k) {
    const double v = PositionOf(file, file.channels[static_cast<std::size_t>(k)], sections);
    if (!std::isnan(v)) order.emplace_back(v, k);
  }
  std::sort(order.begin(), order.end());
  if (order.size() < 2) Refuse(file.name, "a road needs at least two long sections");
  z_.resize(file.data.rows(), static_cast<Eigen::Index>(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && !(order[k].first > order[k - 1].first))
      Refuse(file.name, "two long sections are at v = " + std::to_string(order[k].first));
    v_.push_back(order[k].first);
    z_.col(static_cast<Eigen::Index>(k)) = file.data.col(order[k].second);
  }
}

/// Edges keep the last value, with the offset; inside, the neighbour on the right counts.
void CrgGrid::FillRow(int row, double offset, const std::string& name) {
  const int count = static_cast<int>(z_.cols());
  const auto is_nan = [&](int k) { return std::isnan(z_(row, k)); };
  int first = 0, last = count - 1;
  while (first < count && is_nan(first)) ++first;
  if (first == count)
    Refuse(name, "row " + std::to_string(row + 1) + " of the data has no height at all");
  while (is_nan(last)) --last;
  for (int k = first + 1; k < last; ++k)
    if (is_nan(k)) z_(row, k) = z_(row, k - 1);
  for (int k = 0; k < first; ++k) z_(row, k) = z_(row, first) + offset;
  for (int k = last + 1; k < count; ++k) z_(row, k) = z_(row, last) + offset;
}

CrgGrid::Cell CrgGrid::At(int i, double f, double v) const {
  const auto above = std::upper_bound(v_.begin() + 1, v_.end() - 1, v);
  const auto k = static_cast<Eigen::Index>(above - v_.begin()) - 1;
  const double width = *above - *(above - 1), g = (v - *(above - 1)) / width;
  const double a = z_(i, k), b = z_(i, k + 1), c = z_(i + 1, k), d = z_(i + 1, k + 1);
  const double low = a + g * (b - a), high = c + g * (d - c);
  return {low + f * (high - low), high - low, ((1 - f) * (b - a) + f * (d - c)) / width};
}

}  // namespace trunnion::vehicle
