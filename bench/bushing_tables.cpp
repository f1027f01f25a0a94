// SPDX-License-Identifier: BSD-3-Clause
//
// Tables 1 to 4 of Yen & Petzold with the three iteration matrices, and the rate law of CM. Printed
// and recomputed values: paper_tables.  Usage: bushing_tables [--json FILE]
#include <cstdio>
#include <cstring>
#include <fstream>

#include "bench/tables/bushing.hpp"
#include "bench/tables/paper_table.hpp"

namespace trunnion::tables {
namespace {

Json Report(const BushingRow& row, const char* matrix) {
  const auto [s, x, v, failure] = Run(row, matrix);
  std::printf("%d  %-11s %-6s  %5ld/%ld/%ld/%ld/%ld  x %.7f v %.7f%s%s\n",
              row.table,
              row.label.c_str(),
              matrix,
              s.steps,
              s.residual_evaluations,
              s.jacobian_evaluations,
              s.error_test_failures,
              s.convergence_failures,
              x,
              v,
              failure.empty() ? "" : "   stopped: ",
              failure.c_str());
  return {{"table", row.table},
          {"row", row.label},
          {"matrix", matrix},
          {"steps", s.steps},
          {"function_evaluations", s.residual_evaluations},
          {"jacobian_evaluations", s.jacobian_evaluations},
          {"error_test_failures", s.error_test_failures},
          {"convergence_failures", s.convergence_failures},
          {"x", x},
          {"vx", v}};
}

/// One step of length h on the preloaded bushing: contraction of the CM iteration and the law
/// k h²/(1 + c h + k h²).
void PrintRateLaw() {
  std::printf("\nContraction of CM on the preloaded bushing (Table 3 model), one Euler step\n");
  std::printf("       k        h   evaluations   measured rate   k h^2/(1 + c h + k h^2)\n");
  for (double k = 1e3; k < 2e7; k *= 10) {
    for (double h : {0.3 / std::sqrt(k), 1 / std::sqrt(k), 3 / std::sqrt(k)}) {
      const auto [evaluations, rate] = problems::MeasureCmRate(k, h);
      std::printf("%8.0e %8.1e %13ld %15.4f %25.4f\n",
                  k,
                  h,
                  evaluations,
                  rate,
                  k * h * h / (1 + 10 * h + k * h * h));
    }
  }
}

}  // namespace
}  // namespace trunnion::tables

int main(int argc, char** argv) {
  using namespace trunnion::tables;
  Json result = Json::array();
  std::printf("steps/function evaluations/Jacobians/error-test failures/convergence failures\n");
  for (const auto& row : BushingRows())
    for (const char* matrix : {"cs", "cm", "lagged"}) result.push_back(Report(row, matrix));
  std::printf("4  reference: x 0.8527423 v -0.6447193\n");
  PrintRateLaw();
  if (argc == 3 && std::strcmp(argv[1], "--json") == 0) {
    std::ofstream file(argv[2]);
    file << result.dump(2) << '\n';
    if (!file) {
      std::fprintf(stderr, "bushing_tables: cannot write %s\n", argv[2]);
      return 2;
    }
  }
}
