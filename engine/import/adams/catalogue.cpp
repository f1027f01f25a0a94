// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/catalogue.hpp"

#include <algorithm>
#include <vector>

namespace trunnion::adams {
namespace {

constexpr std::string_view kUnusedData = "nothing depends on it unless a function refers to it";
constexpr std::string_view kControl = "control of the solver; give times and tolerances to the run";
constexpr std::string_view kNoCounterpart = "the model file has no such element";

using enum Handling;
constexpr StatementType kTypes[]{
    {"UNITS", read, "", "FORCE MASS LENGTH TIME SYSTEM UCF"},
    {"ACCGRAV", read, "", "IGRAV JGRAV KGRAV"},
    {"PART",
     read,
     "",
     "GROUND MASS CM IM IP QG REULER ZG XG VX VY VZ WX WY WZ VM WM EXACT",
     "MATERIAL"},
    {"POINT_MASS", read, "", "MASS CM QG VX VY VZ VM EXACT", "REULER ZG XG"},
    {"MARKER", read, "", "PART POINT_MASS QP REULER ZP XP USEXP FLOATING"},
    {"GRAPHICS",
     read,
     "",
     "CYLINDER BOX ELLIPSOID CM CORNER LENGTH RADIUS X Y Z XSCALE YSCALE ZSCALE"},
    {"JOINT",
     read,
     "",
     "REVOLUTE TRANSLATIONAL CYLINDRICAL SPHERICAL HOOKE UNIVERSAL FIXED PLANAR RACKPIN SCREW "
     "CONVEL I J IC ICTRAN ICROT PD PITCH",
     "DELTA_V MAXIMUM_DEFORMATION MU_DYN_ROT MU_STAT_ROT MU_DYN_TRANS MU_STAT_TRANS "
     "MAX_FRIC_ROT MAX_FRIC_TRANS INNER_RADIUS OUTER_RADIUS PRELOAD_RADIAL PRELOAD_AXIAL "
     "PRELOAD_X PRELOAD_Y HEIGHT WIDTH INITIAL_OVERLAP"},
    {"JPRIM", read, "", "ATPOINT INLINE INPLANE ORIENTATION PARALLEL_AXES PERPENDICULAR I J"},
    {"MOTION",
     read,
     "",
     "JOINT I J TRANSLATION ROTATION TRANSLATIONAL ROTATIONAL X Y Z DISPLACEMENT VELOCITY "
     "ACCELERATION ICDISP ICVEL FUNCTION"},
    {"COUPLER", read, "", "JOINTS TYPE SCALES"},
    {"GCON", read, "", "I FUNCTION"},
    {"SFORCE", read, "", "TRANSLATIONAL ROTATIONAL ACTIONONLY I J FUNCTION"},
    {"SPRINGDAMPER",
     read,
     "",
     "I J TRANSLATION TRANSLATIONAL ROTATION ROTATIONAL K C LENGTH FORCE KT CT ANGLE TORQUE"},
    {"BUSHING", read, "", "I J K C KT CT FORCE TORQUE"},
    {"FIELD", read, "", "I J KMATRIX CMATRIX CRATIO LENGTH FORCE"},
    {"BEAM", read, "", "I J LENGTH AREA IXX IYY IZZ ASY ASZ EMODULUS GMODULUS CRATIO CMATRIX"},
    {"VFORCE", read, "", "I JFLOAT RM FX FY FZ FUNCTION"},
    {"VTORQUE", read, "", "I JFLOAT RM TX TY TZ FUNCTION"},
    {"GFORCE", read, "", "I JFLOAT RM FX FY FZ TX TY TZ FUNCTION"},
    {"CONTACT",
     read,
     "",
     "IGEOM JGEOM IMPACT STIFFNESS DAMPING EXPONENT DMAX COULOMB_FRICTION",
     "MU_STATIC MU_DYNAMIC STICTION_TRANSITION_VELOCITY FRICTION_TRANSITION_VELOCITY"},
    {"GEAR", read, "", "JOINTS CV"},
    {"REQUEST",
     read,
     "",
     "DISPLACEMENT VELOCITY ACCELERATION FORCE F I J RM COMMENT FUNCTION F1 F2 F3 F4 F5 F6 F7 F8",
     "TITLE CNAMES CUNITS RESULTS_NAME"},
    {"SENSOR",
     read,
     "",
     "FUNCTION VALUE HALT RETURN GE LE EQ",
     "ERROR PRINT RESTART CODGEN DT STEPSIZE YYDUMP BISECTION TITLE"},
    {"INTEGRATOR", read, "", "HMAX", "ERROR"},
    {"VARIABLE", read, "", "FUNCTION", "IC"},
    {"SPLINE", read, "", "X Y LINEAR_EXTRAPOLATE FILE"},
    {"ARRAY", ignored, kUnusedData},
    {"DIFF", ignored, kUnusedData},
    {"GSE", ignored, kUnusedData},
    {"LSE", ignored, kUnusedData},
    {"MATRIX", ignored, kUnusedData},
    {"PINPUT", ignored, kUnusedData},
    {"PLANT", ignored, kUnusedData},
    {"POUTPUT", ignored, kUnusedData},
    {"STRING", ignored, kUnusedData},
    {"TFSISO", ignored, kUnusedData},
    {"CURVE", ignored, kUnusedData},
    {"MATERIAL", ignored, "masses are those of the parts"},
    {"DEBUG", ignored, kControl},
    {"EQUILIBRIUM", ignored, kControl},
    {"IC", ignored, kControl},
    {"KINEMATICS", ignored, kControl},
    {"LIST", ignored, kControl},
    {"LSOLVER", ignored, kControl},
    {"OUTPUT", ignored, kControl},
    {"PREFERENCES", ignored, kControl},
    {"RESULTS", ignored, kControl},
    {"SIMULATE", ignored, kControl},
    {"CVCV", refused, kNoCounterpart},
    {"FE_LOAD", refused, kNoCounterpart},
    {"FE_NODE", refused, kNoCounterpart},
    {"FE_PART", refused, kNoCounterpart},
    {"FLEX_BODY", refused, "its data are in another file; take a body of type reduced or mesh"},
    {"FRICTION", refused, "its law is another one; give 'friction' to the joint in the model file"},
    {"MFORCE", refused, kNoCounterpart},
    {"NFORCE", refused, kNoCounterpart},
    {"PTCV", refused, kNoCounterpart},
    {"SECTION", refused, kNoCounterpart},
    {"SURFACE", refused, kNoCounterpart},
    {"TIRE", refused, kNoCounterpart},
    {"UCON", refused, "it is a user subroutine"},
};

/// The words of a list that begin with `start`; the word alone if it is one of them.
std::vector<std::string_view> WordsThatBegin(std::string_view list, std::string_view start) {
  std::vector<std::string_view> found;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    const std::string_view word = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (word == start) return {word};
    if (word.starts_with(start)) found.push_back(word);
  }
  return found;
}

}  // namespace

