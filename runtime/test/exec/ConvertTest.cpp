//===- ConvertTest.cpp - every code of the narrow types -------------------===//
//
// The reference knows only which values a format has: it searches the nearest,
// ties to the even code.
//
//===----------------------------------------------------------------------===//

#include "neuron/convert.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace neuron;

namespace {
struct Format {
  const char *name;
  DType type;
  int exponentBits, mantissaBits;
  bool isFinite; ///< no infinity; only the code of all ones is NaN
};
constexpr Format kFormats[] = {{"f16", DType::F16, 5, 10, false},          {"bf16", DType::BF16, 8, 7, false},
                               {"f8e4m3", DType::F8E4M3, 4, 3, false},     {"f8e5m2", DType::F8E5M2, 5, 2, false},
                               {"f8e4m3fn", DType::F8E4M3FN, 4, 3, true},  {"f8e3m4", DType::F8E3M4, 3, 4, false}};
} // namespace

static unsigned codesOf(const Format &f) { return 1u << (f.exponentBits + f.mantissaBits); }

/// Value of a code without sign, from the definition of the format.
static double valueOf(const Format &f, unsigned code) {
  unsigned exponent = code >> f.mantissaBits, mantissa = code & ((1u << f.mantissaBits) - 1);
  unsigned top = (1u << f.exponentBits) - 1;
  if (f.isFinite ? code == codesOf(f) - 1 : exponent == top && mantissa != 0)
    return NAN;
  if (!f.isFinite && exponent == top)
    return INFINITY;
  int bias = (1 << (f.exponentBits - 1)) - 1;
  double fraction = std::ldexp(double(mantissa), -f.mantissaBits) + (exponent ? 1 : 0);
  return std::ldexp(fraction, (exponent ? int(exponent) : 1) - bias);
}

static float decode(const Format &f, uint16_t code) {
  float value;
  uint8_t byte = uint8_t(code);
  EXPECT_TRUE(toFloat(f.type, bytesOf(f.type) == 1 ? static_cast<void *>(&byte) : &code, &value, 1));
  return value;
}
static uint16_t encode(const Format &f, float value) {
  uint16_t code = 0;
  EXPECT_TRUE(fromFloat(f.type, &value, &code, 1));
  return code;
}

TEST(Convert, EveryCodeHasItsValue) {
  for (const Format &f : kFormats)
    for (unsigned code = 0; code < 2 * codesOf(f); ++code) {
      double want = valueOf(f, code % codesOf(f));
      float got = decode(f, uint16_t(code));
      if (std::isnan(want)) {
        unsigned quiet = f.isFinite ? codesOf(f) - 1 : codesOf(f) - (1u << f.mantissaBits) + (1u << (f.mantissaBits - 1));
        ASSERT_TRUE(std::isnan(got)) << f.name << " " << code;
        ASSERT_EQ(encode(f, got), quiet) << f.name << " " << code;
        continue;
      }
      ASSERT_EQ(double(std::fabs(got)), want) << f.name << " " << code;
      ASSERT_EQ(std::signbit(got), code >= codesOf(f)) << f.name << " " << code;
      ASSERT_EQ(encode(f, got), code) << f.name;
    }
}

/// The code nearest to |x|, as if the format went on above its largest value.
static unsigned nearest(const Format &f, const std::vector<double> &values, double x) {
  auto above = std::lower_bound(values.begin(), values.end(), x);
  if (above == values.begin())
    return 0;
  unsigned high = unsigned(above - values.begin()), low = high - 1;
  double toLow = x - values[low], toHigh = above == values.end() ? INFINITY : *above - x;
  unsigned code = toLow < toHigh || (toLow == toHigh && low % 2 == 0) ? low : high;
  unsigned limit = f.isFinite ? codesOf(f) - 1 : codesOf(f) - (1u << f.mantissaBits);
  return std::min(code, limit); // infinity, or NaN of a finite format
}

