// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numbers>

#include "engine/model_file/measurement.hpp"
#include "engine/model_file/reading.hpp"
#include "engine/simulation/measures.hpp"

namespace trunnion::model_file {
namespace {

/// Units that a result may be shown in: SI unit, its name there, factor.
struct Conversion {
  const char* si;
  const char* unit;
  double factor;
};
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr std::array<Conversion, 13> kConversions{{{"m", "mm", 1e3},
                                                   {"m", "cm", 1e2},
                                                   {"m/s", "mm/s", 1e3},
                                                   {"m/s", "km/h", 3.6},
                                                   {"m/s^2", "mm/s^2", 1e3},
                                                   {"m/s^2", "g", 1 / 9.80665},
                                                   {"rad", "deg", kDegrees},
                                                   {"rad/s", "deg/s", kDegrees},
                                                   {"rad/s", "rpm", 30 / std::numbers::pi},
                                                   {"N", "kN", 1e-3},
                                                   {"Nm", "kNm", 1e-3},
                                                   {"Nm", "Nmm", 1e3},
                                                   {"J", "kJ", 1e-3}}};

double ReadUnit(const Entry& entry, std::string& unit) {
  const std::string wanted = entry.Text();
  std::vector<std::string> known{unit};
  if (wanted == unit) return 1;
  for (const Conversion& c : kConversions) {
    if (unit != c.si) continue;
    known.emplace_back(c.unit);
    if (wanted != c.unit) continue;
    unit = wanted;
    return c.factor;
  }
  entry.Fail("unknown unit '" + wanted + "' of this output; give " + List(known));
}

/// `measure` minus its value at the first evaluation of a simulation.
Measure FromInitial(Measure measure) {
  struct Start {
    bool known = false;
    double t = 0, value = 0;
  };
  return [measure = std::move(measure), start = std::make_shared<Start>()](const Simulation& s) {
    const double value = measure(s);
    if (!start->known || s.t() <= start->t) *start = {true, s.t(), value};
    return value - start->value;
  };
}

const Signal& FindOutput(Reading& reading, const Entry& name) {
  for (const Signal& signal : reading.file.signals)
    if (signal.name == name.Text()) return signal;
  name.Fail("unknown output '" + name.Text() + "'; list it before this one" +
            Suggest(name.Text(), reading.output_names));
}

Measurement ReadDifference(Reading& reading, const Entry& entry) {
  const Signal& first = FindOutput(reading, entry.At("of"));
  const Signal& second = FindOutput(reading, entry.At("minus"));
  if (first.unit != second.unit)
    entry.Fail("the outputs have different units, '" + first.unit + "' and '" + second.unit +
               "'; show both in one");
  return {first.unit,
          [f = first.evaluate, g = second.evaluate](const Simulation& s) { return f(s) - g(s); }};
}

}  // namespace

void ReadOutputs(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    Signal signal;
    signal.name = ReadName(reading, entry, "output");
    const auto& names = reading.output_names;
    if (signal.name == "time" || std::find(names.begin(), names.end(), signal.name) != names.end())
      entry.At("name").Fail("the name is taken; give every output its own, and not 'time'");
    const bool derived = entry.At("type").Text() == "difference";
    if (derived)
      entry.RequireKeys({"name", "type", "unit", "scale", "from_initial", "of", "minus"});
    Measurement measurement =
        derived ? ReadDifference(reading, entry) : ReadMeasurement(reading, entry);
    signal.unit = measurement.unit;
    double factor = 1, scale = 1;
    if (const auto e = entry.Find("unit")) factor = ReadUnit(*e, signal.unit);
    Into(entry, "scale", scale);
    factor *= scale;
    signal.evaluate = [measure = std::move(measurement.measure), factor](const Simulation& s) {
      return factor * measure(s);
    };
    bool from_initial = false;
    Into(entry, "from_initial", from_initial);
    if (from_initial) signal.evaluate = FromInitial(std::move(signal.evaluate));
    signal.definition = entry.json().dump();
    reading.output_names.push_back(signal.name);
    reading.file.signals.push_back(std::move(signal));
  }
}

}  // namespace trunnion::model_file
