// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/vtk_series.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdio>

#include "engine/core/error.hpp"
#include "engine/results/pack.hpp"

namespace trunnion {
namespace {

constexpr std::size_t kBlock = 1 << 20;  // bytes that are compressed together

template <class Number>
std::string_view BytesOf(const Number* data, std::size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(Number)};
}

/// Base64 of the sizes (number of blocks, of a block, of the last if it is shorter, compressed),
/// then of the compressed blocks.
std::string Encode(std::string_view bytes) {
  std::vector<std::uint64_t> sizes{
      (bytes.size() + kBlock - 1) / kBlock, kBlock, bytes.size() % kBlock};
  std::string blocks;
  for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
    const std::string block = Deflate(bytes.substr(at, kBlock));
    sizes.push_back(block.size());
    blocks += block;
  }
  return EncodeBase64(BytesOf(sizes.data(), sizes.size())) + EncodeBase64(blocks);
}

std::string Array(const char* type, const char* name, int components, std::string_view bytes) {
  return "<DataArray type=\"" + std::string(type) + "\" Name=\"" + name +
         "\" NumberOfComponents=\"" + std::to_string(components) + "\" format=\"binary\">" +
         Encode(bytes) + "</DataArray>\n";
}

std::string Array(const char* name, const Eigen::Ref<const MatrixXd>& columns) {
  const MatrixXd values = columns;
  return Array("Float64",
               name,
               static_cast<int>(values.rows()),
               BytesOf(values.data(), static_cast<std::size_t>(values.size())));
}

/// Cell types of VTK; its order of nodes is that of CalculiX for all of them.
std::uint8_t CellType(MeshElementType type) {
  switch (type) {
    case MeshElementType::c3d4:
      return 10;
    case MeshElementType::c3d10:
      return 24;
    case MeshElementType::c3d8:
    case MeshElementType::c3d8i:
      return 12;
    case MeshElementType::c3d20:
    case MeshElementType::c3d20r:
      return 25;
    case MeshElementType::s3:
      return 5;
    case MeshElementType::s4:
      return 9;
    case MeshElementType::s8r:
      return 23;
    case MeshElementType::b31:
    case MeshElementType::t3d2:
      return 3;
  }
  return 0;
}

std::string MakeCells(const MeshRecovery& mesh) {
  std::vector<std::int64_t> point(mesh.mesh().nodes.size(), -1), connectivity, offsets;
  for (std::size_t i = 0; i < mesh.nodes().size(); ++i)
    point[static_cast<std::size_t>(mesh.nodes()[i])] = static_cast<std::int64_t>(i);
  std::vector<std::uint8_t> types;
  for (const MeshElement& element : mesh.mesh().elements) {
    for (const int node : element.nodes)
      connectivity.push_back(point[static_cast<std::size_t>(node)]);
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    types.push_back(CellType(element.type));
  }
  return "<Cells>\n" +
         Array("Int64", "connectivity", 1, BytesOf(connectivity.data(), connectivity.size())) +
         Array("Int64", "offsets", 1, BytesOf(offsets.data(), offsets.size())) +
         Array("UInt8", "types", 1, BytesOf(types.data(), types.size())) + "</Cells>\n";
}

/// Numbers of nodes and elements in the file of the mesh.
template <class Range, class Id>
std::string MakeIds(const char* name, const Range& range, const Id& id) {
  std::vector<std::int64_t> ids;
  for (const auto& item : range) ids.push_back(id(item));
  return Array("Int64", name, 1, BytesOf(ids.data(), ids.size()));
}

std::string MakeFileType(const char* type) {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"" + std::string(type) +
         "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
         "compressor=\"vtkZLibDataCompressor\">\n";
}

/// A name that every file system takes and that no part before has.
std::string FileName(std::string name, const std::vector<std::string>& taken) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '_';
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += '_';
  return name;
}

std::string SampleName(const std::string& name, std::size_t sample) {
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "_%06zu.vtu", sample);
  return name + number.data();
}

