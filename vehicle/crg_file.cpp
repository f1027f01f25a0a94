// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/crg_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "vehicle/crg_data.hpp"
#include "vehicle/text_file.hpp"

namespace trunnion::vehicle {
namespace {

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// Reads the header line by line.
class HeaderParser {
 public:
  HeaderParser(std::string_view bytes, CrgFile& file) : bytes_(bytes), file_(file) {}

  /// Leaves the data to be read, and the number of the line before them.
  std::string_view Parse(int& line_number) {
    while (at_ < bytes_.size()) {
      const std::string_view line = NextLine();
      if (line.starts_with("$$$$")) {
        line_number = line_;
        return bytes_.substr(at_);
      }
      if (line.starts_with('$'))
        StartSection(line);
      else if (section_ != "$CT" && !line.starts_with('*'))
        ReadLine(Trimmed(line.substr(0, line.find('!'))));
    }
    line_number = line_;
    if (file_.reference.empty())
      FailAt(file_.name, line_, "the header does not end; data follow a line of dollars, $$$$");
    return {};
  }

 private:
  std::string_view NextLine() {
    ++line_;
    const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    std::string_view line = bytes_.substr(at_, end - at_);
    at_ = std::min(end + 1, bytes_.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  void StartSection(std::string_view line) {
    section_ = UpperCase(Trimmed(line.substr(0, line.find('!'))));
    if (section_ == "$ROAD_CRG_MODS") file_.has_modifiers = true;
    if (section_ == "$ROAD_CRG_OPTS") file_.has_options = true;
    static const std::set<std::string> known = {"$",
                                                "$CT",
                                                "$ROAD_CRG",
                                                "$ROAD_CRG_MODS",
                                                "$ROAD_CRG_OPTS",
                                                "$ROAD_CRG_MPRO",
                                                "$ROAD_CRG_FILE",
                                                "$KD_DEFINITION"};
    if (!known.contains(section_)) Note("section " + section_ + " is not used");
  }

  void ReadLine(std::string_view line) {
    if (line.empty()) return;
    if (section_ == "$ROAD_CRG_FILE")
      file_.reference += line;
    else if (section_ == "$KD_DEFINITION")
      ReadChannel(line);
    else if (section_ == "$ROAD_CRG")
      ReadValue(line, file_.road);
    else if (section_ == "$ROAD_CRG_MODS")
      ReadValue(line, file_.modifiers);
    else if (section_ == "$ROAD_CRG_OPTS")
      ReadValue(line, file_.options);
  }

  void ReadChannel(std::string_view line) {
    const std::string start = UpperCase(line.substr(0, 2));
    const std::string_view rest = Trimmed(line.substr(std::min<std::size_t>(2, line.size())));
    if (start == "#:")
      file_.format = UpperCase(rest);
    else if (start == "D:")
      file_.channels.push_back(LowerCase(Trimmed(rest.substr(0, rest.rfind(',')))));
    else if (start != "U:")
      FailAt(file_.name, line_, "'" + std::string(line) + "': a channel is written D:name,unit");
  }

  void ReadValue(std::string_view line, CrgFile::Values& values) {
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos)
      FailAt(file_.name, line_, "'" + std::string(line) + "' is not KEY = value");
    const std::string key = UpperCase(Trimmed(line.substr(0, sign)));
    const std::string_view value = Trimmed(line.substr(sign + 1));
    auto number = ParseNumber(value);
    if (!number) {  // writers add to numbers what is none, as 2.0+e00
      const std::string start(value.substr(0, value.find_first_not_of(".0123456789", 1)));
      number = ParseNumber(start);
      if (number) Note(key + " = " + std::string(value) + " is read as " + start);
    }
    if (!number) FailAt(file_.name, line_, key + ": a number is needed");
    if (values.contains(key)) Note(key + " is there again; the last one counts");
    values[key] = *number;
  }

  void Note(const std::string& text) {
    file_.notes.push_back("line " + std::to_string(line_) + ": " + text);
  }

  std::string_view bytes_;
  CrgFile& file_;
  std::size_t at_ = 0;
  int line_ = 0;
  std::string section_;
};

std::filesystem::path ReferredPath(const std::filesystem::path& from, const std::string& name) {
  if (!name.starts_with('$')) return from.parent_path() / name;
  const std::size_t end = name.find_first_of("/\\");
  const std::string variable = name.substr(1, end == std::string::npos ? end : end - 1);
  const char* value = std::getenv(variable.c_str());
  if (!value)
    throw FileError(from.string() + ": it refers to $" + variable +
                        ", and no such variable is set in the environment",
                    ErrorFields{.file = from.string()});
  return std::string(value) + (end == std::string::npos ? "" : name.substr(end));
}

}  // namespace

int CrgFile::FindChannel(std::string_view channel) const {
  const auto found = std::find(channels.begin(), channels.end(), channel);
  return found == channels.end() ? -1 : static_cast<int>(found - channels.begin());
}

CrgFile ParseCrgFile(std::string_view bytes, const std::string& name) {
  CrgFile file;
  file.name = name;
  file.format = "KRBI";
  int line = 0;
  const std::string_view data = HeaderParser(bytes, file).Parse(line);
  if (file.reference.empty()) ReadCrgData(data, line, file);
  return file;
}

CrgFile ReadCrgFile(const std::filesystem::path& path) {
  CrgFile file = ParseCrgFile(ReadBytes(path), path.string());
  std::filesystem::path inner_path = path;
  std::set<std::string> seen = {std::filesystem::weakly_canonical(path).string()};
  while (!file.reference.empty()) {
    inner_path = ReferredPath(inner_path, file.reference);
    if (!seen.insert(std::filesystem::weakly_canonical(inner_path).string()).second)
      throw FileError(path.string() + ": it refers to itself by $ROAD_CRG_FILE",
                      ErrorFields{.file = path.string()});
    CrgFile inner = ParseCrgFile(ReadBytes(inner_path), inner_path.string());
    if (file.has_modifiers) inner.modifiers = file.modifiers;
    if (file.has_options) inner.options = file.options;
    inner.has_modifiers = inner.has_modifiers || file.has_modifiers;
    inner.has_options = inner.has_options || file.has_options;
    inner.notes.insert(inner.notes.begin(), file.notes.begin(), file.notes.end());
    file = std::move(inner);
  }
  return file;
}

}  // namespace trunnion::vehicle
