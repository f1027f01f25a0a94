// SPDX-License-Identifier: BSD-3-Clause
#include "bench/comparison/quaternion_index2.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>

#include "engine/core/rotation.hpp"
#include "solvers/linear/saddle_ordering.hpp"

namespace trunnion::bench {
namespace {

using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;
using Mat43 = Eigen::Matrix<double, 4, 3>;
using Mat34 = Eigen::Matrix<double, 3, 4>;

/// L(p) with p ∘ (0, w) = L(p) w.
Mat43 LeftMatrix(const Vec4& p) {
  Mat43 L;
  L << -p.tail<3>().transpose(), p[0] * Mat3::Identity() + Skew(p.tail<3>());
  return L;
}

/// Q(w) with p ∘ (0, w) = Q(w) p.
Mat4 RightMatrix(const Vec3& w) {
  Mat4 Q;
  Q << 0, -w.transpose(), w, -Skew(w);
  return Q;
}

/// E(p) with dφ = E(p) dp, the turn of R(p/|p|).
Mat34 TurnOfQuaternion(const Vec4& p) { return 2 / p.squaredNorm() * LeftMatrix(p).transpose(); }

}  // namespace

QuaternionIndex2::QuaternionIndex2(const System& system)
    : system_(system),
      evaluator_(system, false),
      n_(system.num_velocities()),
      m_(system.num_constraints()),
      inverse_metric_(system.metric().cwiseInverse()) {
  for (BodyIndex b = 0; b < system.num_bodies(); ++b) {
    const int size = system.layout().size(b);
    if (size == 0) continue;
    body_of_component_.insert(
        body_of_component_.end(), idx(size), static_cast<int>(bodies_.size()));
    bodies_.push_back({nx_, system.layout().offset(b), size, system.configuration_offset(b)});
    nx_ += size == 6 ? 7 : 3;
  }
  size_ = nx_ + n_ + 2 * m_;
  evaluator_.InitializePatterns(residuals_, matrices_);
  LT_ = residuals_.GT;
  q_.resize(system.configuration_size());
  LayOut();
}

void QuaternionIndex2::SetState(const VectorXd& q,
                                const VectorXd& v,
                                const VectorXd& v_dot,
                                const VectorXd& lambda,
                                double* y,
                                double* y_dot) const {
  Eigen::Map<VectorXd> Y(y, size_), Y_dot(y_dot, size_);
  Y.setZero();
  Y_dot.setZero();
  Y.segment(nx_, n_) = v;
  Y_dot.segment(nx_, n_) = v_dot;
  Y.tail(m_) = lambda;
  for (const Body& b : bodies_) {
    Y.segment<3>(b.x) = q.segment<3>(b.q);
    Y_dot.segment<3>(b.x) = v.segment<3>(b.v);
    if (b.size < 6) continue;
    const Eigen::Quaterniond rotation(Mat3(Mat3::Map(q.data() + b.q + 3)));
    const Vec4 p(rotation.w(), rotation.x(), rotation.y(), rotation.z());
    Y.segment<4>(b.x + 3) = p;
    Y_dot.segment<4>(b.x + 3) = 0.5 * LeftMatrix(p) * v.segment<3>(b.v + 3);
  }
}

void QuaternionIndex2::GetState(const double* y, VectorXd& q, VectorXd& v) const {
  const Eigen::Map<const VectorXd> Y(y, size_);
  q.resize(system_.configuration_size());
  v = Y.segment(nx_, n_);
  for (const Body& b : bodies_) {
    q.segment<3>(b.q) = Y.segment<3>(b.x);
    if (b.size < 6) continue;
    const Vec4 p = Y.segment<4>(b.x + 3).normalized();
    Mat3::Map(q.data() + b.q + 3) = Eigen::Quaterniond(p[0], p[1], p[2], p[3]).toRotationMatrix();
  }
}

void QuaternionIndex2::Read(const double* y, const double* y_dot) {
  GetState(y, q_, v_);
  const Eigen::Map<const VectorXd> Y(y, size_);
  x_ = Y.head(nx_);
  mu_ = Y.segment(nx_ + n_, m_);
  lambda_ = Y.tail(m_);
  v_dot_ = Eigen::Map<const VectorXd>(y_dot + nx_, n_);
}

void QuaternionIndex2::CalcResidual(double t, const double* y, const double* y_dot, double* F) {
  Read(y, y_dot);
  evaluator_.CalcResiduals(t, q_, v_, v_dot_, residuals_);
  const SparseMatrix& GT = residuals_.GT;
  Eigen::Map<VectorXd> out(F, size_);
  w_ = v_;
  if (m_ > 0) {
    w_ -= inverse_metric_.cwiseProduct(GT * mu_);
    out.segment(nx_ + n_, m_) = residuals_.g;
    out.tail(m_).noalias() = GT.transpose() * v_;
    out.tail(m_) += residuals_.g_t;
    residuals_.dynamics.noalias() += GT * lambda_;
  }
  out.segment(nx_, n_) = residuals_.dynamics;
  const Eigen::Map<const VectorXd> x_dot(y_dot, nx_);
  for (const Body& b : bodies_) {
    out.segment<3>(b.x) = x_dot.segment<3>(b.x) - w_.segment<3>(b.v);
    if (b.size < 6) continue;
    out.segment<4>(b.x + 3) =
        x_dot.segment<4>(b.x + 3) - 0.5 * LeftMatrix(quaternion(b)) * w_.segment<3>(b.v + 3);
  }
}

template <class Emit>
void QuaternionIndex2::EmitBody(const Body& b, double c, Emit& emit) const {
  for (int i = 0; i < 3; ++i) {
    emit(b.x + i, b.x + i, c);
    emit(b.x + i, nx_ + b.v + i, -1.0);
  }
  Mat34 E = Mat34::Zero();
  if (b.size == 6) {
    const Vec4 p = quaternion(b);
    const Mat4 D = c * Mat4::Identity() - 0.5 * RightMatrix(w_.segment<3>(b.v + 3));
    const Mat43 L = -0.5 * LeftMatrix(p);
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 4; ++k) emit(b.x + 3 + i, b.x + 3 + k, D(i, k));
      for (int k = 0; k < 3; ++k) emit(b.x + 3 + i, nx_ + b.v + 3 + k, L(i, k));
    }
    E = TurnOfQuaternion(p);
  }
  // The columns of a body in M, D and K have the same rows.
  const SparseMatrix& K = matrices_.K;
  const int begin = K.outerIndexPtr()[b.v], height = K.outerIndexPtr()[b.v + 1] - begin;
  const double* value = K.valuePtr() + begin;
  for (int k = 0; k < height; ++k, ++value) {
    const int row = nx_ + K.innerIndexPtr()[begin + k];
    for (int i = 0; i < 3; ++i) emit(row, b.x + i, value[i * height]);
    if (b.size == 6) {
      const Eigen::RowVector3d K_turn(value[3 * height], value[4 * height], value[5 * height]);
      const Eigen::RowVector4d K_p = K_turn * E;
      for (int i = 0; i < 4; ++i) emit(row, b.x + 3 + i, K_p[i]);
    }
    for (int i = 0; i < b.size; ++i) {
      const int at = begin + i * height + k;
      emit(row, nx_ + b.v + i, c * matrices_.M.valuePtr()[at] + matrices_.D.valuePtr()[at]);
    }
  }
}

