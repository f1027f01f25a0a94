// SPDX-License-Identifier: BSD-3-Clause
// Bodies that come from the file of a mesh, and their nodes by name.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/mesh_units.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/mesh/read_msh.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "engine/model/couplings.hpp"
#include "engine/model/structural_mesh.hpp"
#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

MeshMaterial ReadMaterial(const Entry& entry) {
  entry.RequireKeys({"E", "nu", "density"});
  return {.name = "MATERIAL",
          .E = entry.At("E").Number(),
          .nu = entry.At("nu").Number(),
          .density = entry.At("density").Number()};
}

void ReadElements(const Entry& entry, MeshBody& part) {
  using Kinematics = MeshBody::Kinematics;
  Into(entry, "kinematics", part.kinematics, [](const Entry& e) {
    return ReadChoice<Kinematics>(e,
                                  {{"total_lagrangian", Kinematics::total_lagrangian},
                                   {"corotational", Kinematics::corotational}});
  });
  Into(entry, "law", part.law, [](const Entry& e) {
    return ReadChoice<SolidLaw::Kind>(e,
                                      {{"st_venant_kirchhoff", SolidLaw::Kind::st_venant_kirchhoff},
                                       {"neo_hookean", SolidLaw::Kind::neo_hookean}});
  });
  Into(entry, "mass", part.mass, [](const Entry& e) {
    return ReadChoice<SolidMass>(
        e, {{"consistent", SolidMass::consistent}, {"lumped", SolidMass::lumped}});
  });
  Into(entry, "alpha", part.alpha);
  Into(entry, "beta", part.beta);
  Into(entry, "gauss_newton", part.gauss_newton);
}

MeshLoad ReadLoad(const Entry& entry, const LawScope& scope, const Mesh& mesh) {
  entry.RequireKeys({"node_set", "pressure", "following", "traction"});
  MeshLoad load{.set = Upper(entry.At("node_set").Text())};
  entry.At("node_set").Guard([&] { mesh.node_set(load.set); });
  if (const auto e = entry.Find("pressure")) {
    const MotionLaw law = ReadTimeLaw(*e, scope, false, false);
    load.law.pressure = {[law](double t) { return law(t).s; }, law.breaks()};
  }
  Into(entry, "following", load.law.following);
  if (const auto e = entry.Find("traction")) {
    const AppliedVector traction = ReadAppliedVector(*e, scope, AppliedVector::Frame::world);
    load.law.traction = {traction, traction.breaks()};
  }
  return load;
}

MeshSupport ReadSupport(const Entry& entry, const Mesh& mesh) {
  entry.RequireKeys({"node_set", "components"});
  MeshSupport support{Upper(entry.At("node_set").Text()), {}};
  entry.At("node_set").Guard([&] { mesh.node_set(support.node_set); });
  const Entry components = entry.At("components");
  for (const Entry& item : components.Items())
    support.components.push_back(
        ReadChoice<int>(item, {{"u1", 0}, {"u2", 1}, {"u3", 2}, {"r1", 3}, {"r2", 4}, {"r3", 5}}));
  if (support.components.empty())
    components.Fail("no component is held; give some of 'u1' to 'r3', or leave the support out");
  return support;
}

/// What is held and loaded: all that names node sets.
void ReadSets(const Entry& entry, const LawScope& scope, MeshBody& part) {
  if (const auto sets = entry.Find("fixed_sets"))
    for (const Entry& set : sets->Items()) {
      part.fixed_sets.push_back(Upper(set.Text()));
      set.Guard([&] { part.mesh.node_set(part.fixed_sets.back()); });
    }
  if (const auto supports = entry.Find("supports"))
    for (const Entry& support : supports->Items())
      part.supports.push_back(ReadSupport(support, part.mesh));
  if (const auto loads = entry.Find("loads"))
    for (const Entry& load : loads->Items()) part.loads.push_back(ReadLoad(load, scope, part.mesh));
}

/// The constraints that supports have become: "MESH.NUMBER.u1".
void NoteSupports(Reading& reading, MeshBody part) {
  if (part.supports.empty()) return;
  part.mesh = SplitQuadraticShells(part.mesh);
  for (const MeshSupport& support : part.supports)
    for (const int node : part.mesh.node_set(support.node_set))
      for (const int component : support.components) {
        const std::string name = NameSupport(part, node, component);
        const auto id = reading.model().FindConstraint(name);
        if (!id) continue;  // a fixed node
        const auto i = static_cast<std::size_t>(id->index());
        if (reading.constraint_names.size() <= i) {
          reading.constraint_names.resize(i + 1);
          reading.constraint_angles.resize(i + 1);
        }
        reading.constraint_names[i] = name;
        reading.constraint_angles[i] = component >= 3;
      }
}

