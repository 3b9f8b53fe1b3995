#!/usr/bin/env bash
# No ./run and no ./test ends without a sentence, whatever fails below them, and both say what they do and nothing of what is
# not done: commands.sh SOURCES. The commands are the real ones; compiler, program and tests of this system are stand-ins.
set -euo pipefail
sources=$1
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/system" "$folder/empty" "$folder/project/third_party" "$folder/project/build/deps"
cp "$sources/run" "$sources/test" "$folder/project/"
cp "$sources"/third_party/{setup,packages.txt,wheels.txt} "$folder/project/third_party/"
cp "$sources/CMakePresets.json" "$folder/project/"
cd "$folder/project"

stand_in() { cat > "$1"; chmod +x "$1"; }
stand_in third_party/fetch <<< $'#!/bin/bash\n:'
stand_in "$folder/system/apt-get" <<< $'#!/bin/bash\n:'
stand_in "$folder/system/apt-cache" <<< $'#!/bin/bash\nfalse'
stand_in "$folder/system/dpkg-query" <<< $'#!/bin/bash\nfor package in "${@:4}"; do echo "installed $package"; done'
stand_in "$folder/system/nvidia-smi" <<< $'#!/bin/bash\necho 580.1'
stand_in "$folder/system/cmake" <<'STAND_IN'
#!/bin/bash
cat > build/build.ninja <<'NINJA'
rule link
  command = printf '#!/bin/bash\necho "the program runs"\n' > $out && chmod +x $out
rule again
  command = true
  description = Re-checking globbed directories...
build globbed: again
build lanescope: link
build other: link | lanescope
default lanescope other globbed
NINJA
STAND_IN
stand_in "$folder/system/ctest" <<< $'#!/bin/bash\necho "1/1 Test #1: a.test .....   Passed    0.01 sec"'
for name in bash env awk grep cat cksum mkdir tee sed sort head cut tr dirname realpath mktemp rm nproc date id git ninja chmod; do
  [ ! -x "$(command -v "$name")" ] || ln -s "$(command -v "$name")" "$folder/system/$name"
done
export LANESCOPE_PROGRESS_SECONDS=0
# start COMMAND: as a user does whose output goes into files; what fails is asked of `failing`.
start() {
  status=0
  PATH=$folder/failing:$folder/system:$folder/empty "./$1" > "$folder/output" 2> "$folder/words" || status=$?
}
fail() { echo "$1; status $status, output:" >&2; cat "$folder/output" "$folder/words" >&2; exit 1; }

start run
[ "$status" -eq 0 ] && [ "$(cat "$folder/output")" = "the program runs" ] || fail "./run does not run the program, or says more"
grep -qx 'configuring build' "$folder/words" && grep -qx 'building into build' "$folder/words" || fail "./run does not say what it does"
start test
[ "$status" -eq 0 ] && [ "$(tail -n 1 "$folder/output")" = "1 passed, 0 failed, 0 skipped" ] || fail "./test does not count"
grep -q 'building: [0-9]* of [0-9]*$' "$folder/words" || fail "no progress is shown"
start run
[ "$status" -eq 0 ] && [ ! -s "$folder/words" ] || fail "nothing is to be done, and something is said"

# Everything that they call fails in its turn, silently and with the status of ls.
sentences=0
for name in $(ls "$folder/system") third_party/fetch; do
  case $name in bash|env|dirname|realpath|chmod) continue ;; esac  # without these nothing starts
  for command in run test; do
    rm -rf "$folder/failing" build; mkdir -p "$folder/failing" build/deps
    if [ "$name" = third_party/fetch ]; then stand_in "$name" <<< $'#!/bin/bash\nexit 2'
    else stand_in "$folder/failing/$name" <<< $'#!/bin/bash\nexit 2'; fi
    start "$command"
    [ "$status" -eq 0 ] && continue
    grep -qE '[a-z]+ [a-z]+' <(grep -vE '^(configuring|building into) |^  building' "$folder/words") || fail "./$command ends without a sentence when $name fails"
    sentences=$((sentences + 1))
  done
done
[ "$sentences" -ge 10 ] || { echo "only $sentences of these failures ended a command" >&2; exit 1; }
echo "ok, $sentences ends with a sentence"
