// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// For a program that reads damaged files of results: HDF5 keeps parts of such a file open, and
/// then prints at exit that it cannot close itself ("infinite loop closing library"). After this
/// call, to be made before anything of HDF5, it does not try. Files that were written are closed by
/// then, as every writer here closes its own.
void SkipHdf5Exit();

}  // namespace trunnion
