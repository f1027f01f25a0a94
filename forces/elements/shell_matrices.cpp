// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/shell_matrices.hpp"

#include <Eigen/LU>
#include <array>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/core/matrix_products.hpp"
#include "engine/core/rotation.hpp"
#include "forces/elements/shell_membrane.hpp"

namespace trunnion {
namespace {

using Mat2 = Eigen::Matrix2d;
using Vec2 = Eigen::Vector2d;

/// Shape functions at a point, with derivatives along the natural coordinates.
template <int N>
struct Shape {
  Eigen::Matrix<double, N, 1> N_;  // Nᵢ
  Eigen::Matrix<double, N, 2> dN;
  Eigen::Matrix<double, N, 2> dP;  // of the edge functions Pₖ
};

Shape<4> CalcShape(std::integral_constant<int, 4>, double r, double s) {
  Shape<4> shape;
  shape.N_ << (1 - r) * (1 - s), (1 + r) * (1 - s), (1 + r) * (1 + s), (1 - r) * (1 + s);
  shape.N_ /= 4;
  shape.dN.col(0) << -(1 - s), 1 - s, 1 + s, -(1 + s);
  shape.dN.col(1) << -(1 - r), -(1 + r), 1 + r, 1 - r;
  shape.dN /= 4;
  shape.dP.col(0) << -r * (1 - s), (1 - s * s) / 2, -r * (1 + s), -(1 - s * s) / 2;
  shape.dP.col(1) << -(1 - r * r) / 2, -s * (1 + r), (1 - r * r) / 2, -s * (1 - r);
  return shape;
}

Shape<3> CalcShape(std::integral_constant<int, 3>, double r, double s) {
  Shape<3> shape;
  const double q = 1 - r - s;
  shape.N_ << q, r, s;
  shape.dN << -1, -1, 1, 0, 0, 1;
  shape.dP.row(0) << 4 * (q - r), -4 * r;  // 4 q r
  shape.dP.row(1) << 4 * s, 4 * r;         // 4 r s
  shape.dP.row(2) << -4 * s, 4 * (q - s);  // 4 s q
  return shape;
}

struct Point {
  double r, s, weight;
};

template <int N>
const std::array<Point, N>& Points() {
  if constexpr (N == 4) {
    static const double a = 1 / std::sqrt(3.0);
    static const std::array<Point, 4> points{{{-a, -a, 1}, {a, -a, 1}, {a, a, 1}, {-a, a, 1}}};
    return points;
  } else {
    static constexpr double a = 1.0 / 6, b = 2.0 / 3;
    static const std::array<Point, 3> points{{{a, a, a}, {b, a, a}, {a, b, a}}};
    return points;
  }
}

/// Material of the section in its axes: plane stress and transverse shear.
struct Laminate {
  Mat3 Q;      // xx, yy, xy [Pa]
  Mat2 shear;  // κ G [Pa]
};

Laminate MakeLaminate(const ElasticMaterial& material) {
  const Mat6& C = material.stiffness;
  constexpr std::array<int, 3> plane{0, 1, 3};
  Laminate out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out.Q(i, j) = C(plane[i], plane[j]) - C(plane[i], 2) * C(2, plane[j]) / C(2, 2);
  out.shear = 5.0 / 6 * C.bottomRightCorner<2, 2>();
  return out;
}

/// The surface at a point: a frame t₁, t₂, n with t₁ along material axis 1, and derivatives in it.
struct Surface {
  Mat3 t;        // columns t₁, t₂, n
  Mat2 J;        // tⱼ · a_α
  Mat2 inverse;  // of J: ∂/∂xⱼ = Σ inverse(α, j) ∂/∂ξ_α
  double area;   // det J
};

template <int N>
class ShellElement {
 public:
  static constexpr int n = 6 * N;
  using Nodes = Eigen::Matrix<double, 3, N>;
  using Row = Eigen::Matrix<double, 1, n>;
  using Rows3 = Eigen::Matrix<double, 3, n>;
  using Matrix = Eigen::Matrix<double, n, n>;

  ShellElement(const Nodes& X, const ShellSection& section, const std::string& name)
      : X_(X), section_(section), law_(MakeLaminate(section.material)), name_(name) {
    Require(std::isfinite(section.thickness) && section.thickness > 0,
            name,
            "the thickness of the shell is " + std::to_string(section.thickness) +
                "; it must be greater than 0");
    CalcDirectors();
    if (section.offset != 0) X_ += section.offset * V_;
    for (int k = 0; k < N; ++k) CalcEdge(k);
  }

