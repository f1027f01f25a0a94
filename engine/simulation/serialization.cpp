// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of a simulation.
#include "engine/core/archive.hpp"
#include "engine/simulation/checkpoint.hpp"
#include "engine/simulation/simulation_run.hpp"

namespace trunnion {

void LawWatch::Serialize(Archive& archive) {
  for (Law& law : laws_)
    archive(law.low, law.high, law.told, law.before.c, law.before.c_dot, law.begun);
}

void MotionWatch::Serialize(Archive& archive) {
  for (Motion& motion : motions_) archive(motion.told);
}

void FrictionWatch::Serialize(Archive& archive) { archive(waits_, longest_, shortest_); }

void TurnRecords::Record::Serialize(Archive& archive) { archive(t, memory); }

void TurnRecords::Serialize(Archive& archive) { archive(records_, gap_); }

void Serialize(Archive& archive, EventRecord& record) { archive(record.name, record.t); }

void UserEvents::Serialize(Archive& archive) {
  bool changed = changed_ != nullptr;
  archive(done_, change_.rows, change_.impulse, change_.causes, has_changes_, stopped_, records_);
  archive(changed);
  if (changed && !changed_) changed_ = std::make_unique<Switches>();
  changed ? archive(*changed_) : changed_.reset();
}

void EnergyAccount::Serialize(Archive& archive) {
  archive(stored,
          loads,
          motions,
          jumps,
          damping,
          friction,
          defect,
          largest_defect,
          turnover,
          unresolved,
          lead,
          lead_distance,
          lead_angle,
          lead_distance_body,
          lead_angle_body,
          lead_tolerances,
          driven);
}

void EnergyBalance::Serialize(Archive& archive) {
  archive(accelerations_, conservative_, account_, work_, gross_, largest_kinetic_, lost_);
  for (Energy* energy : {&initial_, &last_})
    archive(energy->kinetic, energy->potential, energy->other);
}

void Simulation::Run::Serialize(Archive& archive) {
  archive(evaluator_, *integrator_, law_watch_, motion_watch_, friction_watch_, turns_);
  if (events_) archive(*events_);
  if (options_.sets_inputs && system_.parts().inputs) archive(*system_.parts().inputs);
  archive(warnings_, turn_warnings_, degrees_of_freedom_, redundant_, warned_of_corrections_);
  bool solves = accelerations_ != nullptr;
  archive(solves);
  if (solves && !accelerations_) accelerations_ = std::make_unique<AccelerationReport>(evaluator_);
  solves ? archive(*accelerations_) : accelerations_.reset();
  bool balances = energy_ != nullptr;
  archive(balances);
  if (balances && !energy_)
    energy_ = std::make_unique<EnergyBalance>(evaluator_, options_.integrator);
  balances ? archive(*energy_) : energy_.reset();
  archive(state_.t_, state_.q_, state_.v_, state_.memory_, state_.switches_);
  archive(state_.has_accelerations_);
  if (state_.has_accelerations_) archive(state_.accelerations_);
  if (!archive.loading()) return;
  state_.has_context_ = false;
  followed_ = evaluator_.switches();
}

const std::string& Simulation::Run::Facts() {
  if (facts_.empty()) facts_ = internal::ListFacts(system_, options_);
  return facts_;
}

std::string Simulation::Run::SaveCheckpoint(std::string_view more) {
  Archive archive;
  internal::BeginCheckpoint(archive, Facts(), more, checkpoint_size_);
  const std::size_t before = archive.bytes().size();
  Serialize(archive);
  checkpoint_size_ = archive.bytes().size() - before;
  return internal::EndCheckpoint(archive);
}

std::string Simulation::Run::LoadCheckpoint(std::string_view bytes, const std::string& name) {
  internal::CheckpointParts parts = internal::UnpackCheckpoint(bytes, name, Facts());
  arena_.execute([&] {
    Archive archive(parts.state);
    Serialize(archive);
  });
  return std::move(parts.more);
}

}  // namespace trunnion
