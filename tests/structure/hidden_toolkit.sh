#!/usr/bin/env bash
# On a machine that never saw a CUDA Toolkit the program still builds and still compiles kernels, from the wheels:
# hidden_toolkit.sh SOURCES BUILD_FOLDER WHEELS_FOLDER
set -euo pipefail
sources=$1; build=$2; deps=$3
"$sources/third_party/fetch" cuda13 "$deps/cuda13"
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT

# The rooms that include NVIDIA's headers compile with those of the wheels. They are not run, so nothing is optimised.
cmake -S "$sources" -B "$folder/build" -G Ninja -DLANESCOPE_HIDE_TOOLKIT=ON -DLANESCOPE_DEPS="$deps" \
      -DLANESCOPE_TESTS=OFF -DCMAKE_BUILD_TYPE=None > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
grep -q 'CUDA headers: the wheels of set cuda13' "$folder/log"
mapfile -t objects < <(ninja -C "$folder/build" -t targets all | grep -oE '^app/(cuda|compiler)/.*\.o(:|$)' | tr -d :)
[ "${#objects[@]}" -gt 0 ] || { echo "no object of the rooms cuda and compiler is built" >&2; exit 1; }
ninja -C "$folder/build" "${objects[@]}" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

# With every installed toolkit hidden, the program compiles with the NVRTC of the wheels.
export LANESCOPE_HIDE_TOOLKIT=1 XDG_CACHE_HOME="$folder/cache"
unset CUDA_PATH CUDA_HOME LANESCOPE_NVRTC LD_LIBRARY_PATH
set +e; "$build/lanescope" run transpose/smem_tile --timeout 600 --json > "$folder/run.json"; status=$?; set -e
[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || { echo "run ended with $status" >&2; exit 1; }
grep -Eq '"registers": [0-9]+' "$folder/run.json"
"$build/lanescope" doctor > "$folder/doctor"
grep -q 'NVRTC 13' "$folder/doctor"
if grep -q '/usr/local/cuda' "$folder/doctor"; then echo "a hidden toolkit was found:" >&2; cat "$folder/doctor" >&2; exit 1; fi
echo ok
