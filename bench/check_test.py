"""What makes the check of recorded times fail."""
import unittest

from check import compare
from compiler import Outcome
from goals import Goal


def bad(outcomes, recorded):
    return compare(outcomes, recorded)[1]


class Compare(unittest.TestCase):
    def test_tolerance(self):
        self.assertEqual(bad({"a": Outcome(predicted_us=104.9, bound_us=1)}, {"a": 100}), 0)
        self.assertEqual(bad({"a": Outcome(predicted_us=105.1, bound_us=1)}, {"a": 100}), 1)
        self.assertEqual(bad({"a": Outcome(predicted_us=50, bound_us=1)}, {"a": 100}), 0)

    def test_no_silent_row(self):
        self.assertEqual(bad({"a": Outcome(error="NRN-E0000")}, {"a": 100}), 1)
        self.assertEqual(bad({"a": Outcome(predicted_us=1, bound_us=1)}, {}), 1)
        self.assertEqual(bad({}, {"a": 100}), 1)


class Goals(unittest.TestCase):
    def test_limits(self):
        outcome = Outcome(predicted_us=1, bound_us=10)
        self.assertEqual(Goal(us=5).limit(outcome), 5)
        self.assertEqual(Goal(bound=1.5, slack=4).limit(outcome), 19)
        self.assertEqual(str(Goal(bound=1, slack=4)), "1 x bound + 4 us")


if __name__ == "__main__":
    unittest.main()