void Remove(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::remove(file, error);
  if (error)
    throw FileError("'" + file.string() +
                    "' of an earlier run cannot be removed: " + error.message());
}

/// Samples number `first` and above of a series.
void RemoveSamples(const std::filesystem::path& folder,
                   const std::string& name,
                   std::size_t first) {
  for (std::size_t k = first; std::filesystem::exists(folder / SampleName(name, k)); ++k)
    Remove(folder / SampleName(name, k));
}

}  // namespace

std::string MakeVtu(const MeshRecovery& mesh, const ElementContext& x) {
  const MeshField field = mesh.Calc(x);
  const VectorXd energies = mesh.CalcElementEnergies(x);
  MatrixXd stress = field.stress;
  stress.row(4).swap(stress.row(5));  // xx, yy, zz, xy, yz, xz
  std::string text = MakeFileType("UnstructuredGrid");
  text += "<UnstructuredGrid>\n<Piece NumberOfPoints=\"" + std::to_string(mesh.num_nodes()) +
          "\" NumberOfCells=\"" + std::to_string(mesh.mesh().elements.size()) + "\">\n";
  text += "<PointData Scalars=\"von_mises\" Vectors=\"displacement\">\n";
  text += Array("displacement", field.displacements);
  text += Array("von_mises", field.von_mises.transpose());
  text += Array("stress", stress);
  text += MakeIds("node", mesh.nodes(), [&](int node) {
    return mesh.mesh().node_ids[static_cast<std::size_t>(node)];
  });
  if (field.surface.size() > 0)
    text += MakeIds("surface", field.surface, [](int surface) { return surface; });
  text += "</PointData>\n<CellData Scalars=\"strain_energy\">\n";
  text += Array("strain_energy", energies.transpose());
  text += MakeIds(
      "element", mesh.mesh().elements, [](const MeshElement& element) { return element.id; });
  text += "</CellData>\n<Points>\n" + Array("points", field.positions) + "</Points>\n";
  return text + MakeCells(mesh) + "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

VtkSeries::VtkSeries(const System& system, std::filesystem::path folder, FileTransaction& files)
    : folder_(std::move(folder)), files_(files), meshes_(MakeMeshRecoveries(system.parts())) {
  Require(!meshes_.empty(),
          "VTK files: the model has no flexible part; add a body of type mesh or reduced, or ask "
          "for no VTK files");
  for (const auto& mesh : meshes_) names_.push_back(FileName(mesh->name(), names_));
}

void VtkSeries::Sample(const Simulation& simulation) {
  for (std::size_t i = 0; i < meshes_.size(); ++i)
    WriteText(folder_ / SampleName(names_[i], times_.size()),
              MakeVtu(*meshes_[i], simulation.context()),
              files_);
  times_.push_back(simulation.t());
}

void VtkSeries::Finish() {
  for (const std::string& name : names_) {
    std::string text = MakeFileType("Collection") + "<Collection>\n";
    for (std::size_t k = 0; k < times_.size(); ++k) {
      std::array<char, 32> time{};
      const auto end = std::to_chars(time.data(), time.data() + time.size(), times_[k]).ptr;
      text += "<DataSet timestep=\"" + std::string(time.data(), end) + "\" part=\"0\" file=\"" +
              SampleName(name, k) + "\"/>\n";
    }
    WriteText(folder_ / (name + ".pvd"), text + "</Collection>\n</VTKFile>\n", files_);
  }
}

void VtkSeries::RemoveOlder() const {
  for (const std::string& name : names_) RemoveSamples(folder_, name, times_.size());
  std::vector<std::filesystem::path> others;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::filesystem::path& file = entry.path();
    const std::string name = file.stem().string();
    if (file.extension() == ".pvd" && std::filesystem::exists(folder_ / SampleName(name, 0)) &&
        std::find(names_.begin(), names_.end(), name) == names_.end())
      others.push_back(file);
  }
  for (const std::filesystem::path& file : others) {
    RemoveSamples(folder_, file.stem().string(), 0);
    Remove(file);
  }
}

}  // namespace trunnion