template <class Emit>
void QuaternionIndex2::EmitConstraint(int j, Emit& emit) const {
  const SparseMatrix& GT = residuals_.GT;
  const int mu = nx_ + n_ + j, lambda = mu + m_;
  for (int k = GT.outerIndexPtr()[j]; k < GT.outerIndexPtr()[j + 1];) {
    const Body& b = bodies_[idx(body_of_component_[idx(GT.innerIndexPtr()[k])])];
    const double* G = GT.valuePtr() + k;
    const double* L = LT_.valuePtr() + k;
    for (int i = 0; i < 3; ++i) {
      emit(b.x + i, mu, inverse_metric_[b.v + i] * G[i]);
      emit(mu, b.x + i, G[i]);
      emit(lambda, b.x + i, L[i]);
    }
    for (int i = 0; i < b.size; ++i) {
      emit(nx_ + b.v + i, lambda, G[i]);
      emit(lambda, nx_ + b.v + i, G[i]);
    }
    if (b.size == 6) {
      const Vec4 p = quaternion(b);
      const Mat34 E = TurnOfQuaternion(p);
      const Vec3 G_turn(G[3], G[4], G[5]), L_turn(L[3], L[4], L[5]);
      const Vec4 up =
          0.5 * LeftMatrix(p) * inverse_metric_.segment<3>(b.v + 3).cwiseProduct(G_turn);
      const Vec4 G_p = E.transpose() * G_turn, L_p = E.transpose() * L_turn;
      for (int i = 0; i < 4; ++i) {
        emit(b.x + 3 + i, mu, up[i]);
        emit(mu, b.x + 3 + i, G_p[i]);
        emit(lambda, b.x + 3 + i, L_p[i]);
      }
    }
    k += b.size;
  }
}

template <class Emit>
void QuaternionIndex2::ForEachEntry(double c, Emit&& emit) const {
  for (const Body& b : bodies_) EmitBody(b, c, emit);
  for (int j = 0; j < m_; ++j) EmitConstraint(j, emit);
}

