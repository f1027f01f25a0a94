// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre_data.hpp"

#include <cmath>
#include <cstdlib>
#include <set>

#include "vehicle/text_file.hpp"
#include "vehicle/tyre_units.hpp"

namespace trunnion::vehicle {
namespace {

const std::set<std::string, std::less<>> kSections = {"MDI_HEADER",
                                                      "UNITS",
                                                      "MODEL",
                                                      "TIRE_CONDITIONS",
                                                      "OPERATING_CONDITIONS",
                                                      "DIMENSION",
                                                      "PARAMETER",
                                                      "VERTICAL",
                                                      "STRUCTURAL",
                                                      "LONG_SLIP_RANGE",
                                                      "SLIP_ANGLE_RANGE",
                                                      "INCLINATION_ANGLE_RANGE",
                                                      "VERTICAL_FORCE_RANGE",
                                                      "INFLATION_PRESSURE_RANGE",
                                                      "SCALING_COEFFICIENTS",
                                                      "LONGITUDINAL_COEFFICIENTS",
                                                      "OVERTURNING_COEFFICIENTS",
                                                      "LATERAL_COEFFICIENTS",
                                                      "ROLLING_COEFFICIENTS",
                                                      "ALIGNING_COEFFICIENTS"};
/// Keys that change nothing here, on purpose.
const std::set<std::string, std::less<>> kSilent = {"FILE_TYPE",
                                                    "FILE_FORMAT",
                                                    "FILE_VERSION",
                                                    "LENGTH",
                                                    "FORCE",
                                                    "ANGLE",
                                                    "MASS",
                                                    "TIME",
                                                    "PRESSURE",
                                                    "MESSAGES",
                                                    "RIM_WIDTH",
                                                    "RIM_RADIUS",
                                                    "FITTYP",
                                                    "ASPECT_RATIO",
                                                    "PRESMIN",
                                                    "PRESMAX",
                                                    "LIP",
                                                    "LGYR"};
/// Coefficients of one version of the formula only.
const std::set<std::string, std::less<>> kOnly61 = {
    "RBX3", "PPX1", "PPX2",  "PPX3",  "PPX4",  "PEY5",  "PKY4",  "PKY5",  "PKY6", "PKY7",
    "PPY1", "PPY2", "PPY3",  "PPY4",  "PPY5",  "RBY4",  "QSX4",  "QSX5",  "QSX6", "QSX7",
    "QSX8", "QSX9", "QSX10", "QSX11", "QSX12", "QSX13", "QSX14", "PPMX1", "QSY5", "QSY6",
    "QSY7", "QSY8", "QBZ6",  "QDZ10", "QDZ11", "PPZ1",  "PPZ2",  "LKYC",  "LKZC", "Q_RE0"};
const std::set<std::string, std::less<>> kOnly52 = {
    "LGAX", "LGAY", "LGAZ", "LSGKP", "LSGAL", "PTX1", "PTX2", "PTX3", "PTY1", "PTY2", "PHY3"};

class TyreReader {
 public:
  explicit TyreReader(const TyreFile& file) : file_(file), units_(ReadTyreUnits(file)) {
    tyre_.name = file.name;
    tyre_.notes = file.notes;
    if (!file.Find("UNITS", "LENGTH") || !file.Find("UNITS", "FORCE"))
      Note("[UNITS] does not give LENGTH and FORCE: metres and newtons are assumed");
  }

  TyreData Read() {
    ReadModel();
    ReadBody();
    ReadRanges();
    if (tyre_.model == TyreModel::fiala)
      ReadFiala();
    else
      ReadMagicFormula();
    ReadLoadCurve();
    ReportUnused();
    return std::move(tyre_);
  }

 private:
  /// The last entry of that key in a section that is read; null if there is none.
  const TyreEntry* Look(const std::string& key) {
    for (auto entry = file_.entries.rbegin(); entry != file_.entries.rend(); ++entry)
      if (entry->key == key && kSections.contains(entry->section)) {
        used_.insert(key);
        return &*entry;
      }
    return nullptr;
  }

  double Number(const std::string& key, double otherwise, double unit = 1) {
    const TyreEntry* entry = Look(key);
    if (!entry) return otherwise;
    if (entry->is_text)
      FailAt(file_.name, entry->line, key + " = '" + entry->text + "': a number is needed");
    return unit * entry->number;
  }

  double Positive(const std::string& key, double unit = 1) {
    const double value = Number(key, 0, unit);
    if (!(value > 0)) Fail(key, "is needed and must be positive");
    return value;
  }

