#!/usr/bin/env bash
# While third_party/fetch replaces a folder of wheels, nobody meets half of one: fetch_beside_readers.sh SOURCES BUILD_FOLDER
# A wheel of our own stands in for NVRTC's, so that no network is needed. Two fetch at once, a reader looks at every file
# as fast as it can, and the program searches its compiler there.
set -euo pipefail
sources=$1; build=$2
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/third_party" "$folder/wheels" "$folder/bin/deps"

# Two versions of a wheel: a library that the program may open, with 40 MB behind it, so that copying takes its time.
/usr/bin/python3 - "$folder" "$(find "$build/tests" -name 'libnvrtc_crash.so' | head -1)" <<'WHEELS'
import hashlib, sys, zipfile
folder, library = sys.argv[1:]
code = open(library, 'rb').read()
lines = []
for version in ('1.0', '2.0'):
    name = f'{folder}/wheels/nvrtc_stand_in-{version}-py3-none-any.whl'
    info = f'nvrtc_stand_in-{version}.dist-info'
    with zipfile.ZipFile(name, 'w') as wheel:
        wheel.writestr('nvidia/cu13/lib/libnvrtc.so.13', code + version[:1].encode() * 40_000_000)
        wheel.writestr('nvidia/cu13/lib/libnvrtc-builtins.so.13.0', b'nothing')
        wheel.writestr(f'{info}/METADATA', f'Metadata-Version: 2.1\nName: nvrtc-stand-in\nVersion: {version}\n')
        wheel.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
        wheel.writestr(f'{info}/RECORD', '')
    digest = hashlib.sha256(open(name, 'rb').read()).hexdigest()
    open(f'{folder}/wheels-{version}.txt', 'w').write(f'cuda13 nvrtc-stand-in=={version} {digest}\n')
WHEELS
cp "$sources/third_party/fetch" "$folder/third_party/fetch"
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$folder/wheels PIP_CONFIG_FILE=/dev/null
unset PIP_INDEX_URL PIP_EXTRA_INDEX_URL
fetch() { cp "$folder/wheels-$1.txt" "$folder/third_party/wheels.txt" && "$folder/third_party/fetch" cuda13 "$folder/bin/deps/cuda13" 2>/dev/null; }
fetch 1.0

# Whenever the stamp is there, every file is whole and of one version.
/usr/bin/python3 - "$folder/bin/deps/cuda13" "$folder/ended" <<'READER' &
import os, sys, time
root, ended = sys.argv[1:]
looks, parent = 0, os.getppid()
while not os.path.exists(ended):
    if os.getppid() != parent: sys.exit('the test was interrupted')
    try:
        with open(f'{root}/.wheels') as stamp, open(f'{root}/nvidia/cu13/lib/libnvrtc.so.13', 'rb') as library:
            size = os.fstat(library.fileno()).st_size
            library.seek(-1, os.SEEK_END)
            last = library.read(1)
    except FileNotFoundError:
        continue  # a system that cannot exchange two names in one step
    except OSError as error:
        sys.exit(f'a half file was met: {error}')
    if size < 40_000_000 or last not in (b'1', b'2'): sys.exit(f'a half library of {size} bytes was met')
    looks += 1
    time.sleep(0.001)
if looks < 10: sys.exit('the reader saw nothing')
READER
reader=$!

# The program believes the folder beside itself, so it lies there under a second name.
ln "$build/lanescope" "$folder/bin/lanescope" 2>/dev/null || cp "$build/lanescope" "$folder/bin/lanescope"
(
  export LANESCOPE_HIDE_TOOLKIT=1 LANESCOPE_DATA=$build/share/lanescope XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
  unset LANESCOPE_NVRTC CUDA_PATH CUDA_HOME LD_LIBRARY_PATH
  while [ ! -e "$folder/ended" ] && [ -d "$folder" ]; do
    "$folder/bin/lanescope" doctor --json > "$folder/doctor.json" || { echo "the doctor ended with $?" >&2; exit 1; }
    ! grep -v CUPTI "$folder/doctor.json" | grep -q 'cannot be opened' || { cat "$folder/doctor.json" >&2; exit 1; }
  done
) & program=$!

for round in 1 2; do
  fetch 2.0 & one=$!
  "$folder/third_party/fetch" cuda13 "$folder/bin/deps/cuda13" 2>/dev/null & two=$!
  wait "$one"; wait "$two"
  fetch 1.0
done
touch "$folder/ended"
wait "$reader"; wait "$program"
# A folder that is not whole is not believed: its stamp comes last.
rm "$folder/bin/deps/cuda13/.wheels"
LANESCOPE_HIDE_TOOLKIT=1 LANESCOPE_DATA=$build/share/lanescope "$folder/bin/lanescope" doctor > "$folder/doctor"
if grep -q "wheels of this program" "$folder/doctor"; then echo "a folder without its stamp was believed" >&2; exit 1; fi
ls "$folder/bin/deps" | grep -qv unpacking || exit 1
[ -z "$(ls "$folder/bin/deps" | grep unpacking)" ] || { echo "something is left beside the folder" >&2; exit 1; }
echo ok
