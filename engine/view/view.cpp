// SPDX-License-Identifier: BSD-3-Clause
#include "engine/view/view.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/results/pack.hpp"
#include "engine/results/result_documents.hpp"
#include "engine/view/mesh_frames.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<Eigen::Index>;

constexpr Eigen::Index kMostPlotRows = 5000;
constexpr Eigen::Index kFewNumbers = 8'000'000;  // of poses or channels: finely, with 24 bits
constexpr Eigen::Index kMostPlotNumbers = 6'000'000, kMostPlotNumbersOfMany = 2'000'000;
constexpr std::size_t kMostPoseBytes = 50'000'000;  // of base64

/// At most `most` rows, evenly, with the first and the last.
Rows ChooseRows(Eigen::Index rows, Eigen::Index most) {
  const Eigen::Index count = std::min(rows, std::max<Eigen::Index>(most, 1));
  Rows chosen;
  for (Eigen::Index i = 0; i < count; ++i)
    chosen.push_back(count > 1 ? i * (rows - 1) / (count - 1) : 0);
  return chosen;
}

Json TimesOf(const Results& results, const Rows& rows) {
  Json times = Json::array();
  for (const Eigen::Index row : rows) times.push_back(results.time[row]);
  return times;
}

/// Columns of the table `bodies` that are poses, and where each body's begin among them.
struct PoseColumns {
  std::vector<Eigen::Index> columns;
  Json bodies = Json::array();  // [first, rigid]
};

PoseColumns FindPoses(const ResultTable& table, const Json& scene) {
  std::unordered_map<std::string, Eigen::Index> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    columns.emplace(table.columns[c].name, static_cast<Eigen::Index>(c));
  PoseColumns poses;
  for (std::size_t b = 1; scene.contains("bodies") && b < scene["bodies"].size(); ++b) {
    const std::string name = scene["bodies"][b]["name"];
    const bool rigid = columns.contains(name + ".qw");
    poses.bodies.push_back({poses.columns.size(), rigid});
    for (const char* part : {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"}) {
      const auto at = columns.find(name + part);
      if (at == columns.end() && !rigid && part[1] == 'q') break;
      Require(at != columns.end(), "results: the table bodies has no column '" + name + part + "'");
      poses.columns.push_back(at->second);
    }
  }
  return poses;
}

std::string Pack(const MatrixXd& values, int bits) {
  return EncodeBase64(Deflate(PackColumns(values, bits)));
}

/// Poses of the frames, coarser and then with fewer frames until they fit.
std::string PackPoses(const ResultTable& bodies,
                      const std::vector<Eigen::Index>& columns,
                      Rows& frames) {
  MatrixXd values = bodies.values(frames, columns);
  for (int bits = values.size() <= kFewNumbers ? 24 : 16;;) {
    std::string packed = Pack(values, bits);
    if (packed.size() <= kMostPoseBytes || frames.size() < 3) return packed;
    if (bits > 12) {
      bits -= 2;
      continue;
    }
    frames = ChooseRows(bodies.values.rows(), static_cast<Eigen::Index>(frames.size() * 3 / 4));
    values = bodies.values(frames, columns);
  }
}

/// Columns that are kept as channels over time.
struct Channels {
  Json names = Json::array();
  std::vector<std::pair<const ResultTable*, Eigen::Index>> columns;
  long left_out = 0;
};

Channels ChooseChannels(const Results& results, Eigen::Index rows, Eigen::Index most_numbers) {
  Channels channels;
  for (const char* name : {"signals", "energy", "meshes", "forces", "joints", "bodies"}) {
    for (const ResultTable& table : results.tables) {
      if (table.name != name) continue;
      for (std::size_t c = 1; c < table.columns.size(); ++c) {
        const auto kept = static_cast<Eigen::Index>(channels.columns.size());
        if ((kept + 1) * rows > most_numbers) {
          ++channels.left_out;
          continue;
        }
        const ResultColumn& column = table.columns[c];
        channels.names.push_back({{"table", table.name},
                                  {"name", column.name},
                                  {"unit", column.unit},
                                  {"description", column.description}});
        channels.columns.emplace_back(&table, static_cast<Eigen::Index>(c));
      }
    }
  }
  return channels;
}

std::string PackChannels(const Channels& channels, const Rows& rows) {
  MatrixXd values(rows.size(), channels.columns.size());
  for (Eigen::Index c = 0; c < values.cols(); ++c) {
    const auto& [table, column] = channels.columns[static_cast<std::size_t>(c)];
    values.col(c) = table->values(rows, column);
  }
  return Pack(values, 24);
}

Json DescribeRun(const Results& results, const ViewOptions& options) {
  Json document = Json::object();
  for (const auto& [name, value] : results.metadata) document[name] = value;
  const std::filesystem::path model = document.value("model", "results");
  document["title"] = options.title.empty() ? model.stem().string() : options.title;
  document["interrupted"] = options.interrupted;
  document["statistics"] = Json::object();
  for (const auto& [name, value] : results.statistics) document["statistics"][name] = value;
  for (const char* modes : {"eigenmodes", "mesh_modes"})
    if (!results.document(modes).empty()) document[modes] = ReadDocument(results, modes);
  return document;
}

/// The table `bodies`; without columns if all bodies of the model are nodes of meshes.
ResultTable FindBodies(const Results& results) {
  for (const ResultTable& table : results.tables)
    if (table.name == "bodies") return table;
  return {"bodies", {}, MatrixXd(results.time.size(), 0)};
}

void PutData(std::string& page, const std::string& id, const std::string& text) {
  page += "<script type=\"text/plain\" id=\"data-" + id + "\">" + text + "</script>\n";
}

void PutMeshes(std::string& page, const Results& results, const Json& parts, const Rows& frames) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string id = "mesh-" + std::to_string(i) + "-";
    const auto packed = PackMeshFrames(CollectMeshFrames(results, parts[i], frames));
    for (std::size_t k = 0; k < packed.size(); ++k)
      PutData(page, id + std::to_string(k), packed[k]);
  }
}

}  // namespace

