// SPDX-License-Identifier: BSD-3-Clause
#include "engine/hosting/input_pieces.hpp"

#include "engine/core/archive.hpp"

namespace trunnion {

void InputWish::Serialize(Archive& archive) { archive(shape, end, end_rate); }

std::array<double, 4> MakePiece(const InputWish& wish, const MotionValue& now, double length) {
  const double mean = (wish.end - now.s) / length;
  switch (wish.shape) {
    case InputWish::Shape::kept:
      return {now.s, 0, 0, 0};
    case InputWish::Shape::held:
      return {wish.end, 0, 0, 0};
    case InputWish::Shape::ramp:
      return {now.s, mean, 0, 0};
    case InputWish::Shape::bend:
      return {now.s, now.s_dot, (mean - now.s_dot) / length, 0};
    case InputWish::Shape::spline:
      return {now.s,
              now.s_dot,
              (3 * mean - 2 * now.s_dot - wish.end_rate) / length,
              (now.s_dot + wish.end_rate - 2 * mean) / (length * length)};
  }
  return {now.s, 0, 0, 0};
}

}  // namespace trunnion
