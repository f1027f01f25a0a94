// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <numbers>
#include <string>
#include <vector>

#include "engine/batch/check.hpp"
#include "engine/command/commands.hpp"
#include "engine/command/overrides.hpp"
#include "engine/command/terminal.hpp"
#include "engine/core/one_line.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::command {
namespace {

using Cells = std::vector<std::string>;

/// Number of characters that a terminal shows.
std::size_t Width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

void PrintTable(const std::string& title, const Cells& head, const std::vector<Cells>& rows) {
  if (rows.empty()) return;
  Print("\n{} ({})\n", title, rows.size());
  std::vector<std::size_t> widths;
  for (const std::string& cell : head) widths.push_back(Width(cell));
  for (const Cells& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], Width(row[c]));
  }
  const auto print = [&](const Cells& row) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += ' ' + row[c] + std::string(widths[c] - Width(row[c]) + 1, ' ');
    }
    Print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  };
  print(head);
  for (const Cells& row : rows) print(row);
}

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string Show(const Vec3& v) { return fmt::format("{:.6g} {:.6g} {:.6g}", v[0], v[1], v[2]); }

void PrintMoves(const CheckReport& report) {
  std::vector<Cells> rows;
  const auto number = [](double x) { return fmt::format("{:.4g}", x); };
  for (const auto& move : report.moves) {
    rows.push_back({move.name,
                    number(move.translation),
                    number(move.rotation * 180 / std::numbers::pi),
                    number(move.velocity),
                    number(move.angular_velocity)});
  }
  PrintTable("moved by the assembly",
             {"body", "by m", "turned by deg", "velocity by m/s", "angular velocity by rad/s"},
             rows);
}

void PrintParameters(const ModelFile& file) {
  std::vector<Cells> rows;
  for (const auto& [name, value] : file.parameters)
    rows.push_back({name, fmt::format("{}", value)});
  PrintTable("parameters", {"name", "value"}, rows);
}

}  // namespace

int PrintCheck(const std::filesystem::path& model, const std::vector<std::string>& set) {
  const ModelFile file = ReadModelFile(model, vehicle::VehicleTypes(), ReadAssignments(set));
  const CheckReport report = CheckModel(file);
  const std::string described = file.description.empty() ? "" : ": " + file.description;
  Print(OneLine(file.source + described) + "\n");
  PrintParameters(file);
  std::vector<Cells> rows;
  for (const auto& body : report.bodies) {
    rows.push_back({body.name,
                    body.type,
                    fmt::format("{:.6g}", body.mass),
                    Show(body.position),
                    Show(body.moments)});
  }
  PrintTable(
      "bodies", {"name", "type", "mass kg", "centre of mass m", "principal moments kg·m²"}, rows);
  for (const auto& mesh : report.meshes) Print("\nmesh of {}\n{}", mesh.name, mesh.import_report);
  rows.clear();
  for (const auto& e : report.constraints) {
    rows.push_back({e.name, e.type, Join(e.bodies), std::to_string(e.equations)});
  }
  PrintTable("joints and other constraints", {"name", "type", "bodies", "equations"}, rows);
  rows.clear();
  for (const auto& e : report.forces) rows.push_back({e.name, e.type, Join(e.bodies)});
  PrintTable("forces", {"name", "type", "bodies"}, rows);

  PrintMoves(report);
  Print("\nvelocities {}, equations {}, their difference {}\n",
        report.num_velocities,
        report.num_equations,
        report.gruebler_freedoms);
  Print("degrees of freedom {}\n", report.degrees_of_freedom);
  for (const std::string& remark : report.remarks) Print("remark: {}\n", OneLine(remark));
  const std::size_t count = report.remarks.size();
  Print("{}\n",
        count == 0   ? "the model is fine"
        : count == 1 ? "the model can be run, with the remark above"
                     : fmt::format("the model can be run, with the {} remarks above", count));
  return kDone;
}

}  // namespace trunnion::command
