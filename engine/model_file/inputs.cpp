// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/reading.hpp"

namespace trunnion::model_file {

void ReadInputs(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    const std::string name = ReadName(reading, entry, "input");
    entry.RequireKeys({"name", "unit", "start"});
    std::string unit = "1";
    double start = 0;
    Into(entry, "unit", unit);
    Into(entry, "start", start);
    reading.scope.inputs[name] =
        entry.Guard([&] { return reading.model().AddInput(name, unit, start); });
  }
}

}  // namespace trunnion::model_file