  ShellMatrices<N> Calc() const {
    ShellMatrices<N> out;
    for (const Point& p : Points<N>()) {
      const Shape<N> shape = CalcShape(std::integral_constant<int, N>(), p.r, p.s);
      const Surface surface = CalcSurface(shape);
      const double dA = p.weight * surface.area;
      AddBending(shape, surface, p, dA, out.stiffness);
      AddMass(shape, dA, out.mass);
      out.area += dA;
    }
    AddMembrane(out.stiffness);
    if (section_.offset == 0) return out;
    const Matrix T = CalcArms();
    out.stiffness = TransposedProduct(T, Product(out.stiffness, T));
    out.mass = TransposedProduct(T, Product(out.mass, T));
    return out;
  }

  ShellStressMatrix<N> CalcStress() const {
    const Surface centre = CalcSurface(Centre());
    const Rows3 strain = law_.Q * CalcMembraneStrain(centre);
    const Rows3 bending = section_.thickness / 2 * law_.Q * CalcCurvature(Centre(), centre);
    ShellStressMatrix<N> out;
    out.of_u << strain + bending, strain - bending;
    if (section_.offset != 0) out.of_u = Product(out.of_u, CalcArms());
    out.axes = centre.t;
    return out;
  }

 private:
  static constexpr int Next(int k) { return (k + 1) % N; }

  void CalcDirectors() {
    for (int i = 0; i < N; ++i) {
      const Vec3 along = X_.col(Next(i)) - X_.col(i), back = X_.col((i + N - 1) % N) - X_.col(i);
      V_.col(i) = along.cross(back);
      Require(V_.col(i).norm() > 1e-9 * along.norm() * back.norm() && along.norm() > 0,
              name_,
              "a shell with a corner of no area; mend its nodes");
      V_.col(i).normalize();
    }
    const Vec3 mean = V_.rowwise().sum();
    for (int i = 0; i < N; ++i)
      Require(mean.dot(V_.col(i)) > 0.1 * N,
              name_,
              "a shell that is folded, or a corner of 180 degrees or more; mend its "
              "nodes");
  }

  Surface CalcSurface(const Shape<N>& shape) const {
    const Eigen::Matrix<double, 3, 2> a = X_ * shape.dN;
    Surface out;
    const Vec3 normal = Vec3(a.col(0)).cross(Vec3(a.col(1)));
    out.t.col(2) = normal.normalized();
    out.t.col(0) = CalcAxis(out.t.col(2));
    out.t.col(1) = Vec3(out.t.col(2)).cross(Vec3(out.t.col(0)));
    out.J = out.t.leftCols<2>().transpose() * a;
    out.inverse = out.J.inverse();
    out.area = out.J.determinant();
    return out;
  }

  /// Material axis 1 in a shell with this normal.
  Vec3 CalcAxis(const Vec3& normal) const {
    const Vec3 axis = section_.axis_1 - normal.dot(section_.axis_1) * normal;
    if (axis.norm() > 1e-3) return axis.normalized();
    return section_.axis_2.cross(normal).normalized();
  }

  /// eₖ and with it Δβₖ and γₖ Lₖ.
  void CalcEdge(int k) {
    const int i = k, j = Next(k);
    const Vec3 c = X_.col(j) - X_.col(i);
    const double L = c.norm();
    tau_[k] = c / L;
    Row e = Row::Zero();
    const Eigen::RowVector3d V = 0.5 * (V_.col(i) + V_.col(j)).transpose() / L;
    e.template segment<3>(6 * i) = -V;
    e.template segment<3>(6 * j) = V;
    e.template segment<3>(6 * i + 3) = 0.5 * V_.col(i).cross(tau_[k]).transpose();
    e.template segment<3>(6 * j + 3) = 0.5 * V_.col(j).cross(tau_[k]).transpose();
    const double phi = CalcShearRatio(k, L);
    bubble_.row(k) = -1.5 / (1 + phi) * e;
    gamma_.row(k) = phi / (1 + phi) * L * e;
  }

  double CalcShearRatio(int k, double L) const {
    const Vec3 normal = (V_.col(k) + V_.col(Next(k))).normalized();
    const Vec3 axis = CalcAxis(normal);
    const Vec2 m(tau_[k].dot(axis), tau_[k].dot(normal.cross(axis)));
    const Vec3 strain(m[0] * m[0], m[1] * m[1], 2 * m[0] * m[1]);  // 1 along the edge
    const double t = section_.thickness;
    return strain.dot(law_.Q * strain) * t * t / (L * L * m.dot(law_.shear * m));
  }

