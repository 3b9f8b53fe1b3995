#!/usr/bin/env bash
# On a machine that never saw a CUDA Toolkit the program still builds and still compiles kernels, from the wheels:
# hidden_toolkit.sh SOURCES BUILD_FOLDER WHEELS_FOLDER
set -euo pipefail
sources=$1; build=$2; deps=$3
"$sources/third_party/fetch" cuda13 "$deps/cuda13"
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT

# The rooms that include NVIDIA's headers build against those of the wheels.
cmake -S "$sources" -B "$folder/build" -G Ninja -DLANESCOPE_HIDE_TOOLKIT=ON -DLANESCOPE_DEPS="$deps" \
      -DLANESCOPE_TESTS=OFF > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
grep -q 'CUDA headers: the wheels of set cuda13' "$folder/log"
ninja -C "$folder/build" lanescope_cuda lanescope_compiler > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

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
