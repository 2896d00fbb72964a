//===- KernelsTest.cpp - every kernel set against references --------------===//
//
// Functions are held against long double from the C library; all kernel sets
// must give the same bits as the portable one.
//
//===----------------------------------------------------------------------===//

#include "runtime/exec/kernels/Kernels.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <vector>

using namespace neuron;

static std::vector<const Kernels *> sets() {
  std::vector<const Kernels *> found;
  for (const char *name : {"portable", "avx2", "avx512"})
    if (const Kernels *set = findKernels(name))
      found.push_back(set);
  return found;
}

static constexpr float kInf = std::numeric_limits<float>::infinity();
static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Special values, all magnitudes, and a dense range around zero.
static std::vector<float> arguments() {
  std::vector<float> values = {0.0f, -0.0f, 1.0f, -1.0f, kInf, -kInf, kNan, 9.0f, 3.14159274f, -3.14159274f,
                               1.17549435e-38f, 1e-45f, -1e-45f, 3.4028235e38f, -3.4028235e38f};
  std::mt19937 random(7);
  for (int i = 0; i < 40000; ++i)
    values.push_back(std::bit_cast<float>(uint32_t(random())));
  for (int i = 0; i < 40000; ++i)
    values.push_back((float(random()) / 4294967296.0f - 0.5f) * 24.0f);
  return values;
}

using Reference = std::function<long double(long double)>;
static const long double kPiL = 3.141592653589793238462643383279502884L;
static long double cdf(long double x) { return 0.5L * std::erfc(-x / std::sqrt(2.0L)); }
static long double sigmoid(long double x) { return 1.0L / (1.0L + std::exp(-x)); }
static long double softplusRef(long double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }
static long double siluDxRef(long double x) { return sigmoid(x) * (1 + x * sigmoid(-x)); }
static long double sinRef(long double x) {
  long double d = std::fabs(x) - kPiL;
  return std::fabs(x) <= kPiL ? std::sin(x) : std::copysign(1.0L, x) * (-d + d * d * d / 6);
}
static long double limited(long double x, long double low, long double high, long double value) {
  return std::fabs(x) >= low && std::fabs(x) <= high ? value : std::nanl("");
}

struct FunctionCase {
  const char *name;
  ActFn fn;
  Reference reference;
};
static const FunctionCase kCases[] = {
    {"square", ActFn::Square, [](long double x) { return x * x; }},
    {"sigmoid", ActFn::Sigmoid, sigmoid},
    {"tanh", ActFn::Tanh, [](long double x) { return std::tanh(x); }},
    {"silu", ActFn::Silu, [](long double x) { return std::isinf(x) && x < 0 ? -0.0L : x * sigmoid(x); }},
    {"silu_dx", ActFn::SiluDx, [](long double x) { return std::isinf(x) ? (x > 0 ? 1.0L : 0.0L) : siluDxRef(x); }},
    {"gelu", ActFn::Gelu, [](long double x) { return std::isinf(x) && x < 0 ? -0.0L : x * cdf(x); }},
    {"gelu_dx", ActFn::GeluDx, [](long double x) {
       return std::isinf(x) ? (x > 0 ? 1.0L : 0.0L) : cdf(x) + x * std::exp(-x * x / 2) / std::sqrt(2 * kPiL); }},
    {"gelu_tanh", ActFn::GeluTanh, [](long double x) {
       return std::isinf(x) && x < 0 ? -0.0L : x * sigmoid(2 * std::sqrt(2 / kPiL) * (x + 0.044715L * x * x * x)); }},
    {"gelu_sigmoid", ActFn::GeluSigmoid, [](long double x) { return std::isinf(x) && x < 0 ? -0.0L : x * sigmoid(1.702L * x); }},
    {"gelu_sigmoid_dx", ActFn::GeluSigmoidDx, [](long double x) { return std::isinf(x) ? (x > 0 ? 1.0L : 0.0L) : siluDxRef(1.702L * x); }},
    {"softplus", ActFn::Softplus, softplusRef},
    {"mish", ActFn::Mish, [](long double x) { return std::isinf(x) && x < 0 ? -0.0L : x * std::tanh(softplusRef(x)); }},
    {"erf", ActFn::Erf, [](long double x) { return std::erf(x); }},
    {"erf_dx", ActFn::ErfDx, [](long double x) { return 2 / std::sqrt(kPiL) * std::exp(-x * x); }},
    {"exp", ActFn::Exp, [](long double x) { return std::exp(x); }},
    {"log", ActFn::Log, [](long double x) { return limited(x < 0 ? 0 : x, 0x1p-64L, 0x1p64L, std::log(x)); }},
    {"sqrt", ActFn::Sqrt, [](long double x) { return limited(x < 0 ? 0 : x, 0x1p-116L, 0x1p118L, std::sqrt(x)); }},
    {"rsqrt", ActFn::Rsqrt, [](long double x) { return limited(x < 0 ? 0 : x, 0x1p-87L, 0x1p97L, 1 / std::sqrt(x)); }},
    {"reciprocal", ActFn::Reciprocal, [](long double x) { return limited(x, 0x1p-42L, 0x1p42L, 1 / x); }},
    {"sin", ActFn::Sin, sinRef},
    {"arctan", ActFn::Arctan, [](long double x) { return limited(x, 0, 1.5707964L, std::atan(x)); }},
};

