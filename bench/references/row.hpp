// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>

namespace trunnion::references {

/// One number of a reference problem beside ours.
struct ReferenceRow {
  std::string id;        ///< of the problem
  std::string quantity;  ///< with its unit
  std::string mesh;
  double reference = 0;
  double ours = 0;
  double relative_error = 0;  ///< |ours − reference| over |reference| or the scale of the problem
};

/// @param scale  what the error is divided by; 0: |reference|.
inline ReferenceRow MakeRow(std::string id,
                            std::string quantity,
                            std::string mesh,
                            double reference,
                            double ours,
                            double scale = 0) {
  const double by = scale > 0 ? scale : std::abs(reference);
  return {std::move(id),
          std::move(quantity),
          std::move(mesh),
          reference,
          ours,
          std::abs(ours - reference) / by};
}

}  // namespace trunnion::references