  /// γ along the natural coordinates.
  Eigen::Matrix<double, 2, n> CalcShear(double r, double s) const {
    Eigen::Matrix<double, 2, n> out;
    if constexpr (N == 4) {
      out.row(0) = (1 - s) / 4 * gamma_.row(0) - (1 + s) / 4 * gamma_.row(2);
      out.row(1) = (1 + r) / 4 * gamma_.row(1) - (1 - r) / 4 * gamma_.row(3);
    } else {
      const Row c = -gamma_.row(2) - gamma_.row(0) - gamma_.row(1);
      out.row(0) = gamma_.row(0) + s * c;
      out.row(1) = -gamma_.row(2) - r * c;
    }
    return out;
  }

  Rows3 CalcCurvature(const Shape<N>& shape, const Surface& at) const {
    const Eigen::Matrix<double, N, 2> g = shape.dN * at.inverse, p_x = shape.dP * at.inverse;
    const Eigen::Matrix<double, 3, 2> V_x = V_ * g;
    Eigen::Matrix<double, 4, n> D;  // tⱼ·∂ₖd + ∂ₖV·∂ⱼu at 2j + k
    D.setZero();
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) {
        const Vec3 t = at.t.col(j);
        for (int i = 0; i < N; ++i) {
          D.template block<1, 3>(2 * j + k, 6 * i) += g(i, j) * V_x.col(k).transpose();
          D.template block<1, 3>(2 * j + k, 6 * i + 3) +=
              g(i, k) * Vec3(V_.col(i)).cross(t).transpose();
          D.row(2 * j + k) += p_x(i, k) * t.dot(tau_[i]) * bubble_.row(i);
        }
      }
    Rows3 kappa;
    kappa.row(0) = D.row(0);
    kappa.row(1) = D.row(3);
    kappa.row(2) = D.row(1) + D.row(2);
    return kappa;
  }

  void AddBending(
      const Shape<N>& shape, const Surface& at, const Point& p, double dA, Matrix& K) const {
    const Rows3 kappa = CalcCurvature(shape, at);
    const double t = section_.thickness;
    K += TransposedProduct(kappa, Product(Mat3(dA * t * t * t / 12 * law_.Q), kappa));
    const Eigen::Matrix<double, 2, n> shear = at.inverse.transpose() * CalcShear(p.r, p.s);
    K += TransposedProduct(shear, Product(Eigen::Matrix2d(dA * t * law_.shear), shear));
  }

  void AddMass(const Shape<N>& shape, double dA, Matrix& M) const {
    const double t = section_.thickness, per_area = section_.material.density * t * dA;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        const double m = per_area * shape.N_[i] * shape.N_[j];
        M.template block<3, 3>(6 * i, 6 * j).diagonal().array() += m;
        M.template block<3, 3>(6 * i + 3, 6 * j + 3).diagonal().array() += m * t * t / 12;
      }
  }

  static MembranePoint MakePoint(double r, double s, const Shape<4>& shape, const Surface& at) {
    return {r, s, at.area, shape.N_, shape.dN * at.inverse, at.t};
  }

  /// (u, v, θ) of a triangle's corners in its plane.
  static Eigen::Matrix<double, 9, 18> ToPlane(const Surface& at) {
    Eigen::Matrix<double, 9, 18> T = Eigen::Matrix<double, 9, 18>::Zero();
    for (int i = 0; i < 3; ++i) {
      T.block<2, 3>(3 * i, 6 * i) = at.t.leftCols<2>().transpose();
      T.block<1, 3>(3 * i + 2, 6 * i + 3) = at.t.col(2).transpose();
    }
    return T;
  }

  void AddMembrane(Matrix& K) const {
    const Surface centre = CalcSurface(Centre());
    if constexpr (N == 4) {
      std::array<MembranePoint, 4> points;
      for (std::size_t g = 0; g < 4; ++g) {
        const Point& p = Points<4>()[g];
        const Shape<4> shape = CalcShape(std::integral_constant<int, 4>(), p.r, p.s);
        points[g] = MakePoint(p.r, p.s, shape, CalcSurface(shape));
      }
      K += CalcQuadMembrane(points, centre.J, section_.thickness * law_.Q);
    } else {
      const Eigen::Matrix<double, 2, 3> x = centre.t.leftCols<2>().transpose() * X_;
      const Eigen::Matrix<double, 9, 18> T = ToPlane(centre);
      K += TransposedProduct(T, Product(CalcTriangleMembrane(x, section_.thickness * law_.Q), T));
    }
  }

