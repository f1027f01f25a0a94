// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/version.hpp"
#include "engine/hosting/stepped_simulation.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/results/result_files.hpp"
#include "interface/guard.hpp"
#include "interface/trunnion.h"

using namespace trunnion;
using c::Guard;
using c::RequireArgument;

/// What a host has of one model. Texts that it has been given live as long.
struct trunnion_simulation {
  trunnion_simulation(const ModelFile& file, const SimulationOptions& options)
      : host(file, options),
        signals(file.signals),
        model_name(file.source),
        parameters(host.parameters()) {}

  SteppedSimulation host;
  std::vector<Signal> signals;
  std::string model_name;
  std::vector<ParameterInfo> parameters;  // values: those at the start
  std::unique_ptr<Recorder> recorder{};
  std::string saved{};
  std::atomic<bool> cancelled{false};
};

namespace {

using Pointer = std::unique_ptr<trunnion_simulation>;

trunnion_options CompleteOptions(const trunnion_options* given) {
  trunnion_options options;
  trunnion_default_options(&options);
  if (given == nullptr) return options;
  RequireArgument(given->size > 0 && given->size <= sizeof options,
                  "options: size is not that of trunnion_options of this library; begin with "
                  "trunnion_default_options");
  std::memcpy(&options, given, given->size);
  RequireArgument(options.tolerance >= 0 && std::isfinite(options.tolerance),
                  "options: tolerance must be finite and not negative");
  RequireArgument(options.threads >= 0, "options: threads must not be negative");
  return options;
}

Pointer Start(const ModelFile& file, const trunnion_options& options) {
  SimulationOptions all = file.run.MakeOptions();
  all.threads = std::max(1, options.threads);
  all.serial = all.threads == 1;
  if (options.tolerance > 0) {
    all.integrator.tolerance = options.tolerance;
    all.integrator.angle_tolerance = 0;
  }
  return std::make_unique<trunnion_simulation>(file, all);
}

/// Reads by read() and starts. @return OK with the simulation in *out, else null there.
template <class Read>
trunnion_status Open(const trunnion_options* given, trunnion_simulation** out, const Read& read) {
  if (out != nullptr) *out = nullptr;
  return Guard([&] {
    RequireArgument(out != nullptr, "out: a null pointer; give where the simulation is to go");
    const trunnion_options options = CompleteOptions(given);
    *out = Start(read(), options).release();
    return TRUNNION_OK;
  });
}

template <class T>
T& Checked(T* simulation) {
  RequireArgument(simulation != nullptr, "simulation: a null pointer; open a model first");
  return *simulation;
}

std::size_t Count(const trunnion_simulation& simulation, trunnion_kind kind) {
  switch (kind) {
    case TRUNNION_INPUT:
      return simulation.host.inputs().size();
    case TRUNNION_OUTPUT:
      return simulation.host.outputs().size();
    case TRUNNION_PARAMETER:
      return simulation.parameters.size();
  }
  throw c::BadArgument{"kind: not one of trunnion_kind"};
}

void RequireIndex(const trunnion_simulation& simulation, trunnion_kind kind, int index) {
  const std::size_t count = Count(simulation, kind);
  if (index < 0 || static_cast<std::size_t>(index) >= count)
    throw c::BadArgument{"index: " + std::to_string(index) + " does not lie between 0 and " +
                         std::to_string(static_cast<long>(count) - 1)};
}

void RequireList(const trunnion_simulation& simulation,
                 trunnion_kind kind,
                 const int* indices,
                 std::size_t count,
                 const double* values) {
  if (count == 0) return;
  RequireArgument(indices != nullptr, "indices: a null pointer");
  RequireArgument(values != nullptr, "values: a null pointer");
  for (std::size_t i = 0; i < count; ++i) RequireIndex(simulation, kind, indices[i]);
}

void RequireFinite(const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(values[i]))
      throw c::BadArgument{"values: number " + std::to_string(i) + " is not finite"};
}