std::span<const StatementType> StatementTypes() { return kTypes; }

const StatementType* FindStatementType(std::string_view name) {
  const StatementType* found = nullptr;
  for (const StatementType& type : StatementTypes()) {
    if (type.name == name) return &type;
    if (!type.name.starts_with(name)) continue;
    if (found) return nullptr;
    found = &type;
  }
  return found;
}

std::string CompleteArgument(const StatementType& type, std::string_view name) {
  for (const std::string_view list : {type.read, type.unused}) {
    const std::vector<std::string_view> found = WordsThatBegin(list, name);
    const auto begins_with_first = [&](std::string_view word) {
      return word.starts_with(found[0]);
    };
    if (!found.empty() && std::all_of(found.begin(), found.end(), begins_with_first))
      return std::string(found[0]);  // TRANSLATION stands for TRANSLATIONAL, too
    if (!found.empty()) break;
  }
  return std::string(name);
}

bool IsRead(const StatementType& type, std::string_view argument) {
  const auto found = WordsThatBegin(type.read, argument);
  return found.size() == 1 && found[0] == argument;
}

bool IsUnused(const StatementType& type, std::string_view argument) {
  const auto found = WordsThatBegin(type.unused, argument);
  return found.size() == 1 && found[0] == argument;
}

}  // namespace trunnion::adams
