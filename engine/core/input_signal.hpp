// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/laws.hpp"

namespace trunnion {

class Archive;

/// A function of time that a host gives piece by piece while a run goes on. Laws of a model read it
/// (MakeInputLaw), at any time within the present piece, a cubic
///
///     u(t) = c₀ + c₁ s + c₂ s² + c₃ s³,   s = t − t₀.
///
/// Until a host writes it, it keeps its start value.
class InputSignal {
 public:
  /// @throws ModelError if the name is empty or the start value is not finite.
  InputSignal(std::string name, std::string unit, double start);

  const std::string& name() const { return name_; }
  const std::string& unit() const { return unit_; }
  double start() const { return start_; }

  MotionValue operator()(double t) const;
  /// From t0 [s] on.
  void SetPiece(double t0, const std::array<double, 4>& coefficients) {
    t0_ = t0;
    coefficients_ = coefficients;
  }
  void Reset() { SetPiece(0, {start_, 0, 0, 0}); }
  void Serialize(Archive& archive);  ///< the present piece

 private:
  std::string name_, unit_;
  double start_;
  double t0_ = 0;  // [s]
  std::array<double, 4> coefficients_{};
};

/// The inputs of a model and of all Systems that are compiled from it. Many simulations may read
/// them while they keep their start values; a host that writes them is alone.
class InputSignals {
 public:
  /// @throws ModelError if the name is taken, or as InputSignal.
  std::shared_ptr<const InputSignal> Add(std::string name, std::string unit, double start);
  int size() const { return static_cast<int>(signals_.size()); }
  InputSignal& operator[](int i) { return *signals_[static_cast<std::size_t>(i)]; }
  const InputSignal& operator[](int i) const { return *signals_[static_cast<std::size_t>(i)]; }
  std::shared_ptr<const InputSignal> Find(const std::string& name) const;
  void Serialize(Archive& archive);

  /// Keeps others away while it lives: one that reads keeps writers away, one that writes all.
  class Use {
   public:
    /// @param signals  null: nothing to use.
    /// @throws ModelError if another use stands against it.
    Use(std::shared_ptr<InputSignals> signals, bool writes);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    std::shared_ptr<InputSignals> signals_;
    bool writes_;
  };

 private:
  std::vector<std::shared_ptr<InputSignal>> signals_;
  std::atomic<int> users_{0};  // −1: a writer
};

/// s(t) = u(t), with its derivatives. Its breaks are where the host changes it: it tells the
/// integrator itself.
MotionLaw MakeInputLaw(std::shared_ptr<const InputSignal> input);

}  // namespace trunnion
