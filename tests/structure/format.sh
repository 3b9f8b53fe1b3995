#!/usr/bin/env bash
# Every C++ file is as clang-format 14 writes it: format.sh SOURCES
set -euo pipefail
cd "$1"
formatter=$(command -v clang-format-14 || command -v clang-format)
find app tests bench -name '*.h' -o -name '*.cpp' | sort | xargs -r "$formatter" --dry-run --Werror
echo ok
