// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion::tables {

/// bench/data/paper_tables.json, compiled in so that the programs run from anywhere.
extern const char* const kReferenceData;

}  // namespace trunnion::tables
