// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cmath>

/// Statics of the left front corner with a bushing at each of the four points of the arms, a
/// massless tie rod and the wheel locked to the upright, written out for this one mechanism:
/// balance of forces and moments of three bodies, with the reactions as unknowns, by Newton's
/// method with differences. It shares no code with the library.
namespace corner_statics {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

inline Matrix3d Cross(const Vector3d& a) {
  Matrix3d m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

/// A body by the motion of frame S fixed in it.
struct Motion {
  Vector3d u = Vector3d::Zero(), theta = Vector3d::Zero();
  Matrix3d R() const {
    const double angle = theta.norm();
    if (angle < 1e-12) return Matrix3d::Identity() + Cross(theta);
    return Eigen::AngleAxisd(angle, theta / angle).toRotationMatrix();
  }
  Vector3d At(const Vector3d& point) const { return R() * point + u; }
};

/// Force and moment about the origin.
struct Wrench {
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
  void Add(const Vector3d& f, const Vector3d& at) {
    force += f;
    moment += at.cross(f);
  }
};

struct Load {
  Vector3d at_contact = Vector3d::Zero(), at_centre = Vector3d::Zero();
  double aligning = 0;
};

struct Corner {
  // Hardpoints [m], masses [kg], as in the source.
  Vector3d uca_f{-0.048, 0.446, 0.245}, uca_b{-0.268, 0.478, 0.196}, uca_u{-0.053, 0.716, 0.215};
  Vector3d lca_f{0.223, 0.307, 0}, lca_b{-0.223, 0.307, 0}, lca_u{-0.036, 0.787, -0.118};
  Vector3d spring_c{0.104, 0.510, 0.197}, spring_a{0.097, 0.543, -0.047};
  Vector3d rod_c{-0.250, 0.448, 0.054}, rod_u{-0.176, 0.821, -0.016};
  Vector3d wheel{-0.040, 0.910, -0.026}, uca_cm{-0.106, 0.589, 0.218}, lca_cm{0, 0.547, -0.059};
  Vector3d upright_cm{-0.040, 0.751, -0.026};
  double radius = 0.47, k = 167062, free_length = 0.339, g = 9.81;

  std::array<Motion, 3> body;         // lca, uca, upright with wheel
  Vector3d lower = Vector3d::Zero();  // reaction of the lower ball joint on the upright
  Vector3d upper = Vector3d::Zero();
  double rod = 0, support = 0;  // tension; force of the pad, up

  Vector3d Axis() const { return body[2].R() * Vector3d::UnitY(); }
  Vector3d Centre() const { return body[2].At(wheel); }
  Vector3d Contact() const {
    const Vector3d e = Axis(), z = Vector3d::UnitZ();
    return Centre() - radius * (z - e.z() * e).normalized();
  }

  static void Bushing(const Motion& b,
                      const Vector3d& point,
                      const Matrix3d& F,
                      const Vector3d& K,
                      const Vector3d& K_rot,
                      Wrench& w) {
    const Vector3d at = b.At(point), d = F.transpose() * (at - point), t = F.transpose() * b.theta;
    w.Add(-(F * K.cwiseProduct(d)), at);
    const double a = t.norm();
    const double c = a < 1e-4 ? 1.0 / 12 : 1 / (a * a) - (1 + std::cos(a)) / (2 * a * std::sin(a));
    const Matrix3d X = Cross(t);  // torque of the energy ½ tᵀ K t
    w.moment -= F * ((Matrix3d::Identity() + 0.5 * X + c * X * X) * K_rot.cwiseProduct(t));
  }

  static Matrix3d Frame(const Vector3d& front, const Vector3d& rear, const Vector3d& outer) {
    Matrix3d F;
    F.col(2) = (front - rear).normalized();
    const Vector3d x = outer - 0.5 * (front + rear);
    F.col(0) = (x - x.dot(F.col(2)) * F.col(2)).normalized();
    F.col(1) = F.col(2).cross(F.col(0));
    return F;
  }

  /// 18 balances, 6 closures of the ball joints, the length of the rod, the height of the contact.
  VectorXd Residual(const Load& load, double height) const {
    std::array<Wrench, 3> w;
    const Vector3d down(0, 0, -g);
    const Matrix3d lca = Frame(lca_f, lca_b, lca_u), uca = Frame(uca_f, uca_b, uca_u);
    for (const Vector3d& p : {lca_f, lca_b})
      Bushing(body[0], p, lca, {8e6, 8e6, 1e6}, {1500, 1500, 100}, w[0]);
    for (const Vector3d& p : {uca_f, uca_b})
      Bushing(body[1], p, uca, {5e6, 5e6, 6e5}, {900, 900, 60}, w[1]);
    w[0].Add(23.965 * down, body[0].At(lca_cm));
    w[1].Add(5.813 * down, body[1].At(uca_cm));
    w[2].Add(19.45 * down, body[2].At(upright_cm));
    w[2].Add(71.105 * down, Centre());
    const Vector3d s = body[0].At(spring_a) - spring_c;
    w[0].Add(-k * (s.norm() - free_length) * s.normalized(), body[0].At(spring_a));
    w[2].Add(lower, body[2].At(lca_u));
    w[0].Add(-lower, body[0].At(lca_u));
    w[2].Add(upper, body[2].At(uca_u));
    w[1].Add(-upper, body[1].At(uca_u));
    const Vector3d r = body[2].At(rod_u) - rod_c;
    w[2].Add(-rod * r.normalized(), body[2].At(rod_u));
    w[2].Add(load.at_contact + Vector3d(0, 0, support), Contact());
    w[2].Add(load.at_centre, Centre());
    w[2].moment.z() += load.aligning;
    VectorXd out(26);
    for (int i = 0; i < 3; ++i)
      out.segment<6>(6 * i) << w[static_cast<std::size_t>(i)].force,
          w[static_cast<std::size_t>(i)].moment;
    out.segment<3>(18) = body[2].At(lca_u) - body[0].At(lca_u);
    out.segment<3>(21) = body[2].At(uca_u) - body[1].At(uca_u);
    out[24] = r.norm() - (rod_u - rod_c).norm();
    out[25] = Contact().z() - height;
    return out;
  }

  double& Unknown(int i) {
    if (i < 18) {
      Motion& m = body[static_cast<std::size_t>(i / 6)];
      return i % 6 < 3 ? m.u[i % 6] : m.theta[i % 6 - 3];
    }
    if (i < 21) return lower[i - 18];
    if (i < 24) return upper[i - 21];
    return i == 24 ? rod : support;
  }

  /// @return the size of the last Newton step of the motions [m, rad].
  double Solve(const Load& load, double height) {
    double last = 1;
    for (int iteration = 0; iteration < 40 && last > 1e-13; ++iteration) {
      Eigen::MatrixXd J(26, 26);
      for (int i = 0; i < 26; ++i) {
        const double h = i < 18 ? 1e-6 : 1, x = Unknown(i);
        Unknown(i) = x + h;
        J.col(i) = Residual(load, height);
        Unknown(i) = x - h;
        J.col(i) = (J.col(i) - Residual(load, height)).eval() / (2 * h);
        Unknown(i) = x;
      }
      const VectorXd step = J.fullPivLu().solve(Residual(load, height));
      for (int i = 0; i < 26; ++i) Unknown(i) -= step[i];
      last = step.head<18>().cwiseAbs().maxCoeff();
    }
    return last;
  }

  double Toe() const { return std::atan2(Axis().x(), Axis().y()); }
  double Camber() const { return -std::asin(Axis().z()); }
};

}  // namespace corner_statics
