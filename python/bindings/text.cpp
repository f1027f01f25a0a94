// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/text.hpp"

#include <algorithm>
#include <numeric>

namespace trunnion::python {
namespace {

std::vector<std::pair<std::string, std::string>>& Registry() {
  static std::vector<std::pair<std::string, std::string>> registry;
  return registry;
}

std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t up = row[j];
      row[j] = std::min({up + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = up;
    }
  }
  return row[b.size()];
}

/// The parameters between the outer parentheses, split at commas that are not within others.
std::vector<std::string> SplitParameters(const std::string& signature) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : signature) {
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
    if (quote == 0 && (c == ')' || c == ']' || c == '}') && --depth == 0) break;
    const bool outer = depth == 1 && quote == 0;
    if (outer && c == ',') {
      parts.emplace_back();
    } else if (depth >= 1) {
      parts.back() += c;
    }
    if (quote == 0 && (c == '(' || c == '[' || c == '{')) ++depth;
  }
  return parts;
}

std::string Trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// "t: float = 0" -> "t=0": inspect reads no types.
std::string WithoutType(const std::string& parameter) {
  const std::size_t colon = parameter.find(':');
  if (colon == std::string::npos) return parameter;
  const std::size_t equal = parameter.find(" = ", colon);
  const std::string name = Trim(parameter.substr(0, colon));
  return equal == std::string::npos ? name : name + "=" + Trim(parameter.substr(equal + 3));
}

}  // namespace

std::string FindNearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = Distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string Suggest(std::string_view word, const std::vector<std::string>& known) {
  const std::string best = FindNearest(word, known);
  if (!best.empty()) return "; did you mean '" + best + "'?";
  std::string list;
  for (const std::string& candidate : known) list += (list.empty() ? "'" : ", '") + candidate + "'";
  return list.empty() ? "" : "; there are " + list;
}

std::string Document(const std::string& scope,
                     const std::string& name,
                     const std::string& signature,
                     const std::string& text) {
  Registry().emplace_back(scope.empty() ? name : scope + "." + name, signature);
  const bool is_class = name == "__init__";
  std::string plain;
  for (const std::string& part : SplitParameters(signature)) {
    std::string parameter = WithoutType(Trim(part));
    if (parameter == "self") parameter = is_class ? "" : "$self";
    if (parameter.empty()) continue;
    plain += (plain.empty() ? "" : ", ") + parameter;
  }
  return (is_class ? scope : name) + "(" + plain + ")\n--\n\n" + text;
}

void DocumentProperty(const std::string& scope, const std::string& name, const std::string& type) {
  Registry().emplace_back(scope + "." + name, ": " + type);
}

py::dict Signatures() {
  py::dict all;
  for (const auto& [name, signature] : Registry()) all[py::str(name)] = py::str(signature);
  return all;
}

}  // namespace trunnion::python
