// SPDX-License-Identifier: BSD-3-Clause
#include "engine/hosting/stepped_simulation.hpp"

#include "engine/cosimulation/fmu_coupling.hpp"
#include "engine/hosting/host.hpp"

namespace trunnion {

SteppedSimulation::SteppedSimulation(const Model& model,
                                     const SimulationOptions& options,
                                     std::vector<Signal> outputs)
    : host_(std::make_unique<Host>(model.Compile(), options, std::move(outputs))) {}

SteppedSimulation::SteppedSimulation(const ModelFile& file)
    : SteppedSimulation(file, file.run.MakeOptions()) {}

SteppedSimulation::SteppedSimulation(const ModelFile& file, const SimulationOptions& options)
    : SteppedSimulation(file.model, options, file.signals) {
  if (file.fmus.empty()) return;
  host_->Attach(std::make_unique<FmuCoupling>(file.fmus, file.signals, host_->whole_simulation()));
}

SteppedSimulation::~SteppedSimulation() = default;

const std::vector<InputInfo>& SteppedSimulation::inputs() const { return host_->inputs(); }
const std::vector<OutputInfo>& SteppedSimulation::outputs() const {
  return host_->outputs().list();
}

std::vector<ParameterInfo> SteppedSimulation::parameters() const {
  std::vector<ParameterInfo> list;
  for (const ElementParameter& p : host_->parameters()) list.push_back({p.name, p.unit, p.value});
  return list;
}

InputHandle SteppedSimulation::FindInput(const std::string& name) const {
  return host_->Find<InputHandle>(host_->inputs(), name, "input");
}
OutputHandle SteppedSimulation::FindOutput(const std::string& name) const {
  return host_->Find<OutputHandle>(host_->outputs().list(), name, "output");
}
ParameterHandle SteppedSimulation::FindParameter(const std::string& name) const {
  return host_->Find<ParameterHandle>(host_->parameters(), name, "parameter");
}

InputHandle SteppedSimulation::input(int i) const { return host_->MakeHandle<InputHandle>(i); }
OutputHandle SteppedSimulation::output(int i) const { return host_->MakeHandle<OutputHandle>(i); }
ParameterHandle SteppedSimulation::parameter(int i) const {
  return host_->MakeHandle<ParameterHandle>(i);
}

void SteppedSimulation::Hold(InputHandle input, double value) {
  host_->Wish(input, {InputWish::Shape::held, value, 0});
}
void SteppedSimulation::Ramp(InputHandle input, double end) {
  host_->Wish(input, {InputWish::Shape::ramp, end, 0});
}
void SteppedSimulation::Bend(InputHandle input, double end) {
  host_->Wish(input, {InputWish::Shape::bend, end, 0});
}
void SteppedSimulation::Spline(InputHandle input, double end, double rate) {
  host_->Wish(input, {InputWish::Shape::spline, end, rate});
}
double SteppedSimulation::Get(InputHandle input) const { return host_->Get(input); }

void SteppedSimulation::AdvanceTo(double t, const std::function<bool()>& stop) {
  host_->AdvanceTo(t, stop);
}
double SteppedSimulation::t() const { return host_->t(); }
bool SteppedSimulation::stopped() const { return host_->stopped(); }

double SteppedSimulation::Get(OutputHandle output) { return host_->Get(output); }
void SteppedSimulation::Set(ParameterHandle parameter, double value) {
  host_->Set(parameter, value);
}
double SteppedSimulation::Get(ParameterHandle parameter) const { return host_->Get(parameter); }

std::string SteppedSimulation::Save() { return host_->Save(); }
void SteppedSimulation::Load(std::string_view bytes) { host_->Load(bytes); }

const Simulation& SteppedSimulation::simulation() { return host_->simulation(); }

}  // namespace trunnion
