// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulation/signals.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/handles.hpp"

/// Linearization of a model about the state that a Simulation shows, and its complex eigenmodes.
/// Theory: solvers/analysis/linearization.hpp, docs/analyses.md.
namespace trunnion {

/// Axes in which increments of bodies are seen. At rest the choice changes the names of the states
/// and nothing else. For steady motions: `body` where everything turns as a whole, `world` for
/// symmetric rotors that spin about their axes, of one body or several, `rotor` for rotors of any
/// shape on supports that are the same all round: all increments in axes that turn with the fastest
/// body, now parallel to the world's. Frequencies are those seen in these axes.
enum class IncrementAxes { body, world, rotor };

struct LinearModelOptions {
  IncrementAxes axes = IncrementAxes::world;
  bool damping = true;  ///< false: velocity-dependent forces count as zero
  /// Inputs: of a load its force x, y, z and torque x, y, z in the axes it is given in [N, N·m]; of
  /// a motor, spring or stop an additional force or torque along its coordinate.
  std::vector<ForceId> inputs{};
  std::vector<Signal> outputs{};
};

/// A state, input or output.
struct LinearVariable {
  std::string name;  ///< "rod.phi_y", "rod.phi_y_rate", "push.force_x", the name of a signal
  std::string unit;
};

/// (y, z)' = A (y, z) + B u,  outputs = C (y, z) + D u, all as deviations from the state at t.
struct LinearModel {
  double t = 0;  ///< [s]
  std::vector<LinearVariable> states, inputs, outputs;
  MatrixXd A, B, C, D;
  /// Largest relative difference between the two step sizes by which C and D were found; beyond
  /// 1e-3 an output has a kink here.
  double output_error = 0;
  /// Why A is that of an instant only and its eigenvalues mean nothing, or how uncertain they are;
  /// empty: A is constant along the motion.
  std::string unsteady{};
};

/// @throws ModelError if an input is of a type that is none; SolverError as Linearize.
LinearModel LinearizeModel(Simulation& simulation, const LinearModelOptions& options = {});

struct ModeOptions {
  IncrementAxes axes = IncrementAxes::world;
  bool damping = true;           ///< false: velocity-dependent forces count as zero
  int count = 0;                 ///< most modes kept; 0: all (with `near`: 10)
  std::optional<double> near{};  ///< [Hz], > 0; only modes nearest to it, by sparse methods
};

/// Complex amplitude of a body in a mode, in world axes.
struct BodyMotion {
  std::string body;
  Eigen::Vector3cd translation;  ///< of the origin of the reference frame [m]
  Eigen::Vector3cd rotation;     ///< [rad]
};

/// A mode q(t) = q₀ ⊕ Re(shape · exp(s t)).
struct Mode {
  std::complex<double> eigenvalue;  ///< s [1/s], Im s ≥ 0
  double frequency = 0;             ///< natural frequency |s|/2π [Hz]
  double damping_ratio = 0;         ///< −Re s/|s|
  std::vector<BodyMotion> shape;    ///< the largest motion has length 1, real and positive
};

/// Eigenmodes about the state that `simulation` shows, ascending in |s|. Rigid-body motions without
/// stiffness have s = 0 within rounding.
/// @throws SolverError as CalcEigenmodes, CalcEigenmodesNear; if the model is too large for all; if
/// the coefficients of the linearized motion are not constant in the axes (a rotor of two blades on
/// a support that is not the same all round), naming axes in which they are.
/// @param[out] remark  how uncertain the modes are where the coefficients change a little; else
///                     empty.
std::vector<Mode> CalcModes(Simulation& simulation,
                            const ModeOptions& options,
                            std::string& remark);
std::vector<Mode> CalcModes(Simulation& simulation, const ModeOptions& options = {});

}  // namespace trunnion
