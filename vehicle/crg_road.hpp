// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "vehicle/crg_grid.hpp"
#include "vehicle/crg_line.hpp"
#include "vehicle/road.hpp"

namespace trunnion::vehicle {

/// An OpenCRG road: a bilinear grid over a reference line, with its slope and banking,
///
///   z(u, v) = grid(u, v) + Z(u) + banking(u) v,
///
/// moved by the modifiers of the file, continued beyond its borders by its options.
///
/// Where the C library of OpenCRG 1.2 and the description of the format differ: without modifiers
/// the road stays where its file puts it, numbered long sections without LONG_SECTION_V_RIGHT lie
/// symmetric about the line, START_B counts without a column of banking.
/// Verified  tests/vehicle/crg_road_test.cpp: values of an independent program for 17 files.
class CrgRoad final : public Road {
 public:
  /// @throws FileError
  explicit CrgRoad(const CrgFile& file);

  RoadHeight At(double x, double y) const override;

  struct Surface {
    double z;             ///< [m]; NaN: no road there
    double dz_du, dz_dv;  ///< [-]
  };
  /// Height over the coordinates of the line [m], borders and their options included.
  Surface AtUv(double u, double v) const;
  const ReferenceLine& line() const { return line_; }
  const CrgGrid& grid() const { return grid_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// u or v brought into its range by a border mode.
  struct Place {
    double at, slope;  // slope: derivative of `at` over what was asked
    int side;          // -1 below the range, 1 above it
  };
  struct Border {
    int mode = 2;
    double offset = 0;
  };
  static Place IntoRange(double x, double low, double high, int mode);
  static void ApplyBorder(const Border& border, int side, Surface& surface);
  void Smooth(double u, Surface& surface) const;
  void ApplyPlacement(const CrgFile& file);
  void ReadOptions(const CrgFile& file);

  ReferenceLine line_;
  CrgGrid grid_;
  Border border_u_, border_v_;
  double smooth_begin_ = 0, smooth_end_ = 0;
  std::vector<std::string> notes_;
};

/// ReadCrgFile and CrgRoad.
CrgRoad ReadCrgRoad(const std::filesystem::path& path);

}  // namespace trunnion::vehicle