trunnion_channel Describe(const trunnion_simulation& simulation, trunnion_kind kind, int index) {
  const auto i = static_cast<std::size_t>(index);
  switch (kind) {
    case TRUNNION_INPUT: {
      const InputInfo& info = simulation.host.inputs()[i];
      return {info.name.c_str(), info.unit.c_str(), "", info.start};
    }
    case TRUNNION_OUTPUT: {
      const OutputInfo& info = simulation.host.outputs()[i];
      return {info.name.c_str(), info.unit.c_str(), info.description.c_str(), 0};
    }
    case TRUNNION_PARAMETER: {
      const ParameterInfo& info = simulation.parameters[i];
      return {info.name.c_str(), info.unit.c_str(), "", info.value};
    }
  }
  return {};
}

int Find(const trunnion_simulation& simulation, trunnion_kind kind, const std::string& name) {
  try {
    switch (kind) {
      case TRUNNION_INPUT:
        return simulation.host.FindInput(name).index();
      case TRUNNION_OUTPUT:
        return simulation.host.FindOutput(name).index();
      case TRUNNION_PARAMETER:
        return simulation.host.FindParameter(name).index();
    }
  } catch (const ModelError& error) {
    throw c::BadArgument{error.what()};
  }
  throw c::BadArgument{"kind: not one of trunnion_kind"};
}

/// All of them, or none where one is refused.
void SetParameters(SteppedSimulation& host,
                   const int* indices,
                   std::size_t count,
                   const double* values) {
  std::vector<double> before;
  for (std::size_t i = 0; i < count; ++i) before.push_back(host.Get(host.parameter(indices[i])));
  std::size_t done = 0;
  try {
    for (; done < count; ++done) host.Set(host.parameter(indices[done]), values[done]);
  } catch (...) {
    while (done-- > 0) host.Set(host.parameter(indices[done]), before[done]);
    throw;
  }
}

double Get(SteppedSimulation& host, trunnion_kind kind, int index) {
  switch (kind) {
    case TRUNNION_INPUT:
      return host.Get(host.input(index));
    case TRUNNION_OUTPUT:
      return host.Get(host.output(index));
    case TRUNNION_PARAMETER:
      return host.Get(host.parameter(index));
  }
  return 0;
}

void WriteResults(const Results& results, const char* path) {
  OutputFolder folder(path);
  FileTransaction files;
  WriteCsv(results, folder.path(), files);
  WriteHdf5(results, folder.path() / "results.h5", files);
  files.Commit();
  folder.Keep();
}

}  // namespace

