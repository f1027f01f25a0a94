// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

double NumberAt(const Entry& entry, const std::string& key) { return entry.At(key).Number(); }

BeamSection ReadMaterialSection(const Entry& entry) {
  const double E = NumberAt(entry, "youngs_modulus"), nu = NumberAt(entry, "poisson_ratio");
  double rho = 0;
  Into(entry, "density", rho);
  const std::string shape = entry.At("shape").Text();
  if (shape == "rectangle") {
    entry.RequireKeys({"shape", "width", "height", "youngs_modulus", "poisson_ratio", "density"});
    return entry.Guard([&] {
      return MakeRectangularSection(
          NumberAt(entry, "width"), NumberAt(entry, "height"), E, nu, rho);
    });
  }
  if (shape == "circle") {
    entry.RequireKeys(
        {"shape", "radius", "inner_radius", "youngs_modulus", "poisson_ratio", "density"});
    double inner = 0;
    Into(entry, "inner_radius", inner);
    return entry.Guard(
        [&] { return MakeCircularSection(NumberAt(entry, "radius"), inner, E, nu, rho); });
  }
  entry.At("shape").Fail("unknown value '" + shape +
                         "'; give 'rectangle' or 'circle', or leave it "
                         "out and give the constants of the section");
}

BeamSection ReadConstants(const Entry& entry) {
  entry.RequireKeys({"youngs_modulus",
                     "shear_modulus",
                     "density",
                     "area",
                     "iy",
                     "iz",
                     "torsion",
                     "shear_y",
                     "shear_z",
                     "orientation",
                     "centroid",
                     "shear_centre"});
  BeamSection s{.youngs_modulus = NumberAt(entry, "youngs_modulus"),
                .shear_modulus = NumberAt(entry, "shear_modulus"),
                .area = NumberAt(entry, "area"),
                .iy = NumberAt(entry, "iy"),
                .iz = NumberAt(entry, "iz"),
                .torsion = NumberAt(entry, "torsion")};
  Into(entry, "density", s.density);
  Into(entry, "shear_y", s.shear_y);
  Into(entry, "shear_z", s.shear_z);
  if (const auto e = entry.Find("orientation")) s.orientation = e->Angle();
  const auto pair = [](const Entry& e) { return Eigen::Vector2d(ReadNumbers(e, 2)); };
  Into(entry, "centroid", s.centroid, pair);
  Into(entry, "shear_centre", s.shear_centre, pair);
  return s;
}

BeamSection ReadSection(const Entry& entry) {
  return entry.Has("shape") ? ReadMaterialSection(entry) : ReadConstants(entry);
}

}  // namespace

bool ReadBeam(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "a",
                     "b",
                     "section",
                     "formulation",
                     "y_axis",
                     "prestrain",
                     "damping_time",
                     "mass"});
  BeamBetween beam{.name = name,
                   .a = FindMarker(reading, entry.At("a")),
                   .b = FindMarker(reading, entry.At("b")),
                   .section = ReadSection(entry.At("section"))};
  Into(entry, "formulation", beam.formulation, [](const Entry& e) {
    return ReadChoice<BeamFormulation>(
        e,
        {{"corotational", BeamFormulation::corotational},
         {"geometrically_exact", BeamFormulation::geometrically_exact}});
  });
  if (const auto e = entry.Find("y_axis")) beam.y_axis = ReadVector(*e);
  Into(entry, "prestrain", beam.prestrain, [](const Entry& e) { return Vec6(ReadNumbers(e, 6)); });
  Into(entry, "damping_time", beam.damping_time);
  Into(entry, "mass", beam.mass, [](const Entry& e) {
    return ReadChoice<BeamMass>(e,
                                {{"consistent", BeamMass::consistent},
                                 {"lumped", BeamMass::lumped},
                                 {"none", BeamMass::none}});
  });
  entry.Guard([&] { return reading.model().AddBeam(beam); });
  return false;
}

bool ReadCable(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "a",
                     "b",
                     "axial_stiffness",
                     "length",
                     "damping_time",
                     "compression",
                     "onset"});
  Cable cable{.name = name,
              .a = FindMarker(reading, entry.At("a")),
              .b = FindMarker(reading, entry.At("b")),
              .axial_stiffness = entry.At("axial_stiffness").Number()};
  if (const auto e = entry.Find("length")) cable.length = e->Number();
  Into(entry, "damping_time", cable.damping_time);
  Into(entry, "compression", cable.compression);
  Into(entry, "onset", cable.onset);
  entry.Guard([&] { return reading.model().AddCable(cable); });
  return false;
}

bool ReadSuperelement(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys(
      {"name", "type", "markers", "stiffness", "damping", "mass", "damping_time", "orientation"});
  SuperelementBetween element{.name = name};
  for (const Entry& marker : entry.At("markers").Items())
    element.markers.push_back(FindMarker(reading, marker));
  const int size = 6 * static_cast<int>(element.markers.size());
  element.stiffness = ReadMatrix(entry.At("stiffness"), size);
  if (const auto e = entry.Find("damping")) element.damping = ReadMatrix(*e, size);
  if (const auto e = entry.Find("mass")) element.mass = ReadMatrix(*e, size);
  Into(entry, "damping_time", element.damping_time);
  Into(entry, "orientation", element.axes, ReadOrientation);
  entry.Guard([&] { return reading.model().AddSuperelement(element); });
  return false;
}

}  // namespace trunnion::model_file
