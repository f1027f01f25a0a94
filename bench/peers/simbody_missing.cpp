// SPDX-License-Identifier: BSD-3-Clause
#include "bench/peers/peers.hpp"
#include "engine/core/error.hpp"

namespace trunnion::bench {

Peer MakeSimbodyPeer(const Benchmark& /*benchmark*/) {
  throw ModelError(
      "this build has no Simbody; install it with scripts/install_dependencies.sh, then configure "
      "and "
      "build again");
}

}  // namespace trunnion::bench
