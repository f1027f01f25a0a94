// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/crg_road.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double Given(const CrgFile::Values& values, const char* key, double otherwise) {
  const auto found = values.find(key);
  return found == values.end() ? otherwise : found->second;
}

/// A point of a range by its place or by a fraction of the range.
double ReferencePoint(const CrgFile& file, const std::string& letter, double low, double high) {
  const auto& modifiers = file.modifiers;
  const std::string place = "REFPOINT_" + letter, fraction = place + "_FRACTION";
  if (modifiers.contains(place) && modifiers.contains(fraction))
    throw FileError(file.name + ": " + place + " and " + fraction + " exclude each other",
                    ErrorFields{.file = file.name});
  const bool by_fraction = modifiers.contains(fraction);
  const double otherwise = letter == "U" ? low : 0;
  const double at = by_fraction ? low + Given(modifiers, fraction.c_str(), 0) * (high - low)
                                : Given(modifiers, place.c_str(), otherwise);
  return at + Given(modifiers, (place + "_OFFSET").c_str(), 0);
}

const std::set<std::string, std::less<>> kModifiers = {
    "SCALE_Z_GRID",        "SCALE_SLOPE",         "SCALE_BANKING",       "SCALE_LENGTH",
    "SCALE_WIDTH",         "SCALE_CURVATURE",     "GRID_NAN_MODE",       "GRID_NAN_OFFSET",
    "REFPOINT_U",          "REFPOINT_U_FRACTION", "REFPOINT_U_OFFSET",   "REFPOINT_V",
    "REFPOINT_V_FRACTION", "REFPOINT_V_OFFSET",   "REFPOINT_X",          "REFPOINT_Y",
    "REFPOINT_Z",          "REFPOINT_PHI",        "REFLINE_ROTCENTER_X", "REFLINE_ROTCENTER_Y",
    "REFLINE_OFFSET_PHI",  "REFLINE_OFFSET_X",    "REFLINE_OFFSET_Y",    "REFLINE_OFFSET_Z"};
const std::set<std::string, std::less<>> kOptions = {"BORDER_MODE_U",
                                                     "BORDER_MODE_V",
                                                     "BORDER_OFFSET_U",
                                                     "BORDER_OFFSET_V",
                                                     "BORDER_SMOOTH_UBEG",
                                                     "BORDER_SMOOTH_UEND",
                                                     "REFLINE_CONTINUATION"};

}  // namespace

CrgRoad::CrgRoad(const CrgFile& file) : line_(file), grid_(file), notes_(file.notes) {
  notes_.insert(notes_.end(), line_.notes().begin(), line_.notes().end());
  for (const auto& [key, value] : file.modifiers)
    if (!kModifiers.contains(key)) notes_.push_back("modifier " + key + " is not used");
  for (const auto& [key, value] : file.options)
    if (!kOptions.contains(key) && !key.starts_with("REFLINE_SEARCH") &&
        !key.starts_with("WARN_") && !key.starts_with("LOG_") && !key.starts_with("CHECK_"))
      notes_.push_back("option " + key + " is not used");
  ApplyPlacement(file);
  ReadOptions(file);
}

void CrgRoad::ApplyPlacement(const CrgFile& file) {
  const auto& m = file.modifiers;
  const auto begins = [](const char* start) {
    return [start](const auto& entry) { return entry.first.starts_with(start); };
  };
  if (std::any_of(m.begin(), m.end(), begins("REFPOINT_"))) {
    const double u = ReferencePoint(file, "U", line_.u_begin(), line_.u_end());
    const double v = ReferencePoint(file, "V", grid_.v().front(), grid_.v().back());
    const Vec2 from = line_.ToXy(u, v), to(Given(m, "REFPOINT_X", 0), Given(m, "REFPOINT_Y", 0));
    const double z = AtUv(u, v).z;
    const double heading = line_.Heading(u - 1e-6);  // on a node: of the segment that ends there
    line_.Move(from,
               Given(m, "REFPOINT_PHI", 0) - heading,
               to - from,
               Given(m, "REFPOINT_Z", 0) - (std::isnan(z) ? 0 : z));
  } else if (std::any_of(m.begin(), m.end(), begins("REFLINE_"))) {
    const Vec2 centre(Given(m, "REFLINE_ROTCENTER_X", line_.start().x()),
                      Given(m, "REFLINE_ROTCENTER_Y", line_.start().y()));
    const Vec2 shift(Given(m, "REFLINE_OFFSET_X", 0), Given(m, "REFLINE_OFFSET_Y", 0));
    line_.Move(centre, Given(m, "REFLINE_OFFSET_PHI", 0), shift, Given(m, "REFLINE_OFFSET_Z", 0));
  }
}

