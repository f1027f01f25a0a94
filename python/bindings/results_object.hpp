// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include <trunnion/results.hpp>

#include "python/bindings/text.hpp"

namespace trunnion::python {

/// Results that arrays of Python look into: they never change.
struct ResultsObject {
  explicit ResultsObject(Results of) : results(std::move(of)) {}
  const Results results;
};

struct TableObject {
  std::shared_ptr<ResultsObject> owner;
  std::size_t index;
  const ResultTable& get() const { return owner->results.tables[index]; }
};

}  // namespace trunnion::python
