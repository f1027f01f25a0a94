// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>

/// Forward-mode automatic differentiation.
///
/// Dual<T, N> carries a value and its derivatives with respect to N variables. T is double, or
/// another Dual for second derivatives. Used for user-defined constraints and forces, and by the
/// tests as the independent check of hand-derived blocks.
/// Source: Griewank & Walther, Evaluating Derivatives (2008), chapter 3.
namespace trunnion {

template <class T, int N>
struct Dual {
  T a{};                             ///< value
  Eigen::Array<T, N, 1> d = Zero();  ///< derivatives

  Dual() = default;
  Dual(double value) : a(value) {}  // NOLINT: implicit on purpose, constants mix with duals
  Dual(const T& value, const Eigen::Array<T, N, 1>& derivatives) : a(value), d(derivatives) {}
  template <class U = T>
  requires(!std::is_same_v<U, double>) Dual(const T& value)
      : a(value) {}  // NOLINT: implicit on purpose

  /// The i-th independent variable at `value`.
  static Dual Variable(const T& value, int i) {
    Dual x;
    x.a = value;
    x.d[i] = T(1.0);
    return x;
  }
  static Eigen::Array<T, N, 1> Zero() { return Eigen::Array<T, N, 1>::Constant(T(0.0)); }

  Dual operator-() const { return {-a, -d}; }
  Dual& operator+=(const Dual& o) { return *this = *this + o; }
  Dual& operator-=(const Dual& o) { return *this = *this - o; }
  Dual& operator*=(const Dual& o) { return *this = *this * o; }
  Dual& operator/=(const Dual& o) { return *this = *this / o; }

  friend Dual operator+(const Dual& x, const Dual& y) { return {x.a + y.a, x.d + y.d}; }
  friend Dual operator-(const Dual& x, const Dual& y) { return {x.a - y.a, x.d - y.d}; }
  friend Dual operator*(const Dual& x, const Dual& y) { return {x.a * y.a, x.d * y.a + y.d * x.a}; }
  friend Dual operator/(const Dual& x, const Dual& y) {
    const T q = x.a / y.a;
    return {q, (x.d - y.d * q) / y.a};
  }
  friend bool operator<(const Dual& x, const Dual& y) { return x.a < y.a; }
  friend bool operator>(const Dual& x, const Dual& y) { return x.a > y.a; }
  friend bool operator<=(const Dual& x, const Dual& y) { return x.a <= y.a; }
  friend bool operator>=(const Dual& x, const Dual& y) { return x.a >= y.a; }
  friend bool operator==(const Dual& x, const Dual& y) { return x.a == y.a; }
  friend bool operator!=(const Dual& x, const Dual& y) { return !(x.a == y.a); }
};

/// The plain value under any number of Dual layers.
inline double PlainValue(double x) { return x; }
template <class T, int N>
double PlainValue(const Dual<T, N>& x) {
  return PlainValue(x.a);
}

namespace internal {
/// f(x) with f'(x) given.
template <class T, int N>
Dual<T, N> Chain(const Dual<T, N>& x, const T& value, const T& slope) {
  return {value, x.d * slope};
}
}  // namespace internal

template <class T, int N>
Dual<T, N> sin(const Dual<T, N>& x) {
  using std::cos, std::sin;
  return internal::Chain(x, T(sin(x.a)), T(cos(x.a)));
}
template <class T, int N>
Dual<T, N> cos(const Dual<T, N>& x) {
  using std::cos, std::sin;
  return internal::Chain(x, T(cos(x.a)), T(-sin(x.a)));
}
template <class T, int N>
Dual<T, N> tan(const Dual<T, N>& x) {
  return sin(x) / cos(x);
}
template <class T, int N>
Dual<T, N> exp(const Dual<T, N>& x) {
  using std::exp;
  const T e = exp(x.a);
  return internal::Chain(x, e, e);
}
template <class T, int N>
Dual<T, N> log(const Dual<T, N>& x) {
  using std::log;
  return internal::Chain(x, T(log(x.a)), T(T(1.0) / x.a));
}
template <class T, int N>
Dual<T, N> sqrt(const Dual<T, N>& x) {
  using std::sqrt;
  const T s = sqrt(x.a);
  return internal::Chain(x, s, T(T(0.5) / s));
}
template <class T, int N>
Dual<T, N> pow(const Dual<T, N>& x, double p) {
  using std::pow;
  return internal::Chain(x, T(pow(x.a, p)), T(T(p) * pow(x.a, p - 1)));
}
template <class T, int N>
Dual<T, N> tanh(const Dual<T, N>& x) {
  using std::tanh;
  const T t = tanh(x.a);
  return internal::Chain(x, t, T(T(1.0) - t * t));
}
template <class T, int N>
Dual<T, N> abs(const Dual<T, N>& x) {
  return x.a < T(0.0) ? -x : x;
}
template <class T, int N>
Dual<T, N> atan2(const Dual<T, N>& y, const Dual<T, N>& x) {
  using std::atan2;
  const T r2 = x.a * x.a + y.a * y.a;
  return {T(atan2(y.a, x.a)), (y.d * x.a - x.d * y.a) / r2};
}
template <class T, int N>
Dual<T, N> asin(const Dual<T, N>& x) {
  using std::asin, std::sqrt;
  return internal::Chain(x, T(asin(x.a)), T(T(1.0) / sqrt(T(1.0) - x.a * x.a)));
}
template <class T, int N>
Dual<T, N> acos(const Dual<T, N>& x) {
  using std::acos, std::sqrt;
  return internal::Chain(x, T(acos(x.a)), T(T(-1.0) / sqrt(T(1.0) - x.a * x.a)));
}

}  // namespace trunnion

namespace Eigen {
/// Lets Eigen matrices hold trunnion::Dual.
template <class T, int N>
struct NumTraits<trunnion::Dual<T, N>> : NumTraits<double> {
  using Real = trunnion::Dual<T, N>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = N + 1,
    AddCost = N + 1,
    MulCost = 3 * N + 1
  };
};
template <class T, int N, class BinaryOp>
struct ScalarBinaryOpTraits<trunnion::Dual<T, N>, double, BinaryOp> {
  using ReturnType = trunnion::Dual<T, N>;
};
template <class T, int N, class BinaryOp>
struct ScalarBinaryOpTraits<double, trunnion::Dual<T, N>, BinaryOp> {
  using ReturnType = trunnion::Dual<T, N>;
};
}  // namespace Eigen