void CrgRoad::ReadOptions(const CrgFile& file) {
  const auto& options = file.options;
  const auto border = [&](const char* mode, const char* offset) {
    const double number = Given(options, mode, 2);
    if (!(number >= 0 && number <= 4 && number == std::floor(number)))
      throw FileError(file.name + ": " + mode + " must be 0, 1, 2, 3 or 4",
                      ErrorFields{.file = file.name});
    return Border{static_cast<int>(number), Given(options, offset, 0)};
  };
  border_u_ = border("BORDER_MODE_U", "BORDER_OFFSET_U");
  border_v_ = border("BORDER_MODE_V", "BORDER_OFFSET_V");
  smooth_begin_ = Given(options, "BORDER_SMOOTH_UBEG", 0);
  smooth_end_ = Given(options, "BORDER_SMOOTH_UEND", 0);
  if (Given(options, "REFLINE_CONTINUATION", 0) == 1 && !line_.Close())
    notes_.push_back("REFLINE_CONTINUATION = 1, but the ends of the line do not meet: not closed");
}

CrgRoad::Place CrgRoad::IntoRange(double x, double low, double high, int mode) {
  const int side = x < low ? -1 : x > high ? 1 : 0;
  if (side == 0) return {x, 1, 0};
  const double length = high - low;
  const double turns = std::floor((x - low) / length), rest = x - low - turns * length;
  if (mode == 3) return {low + rest, 1, side};
  if (mode == 4) {
    const bool back = std::fmod(turns, 2) != 0;
    return {back ? high - rest : low + rest, back ? -1.0 : 1.0, side};
  }
  return {side < 0 ? low : high, 0, side};
}

void CrgRoad::ApplyBorder(const Border& border, int side, Surface& surface) {
  if (side == 0) return;
  if (border.mode == 1) surface = {border.offset, 0, 0};
  if (border.mode == 2) surface.z += border.offset;
}

void CrgRoad::Smooth(double u, Surface& surface) const {
  const auto toward = [&](double distance, double length, double end, double sign) {
    if (!(length > 0) || distance >= length) return;
    const double f = std::max(distance, 0.0) / length;
    const double slope = distance > 0 ? sign * (surface.z - end) / length : 0;
    surface = {end + f * (surface.z - end), f * surface.dz_du + slope, f * surface.dz_dv};
  };
  toward(u - line_.u_begin(), smooth_begin_, line_.Height(line_.u_begin()).first, 1);
  toward(line_.u_end() - u, smooth_end_, line_.Height(line_.u_end()).first, -1);
}

CrgRoad::Surface CrgRoad::AtUv(double u, double v) const {
  u = line_.Wrap(u);
  const double begin = line_.u_begin(), step = (line_.u_end() - begin);
  const Place a = IntoRange(u, begin, line_.u_end(), border_u_.mode);
  const Place b = IntoRange(v, grid_.v().front(), grid_.v().back(), border_v_.mode);
  if ((a.side != 0 && border_u_.mode == 0) || (b.side != 0 && border_v_.mode == 0))
    return {kNone, 0, 0};
  const int segments = grid_.rows() - 1;
  const double at = (a.at - begin) / step * segments;
  const int i = std::clamp(static_cast<int>(at), 0, segments - 1);
  const CrgGrid::Cell cell = grid_.At(i, at - i, b.at);
  const auto [Z, Z_u] = line_.Height(a.at);
  const auto [banking, banking_u] = line_.Banking(a.at);
  Surface surface{cell.z + Z + banking * b.at,
                  (cell.dz_di * segments / step + Z_u + banking_u * b.at) * a.slope,
                  (cell.dz_dv + banking) * b.slope};
  ApplyBorder(border_u_, a.side, surface);
  ApplyBorder(border_v_, b.side, surface);
  Smooth(u, surface);
  return surface;
}

RoadHeight CrgRoad::At(double x, double y) const {
  const Vec2 uv = line_.ToUv({x, y});
  const Surface s = AtUv(uv.x(), uv.y());
  const Mat2 J = line_.Jacobian(uv.x(), uv.y());
  const double det = J.determinant();
  if (std::isnan(s.z) || !(det > 0)) return {s.z, 0, 0};
  return {s.z,
          (J(1, 1) * s.dz_du - J(1, 0) * s.dz_dv) / det,
          (J(0, 0) * s.dz_dv - J(0, 1) * s.dz_du) / det};
}

CrgRoad ReadCrgRoad(const std::filesystem::path& path) { return CrgRoad(ReadCrgFile(path)); }

}  // namespace trunnion::vehicle