/// Rigid interfaces and following frames, and the rigid ties of the file: bodies "MESH.NAME".
void AddInterfaces(Reading& reading, const Entry& entry, MeshId id, const MeshBody& part) {
  const auto add = [&](const Entry& at, const PartInterface& interface, bool follows) {
    const MeshInterface added =
        at.Guard([&] { return AddMeshInterface(reading.model(), id, part, interface, follows); });
    const std::string name = part.name + "." + interface.name;
    reading.body_names.push_back(name);
    for (int i = 0; i < added.size.constraints; ++i) {
      reading.constraint_names.push_back(name);
      reading.constraint_angles.push_back(false);
    }
    for (int i = 0; i < added.size.joints; ++i) {
      reading.joint_names.push_back(name);
      reading.joint_types.push_back(JointType::fixed);
    }
  };
  for (const auto& [key, follows] : {std::pair{"interfaces", false}, {"following", true}})
    if (const auto list = entry.Find(key))
      for (const Entry& item : list->Items()) {
        const PartInterface interface = ReadInterface(item);
        add(item, interface, follows);
      }
  for (const RigidTie& tie : part.mesh.rigid_ties) {
    const Vec3 origin = part.mesh.nodes[static_cast<std::size_t>(tie.reference_node)];
    add(entry, {tie.node_set, tie.node_set, origin}, false);
  }
}

MeshNodes ListNodes(const Model& model, MeshId id, const Mesh& mesh) {
  MeshNodes nodes;
  std::vector<bool> has_element(mesh.nodes.size(), false);
  for (const MeshElement& element : mesh.elements)
    for (const int node : element.nodes) {
      has_element[static_cast<std::size_t>(node)] = true;
      nodes.example = std::to_string(mesh.node_ids[static_cast<std::size_t>(node)]);
    }
  for (const auto& [set, members] : mesh.node_sets) {
    MeshNodes::Set& own = nodes.sets[set];
    for (const int node : members) {
      if (!has_element[static_cast<std::size_t>(node)]) continue;
      if (++own.count == 1) own.body = model.node(id, node);
    }
    if (own.count != 1) own.body.reset();
  }
  for (const MeshInstance& instance : mesh.instances)
    nodes.instances[instance.name] = instance.offset;
  return nodes;
}

/// "INSTANCE.NUMBER" of a mesh.
std::optional<BodyId> FindNodeOfInstance(const Reading& reading,
                                         const std::string& mesh,
                                         const MeshNodes& nodes,
                                         const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {};
  const auto instance = nodes.instances.find(name.substr(0, dot));
  int number = 0;
  const char *begin = name.data() + dot + 1, *end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (instance == nodes.instances.end() || error != std::errc() || stop != end) return {};
  return reading.file.model.FindBody(mesh + "." + std::to_string(instance->second + number));
}

}  // namespace

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

Mesh ReadMeshOf(const Reading& reading, const Entry& entry) {
  const Entry file = entry.At("mesh");
  const auto path = std::filesystem::path(reading.file.source).parent_path() / file.Text();
  Mesh mesh;
  try {
    mesh = path.extension() == ".msh" ? ReadMsh(path) : ReadInp(path);
  } catch (const Error& error) {
    file.Fail(error.what());
  }
  if (const auto e = entry.Find("unit"))
    e->Guard([&] { ConvertToSi(mesh, FindMeshUnit(e->Text())); });
  if (const auto e = entry.Find("material")) e->Guard([&] { SetMaterial(mesh, ReadMaterial(*e)); });
  return mesh;
}

void ReadMeshBody(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",         "type",     "mesh",        "unit",       "material",
                     "fixed_sets",   "position", "orientation", "velocity",   "angular_velocity",
                     "kinematics",   "law",      "mass",        "alpha",      "beta",
                     "gauss_newton", "supports", "loads",       "interfaces", "following"});
  MeshBody part;
  part.name = name;
  part.mesh = ReadMeshOf(reading, entry);
  Into(entry, "position", part.X_WM.p, ReadVector);
  Into(entry, "orientation", part.X_WM.R, ReadOrientation);
  Into(entry, "velocity", part.velocity, ReadVector);
  Into(entry, "angular_velocity", part.angular_velocity, ReadAngles);
  ReadElements(entry, part);
  ReadSets(entry, reading.scope, part);
  const MeshId id = entry.Guard([&] { return reading.model().AddMesh(part); });
  reading.mesh_nodes[name] = ListNodes(reading.model(), id, part.mesh);
  NoteSupports(reading, part);
  AddInterfaces(reading, entry, id, part);
}

std::optional<BodyId> FindNode(const Reading& reading, const Entry& entry) {
  const std::string text = entry.Text();
  auto mesh = reading.mesh_nodes.find(text);
  for (std::size_t dot = text.rfind('.'); mesh == reading.mesh_nodes.end();
       dot = text.rfind('.', dot - 1)) {
    if (dot == std::string::npos || dot == 0) return {};
    mesh = reading.mesh_nodes.find(text.substr(0, dot));
  }
  const std::string example = "'" + mesh->first + "." + mesh->second.example + "'";
  if (text == mesh->first)
    entry.Fail("'" + text + "' is a mesh, no body; name one of its nodes, such as " + example);
  const std::string name = text.substr(mesh->first.size() + 1);
  const auto set = mesh->second.sets.find(Upper(name));
  if (set == mesh->second.sets.end())
    if (const auto node = FindNodeOfInstance(reading, mesh->first, mesh->second, Upper(name)))
      return node;
  if (set == mesh->second.sets.end())
    entry.Fail("mesh '" + mesh->first + "' has neither a node '" + name +
               "' with an element nor a node set of this name; name a node, such as " + example);
  if (!set->second.body)
    entry.Fail("the node set '" + set->first + "' of mesh '" + mesh->first + "' has " +
               std::to_string(set->second.count) +
               " nodes with an element; name one node, such as " + example + ", or a set of one");
  return set->second.body;
}

}  // namespace trunnion::model_file
