#!/usr/bin/env bash
# On a release without a package of toml++ the headers of the set toml are used: stand_in_toml.sh SOURCES WHEELS_FOLDER
set -euo pipefail
sources=$1; deps=$2
"$sources/third_party/fetch" toml "$deps/toml"
headers=$(echo "$deps"/toml/pytomlpp-*/third_party/tomlplusplus/include)
log=$(mktemp); trap 'rm -f "$log"' EXIT
c++ -std=c++20 -fsyntax-only -H -DTOML_HEADER_ONLY=0 -I "$sources/app" -isystem "$headers" \
    "$sources/app/catalogue/front_matter/read_front_matter.cpp" 2> "$log" || { cat "$log" >&2; exit 1; }
grep -qF "$headers/toml++/toml.h" "$log" || { echo "another toml++ was read:" >&2; grep 'toml.h' "$log" >&2; exit 1; }
echo ok
