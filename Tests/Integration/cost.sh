#!/usr/bin/env bash
# Measures the cost of using the container. `cost.sh [REVISION]` compares the processor time of a clean
# `swift build --target IOC` with that of a revision in the same run. The limit is a percentage of the revision's time.
# It also measures the size of a program that imports the container.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
need readelf binutils

revision=${1:-2bb0bdfe}
limit=65
temporary_folder
trap 'git -C "$repository" worktree remove --force "$work/before"; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/before" "$revision"

cost() { # cost FOLDER CONFIGURATION: the processor time of a clean build, in hundredths of a second
    local TIMEFORMAT='%U %S' figures
    rm -rf "$work/build"
    figures=$({ time swift build --package-path "$1" --scratch-path "$work/build" -c "$2" --target IOC \
        >"$work/log" 2>&1; } 2>&1) || { tail -20 "$work/log" >&2; return 1; }
    awk '{ printf "%d\n", ($1 + $2) * 100 }' <<<"$figures"
}

for configuration in debug release; do
    before=$(cost "$work/before" "$configuration")
    now=$(cost "$repository" "$configuration")
    echo "$configuration: $((now / 100)) s of processor time, $((before / 100)) s at $revision, $((now * 100 / before)) %"
    check "a build in $configuration costs at most $limit % of that at $revision" \
        test $((now * 100)) -le $((before * limit))
done

manifest "$work/program" '.executableTarget(name: "program", dependencies: [container])'
mkdir -p "$work/program/Sources/program"
printf 'import IOC\nprint("a line")\n' >"$work/program/Sources/program/main.swift"
swift build -c release --package-path "$work/program"
program=$(swift build -c release --package-path "$work/program" --show-bin-path)/program
check "the program runs" test "$("$program")" = "a line"
libraries=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
check "the program is linked to the essentials of Foundation" contains "$libraries" libFoundationEssentials.so
for library in libFoundation.so libFoundationInternationalization.so lib_FoundationICU.so libFoundationNetworking.so; do
    check "the program is not linked to $library" bash -c '! grep -qxF "$1" <<<"$2"' - "$library" "$libraries"
done
strip -o "$work/stripped" "$program"
size=$(stat -c %s "$work/stripped")
echo "the program, built for release and stripped: $size bytes"
check "the program has at most 4,000,000 bytes" test "$size" -le 4000000
finish