  std::string Text(const std::string& key) {
    const TyreEntry* entry = Look(key);
    return entry ? UpperCase(entry->text) : "";
  }

  [[noreturn]] void Fail(const std::string& key, const std::string& message) {
    if (const TyreEntry* entry = Look(key)) FailAt(file_.name, entry->line, key + " " + message);
    throw FileError(file_.name + ": " + key + " " + message, ErrorFields{.file = file_.name});
  }

  void Note(const std::string& text) { tyre_.notes.push_back(text); }

  void ReadModel() {
    const std::string format = Text("PROPERTY_FILE_FORMAT");
    const int version = static_cast<int>(Number("FITTYP", 0));
    if (format.empty()) Fail("PROPERTY_FILE_FORMAT", "is needed: 'PAC2002', 'MF-TYRE' or 'FIALA'");
    if (format == "FIALA")
      tyre_.model = TyreModel::fiala;
    else if (format != "PAC2002" && !format.starts_with("MF"))
      Fail("PROPERTY_FILE_FORMAT",
           "= '" + format +
               "': this tyre model is not known; PAC2002, MF-TYRE (5.x, 6.1, 6.2) and "
               "FIALA are");
    else if (format != "PAC2002" && (version >= 60 || format == "MF61" || format == "MF62" ||
                                     (Look("PKY4") && Look("NOMPRES"))))
      tyre_.model = TyreModel::magic_formula_61;
    ReadMode();
    tyre_.low_speed = Number("VXLOW", 1, units_.speed());
    const std::string side = Text("TYRESIDE");
    if (side == "LEFT") tyre_.side = TyreSide::left;
    if (side == "RIGHT") tyre_.side = TyreSide::right;
    if (Text("FE_METHOD") == "YES")
      Note("FE_METHOD = 'YES': combined slip is by cosine weighting, not by a friction ellipse");
  }

  void ReadMode() {
    const int mode = static_cast<int>(Number("USE_MODE", 4));
    tyre_.mirrored = mode < 0;
    tyre_.use_mode = std::abs(mode) % 10;
    tyre_.transient = std::abs(mode) / 10 % 10 != 0;
    if (tyre_.use_mode == 5) {
      Note("USE_MODE asks for turn slip: it is left out");
      tyre_.use_mode = 4;
    }
    if (tyre_.use_mode > 4) Fail("USE_MODE", "must end with 0 to 4");
  }

  void ReadBody() {
    tyre_.radius = Positive("UNLOADED_RADIUS", units_.length);
    tyre_.width = Number("WIDTH", 0, units_.length);
    tyre_.damping = Number("VERTICAL_DAMPING", 0, units_.damping());
    tyre_.BREFF = Number("BREFF", 0);
    tyre_.DREFF = Number("DREFF", 0);
    tyre_.FREFF = Number("FREFF", 0);
    tyre_.stiffness = Number("VERTICAL_STIFFNESS", 0, units_.stiffness()) * Number("LCZ", 1);
    if (tyre_.stiffness < 0) Fail("VERTICAL_STIFFNESS", "must not be negative");
    if (tyre_.damping < 0) Fail("VERTICAL_DAMPING", "must not be negative");
    tyre_.longitudinal_stiffness = Number("LONGITUDINAL_STIFFNESS", 0, units_.stiffness());
    tyre_.lateral_stiffness = Number("LATERAL_STIFFNESS", 0, units_.stiffness());
  }

  void ReadRanges() {
    const auto read = [&](const char* low, const char* high, double unit) {
      return Range{Number(low, 0, unit), Number(high, 0, unit)};
    };
    tyre_.load_range = read("FZMIN", "FZMAX", units_.force);
    tyre_.kappa_range = read("KPUMIN", "KPUMAX", 1);
    tyre_.alpha_range = read("ALPMIN", "ALPMAX", units_.angle);
    tyre_.gamma_range = read("CAMMIN", "CAMMAX", units_.angle);
  }

  void ReadFiala() {
    tyre_.fiala = {.width = tyre_.width,
                   .c_slip = Positive("CSLIP", units_.force),
                   .c_alpha = Positive("CALPHA", units_.force / units_.angle),
                   .u_min = Positive("UMIN"),
                   .u_max = Positive("UMAX")};
    tyre_.rolling_resistance = Number("ROLLING_RESISTANCE", 0, units_.length);
    tyre_.relaxation_x = Number("RELAX_LENGTH_X", 0, units_.length);
    tyre_.relaxation_y = Number("RELAX_LENGTH_Y", 0, units_.length);
    tyre_.nominal_load = Number("FNOMIN", 0.05 * tyre_.stiffness * tyre_.radius, units_.force);
  }

