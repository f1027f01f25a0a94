// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

enum class Quantity { length, velocity, angle, angular_velocity };

struct Measure {
  std::string_view name, ours;
  std::size_t most;  // markers
  Quantity quantity;
};
constexpr Measure kMeasures[]{{"DX", "dx", 3, Quantity::length},
                              {"DY", "dy", 3, Quantity::length},
                              {"DZ", "dz", 3, Quantity::length},
                              {"DM", "dm", 2, Quantity::length},
                              {"VX", "vx", 4, Quantity::velocity},
                              {"VY", "vy", 4, Quantity::velocity},
                              {"VZ", "vz", 4, Quantity::velocity},
                              {"VM", "vm", 3, Quantity::velocity},
                              {"VR", "vr", 2, Quantity::velocity},
                              {"WX", "wx", 3, Quantity::angular_velocity},
                              {"WY", "wy", 3, Quantity::angular_velocity},
                              {"WZ", "wz", 3, Quantity::angular_velocity},
                              {"WM", "wm", 2, Quantity::angular_velocity},
                              {"AX", "ax", 2, Quantity::angle},
                              {"AY", "ay", 2, Quantity::angle},
                              {"AZ", "az", 2, Quantity::angle},
                              {"PSI", "psi", 2, Quantity::angle},
                              {"THETA", "theta", 2, Quantity::angle},
                              {"PHI", "phi", 2, Quantity::angle},
                              {"YAW", "yaw", 2, Quantity::angle},
                              {"PITCH", "pitch", 2, Quantity::angle},
                              {"ROLL", "roll", 2, Quantity::angle}};

double UnitOf(Quantity quantity, const Units& units) {
  if (quantity == Quantity::length) return units.length;
  if (quantity == Quantity::velocity) return units.velocity();
  return quantity == Quantity::angle ? 1 : 1 / units.time;
}

/// The ground is 0. A floating marker has its place from the force that it belongs to: it is none.
std::string NameOfPlace(const Translation& t, long id, int line) {
  return id == 0 ? "ground" : "'" + t.data.NameOfMarker(id, line) + "'";
}

}  // namespace

std::optional<std::string> WriteMeasure(const Translation& t,
                                        const MarkerCall& call,
                                        int line,
                                        bool in_si) {
  for (const Measure& measure : kMeasures) {
    if (measure.name != call.name) continue;
    if (call.ids.empty() || call.ids.size() > measure.most)
      throw Refusal(line, call.name + " needs one to " + std::to_string(measure.most) + " markers");
    std::string text;
    for (const long id : call.ids) text += (text.empty() ? "(" : ",") + NameOfPlace(t, id, line);
    const double unit = in_si ? 1 : UnitOf(measure.quantity, t.data.units());
    return std::string(measure.ours) + text + ")" + (unit == 1 ? "" : "/" + Write(unit));
  }
  return std::nullopt;
}

}  // namespace trunnion::adams
