// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace trunnion {

/// What is said of one statement of a dataset.
struct AdamsRemark {
  std::string statement;  ///< "GFORCE/3"
  int line = 0;
  std::string text;  ///< why, or what to do
};

/// An Adams solver dataset as a model file, in SI units.
struct AdamsImport {
  std::string title;                        ///< the first line
  nlohmann::ordered_json model;             ///< as docs/model_file.md says
  std::map<std::string, int> statements;    ///< how many there are, by their name
  std::vector<AdamsRemark> ignored;         ///< the answer does not depend on them
  std::vector<AdamsRemark> not_understood;  ///< the model is without them, and another one
};

/// Reads what docs/adams.md lists. Conventions of Adams: joints act between the markers I and J,
/// which are b and a here, so that coordinates and reactions are those of I relative to J.
/// @param source   the file, for messages.
/// @param partial  leaves out what is not understood; else it is an error.
/// @throws FileError "FILE:LINE: STATEMENT/ID: what is wrong; what to do".
AdamsImport ImportAdams(std::string_view text, const std::string& source, bool partial = false);

/// Whether a file of this name is taken for a dataset: it ends in .adm, in any case.
bool IsAdamsName(std::string_view file_name);

}  // namespace trunnion