  void ReadMagicFormula() {
    MagicFormulaCoefficients& c = tyre_.coefficients;
    c.FNOMIN = Positive("FNOMIN", units_.force);
    c.UNLOADED_RADIUS = tyre_.radius;
    c.LONGVL = Number("LONGVL", 16.7, units_.speed());
    const bool is_61 = tyre_.model == TyreModel::magic_formula_61;
    if (is_61) c.PKY4 = 2;
    for (const auto& [name, member] : CoefficientNames()) {
      const std::string key(name);
      const double neutral = MagicFormulaCoefficients{}.*member;
      c.*member = Number(key, c.*member);
      if ((is_61 ? kOnly52 : kOnly61).contains(key) && c.*member != neutral) {
        Note(key + " is not used: it does not belong to this version of the formula");
        c.*member = neutral;
      }
    }
    ReadPressure();
    tyre_.nominal_load = c.Fz0();
    RequireRegular();
  }

  void ReadPressure() {
    const bool new_names = Look("NOMPRES");
    const double nominal = Number(new_names ? "NOMPRES" : "IP_NOM", 0);
    const double pressure = Number(new_names ? "INFLPRES" : "IP", nominal);
    if (nominal > 0 && tyre_.model == TyreModel::magic_formula_61)
      tyre_.coefficients.pressure_change = (pressure - nominal) / nominal;
  }

  /// What the formulas divide by.
  void RequireRegular() {
    const MagicFormulaCoefficients& c = tyre_.coefficients;
    const auto require = [&](const std::string& key, double value) {
      if (value == 0 || !std::isfinite(value)) Fail(key, "is needed and must not be zero");
    };
    require("LFZO", c.LFZO);
    require("LONGVL", c.LONGVL);
    if (tyre_.use_mode == 1 || tyre_.use_mode >= 3)
      for (const auto& [key, value] :
           {std::pair("PCX1", c.PCX1 * c.LCX), {"PDX1", c.PDX1 * c.LMUX}, {"PKX1", c.PKX1 * c.LKX}})
        require(key, value);
    if (tyre_.use_mode >= 2)
      for (const auto& [key, value] : {std::pair("PCY1", c.PCY1 * c.LCY),
                                       {"PDY1", c.PDY1 * c.LMUY},
                                       {"PKY1", c.PKY1 * c.LKY},
                                       {"PKY2", c.PKY2}})
        require(key, value);
    if (c.PTY1 != 0) require("PTY2", c.PTY2);
  }

  void ReadLoadCurve() {
    if (const TyreTable* table = file_.FindTable("DEFLECTION_LOAD_CURVE")) {
      for (const auto& row : table->rows) {
        if (row.size() != 2)
          FailAt(file_.name, table->line, "DEFLECTION_LOAD_CURVE has two columns, {pen fz}");
        auto& curve = tyre_.load_curve;
        curve.emplace_back(row[0] * units_.length, row[1] * units_.force * tyre_.coefficients.LCZ);
        if (curve.size() > 1 && !(curve.back().first > curve[curve.size() - 2].first))
          FailAt(file_.name, table->line, "DEFLECTION_LOAD_CURVE must rise in its first column");
      }
      if (tyre_.load_curve.size() < 2)
        FailAt(file_.name, table->line, "DEFLECTION_LOAD_CURVE needs two rows");
    } else if (!(tyre_.stiffness > 0)) {
      Fail("VERTICAL_STIFFNESS", "is needed and must be positive, or a DEFLECTION_LOAD_CURVE");
    }
  }

  void ReportUnused() {
    for (const std::string& section : file_.sections)
      if (!kSections.contains(section) && section != "SHAPE" && section != "DEFLECTION_LOAD_CURVE")
        Note("section [" + section + "] is not used");
    for (const TyreEntry& entry : file_.entries)
      if (kSections.contains(entry.section) && !used_.contains(entry.key) &&
          !kSilent.contains(entry.key))
        Note("line " + std::to_string(entry.line) + ": " + entry.key + " in [" + entry.section +
             "] is not used");
  }

  const TyreFile& file_;
  TyreUnits units_;
  TyreData tyre_;
  std::set<std::string> used_;
};

}  // namespace

TyreData MakeTyreData(const TyreFile& file) { return TyreReader(file).Read(); }

TyreData ReadTyre(const std::filesystem::path& path) { return MakeTyreData(ReadTyreFile(path)); }

}  // namespace trunnion::vehicle
