#!/usr/bin/env bash
# Tries both commands where nothing is installed: ./test bare [--no-test] [SUITE...]
# For each suite (bookworm and trixie where none is named) debootstrap makes a root of Debian's smallest kind, with a clone of
# what is committed. There ./run list, ./run without a display and ./test start from nothing, as root; in a second root a user
# without rights is told a command that is enough, and one with sudo needs none. --no-test leaves ./test out, the longest part.
# Packages come from this machine's own mirror (or LANESCOPE_DEBIAN_MIRROR), wheels by its own settings of pip.
# All mounts belong to a namespace of their own and end with it, as does every process, however this ends.
set -euo pipefail
sources=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
cd "$sources"
die() { printf '%s\n' "$@" >&2; exit 1; }

if [ "${1:-}" != --in-namespace ]; then
  command -v debootstrap >/dev/null || die "Roots are made by debootstrap. As root, run: apt-get install -y debootstrap"
  command -v git >/dev/null || die "What is committed is cloned by git. As root, run: apt-get install -y git"
  [ "$(id -u)" -eq 0 ] || die "Roots are made and entered by root. Run: sudo ./test bare $*"
  exec unshare --mount --pid --fork --kill-child "$0" --in-namespace "$@"
fi
shift
with_test=1 suites=()
for word; do
  case $word in
    --no-test) with_test= ;;
    -*) die "./test bare knows --no-test and names of suites, not $word" ;;
    *) suites+=("$word") ;;
  esac
done
[ ${#suites[@]} -gt 0 ] || suites=(bookworm trixie)

mirror=${LANESCOPE_DEBIAN_MIRROR:-$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Identifier: Packages' |
                                    awk '$1 == "Debian" && $2 == "Debian" && !found++ { print $3 }')}
[ -n "$mirror" ] || die "No mirror of Debian is known here: apt-get update fills the lists, or LANESCOPE_DEBIAN_MIRROR names one"

work=$(mktemp -d "${TMPDIR:-/var/tmp}/lanescope-bare-XXXXXX")
trap 'awk -v w="$work/" "index(\$2, w) == 1 { print \$2 }" /proc/self/mounts | sort -r | xargs -r umount --lazy
      rm -rf --one-file-system "$work"' EXIT
logs=$sources/build/bare
mkdir -p "$logs"

# What of this machine's settings a root needs to reach the same mirrors. Files that pip's settings name come along.
machine_settings() {  # ROOT
  local root=$1 line name value
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries)' > "$root/etc/apt/apt.conf.d/90machine" || true
  env | grep -iE '^(https?|ftp|no)_proxy=' > "$root/environment" || true
  while IFS='=' read -r name value; do
    name=${name##*.} value=${value#\'} value=${value%\'}
    if [ -f "$value" ]; then
      cp -L "$value" "$root/usr/local/share/pip-$name" && value=/usr/local/share/pip-$name
    elif [ -d "$value" ]; then
      mkdir -p "$root/usr/local/share/pip-$name" && mount --bind -o ro "$value" "$root/usr/local/share/pip-$name"
      value=/usr/local/share/pip-$name
    fi
    name=${name//-/_}
    echo "PIP_${name^^}=$value" >> "$root/environment"
  done < <(python3 -m pip config list 2>/dev/null)
}

# enter ROOT USER COMMAND...: in the clone, with an environment of nothing but what a machine of its own would have.
enter() {
  local root=$1 user=$2 home=/root settings=(); shift 2
  [ "$user" = root ] || home=/home/$user
  mapfile -t settings < "$root/environment"
  chroot --userspec="$user" "$root" /usr/bin/env -i HOME="$home" USER="$user" TERM=dumb "${settings[@]}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c 'cd ~/lanescope && "$@"' - "$@"
}

failed=0
# try SUITE NAME COMMAND...: its time and the last line that it says; all of it is in a log.
try() {
  local suite=$1 name=$2 begun=$SECONDS log status=0 took; shift 2
  log=${name//[^a-z]/-}; log=$logs/$suite.${log#--}.log
  printf '%-9s %-28s ' "$suite" "$name"
  "$@" > "$log" 2>&1 </dev/null || status=$?
  took=$(printf '%d:%02d' $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)))
  printf '%7s  %s\n' "$took" "$(grep . "$log" | tail -n 1)"
  [ "$status" -eq 0 ] || { failed=1; echo "          ended with $status: $log"; }
}

clone() { git clone --quiet --no-hardlinks "file://$sources" "$1"; }

# What a user without rights is told is enough, typed word by word; one with sudo is told nothing.
without_rights() {  # ROOT
  local root=$1 told=$work/told command
  if enter "$root" somebody ./run list > "$told" 2>&1; then cat "$told"; echo "a user without rights installed something"; return 1; fi
  cat "$told"
  command=$(sed -n 's/^  \(apt-get update && .*\)/\1/p' "$told")
  enter "$root" root bash -c "export DEBIAN_FRONTEND=noninteractive; $command" || return
  enter "$root" somebody bash -c 'set -euo pipefail; . third_party/setup; install_packages build && echo "nothing is missing"'
}
with_sudo() {  # ROOT
  enter "$1" root bash -c 'apt-get install -y -qq sudo && echo "somebody ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/somebody' || return
  enter "$1" somebody bash -c 'set -euo pipefail; . third_party/setup; install_packages build test && echo "nothing is missing"'
}

for suite in "${suites[@]}"; do
  root=$work/$suite
  try "$suite" "a root by debootstrap" debootstrap --variant=minbase "$suite" "$root" "$mirror"
  [ -x "$root/usr/bin/env" ] || continue
  machine_settings "$root"
  cp -a --one-file-system "$root" "$root.rights"
  for each in "$root" "$root.rights"; do
    mount -t proc proc "$each/proc"
    mount --rbind /dev "$each/dev"
  done
  clone "$root/root/lanescope"
  try "$suite" "./run list" enter "$root" root ./run list
  try "$suite" "./run without a display" enter "$root" root ./run
  [ -z "$with_test" ] || try "$suite" "./test" enter "$root" root ./test

  chroot "$root.rights" useradd --create-home somebody
  clone "$root.rights/home/somebody/lanescope"
  chroot "$root.rights" chown -R somebody: /home/somebody
  ln -s /home/somebody/lanescope "$root.rights/root/lanescope"
  try "$suite" "a user without rights" without_rights "$root.rights"
  try "$suite" "a user with sudo" with_sudo "$root.rights"
done
[ "$failed" -eq 0 ] && echo "ok" || echo "failed; all that was said is in $logs"
exit "$failed"