/// Distance in units of the last place of the f32 nearest to `want`.
static double ulps(float got, long double want) {
  float nearest = float(want);
  if (std::isnan(nearest) || std::isnan(got))
    return std::isnan(nearest) && std::isnan(got) ? 0 : 1e9;
  if (std::isinf(nearest) || std::isinf(got))
    return nearest == got ? 0 : 1e9;
  int exponent;
  std::frexp(nearest, &exponent);
  long double unit = std::ldexp(1.0L, std::max(exponent - 24, -149));
  return double(std::fabs((long double)got - want) / unit);
}

TEST(Kernels, FunctionsAreRoundedOnce) {
  std::vector<float> x = arguments(), y(x.size());
  for (const FunctionCase &test : kCases) {
    portableKernels().activate[unsigned(test.fn)](x.data(), y.data(), x.size(), 0);
    for (size_t i = 0; i < x.size(); ++i)
      // sin beyond pi multiplies huge numbers: relative error of double.
      ASSERT_LE(ulps(y[i], test.reference(x[i])), 0.501) << test.name << "(" << x[i] << ") = " << y[i];
  }
}

TEST(Kernels, EverySetGivesTheSameBits) {
  std::vector<float> x = arguments(), y(x.size()), want(x.size()), got(x.size());
  std::vector<uint8_t> wantBits(x.size() * 4), gotBits(x.size() * 4);
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = x[(i * 7919 + 13) % x.size()];
  const Kernels &p = portableKernels();
  auto same = [&](const char *what, unsigned i) {
    // NaN bits become canonical at the write.
    p.store[unsigned(DType::F32)](want.data(), want.data(), want.size());
    p.store[unsigned(DType::F32)](got.data(), got.data(), got.size());
    ASSERT_EQ(std::memcmp(want.data(), got.data(), want.size() * 4), 0) << what << " " << i;
  };
  for (const Kernels *k : sets()) {
    SCOPED_TRACE(k->name);
    for (unsigned fn = 0; fn < kNumActFns; ++fn) {
      if (!p.activate[fn])
        continue;
      p.activate[fn](x.data(), want.data(), x.size(), 0.25f);
      k->activate[fn](x.data(), got.data(), x.size(), 0.25f);
      same("function", fn);
    }
    for (unsigned op = 0; op < kNumAluOps; ++op) {
      if (!p.binary[op])
        continue;
      p.binary[op](x.data(), y.data(), want.data(), x.size());
      k->binary[op](x.data(), y.data(), got.data(), x.size());
      same("operator", op);
      k->scalar[op](x.data(), y[3], got.data(), x.size());
      p.scalar[op](x.data(), y[3], want.data(), x.size());
      same("operator with scalar", op);
    }
    for (unsigned t = 0; t < kNumDTypes; ++t) {
      if (!p.store[t])
        continue;
      p.store[t](x.data(), wantBits.data(), x.size());
      k->store[t](x.data(), gotBits.data(), x.size());
      ASSERT_EQ(wantBits, gotBits) << "store " << t;
      p.load[t](wantBits.data(), want.data(), x.size());
      k->load[t](wantBits.data(), got.data(), x.size());
      same("load", t);
    }
  }
}

static float fmaReference(float a, float b, float c) { return std::fma(a, b, c); }

TEST(Kernels, MatmulKeepsTheOrderOfK) {
  std::mt19937 random(3);
  auto value = [&] { return std::bit_cast<float>(uint32_t(random() & 0x807FFFFFu) | uint32_t(110 + random() % 30) << 23); };
  for (auto [k, m, n] : {std::array{128u, 128u, 97u}, {1u, 1u, 1u}, {7u, 13u, 33u}, {128u, 40u, 1u}, {256u, 9u, 2u}, {3u, 25u, 512u}}) {
    std::vector<float> s(k * m), v(k * n), start(m * n);
    for (auto *all : {&s, &v, &start})
      for (float &x : *all)
        x = value();
    for (bool accumulate : {false, true}) {
      std::vector<float> want = start;
      for (unsigned i = 0; i < m; ++i)
        for (unsigned j = 0; j < n; ++j) {
          float sum = 0;
          for (unsigned l = 0; l < k; ++l)
            sum = fmaReference(s[l * m + i], v[l * n + j], sum);
          want[i * n + j] = accumulate ? want[i * n + j] + sum : sum;
        }
      for (const Kernels *set : sets()) {
        std::vector<float> got = start;
        set->matmul({s.data(), m, v.data(), n, got.data(), n, k, m, n, accumulate});
        ASSERT_EQ(std::memcmp(got.data(), want.data(), want.size() * 4), 0) << set->name << " " << k << "x" << m << "x" << n;
      }
    }
  }
}