TEST(Convert, RoundsToTheNearestEven) {
  std::mt19937 random(5);
  for (const Format &f : kFormats) {
    if (f.type == DType::BF16 || f.type == DType::F16)
      continue; // below, without the search
    std::vector<double> values;
    for (unsigned code = 0; code < codesOf(f) - (f.isFinite ? 1 : (1u << f.mantissaBits)); ++code)
      values.push_back(valueOf(f, code));
    double step = values.back() - values[values.size() - 2];
    values.push_back(values.back() + step); // where overflow begins
    for (int i = 0; i < 100000; ++i) {
      float x = i % 2 ? float(values.back() * 1.2 * (double(random()) / 4294967296.0)) : float((values[i / 2 % (values.size() - 1)] + values[i / 2 % (values.size() - 1) + 1]) / 2);
      ASSERT_EQ(encode(f, x), nearest(f, values, x)) << f.name << " " << x;
      ASSERT_EQ(encode(f, -x) & (codesOf(f) - 1), encode(f, x)) << f.name << " " << x;
    }
  }
}

TEST(Convert, HalfAgreesWithTheCompiler) {
  std::mt19937 random(6);
  const Format &f = kFormats[0];
  for (int i = 0; i < 200000; ++i) {
    float x = std::bit_cast<float>(uint32_t(random()) % 0x20000000u + 0x30000000u); // about f16's range
    if (i % 4 == 0)
      x = std::bit_cast<float>(uint32_t(random()) & 0xFFFFF000u); // ties are frequent
    if (std::isnan(x))
      continue;
    ASSERT_EQ(encode(f, x), std::bit_cast<uint16_t>(static_cast<_Float16>(x))) << x;
  }
}

TEST(Convert, Bf16AndTf32Ties) {
  struct Case {
    uint32_t bits;
    uint16_t bf16;
    uint32_t tf32;
  };
  const Case cases[] = {
      {0x3F808000, 0x3F80, 0x3F808000}, // tie to even: down
      {0x3F818000, 0x3F82, 0x3F818000}, // tie to even: up
      {0x3F808001, 0x3F81, 0x3F808000},
      {0x3F801000, 0x3F80, 0x3F800000}, // tie of tf32: down
      {0x3F803000, 0x3F80, 0x3F804000}, // tie of tf32: up
      {0x7F7FFFFF, 0x7F80, 0x7F800000}, // largest: infinity
      {0xFF800000, 0xFF80, 0xFF800000}, // -infinity
      {0x00000001, 0x0000, 0x00000000},
      {0x00008001, 0x0001, 0x00008000}, // subnormals stay
      {0x80000000, 0x8000, 0x80000000}, // -0
      {0xFFC12345, 0x7FC0, 0x7FC00000}, // NaN: quiet, positive
  };
  for (const Case &c : cases) {
    float x = std::bit_cast<float>(c.bits), tf32;
    EXPECT_EQ(encode(kFormats[1], x), c.bf16) << std::hex << c.bits;
    ASSERT_TRUE(fromFloat(DType::TF32, &x, &tf32, 1));
    EXPECT_EQ(std::bit_cast<uint32_t>(tf32), c.tf32) << std::hex << c.bits;
    ASSERT_TRUE(toFloat(DType::TF32, &x, &tf32, 1));
    EXPECT_EQ(std::bit_cast<uint32_t>(tf32), c.tf32) << std::hex << c.bits;
  }
}

