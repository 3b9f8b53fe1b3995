#!/usr/bin/env bash
# An installed tree runs from any place, without the sources: install.sh BUILD_FOLDER
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/first" >/dev/null
mv "$folder/first" "$folder/moved here"
cd /
unset LANESCOPE_DATA
program="$folder/moved here/bin/lanescope"
"$program" list --json > "$folder/list.json"
grep -q '"transpose/naive_row"' "$folder/list.json"
# Everything that the program reads comes from the moved tree: nothing in it points back.
if find "$folder/moved here" -type l | grep -q .; then echo "the installation holds links" >&2; exit 1; fi
"$program" doctor --json > "$folder/doctor.json"
grep -q "moved here/share/lanescope" "$folder/doctor.json"
# The pages of the documentation are there, and --help says where.
[ "$("$program" --help | tail -n 1)" = "Documentation: $folder/moved here/share/lanescope/docs" ]
[ -s "$folder/moved here/share/lanescope/README.md" ] && [ -s "$folder/moved here/share/lanescope/docs/cli.md" ]
"$program" snapshot transpose/smem_pad --view window --size 640x480 --timeout 600 -o "$folder/window.png"
[ -s "$folder/window.png" ]
[ -s "$folder/moved here/share/doc/lanescope/NOTICES.md" ] && [ -s "$folder/moved here/share/doc/lanescope/LICENSE" ]
set +e; "$program" run transpose/naive_row --timeout 600 --json > "$folder/run.json"; status=$?; set -e
[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || { echo "run ended with $status" >&2; exit 1; }
grep -Eq '"registers": [0-9]+' "$folder/run.json"   # it found an NVRTC and compiled
echo ok