  /// Strains of the mid-surface in the middle.
  Rows3 CalcMembraneStrain(const Surface& centre) const {
    if constexpr (N == 4) {
      return CalcQuadStrain(MakePoint(0, 0, Centre(), centre));
    } else {
      return CalcTriangleStrain(centre.t.leftCols<2>().transpose() * X_) * ToPlane(centre);
    }
  }

  static Shape<N> Centre() {
    constexpr double at = N == 4 ? 0 : 1.0 / 3;
    return CalcShape(std::integral_constant<int, N>(), at, at);
  }

  /// Displacements of the mid-surface by those of the nodes.
  Matrix CalcArms() const {
    Matrix T = Matrix::Identity();
    for (int i = 0; i < N; ++i)
      T.template block<3, 3>(6 * i, 6 * i + 3) = -Skew(section_.offset * Vec3(V_.col(i)));
    return T;
  }

  Nodes X_;
  const ShellSection& section_;
  Laminate law_;
  const std::string& name_;
  Nodes V_;
  std::array<Vec3, N> tau_;
  Eigen::Matrix<double, N, n> bubble_, gamma_;  // Δβₖ, γₖ Lₖ
};

}  // namespace

template <int N>
ShellMatrices<N> CalcShellMatrices(const Eigen::Matrix<double, 3, N>& X,
                                   const ShellSection& section,
                                   const std::string& name) {
  return ShellElement<N>(X, section, name).Calc();
}

template <int N>
ShellStressMatrix<N> CalcShellStressMatrix(const Eigen::Matrix<double, 3, N>& X,
                                           const ShellSection& section,
                                           const std::string& name) {
  return ShellElement<N>(X, section, name).CalcStress();
}

template <int N>
ShellStress CalcShellStress(const Eigen::Matrix<double, 3, N>& X,
                            const ShellSection& section,
                            const Eigen::Matrix<double, 6 * N, 1>& u,
                            const std::string& name) {
  const ShellStressMatrix<N> stress = CalcShellStressMatrix<N>(X, section, name);
  const Vec6 both = stress.of_u * u;
  return {both.head<3>(), both.tail<3>(), stress.axes};
}

double CalcVonMises(const Vec3& s) {
  return std::sqrt(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2]);
}

template <int N>
void LumpShellMass(typename ShellMatrices<N>::Matrix& mass) {
  for (int i = 0; i < N; ++i) {
    Mat6 sum = Mat6::Zero();
    for (int j = 0; j < N; ++j) sum += mass.template block<6, 6>(6 * i, 6 * j);
    mass.template middleRows<6>(6 * i).setZero();
    mass.template block<6, 6>(6 * i, 6 * i) = 0.5 * (sum + sum.transpose());
  }
}

template <int N>
ShellLoads<N> CalcShellLoads(const Eigen::Matrix<double, 3, N>& X) {
  ShellLoads<N> out;
  for (const Point& p : Points<N>()) {
    const Shape<N> shape = CalcShape(std::integral_constant<int, N>(), p.r, p.s);
    const Eigen::Matrix<double, 3, 2> a = X * shape.dN;
    const Vec3 normal = p.weight * Vec3(a.col(0)).cross(Vec3(a.col(1)));
    out.normal += normal * shape.N_.transpose();
    out.area += normal.norm() * shape.N_;
  }
  return out;
}

#define TRUNNION_INSTANTIATE(N)                                                     \
  template ShellMatrices<N> CalcShellMatrices<N>(                                   \
      const Eigen::Matrix<double, 3, N>&, const ShellSection&, const std::string&); \
  template ShellStressMatrix<N> CalcShellStressMatrix<N>(                           \
      const Eigen::Matrix<double, 3, N>&, const ShellSection&, const std::string&); \
  template ShellStress CalcShellStress<N>(const Eigen::Matrix<double, 3, N>&,       \
                                          const ShellSection&,                      \
                                          const Eigen::Matrix<double, 6 * N, 1>&,   \
                                          const std::string&);                      \
  template void LumpShellMass<N>(ShellMatrices<N>::Matrix&);                        \
  template ShellLoads<N> CalcShellLoads<N>(const Eigen::Matrix<double, 3, N>&);
TRUNNION_INSTANTIATE(3)
TRUNNION_INSTANTIATE(4)
#undef TRUNNION_INSTANTIATE

}  // namespace trunnion
