#include "lib/Frontend/PT2/SymExpr.h"

#include "gtest/gtest.h"

using namespace neuron;
using namespace neuron::pt2;

namespace {

std::optional<int64_t> lookup(llvm::StringRef name) {
  if (name == "s0")
    return 7;
  if (name == "s1")
    return 3;
  return std::nullopt;
}

Result<Number> eval(llvm::StringRef text) { return evaluateExpression(text, lookup); }

void expectInteger(llvm::StringRef text, int64_t wanted) {
  Result<Number> number = eval(text);
  ASSERT_TRUE(number.ok()) << text.str() << ": " << number.status().message();
  EXPECT_TRUE(number->isInteger()) << text.str();
  EXPECT_EQ(number->num, wanted) << text.str();
}

TEST(SymExpr, ReadsSympysRepresentation) {
  expectInteger("Symbol('s0', positive=True, integer=True)", 7);
  expectInteger("Mul(Integer(4), Symbol('s1', integer=True))", 12);
  expectInteger("Add(Symbol('s0'), Integer(-1))", 6);
  expectInteger("FloorDiv(Symbol('s0'), Integer(2))", 3);
  expectInteger("FloorDiv(Integer(-7), Integer(2))", -4);
  expectInteger("Mod(Integer(-7), Integer(3))", 2);
  expectInteger("Max(Integer(1), Symbol('s1'), Symbol('s0'))", 7);
  expectInteger("Min(Symbol('s1'), Symbol('s0'))", 3);
  expectInteger("Mul(Rational(1, 2), Add(Symbol('s0'), Integer(1)))", 4);
  expectInteger("Pow(Symbol('s1'), Integer(2))", 9);
  expectInteger("Mul(Symbol('s0'), Integer(6), Pow(Integer(2), Integer(-1)))", 21);
  expectInteger("ceiling(Mul(Symbol('s0'), Float('0.5', precision=53)))", 4);
  expectInteger("CeilToInt(IntTrueDiv(Symbol('s0'), Integer(2)))", 4);
  expectInteger("TruncToInt(Mul(Float('-1.0', precision=53), Symbol('s0')))", -7);
  expectInteger("Eq(Symbol('s0'), Integer(7))", 1);
  expectInteger("And(StrictLessThan(Symbol('s1'), Symbol('s0')), Not(Eq(Symbol('s1'), Integer(0))))", 1);
}

TEST(SymExpr, ReadsArithmetic) {
  expectInteger("4*s1", 12);
  expectInteger("s0 + 2*s1 - 1", 12);
  expectInteger("2*(s0 + 1)//3", 5);
  expectInteger("-s0 % 4", 1);
  expectInteger("2**s1**2", 512);
  expectInteger("(s0 > 3) & (s1 <= 3)", 1);
  expectInteger("Max(1, s0 - 100)", 1);
  expectInteger("10 - 3 - 2", 5);
}

TEST(SymExpr, ReportsSymbolsWithoutValue) { EXPECT_EQ(eval("u0 + 1").status().code(), 3507u); }

TEST(SymExpr, RefusesWhatHasNoMeaning) {
  for (llvm::StringRef text : {"", "4*", "s0 +", "f(s0)", "(s0", "s0)", "1/0", "Mod(s0, 0)", "'x", "Symbol(",
                               "9223372036854775807 + 1", "4611686018427387904 * 4", "2**63", "2**-", "Max()"})
    EXPECT_EQ(eval(text).status().code(), 3504u) << text.str();
  EXPECT_EQ(eval(std::string(100000, '(')).status().code(), 3504u);
  EXPECT_EQ(eval(std::string(100000, '-') + "1").status().code(), 3504u);
}

TEST(SymExpr, SolvesForASymbol) {
  EXPECT_EQ(solveExpression("4*t", "t", 48, 0, 1000, lookup), 12);
  EXPECT_EQ(solveExpression("4*t", "t", 47, 0, 1000, lookup), std::nullopt);
  EXPECT_EQ(solveExpression("FloorDiv(t, 2) + s1", "t", 8, 0, 1000, lookup), 10);
  EXPECT_EQ(solveExpression("t", "t", 2000, 0, 1000, lookup), std::nullopt);
}

TEST(SymExpr, ShowsExpressions) {
  EXPECT_EQ(prettyExpression("Mul(Integer(4), Symbol('s39', positive=True, integer=True))"), "4*s39");
  EXPECT_EQ(prettyExpression("Mul(Integer(2), Add(Symbol('a'), Integer(1)))"), "2*(a + 1)");
  EXPECT_EQ(prettyExpression("s0//2"), "s0//2");
  EXPECT_EQ(plainSymbol("Symbol('s0', integer=True)"), "s0");
  EXPECT_EQ(plainSymbol("4*s0"), "");
}

} // namespace