std::string MakeView(const Results& results, const ViewOptions& options) {
  Json scene = ReadScene(results);
  Require(!scene.empty(), "results: there is no scene to draw; run the model again");
  Require(results.time.size() > 0, "results: there is no output time to draw yet");
  const ResultTable bodies = FindBodies(results);
  Json document = DescribeRun(results, options);
  document["scene"] = std::move(scene);
  const PoseColumns poses = FindPoses(bodies, document["scene"]);
  document["poses"] = poses.bodies;
  const Json parts = document["scene"].value("flexible", Json::array());
  Rows frames = ChooseRows(results.time.size(), CalcMostMeshFrames(parts, options.most_frames));
  const auto num_poses = static_cast<Eigen::Index>(frames.size() * poses.columns.size());
  const std::string packed = PackPoses(bodies, poses.columns, frames);
  const Rows plot_rows = ChooseRows(results.time.size(), kMostPlotRows);
  const Channels channels =
      ChooseChannels(results,
                     static_cast<Eigen::Index>(plot_rows.size()),
                     num_poses <= kFewNumbers ? kMostPlotNumbers : kMostPlotNumbersOfMany);
  document["frames"] = TimesOf(results, frames);
  document["plot_times"] = TimesOf(results, plot_rows);
  document["channels"] = channels.names;
  document["left_out"] = channels.left_out;

  constexpr std::string_view kPlace = "<!--TRUNNION-DATA-->";
  const std::string_view frame = ViewerPage();
  const std::size_t at = frame.find(kPlace);
  std::string page(frame.substr(0, at));
  PutData(page,
          "document",
          EncodeBase64(Deflate(document.dump(-1, ' ', false, Json::error_handler_t::replace))));
  PutData(page, "poses", packed);
  PutData(page, "channels", PackChannels(channels, plot_rows));
  PutMeshes(page, results, parts, frames);
  return page.append(frame.substr(at + kPlace.size()));
}

}  // namespace trunnion
