// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "bench/comparison/run.hpp"

namespace trunnion::bench {

/// Another code, set up for a benchmark: one integration a call.
using Peer = std::function<Run(const RunOptions&)>;

/// SUNDIALS IDA, stabilized index 2; see bench/peers/ida.cpp. The benchmark must outlive it.
/// @throws ModelError if this build was made without SUNDIALS.
Peer MakeIdaPeer(const Benchmark& benchmark);

/// Simbody, for B1 and B2; see bench/peers/simbody.cpp.
/// @throws ModelError if this build was made without Simbody, or for another benchmark.
Peer MakeSimbodyPeer(const Benchmark& benchmark);

}  // namespace trunnion::bench