extern "C" {

const char* trunnion_version(void) { return Version(); }
int trunnion_interface_version(void) { return TRUNNION_INTERFACE_VERSION; }

void trunnion_default_options(trunnion_options* options) {
  if (options != nullptr) *options = {sizeof(trunnion_options), 0, 0};
}

trunnion_status trunnion_open_file(const char* path,
                                   const trunnion_options* options,
                                   trunnion_simulation** out) {
  return Open(options, out, [&] {
    RequireArgument(path != nullptr, "path: a null pointer; give the name of a model file");
    return ReadModelFile(path);
  });
}

trunnion_status trunnion_open_text(const char* text,
                                   const char* name,
                                   const trunnion_options* options,
                                   trunnion_simulation** out) {
  return Open(options, out, [&] {
    RequireArgument(text != nullptr, "text: a null pointer; give the text of a model file");
    return ParseModel(text, name == nullptr ? "model" : name);
  });
}

void trunnion_close(trunnion_simulation* simulation) { delete simulation; }

int trunnion_count(const trunnion_simulation* simulation, trunnion_kind kind) {
  int count = 0;
  if (simulation != nullptr)
    Guard([&] {
      count = static_cast<int>(Count(*simulation, kind));
      return TRUNNION_OK;
    });
  return count;
}

trunnion_status trunnion_describe(const trunnion_simulation* simulation,
                                  trunnion_kind kind,
                                  int index,
                                  trunnion_channel* channel) {
  return Guard([&] {
    const auto& s = Checked(simulation);
    RequireIndex(s, kind, index);
    RequireArgument(channel != nullptr, "channel: a null pointer");
    *channel = Describe(s, kind, index);
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_find(const trunnion_simulation* simulation,
                              trunnion_kind kind,
                              const char* name,
                              int* index) {
  return Guard([&] {
    const auto& s = Checked(simulation);
    RequireArgument(name != nullptr && index != nullptr, "name or index: a null pointer");
    *index = Find(s, kind, name);
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_set(trunnion_simulation* simulation,
                             trunnion_kind kind,
                             const int* indices,
                             size_t count,
                             const double* values) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireArgument(kind != TRUNNION_OUTPUT, "kind: outputs cannot be set");
    RequireList(s, kind, indices, count, values);
    RequireFinite(values, count);
    if (kind == TRUNNION_PARAMETER) {
      SetParameters(s.host, indices, count, values);
    } else {
      for (size_t i = 0; i < count; ++i) s.host.Hold(s.host.input(indices[i]), values[i]);
    }
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_ramp(trunnion_simulation* simulation,
                              const int* indices,
                              size_t count,
                              const double* values) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireList(s, TRUNNION_INPUT, indices, count, values);
    RequireFinite(values, count);
    for (size_t i = 0; i < count; ++i) s.host.Ramp(s.host.input(indices[i]), values[i]);
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_get(trunnion_simulation* simulation,
                             trunnion_kind kind,
                             const int* indices,
                             size_t count,
                             double* values) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireList(s, kind, indices, count, values);
    for (size_t i = 0; i < count; ++i) values[i] = Get(s.host, kind, indices[i]);
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_advance_to(trunnion_simulation* simulation, double t) {
  return Guard([&] {
    auto& s = Checked(simulation);
    s.host.AdvanceTo(t, [&s] { return s.cancelled.load(); });
    if (s.host.stopped()) return TRUNNION_STOPPED;
    if (s.host.t() == t) return TRUNNION_OK;
    s.cancelled = false;
    return TRUNNION_CANCELLED;
  });
}

double trunnion_time(const trunnion_simulation* simulation) {
  return simulation == nullptr ? std::numeric_limits<double>::quiet_NaN() : simulation->host.t();
}

void trunnion_cancel(trunnion_simulation* simulation) {
  if (simulation != nullptr) simulation->cancelled = true;
}

trunnion_status trunnion_save(trunnion_simulation* simulation, const void** bytes, size_t* size) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireArgument(bytes != nullptr && size != nullptr, "bytes or size: a null pointer");
    s.saved = s.host.Save();
    *bytes = s.saved.data();
    *size = s.saved.size();
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_load(trunnion_simulation* simulation, const void* bytes, size_t size) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireArgument(bytes != nullptr, "bytes: a null pointer");
    s.host.Load({static_cast<const char*>(bytes), size});
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_statistic(trunnion_simulation* simulation,
                                   const char* name,
                                   double* value) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireArgument(name != nullptr && value != nullptr, "name or value: a null pointer");
    std::string known;
    for (const auto& [key, number] : ListStatistics(s.host.simulation())) {
      if (key == name) {
        *value = number;
        return TRUNNION_OK;
      }
      known += (known.empty() ? "" : ", ") + key;
    }
    throw c::BadArgument{"name: there is no statistic '" + std::string(name) + "'; there are " +
                         known};
  });
}

const char* trunnion_warning(trunnion_simulation* simulation, int index) {
  const char* text = nullptr;
  if (simulation != nullptr && index >= 0)
    Guard([&] {
      const auto& warnings = simulation->host.simulation().warnings();
      const auto i = static_cast<std::size_t>(index);
      if (i < warnings.size()) text = warnings[i].c_str();
      return TRUNNION_OK;
    });
  return text;
}

trunnion_status trunnion_record(trunnion_simulation* simulation) {
  return Guard([&] {
    auto& s = Checked(simulation);
    const Simulation& shown = s.host.simulation();
    if (!s.recorder)
      s.recorder = std::make_unique<Recorder>(
          shown.system(), s.signals, RecorderOptions{.model_name = s.model_name});
    s.recorder->Sample(shown);
    return TRUNNION_OK;
  });
}

trunnion_status trunnion_write_results(trunnion_simulation* simulation, const char* folder) {
  return Guard([&] {
    auto& s = Checked(simulation);
    RequireArgument(folder != nullptr, "folder: a null pointer; give the folder for results");
    RequireArgument(s.recorder != nullptr, "results: nothing is recorded; call trunnion_record");
    WriteResults(s.recorder->TakeResults(s.host.simulation()), folder);
    s.recorder.reset();
    return TRUNNION_OK;
  });
}

}  // extern "C"
