#!/bin/sh
# Runs `ioc` for a plugin, from the cache of the user; builds it where the cache has none.
# tool.sh SWIFT PACKAGE SCRATCH DIRECTORY… -- ARGUMENT…: the directories are those of the tool's sources, inside the package.
#
# A program in the cache belongs to the contents of its sources, the compiler and the options below. Whoever builds it holds the
# lock of its folder, and the next one finds it there. Where there can be no cache, each scratch folder has a tool of its own.
set -u
swift=$1 package=${2%/} scratch=$3
shift 3
sources=Package.swift
while [ "$1" != -- ]; do
    sources="$sources
${1#"$package"/}"
    shift
done
shift
unset SDKROOT
# Nobody debugs it, or looks for its symbols: without both it is built a quarter sooner.
options="--quiet --disable-index-store -debug-info-format none"

build() { # build COMMAND WORD…: runs the command of the package manager on the tool alone
    command=$1
    shift
    IOC_PART=IOCTool "$swift" "$command" $options --package-path "$package" --scratch-path "$scratch" "$@"
}

alone() { # alone ARGUMENT…: runs the tool of this scratch folder
    build run IOCTool "$@"
    exit
}

cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/ioc
compiler=$(dirname "$swift")/swift-frontend
command -v flock >/dev/null && command -v sha256sum >/dev/null && [ -e "$compiler" ] || alone "$@"
case $cache in /.cache/*) alone "$@" ;; /*) ;; *) alone "$@" ;; esac
key=$(
    cd "$package" && {
        echo "$options"
        stat -L -c '%n %s %Y' "$compiler"
        printf '%s\n' "$sources" | tr '\n' '\0' | xargs -0 sh -c 'find "$@" -type f -exec sha256sum {} +' sh | LC_ALL=C sort
    } | sha256sum | cut -c 1-32
) || alone "$@"
folder=$cache/$key
# Nobody else may write what runs here.
(umask 077 && mkdir -p "$folder" && : >>"$cache/lock" && : >>"$folder/lock") 2>/dev/null && [ -O "$folder" ] || alone "$@"
exec 8>>"$cache/lock" 9>>"$folder/lock"
# Whoever uses the cache shares its lock; who takes old entries away has it alone.
flock -s 8
touch "$folder"
if [ ! -x "$folder/ioc" ]; then
    flock 9
    if [ ! -x "$folder/ioc" ]; then
        build build --product IOCTool >&2 8>&- 9>&- || exit
        cp "$scratch/debug/IOCTool" "$folder/new" && mv "$folder/new" "$folder/ioc" || alone "$@"
        # A month without use.
        flock -n 8 && find "$cache" -mindepth 1 -maxdepth 1 -type d -mtime +30 -exec rm -rf {} +
    fi
fi
exec "$folder/ioc" "$@" 8>&- 9>&-
