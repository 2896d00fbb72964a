#!/usr/bin/env bash
# Installs what the tests need, builds everything and runs every test. The last
# line counts them, also when it does not get that far (a step that stops counts
# as one failure); the exit status is 0 if none failed.
set -euo pipefail
cd "$(dirname "$0")/.."

passed=0
failed=0
step="set-up"
finish() {
  local status=$?
  if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
    failed=1
    echo "$step: stopped"
  fi
  echo
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] || exit 1
}
trap finish EXIT

utils/setup.sh
step=build
cmake --preset dev
cmake --build --preset dev
step=tests

log=build/test-log
mkdir -p "$log"
# count NAME PASSED FAILED
count() {
  echo "$1: $2 passed, $3 failed"
  passed=$((passed + $2))
  failed=$((failed + $3))
}

# check NAME COMMAND...: one test that is a command.
check() {
  local name=$1
  shift
  if "$@"; then count "$name" 1 0; else count "$name" 0 1; fi
}

check style python3 utils/check_style.py
check "error codes" python3 utils/make_errors.py --check
check "levels page" python3 utils/make_levels.py --bin build/bin --check
check "reference pages" python3 utils/make_reference.py --bin build/bin --check

echo "== unit and runtime tests"
ctest --test-dir build -j "$(nproc)" --output-on-failure >"$log/ctest.txt" 2>&1 || true
summary=$(grep -E 'tests? passed.* out of [0-9]+' "$log/ctest.txt" || true)
all=$(sed -nE 's/.*out of ([0-9]+).*/\1/p' <<<"$summary")
bad=$(sed -nE 's/.* ([0-9]+) tests? failed.*/\1/p' <<<"$summary") # not printed when there are none
grep -E '\*\*\*Failed|\(Failed\)|Exception' "$log/ctest.txt" || true
count ctest "$((${all:-0} - ${bad:-0}))" "${bad:-0}"
[ -n "$summary" ] || count "ctest did not run" 0 1

echo "== lit tests"
/usr/lib/llvm-22/bin/lit -q --time-tests --xunit-xml-output "$log/lit.xml" -j "$(nproc)" build/test/lit >"$log/lit.txt" 2>&1 || true
python3 utils/lit_counts.py "$log/lit.xml" >"$log/lit.counts" || echo "0 1" >"$log/lit.counts"
read -r good bad <"$log/lit.counts"
[ "$bad" -eq 0 ] || cat "$log/lit.txt"
count lit "$good" "$bad"

echo "== end to end"
python3 test/e2e/run.py --bin build/bin test/e2e/models examples >"$log/e2e.txt" 2>&1 || true
grep -vE '^ok ' "$log/e2e.txt" || true
read -r good bad < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log/e2e.txt" | tail -1) || true
count e2e "${good:-0}" "${bad:-1}"
