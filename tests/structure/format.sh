#!/usr/bin/env bash
# Checks that every C++ and CUDA file is as clang-format 14 writes it: format.sh SOURCES
# Kernels that tests read stay as they were written, because the tests name their lines.
set -euo pipefail
cd "$1"
formatter=$(command -v clang-format-14 || command -v clang-format)
find app tests bench \( -name '*.h' -o -name '*.cpp' -o -name '*.inl' -o -name '*.cu' \) -not -path 'tests/*.cu' |
  sort | xargs -r "$formatter" --dry-run --Werror
echo ok
