// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "vehicle/fiala.hpp"
#include "vehicle/magic_formula_coefficients.hpp"
#include "vehicle/tyre_file.hpp"

namespace trunnion::vehicle {

enum class TyreModel { fiala, magic_formula_52, magic_formula_61 };
/// The side of the vehicle that the data were measured on.
enum class TyreSide { left, right, unknown };

/// Lowest and highest value of a range of validity.
using Range = std::pair<double, double>;

/// A tyre in SI units.
struct TyreData {
  std::string name;  ///< of its file
  TyreModel model = TyreModel::magic_formula_52;
  TyreSide side = TyreSide::unknown;
  /// 0: load only, 1: Fx, 2: Fy, Mx and Mz, 3: all, uncombined, 4: all, combined.
  int use_mode = 4;
  bool transient = false;  ///< the file asks for relaxation lengths
  bool mirrored = false;   ///< the file asks for mirroring by a negative USE_MODE

  double radius = 0;     ///< unloaded [m]
  double width = 0;      ///< [m]
  double stiffness = 0;  ///< vertical [N/m], LCZ applied
  double damping = 0;    ///< vertical [N·s/m]
  /// Load [N] over deflection [m], rising; empty: `stiffness` counts. LCZ applied.
  std::vector<std::pair<double, double>> load_curve;
  double nominal_load = 0;                 ///< Fz0 = FNOMIN LFZO [N]
  double BREFF = 0, DREFF = 0, FREFF = 0;  ///< effective rolling radius [-]
  double low_speed = 1;                    ///< VXLOW [m/s]

  Range load_range{0, 0};             ///< [N]; {0, 0}: not given, as below
  Range kappa_range{0, 0};            ///< [-]
  Range alpha_range{0, 0};            ///< [rad]
  Range gamma_range{0, 0};            ///< [rad]
  double longitudinal_stiffness = 0;  ///< of the carcass [N/m]; 0: not given
  double lateral_stiffness = 0;

  Fiala fiala;
  double rolling_resistance = 0;              ///< Fiala: arm of My [m]
  double relaxation_x = 0, relaxation_y = 0;  ///< Fiala [m]; 0: not given
  MagicFormulaCoefficients coefficients;

  std::vector<std::string> notes;  ///< what was not used, or stands for something missing
};

/// Gives a file its meaning. Unknown sections and keys become notes.
///
/// Units of [UNITS] are applied to lengths, forces, stiffnesses, dampings, speeds and angles of
/// ranges; coefficients are for radians whatever ANGLE says. A missing coefficient is 0, a missing
/// scale factor 1.
/// @throws FileError with file and line: another tyre model, an unknown unit, a key that must be
/// there and is not, a value that makes the formulas singular.
TyreData MakeTyreData(const TyreFile& file);
/// ReadTyreFile and MakeTyreData.
TyreData ReadTyre(const std::filesystem::path& path);

}  // namespace trunnion::vehicle
