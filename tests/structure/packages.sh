#!/usr/bin/env bash
# Tests what ./run and ./test do about Debian packages, with replacements of the system's commands: packages.sh SOURCES
set -euo pipefail
sources=$1
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
mkdir "$folder/system" "$folder/project" "$folder/project/third_party"
cp "$sources/third_party/setup" "$sources/third_party/packages.txt" "$folder/project/third_party/"

# This system knows the packages named in `installed`; like dpkg-query it ends with 1 when it does not know all of them.
cat > "$folder/system/dpkg-query" <<'STAND_IN'
#!/bin/bash
status=0
for package in "${@:4}"; do
  if grep -qxF -- "$package" "$STATE/installed"; then echo "installed $package"
  elif grep -qxF -- "$package" "$STATE/removed"; then echo "config-files $package"
  else echo "dpkg-query: no packages found matching $package" >&2; status=1; fi
done
exit $status
STAND_IN
cat > "$folder/system/apt-get" <<'STAND_IN'
#!/bin/bash
echo "apt-get $*" >> "$STATE/called"
[ "$1" = install ] || exit 0
[ ! -e "$STATE/unreachable" ] || { echo "E: Unable to locate package" >&2; exit 100; }
printf '%s\n' 'dlstatus:1:20.4821:Retrieving file 1 of 2' 'Selecting previously unselected package' 'pmstatus:libfmt-dev:60.1:Unpacking'
STAND_IN
printf '#!/bin/bash\necho "${TEST_USER_ID:-0}"\n' > "$folder/system/id"
printf '#!/bin/bash\n! grep -qxF -- "$2" "$STATE/unknown"\n' > "$folder/system/apt-cache"
export LANESCOPE_PROGRESS_SECONDS=0
for name in bash awk grep env; do ln -s "$(command -v "$name")" "$folder/system/$name"; done
chmod +x "$folder"/system/{dpkg-query,apt-get,apt-cache,id}

# all_but PACKAGE... installs everything that both commands want except these.
all_but() {
  awk '$1 == "build" || $1 == "test" { print $2 }' "$sources/third_party/packages.txt" > "$folder/all"
  grep -vxF -f <(printf '%s\n' "$@") "$folder/all" > "$folder/installed" || true
  : > "$folder/removed"; : > "$folder/called"; : > "$folder/unknown"; rm -f "$folder/unreachable"
}
# install() runs install_packages as ./run does (install test: as ./test does) and leaves status, output and the called
# commands behind.
install() {
  status=0
  (cd "$folder/project" && STATE=$folder PATH=$folder/system bash -c \
    'set -euo pipefail; . third_party/setup; install_packages build "$@"; echo "and on"' - "$@") > "$folder/output" 2>&1 || status=$?
}
fail() { echo "$1; status $status, output:" >&2; cat "$folder/output" "$folder/called" >&2; exit 1; }

all_but nothing
install
[ "$status" -eq 0 ] && grep -qx 'and on' "$folder/output" && [ ! -s "$folder/called" ] || fail "all is installed, and something was done"

all_but libfmt-dev
echo libstb-dev >> "$folder/removed"; grep -vx libstb-dev "$folder/installed" > "$folder/fewer"; mv "$folder/fewer" "$folder/installed"
install
[ "$status" -eq 0 ] && grep -qx 'and on' "$folder/output" || fail "missing packages stopped it"
grep -qx 'apt-get install -y -qq -o APT::Status-Fd=1 --no-install-recommends libfmt-dev libstb-dev' "$folder/called" || fail "the missing packages were not installed"
grep -q '20 % downloaded' "$folder/output" && grep -q '60 % installed' "$folder/output" || fail "no progress is shown"

# Ubuntu 22.04 has no toml++, so a replacement is fetched later, and from then on nothing is missing.
all_but libfmt-dev libtomlplusplus-dev
echo libtomlplusplus-dev > "$folder/unknown"
install
[ "$status" -eq 0 ] && grep -qx 'apt-get install -y -qq -o APT::Status-Fd=1 --no-install-recommends libfmt-dev' "$folder/called" ||
  fail "a package was asked for that this release lacks"
all_but libtomlplusplus-dev
mkdir -p "$folder/project/build/deps/toml"; touch "$folder/project/build/deps/toml/.wheels"
install
[ "$status" -eq 0 ] && [ ! -s "$folder/called" ] || fail "all is there, a part of it fetched, and something was done"
rm -r "$folder/project/build"

all_but libfmt-dev libstb-dev
install_without_sudo() { TEST_USER_ID=1000 install; }
install_without_sudo
[ "$status" -ne 0 ] || fail "a user who may install nothing went on"
grep -q 'apt-get update && apt-get install -y --no-install-recommends libfmt-dev libstb-dev' "$folder/output" || fail "the command to run as root is not shown"

# In a fresh system the lists of packages are empty, so that nobody knows what this release lacks. What can be done without
# is not asked for then, and after the printed command nothing is missing.
all_but libfmt-dev libtomlplusplus-dev
awk '$1 != "#" { print $2 }' "$sources/third_party/packages.txt" > "$folder/unknown"
install_without_sudo
[ "$status" -ne 0 ] && grep -q '^  apt-get update && apt-get install -y --no-install-recommends libfmt-dev$' "$folder/output" ||
  fail "with empty lists the command is another one"
echo libfmt-dev >> "$folder/installed"
install_without_sudo
[ "$status" -eq 0 ] && grep -qx 'and on' "$folder/output" && [ ! -s "$folder/called" ] || fail "the printed command was not enough"

# Tools of one version: installed where this release has them, and never a reason to stop or to read the lists again.
all_but clang-format-14 clang-tidy-14
install test
grep -q 'clang-format-14 clang-tidy-14$' "$folder/called" || fail "tools that this release has were not installed"
printf '%s\n' clang-format-14 clang-tidy-14 > "$folder/unknown"; : > "$folder/called"
install test
[ "$status" -eq 0 ] && [ ! -s "$folder/called" ] || fail "tools that this release lacks were asked for"

all_but libfmt-dev
printf '#!/bin/bash\necho sudo >> "$STATE/called"\nexec "$@"\n' > "$folder/system/sudo"; chmod +x "$folder/system/sudo"
: > "$folder/called"
install_without_sudo
[ "$status" -eq 0 ] && grep -qx sudo "$folder/called" && grep -q '^apt-get install' "$folder/called" || fail "sudo was not used"

touch "$folder/unreachable"
install
[ "$status" -ne 0 ] && grep -q 'Unable to locate package' "$folder/output" && grep -q 'Try by hand' "$folder/output" ||
  fail "packages that cannot be had gave no clear message"
echo ok
