// SPDX-License-Identifier: BSD-3-Clause
//
// A model file run from C++: the double-wishbone corner on rubber bushings over a bump; results as
// Eigen arrays.
#include <cstdio>
#include <string>

#include <trunnion/model_file.hpp>
#include <trunnion/results.hpp>

int main(int argc, char** argv) {
  using namespace trunnion;
  const std::string path =
      argc > 1 ? argv[1] : TRUNNION_SOURCE_DIR "/models/suspension_corner.json";
  try {
    const ModelFile file = ReadModelFile(path);
    const System system = file.model.Compile();
    Simulation simulation(system, file.run.MakeOptions());
    std::printf("%s\n%d bodies, %d degrees of freedom\n",
                file.description.c_str(),
                system.num_bodies() - 1,
                simulation.degrees_of_freedom());

    Recorder recorder(system, file.signals);
    for (int i = 0; i <= 150; ++i) {
      simulation.advance_to(0.02 * i);
      recorder.Sample(simulation);
    }
    const Results results = recorder.TakeResults(simulation);
    for (const auto& signal : file.signals) {
      const VectorXd values = results.column(signal.name);
      std::printf("%-28s from %10.3f to %10.3f %s\n",
                  signal.name.c_str(),
                  values.minCoeff(),
                  values.maxCoeff(),
                  signal.unit.c_str());
    }
    std::printf("%ld steps\n", simulation.statistics().steps);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
