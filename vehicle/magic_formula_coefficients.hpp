// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

/// Names of the coefficients of the Magic Formula, as tyre property files have them.
/// @{
// clang-format off
#define TRUNNION_MF_SCALES(X) \
  X(LFZO) X(LCX) X(LMUX) X(LEX) X(LKX) X(LHX) X(LVX) X(LGAX) X(LXAL) X(LCY) X(LMUY) X(LEY) \
  X(LKY) X(LHY) X(LVY) X(LGAY) X(LYKA) X(LVYKA) X(LTR) X(LRES) X(LGAZ) X(LS) X(LMX) X(LVMX) \
  X(LMY) X(LSGKP) X(LSGAL) X(LCZ) X(LKYC) X(LKZC) X(Q_RE0)

#define TRUNNION_MF_LONGITUDINAL(X) \
  X(PCX1) X(PDX1) X(PDX2) X(PDX3) X(PEX1) X(PEX2) X(PEX3) X(PEX4) X(PKX1) X(PKX2) X(PKX3) \
  X(PHX1) X(PHX2) X(PVX1) X(PVX2) X(PPX1) X(PPX2) X(PPX3) X(PPX4) X(RBX1) X(RBX2) X(RBX3) \
  X(RCX1) X(REX1) X(REX2) X(RHX1) X(PTX1) X(PTX2) X(PTX3)

#define TRUNNION_MF_LATERAL(X) \
  X(PCY1) X(PDY1) X(PDY2) X(PDY3) X(PEY1) X(PEY2) X(PEY3) X(PEY4) X(PEY5) X(PKY1) X(PKY2) \
  X(PKY3) X(PKY4) X(PKY5) X(PKY6) X(PKY7) X(PHY1) X(PHY2) X(PHY3) X(PVY1) X(PVY2) X(PVY3) \
  X(PVY4) X(PPY1) X(PPY2) X(PPY3) X(PPY4) X(PPY5) X(RBY1) X(RBY2) X(RBY3) X(RBY4) X(RCY1) \
  X(REY1) X(REY2) X(RHY1) X(RHY2) X(RVY1) X(RVY2) X(RVY3) X(RVY4) X(RVY5) X(RVY6) X(PTY1) \
  X(PTY2)

#define TRUNNION_MF_MOMENTS(X) \
  X(QSX1) X(QSX2) X(QSX3) X(QSX4) X(QSX5) X(QSX6) X(QSX7) X(QSX8) X(QSX9) X(QSX10) X(QSX11) \
  X(QSX12) X(QSX13) X(QSX14) X(PPMX1) X(QSY1) X(QSY2) X(QSY3) X(QSY4) X(QSY5) X(QSY6) X(QSY7) \
  X(QSY8) X(QBZ1) X(QBZ2) X(QBZ3) X(QBZ4) X(QBZ5) X(QBZ6) X(QBZ9) X(QBZ10) X(QCZ1) X(QDZ1) \
  X(QDZ2) X(QDZ3) X(QDZ4) X(QDZ6) X(QDZ7) X(QDZ8) X(QDZ9) X(QDZ10) X(QDZ11) X(QEZ1) X(QEZ2) \
  X(QEZ3) X(QEZ4) X(QEZ5) X(QHZ1) X(QHZ2) X(QHZ3) X(QHZ4) X(PPZ1) X(PPZ2) X(SSZ1) X(SSZ2) \
  X(SSZ3) X(SSZ4)
// clang-format on
/// @}

namespace trunnion::vehicle {

/// The coefficients of the Magic Formula of all versions that are evaluated, dimensionless and for
/// angles in radians. A scale factor that a file lacks is 1, a coefficient 0.
struct MagicFormulaCoefficients {
#define TRUNNION_MF_MEMBER(name) double name = 1;
  TRUNNION_MF_SCALES(TRUNNION_MF_MEMBER)
#undef TRUNNION_MF_MEMBER
#define TRUNNION_MF_MEMBER(name) double name = 0;
  TRUNNION_MF_LONGITUDINAL(TRUNNION_MF_MEMBER)
  TRUNNION_MF_LATERAL(TRUNNION_MF_MEMBER)
  TRUNNION_MF_MOMENTS(TRUNNION_MF_MEMBER)
#undef TRUNNION_MF_MEMBER

  double FNOMIN = 0;           ///< nominal load [N]
  double UNLOADED_RADIUS = 0;  ///< [m]
  double LONGVL = 16.7;        ///< speed of the measurement [m/s]
  /// 6.1: the relative deviation of the inflation pressure from the nominal one, (p − p₀)/p₀.
  double pressure_change = 0;

  double Fz0() const { return FNOMIN * LFZO; }  ///< nominal load as scaled [N]
};

/// A coefficient and its name in files.
struct CoefficientName {
  std::string_view name;
  double MagicFormulaCoefficients::*member;
};
/// All that can be read from a file under their own name, but FNOMIN, UNLOADED_RADIUS, LONGVL.
const std::vector<CoefficientName>& CoefficientNames();

}  // namespace trunnion::vehicle