/// A state where nothing vanishes that does not vanish always: every component at random, but no
/// body far from where it starts.
void QuaternionIndex2::Shake(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  VectorXd y(size_), y_dot(size_), F(size_);
  const VectorXd zero = VectorXd::Zero(n_);
  VectorXd q, v;
  system_.GetInitialState(q, v);
  SetState(q, v, zero, VectorXd::Zero(m_), y.data(), y_dot.data());
  for (double& value : y) value += 0.3 * uniform(random);
  for (double& value : y_dot) value += 0.3 * uniform(random);
  CalcResidual(0, y.data(), y_dot.data(), F.data());
  Linearize(0, y.data(), y_dot.data());
}

/// The pattern is that of the entries which are not zero at two random states: a matrix that a user
/// writes by hand has no zeros either.
void QuaternionIndex2::LayOut() {
  std::mt19937 random(1);
  std::vector<std::pair<int, int>> places;  // column, row
  std::vector<bool> used;
  for (int sample = 0; sample < 2; ++sample) {
    Shake(random);
    std::size_t k = 0;
    ForEachEntry(1, [&](int row, int column, double value) {
      if (sample == 0) {
        places.emplace_back(column, row);
        used.push_back(value != 0);
      } else if (value != 0) {
        used[k] = true;
      }
      ++k;
    });
  }
  std::vector<int> order;
  for (int k = 0; k < static_cast<int>(places.size()); ++k)
    if (used[idx(k)]) order.push_back(k);
  std::sort(
      order.begin(), order.end(), [&](int a, int b) { return places[idx(a)] < places[idx(b)]; });
  const int count = static_cast<int>(order.size());
  jacobian_.resize(size_, size_);
  jacobian_.resizeNonZeros(count);
  std::fill_n(jacobian_.outerIndexPtr(), size_ + 1, 0);
  slots_.assign(places.size(), count);  // entries that always vanish go behind the end
  values_.resize(idx(count) + 1);
  for (int k = 0; k < count; ++k) {
    const auto& [column, row] = places[idx(order[idx(k)])];
    ++jacobian_.outerIndexPtr()[column + 1];
    jacobian_.innerIndexPtr()[k] = row;
    slots_[idx(order[idx(k)])] = k;
  }
  std::partial_sum(
      jacobian_.outerIndexPtr(), jacobian_.outerIndexPtr() + size_ + 1, jacobian_.outerIndexPtr());
}

void QuaternionIndex2::Linearize(double t, const double* y, const double* y_dot) {
  Read(y, y_dot);
  evaluator_.CalcMatrices(t, q_, v_, v_dot_, lambda_, matrices_);
  if (m_ > 0) evaluator_.CalcVelocityGradient(t, q_, v_, LT_);
}

const SparseMatrix& QuaternionIndex2::CalcJacobian(double t,
                                                   double c,
                                                   const double* y,
                                                   const double* y_dot) {
  Linearize(t, y, y_dot);
  const int* slot = slots_.data();
  ForEachEntry(c, [&](int, int, double x) { values_[idx(*slot++)] = x; });
  std::copy_n(values_.data(), jacobian_.nonZeros(), jacobian_.valuePtr());
  return jacobian_;
}

std::vector<int> QuaternionIndex2::MakeOrdering() const {
  const SparseMatrix &GT = residuals_.GT, &K = matrices_.K;
  SaddleStructure structure;
  for (const Body& b : bodies_) structure.body_sizes.push_back(b.size);
  const auto bodies_of = [&](const SparseMatrix& A, int column) {
    std::vector<int> found;
    for (SparseMatrix::InnerIterator it(A, column); it; ++it) {
      const int body = body_of_component_[idx(static_cast<int>(it.row()))];
      if (found.empty() || found.back() != body) found.push_back(body);
    }
    return found;
  };
  for (int j = 0; j < m_; ++j) {
    const std::vector<int> bodies = bodies_of(GT, j);
    if (!structure.joints.empty() && structure.joints.back().bodies == bodies)
      ++structure.joints.back().rows;
    else
      structure.joints.push_back({j, 1, bodies, bodies.size() < 2});
  }
  for (int b = 0; b < static_cast<int>(bodies_.size()); ++b) {
    for (const int a : bodies_of(K, bodies_[idx(b)].v))
      if (a < b) structure.couplings.emplace_back(a, b);
  }
  std::vector<int> order;
  const auto append = [&](int first, int count) {
    for (int i = 0; i < count; ++i) order.push_back(first + i);
  };
  for (const int i : OrderSaddlePoint(structure)) {
    if (i >= n_) {
      append(nx_ + i, 1);
      append(nx_ + m_ + i, 1);
    } else if (const Body& b = bodies_[idx(body_of_component_[idx(i)])]; b.v == i) {
      append(b.x, b.size == 6 ? 7 : 3);
      append(nx_ + b.v, b.size);
    }
  }
  return order;
}

}  // namespace trunnion::bench
