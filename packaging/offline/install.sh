#!/bin/sh
# Installs this version of Damson beside others under /opt/damson, or removes the program again. Data is never touched.
set -eu
# The service's user has to read it.
umask 022

usage() {
  cat <<'TEXT'
install.sh [--root <folder>]              install this version and make it the current one
install.sh --uninstall [--root <folder>]  remove all versions, the command and the units; data and settings stay

Each version has a folder of its own, /opt/damson/<version>, and /opt/damson/current names the one that runs. To go back,
run the install.sh of the older version; docs/upgrade.md says what becomes of the database. With --root everything is put below that folder, and no user or service is made.
TEXT
}

die() {
  echo "install.sh: $1" >&2
  exit 1
}

root=''
action=install
while [ $# -gt 0 ]; do
  case $1 in
    --root)
      [ $# -gt 1 ] || die '--root needs a folder'
      root=${2%/}
      shift
      ;;
    --uninstall) action=uninstall ;;
    --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd -P)
version=$(cat "$here/VERSION")
programs=$root/opt/damson
units=$root/etc/systemd/system
command=$root/usr/local/bin/damson

if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then die 'run it as root, or name a folder with --root'; fi

reload_units() {
  if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
}

if [ "$action" = uninstall ]; then
  if [ -z "$root" ] && [ -d /run/systemd/system ] && systemctl is-active --quiet damson; then
    die 'Damson is running: stop it first (systemctl disable --now damson)'
  fi
  for unit in "$here"/systemd/*; do rm -f "$units/$(basename "$unit")"; done
  if [ -L "$command" ]; then rm -f "$command"; fi
  rm -rf "$programs"
  reload_units
  echo 'Removed. /var/lib/damson, /etc/damson.env and the user damson are still there.'
  exit 0
fi

case $(uname -m) in
  x86_64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) machine=$(uname -m) ;;
esac
[ "linux-$machine" = "$(cat "$here/PLATFORM")" ] ||
  die "this package is for $(cat "$here/PLATFORM"), and this machine is linux-$machine"
"$here/node/node" --version > /dev/null 2>&1 ||
  die 'the Node in this package does not run here: it needs glibc and Linux 4.18 or later (docs/packages.md)'
libc=$(getconf GNU_LIBC_VERSION 2> /dev/null | cut -d' ' -f2)
case $libc in
  2.*) [ "${libc#2.}" -ge 34 ] || die "this machine has glibc $libc, and the database needs 2.34 or later (docs/packages.md)" ;;
esac
(cd "$here" && sha256sum --check --quiet SHA256SUMS) || die 'files differ from SHA256SUMS: unpack the archive again'

target=$programs/$version
if [ "$here" != "$(readlink -f -- "$target" || true)" ]; then
  mkdir -p "$programs"
  fresh=$programs/.$version.$$
  trap 'rm -rf "$fresh"' EXIT
  cp -R "$here" "$fresh"
  chmod -R u+rwX,go=rX "$fresh"
  if [ -z "$root" ]; then chown -R root:root "$fresh"; fi
  if [ -e "$target" ]; then
    cmp -s "$target/SHA256SUMS" "$fresh/SHA256SUMS" ||
      die "another build of $version is in $target: remove it first"
    rm -rf "$fresh"
  else
    mv "$fresh" "$target"
  fi
fi
ln -s "$version" "$programs/.current.$$"
mv -T "$programs/.current.$$" "$programs/current"

mkdir -p "$(dirname "$command")" "$units"
ln -sfn /opt/damson/current/damson "$command"
cp "$target"/systemd/* "$units/"
reload_units
if [ -z "$root" ] && ! id damson > /dev/null 2>&1; then
  useradd --system --home-dir /var/lib/damson --shell /usr/sbin/nologin damson
fi

echo "Damson $version is the current version. A running server stays on its version until it is restarted."
echo 'Start it as a service with: systemctl enable --now damson'
