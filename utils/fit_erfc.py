"""Prints the coefficients of kErfc in runtime/exec/kernels/Functions.inc.

erfc(x) = t * exp(-x^2) * P(s) for 1 <= x <= 28, t = 1 / (1 + x / 2),
s = (t - kErfcCentre) * kErfcScale in [-1, 1]. Needs mpmath.
"""
from mpmath import chebyfit, erfc, exp, mp, mpf, nstr

mp.dps = 40
low, high = 1 / (1 + mpf(28) / 2), 1 / (1 + mpf(1) / 2)
centre, scale = (low + high) / 2, 2 / (high - low)


def target(s):
    t = centre + s / scale
    x = 2 * (1 / t - 1)
    return erfc(x) * exp(x * x) / t


coefficients, error = chebyfit(target, [-1, 1], 20, error=True)
print("centre", nstr(centre, 20), "scale", nstr(scale, 20), "error", nstr(error, 3))
for value in coefficients:
    print(nstr(value, 20) + ",")
