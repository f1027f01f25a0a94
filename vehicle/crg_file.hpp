// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <trunnion/math.hpp>

namespace trunnion::vehicle {

/// What an OpenCRG file (.crg) says, before modifiers are applied.
///
/// A header of text, sections that begin with $NAME and end with $, up to a line of four or more
/// dollars; then data, a row for each u and a column for each channel: text of fixed columns (LRFI,
/// LDFI) or packed big-endian numbers (KRBI, KDBI). Source: ASAM OpenCRG 1.2.
struct CrgFile {
  using Values = std::map<std::string, double, std::less<>>;  ///< by key in upper case

  std::string name;            ///< for messages
  std::string format;          ///< of the data, as LRFI
  Values road;                 ///< $ROAD_CRG
  Values modifiers;            ///< $ROAD_CRG_MODS
  Values options;              ///< $ROAD_CRG_OPTS
  bool has_modifiers = false;  ///< there is such a section, perhaps empty
  bool has_options = false;
  std::vector<std::string> channels;  ///< names without units, in lower case
  MatrixXd data;                      ///< rows × channels; NaN where the file has none
  std::string reference;              ///< $ROAD_CRG_FILE: the file that has the data; else empty
  std::vector<std::string> notes;     ///< "line N: ..."

  int FindChannel(std::string_view channel) const;  ///< column; -1 if there is none
};

/// @throws FileError with file and line: no end of the header, an unknown format, a channel without
/// "D:", rows of another length, fewer than two rows, END_U that does not fit the number of rows,
/// damaged binary data.
CrgFile ParseCrgFile(std::string_view bytes, const std::string& name);
/// Follows $ROAD_CRG_FILE, relative to the folder of the file; modifiers and options of the outer
/// file count, if it has such a section. @throws FileError
CrgFile ReadCrgFile(const std::filesystem::path& path);

}  // namespace trunnion::vehicle
