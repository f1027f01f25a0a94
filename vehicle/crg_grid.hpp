// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "vehicle/crg_file.hpp"

namespace trunnion::vehicle {

/// Heights of an OpenCRG road over its long sections, scaled, cells without value filled as
/// GRID_NAN_MODE says.
class CrgGrid {
 public:
  /// @throws FileError if there are fewer than two long sections, two at the same v, or a row
  /// without any value that should be filled.
  explicit CrgGrid(const CrgFile& file);

  const std::vector<double>& v() const { return v_; }       ///< of the long sections, rising [m]
  int rows() const { return static_cast<int>(z_.rows()); }  ///< nodes of u
  /// z at node i of u and long section k [m]; NaN: none.
  double z(int i, int k) const { return z_(i, k); }

  struct Cell {
    double z, dz_di, dz_dv;
  };
  /// Bilinear between nodes i and i + 1, at the fraction f; v within its range.
  Cell At(int i, double f, double v) const;

 private:
  void ReadSections(const CrgFile& file);
  void FillRow(int row, double offset, const std::string& name);

  std::vector<double> v_;
  MatrixXd z_;
};

}  // namespace trunnion::vehicle
