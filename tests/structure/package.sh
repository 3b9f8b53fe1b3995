#!/usr/bin/env bash
# The packages install, run and go away again, in roots of their own: package.sh SOURCES BUILD_FOLDER WHEELS
set -euo pipefail
sources=$1; build=$2; wheels=$3
for tool in dpkg-deb dpkg-shlibdeps file objdump; do
  command -v "$tool" >/dev/null || { echo "skipped: this system has no $tool"; exit 77; }
done
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
(cd "$folder" && cpack --config "$build/CPackConfig.cmake" -G 'DEB;TGZ' -B "$folder/out" >"$folder/log" 2>&1) || { cat "$folder/log" >&2; exit 1; }
deb=$(echo "$folder"/out/*.deb); tarball=$(echo "$folder"/out/*.tar.gz)
echo "$(basename "$deb"): $(du -h "$deb" | cut -f1), $(basename "$tarball"): $(du -h "$tarball" | cut -f1)"
dpkg-deb --field "$deb" Package Version Architecture Depends Recommends Installed-Size
fail() { echo "$@" >&2; exit 1; }
# Where a symbol of a newer C library is used, the package asks for that library: elsewhere it is not installed.
needed=$(objdump -T "$build/lanescope" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
asked=$(dpkg-deb --field "$deb" Depends | grep -oE 'libc6 \(>= [0-9.]+' | grep -oE '[0-9.]+$')
! dpkg-deb --ctrl-tarfile "$deb" | tar -t | grep -E 'inst$|rm$' || fail "the package runs a script where it is installed"
dpkg --compare-versions "$asked" ge "${needed#GLIBC_}" || fail "the program needs $needed, and the package asks for libc6 $asked"
for package in libegl1 libgl1 libx11-6 libstdc++6; do
  dpkg-deb --field "$deb" Depends | grep -qF "$package" || fail "the package does not depend on $package, which the program opens"
done
if command -v lintian >/dev/null; then
  lintian --fail-on error --suppress-tags duplicate-font-file "$deb" || fail "lintian finds errors"
fi

# A root with nothing in it but dpkg's list of packages; what the package depends on comes from the machine.
root=$folder/root; mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
run_dpkg() { dpkg --root="$root" --log="$folder/dpkg.log" --force-depends --force-not-root --force-bad-path "$@" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }; }
run_dpkg --install "$deb"
unset LANESCOPE_DATA
export XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
program=$root/usr/bin/lanescope
"$program" list | grep -q transpose/naive_row
"$program" doctor --json | grep -q "root/usr/share/lanescope"
"$program" --help | grep -q "^Documentation: .*root/usr/share/lanescope/docs$" || fail "--help does not name the documentation"
[ -s "$root/usr/share/lanescope/docs/cli.md" ] || fail "the documentation is missing"
# NVIDIA's files, where the build has them from wheels: as they are there, with their licence, and without what may not be
# handed on (its tools) or is never opened.
if compgen -G "$root/usr/lib/lanescope/cuda*" >/dev/null; then
  grep -q 'Attachment A' "$root/usr/share/doc/lanescope/NVIDIA-CUDA-License.txt" || fail "NVIDIA's licence is missing"
  grep -q '^Files: usr/lib/lanescope/cuda' "$root/usr/share/doc/lanescope/copyright" || fail "the copyright does not name NVIDIA"
  (cd "$root/usr/lib/lanescope" && find cuda* -name '*.so*') > "$folder/libraries"
  grep -q '/libnvrtc.so' "$folder/libraries" || fail "NVRTC is missing"
  while read -r library; do cmp "$wheels/$library" "$root/usr/lib/lanescope/$library"; done < "$folder/libraries"
  ! find "$root/usr/lib/lanescope" -name '*.alt.*' -o -name '*.a' -o -path '*/bin/*' -o -type d -empty | grep . ||
    fail "the package holds what the program never opens, or may not hold"
fi
set +e; "$program" run transpose/copy_row -p nx=64 -p ny=64 --backend emulator --timeout 600 > "$folder/run"; status=$?; set -e
[ "$status" -eq 0 ] || grep -q "no_compiler" "$folder/run" || { cat "$folder/run" >&2; exit 1; }
for file in applications/lanescope.desktop icons/hicolor/scalable/apps/lanescope.svg man/man1/lanescope.1.gz \
            bash-completion/completions/lanescope zsh/vendor-completions/_lanescope fish/vendor_completions.d/lanescope.fish \
            doc/lanescope/LICENSE doc/lanescope/NOTICES.md doc/lanescope/copyright doc/lanescope/changelog.gz; do
  [ -s "$root/usr/share/$file" ] || fail "$file is missing"
done
# Every command of the program is in the manual, and bash offers it.
export PATH=$root/usr/bin:$PATH
for command in $("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  grep -q "^.B $command\$" "$sources/packaging/lanescope.1" || { echo "the manual lacks $command" >&2; exit 1; }
  offered=$(bash -c 'source "$1"; COMP_WORDS=(lanescope "$2"); COMP_CWORD=1; _lanescope; echo "${COMPREPLY[@]}"' - \
            "$sources/packaging/completion.bash" "${command%?}")
  case " $offered " in *" $command "*) ;; *) echo "bash does not offer $command: $offered" >&2; exit 1 ;; esac
done
offered=$(bash -c 'source "$1"; COMP_WORDS=(lanescope run --sche); COMP_CWORD=2; _lanescope; echo "${COMPREPLY[@]}"' - "$sources/packaging/completion.bash")
[ "$offered" = --schedule ] || { echo "bash offers '$offered' for run --sche" >&2; exit 1; }
if command -v man >/dev/null; then man --warnings -l "$sources/packaging/lanescope.1" 2>&1 >/dev/null | grep . && exit 1; fi
if command -v desktop-file-validate >/dev/null; then desktop-file-validate "$sources/packaging/lanescope.desktop"; fi
run_dpkg --purge lanescope
left=$(find "$root" -path "$root/var" -prune -o ! -type d -print)
[ -z "$left" ] || { echo "the removed package leaves: $left" >&2; exit 1; }

# The tarball, on a root that has nothing but the C and C++ libraries.
bare=$folder/bare; mkdir -p "$bare/tmp" "$bare/proc"
tar -C "$bare" -xzf "$tarball"
tree=$(cd "$bare" && echo lanescope_*)
ldd "$bare/$tree/bin/lanescope" | grep -oE '/[^ ]+' | grep -v "$bare" | while read -r library; do
  mkdir -p "$bare$(dirname "$library")"; cp -L "$library" "$bare$library"
done
if [ "$(id -u)" -eq 0 ] && mount --bind /proc "$bare/proc" 2>/dev/null; then
  trap 'umount "$folder/bare/proc"; rm -rf "$folder"' EXIT
  chroot "$bare" "/$tree/bin/lanescope" list > "$folder/list"
  umount "$bare/proc"; trap 'rm -rf "$folder"' EXIT
else
  (cd / && "$bare/$tree/bin/lanescope" list) > "$folder/list"
fi
grep -q transpose/naive_row "$folder/list"
echo ok