TEST(Convert, SpecialValuesOfFp8) {
  struct Case {
    float x;
    uint8_t e4m3, e5m2, e4m3fn, e3m4;
  };
  const float inf = INFINITY;
  const Case cases[] = {{240, 0x77, 0x5C, 0x77, 0x70},   {448, 0x78, 0x5F, 0x7E, 0x70},  {464, 0x78, 0x5F, 0x7E, 0x70},
                        {465, 0x78, 0x5F, 0x7F, 0x70},   {57344, 0x78, 0x7B, 0x7F, 0x70}, {61440, 0x78, 0x7C, 0x7F, 0x70},
                        {inf, 0x78, 0x7C, 0x7F, 0x70},   {-inf, 0xF8, 0xFC, 0xFF, 0xF0},  {15.5f, 0x58, 0x4C, 0x58, 0x6F},
                        {0x1p-9f, 0x01, 0x18, 0x01, 0x00}, {0x1p-16f, 0x00, 0x01, 0x00, 0x00}, {-0.0f, 0x80, 0x80, 0x80, 0x80}};
  for (const Case &c : cases) {
    EXPECT_EQ(encode(kFormats[2], c.x), c.e4m3) << c.x;
    EXPECT_EQ(encode(kFormats[3], c.x), c.e5m2) << c.x;
    EXPECT_EQ(encode(kFormats[4], c.x), c.e4m3fn) << c.x;
    EXPECT_EQ(encode(kFormats[5], c.x), c.e3m4) << c.x;
  }
}

template <typename T> static T toInt(DType type, float x) {
  T value;
  EXPECT_TRUE(fromFloat(type, &x, &value, 1));
  return value;
}

TEST(Convert, IntegersRoundAndSaturate) {
  for (float x : {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 126.5f, 127.5f, 254.5f, 1e10f, -1e10f, 8388607.5f, 16777217.0f}) {
    double r = std::nearbyint(double(x));
    auto bound = [&](double low, double high) { return std::min(std::max(r, low), high); };
    EXPECT_EQ(toInt<int8_t>(DType::I8, x), bound(-128, 127)) << x;
    EXPECT_EQ(toInt<uint8_t>(DType::U8, x), bound(0, 255)) << x;
    EXPECT_EQ(toInt<int16_t>(DType::I16, x), bound(-32768, 32767)) << x;
    EXPECT_EQ(toInt<uint16_t>(DType::U16, x), bound(0, 65535)) << x;
    EXPECT_EQ(toInt<int32_t>(DType::I32, x), bound(-2147483648.0, 2147483647.0)) << x;
    EXPECT_EQ(toInt<uint32_t>(DType::U32, x), bound(0, 4294967295.0)) << x;
  }
  for (float x : {-INFINITY, INFINITY}) {
    EXPECT_EQ(toInt<int32_t>(DType::I32, x), x < 0 ? INT32_MIN : INT32_MAX);
    EXPECT_EQ(toInt<uint32_t>(DType::U32, x), x < 0 ? 0u : UINT32_MAX);
    EXPECT_EQ(toInt<int8_t>(DType::I8, x), x < 0 ? -128 : 127);
  }
  EXPECT_EQ(toInt<int32_t>(DType::I32, NAN), 0);
  EXPECT_EQ(toInt<uint32_t>(DType::U32, NAN), 0u);
  EXPECT_EQ(toInt<uint8_t>(DType::U8, NAN), 0);
  EXPECT_EQ(toInt<uint32_t>(DType::U32, 3000000000.0f), 3000000000u);
}

TEST(Convert, WideIntegersRoundOnce) {
  const uint32_t values[] = {0, 1, 16777217, 16777219, 0x7FFFFFFF, 0x80000000, 0x80000080, 0x80000081, 0xFFFFFF7F, 0xFFFFFF80, 0xFFFFFFFF};
  for (uint32_t x : values) {
    float asUnsigned, asSigned;
    int32_t s = int32_t(x);
    ASSERT_TRUE(toFloat(DType::U32, &x, &asUnsigned, 1));
    ASSERT_TRUE(toFloat(DType::I32, &s, &asSigned, 1));
    EXPECT_EQ(asUnsigned, float(double(x))) << x;
    EXPECT_EQ(asSigned, float(double(s))) << x;
  }
}

TEST(Convert, OtherTypesAreRefused) {
  uint64_t bits = 0;
  float value = 0;
  for (DType type : {DType::F64, DType::I64, DType::U64, DType::Bool, DType::F8E8M0, DType::F4E2M1, DType(250)}) {
    EXPECT_FALSE(toFloat(type, &bits, &value, 1));
    EXPECT_FALSE(fromFloat(type, &value, &bits, 1));
  }
}
