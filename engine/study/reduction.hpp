// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "engine/core/types.hpp"

namespace trunnion {

/// A signal over time as one number.
struct Reduction {
  enum class Kind {
    max,
    min,
    range,      ///< max − min
    peak,       ///< largest magnitude
    mean,       ///< over time
    rms,        ///< over time
    initial,    ///< first value
    final,      ///< last value
    value,      ///< at the time `at`
    frequency,  ///< of the largest peak of the spectrum [Hz]
  };
  Kind kind = Kind::max;
  double after = -std::numeric_limits<double>::infinity();  ///< only outputs from here on [s]
  double before = std::numeric_limits<double>::infinity();  ///< and up to here [s]
  double at = 0;                                            ///< [s]
};

/// Between outputs the signal is taken as straight: mean and rms are exact integrals of that.
/// The frequency is that of the spectrum of the signal less its mean, with Hann's window, refined
/// by a parabola through the logarithms of three lines (Harris 1978): good to a small part of one
/// over the time looked at. Slower than one period in that time is not looked for.
/// @param t  increasing [s], as many as y.
/// @throws ModelError if no output lies in the time looked at, or `at` outside of it.
double Reduce(const Reduction& reduction, const VectorXd& t, const VectorXd& y);

}  // namespace trunnion
