#!/usr/bin/env bash
# CMake 3.22 reads the list of a program's tests as a list of its own: brackets, semicolons and backslashes in the name of
# one, or in the value of its parameter, break the names of all. usage: test_names.sh PROGRAM...
set -euo pipefail
status=0
for program; do
  names=$("$program" --gtest_list_tests)
  grep -q '^  ' <<< "$names" || { echo "$program lists no test" >&2; exit 1; }
  if wrong=$(grep '[];[\\]' <<< "$names"); then
    printf '%s has tests whose names CMake 3.22 cannot read (print their parameter otherwise):\n%s\n' "$program" "$wrong" >&2
    status=1
  fi
done
[ "$status" -eq 0 ] && echo ok
exit "$status"
