// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "vehicle/kinematics_compliance.hpp"

/// Rows of the tables of a KcReport, and its figures.
namespace trunnion::vehicle {

/// A number of a row with its column.
struct KcCell {
  std::string name{}, unit{};
  double value = 0;
  std::string description{};
};

double ToDegrees(double radians);

/// "<side>.toe", ... of a wheel; displacements are from `reference`.
void AppendPosture(std::vector<KcCell>& row, const WheelState& wheel, const WheelState& reference);
/// "<side>.wheel_rate", ...
void AppendRates(std::vector<KcCell>& row, const WheelState& wheel, const TravelRates& rates);

/// All rows have the cells of the first.
ResultTable MakeKcTable(const std::string& name, const std::vector<std::vector<KcCell>>& rows);

/// Bump steer, roll centre, motion ratios, anti-dive and so on at zero travel.
void AddTravelFigures(KcReport& report,
                      const KcState& state,
                      const std::vector<TravelRates>& rates,
                      const KcOptions& options);
/// Changes per 1000 units of load from two states that are `difference` apart.
void AddComplianceFigures(KcReport& report,
                          const std::string& test,
                          const KcState& up,
                          const KcState& down,
                          double difference,
                          const std::string& unit);

}  // namespace trunnion::vehicle
