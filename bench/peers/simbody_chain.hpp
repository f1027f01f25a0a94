// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Chains of rods in Simbody. Nothing of Simbody or of Trunnion shows here: Simbody's headers do
/// not compile as C++20, Trunnion's need it.
namespace trunnion::bench {

struct SimbodyRod {
  std::array<double, 3> r, v, w;  ///< position, velocity [world]; angular velocity [body axes]
  std::array<double, 9> R;        ///< by columns
};

class SimbodyChain {
 public:
  /// B1: ball joints; B2: bushings.
  SimbodyChain(int n, bool bushings);
  ~SimbodyChain();

  struct Result {
    std::string failure{};  ///< empty: the end was reached
    long steps = 0, failed_steps = 0;
    std::vector<SimbodyRod> rods{};  ///< at the end
  };
  /// From the start to `end` [s]. `stop` is asked now and then; true ends the run as a failure.
  /// `start` is called when the time loop begins, `finish` when it has ended.
  Result Integrate(double end,
                   double accuracy,
                   const std::function<void()>& start,
                   const std::function<bool()>& stop,
                   const std::function<void()>& finish);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace trunnion::bench
