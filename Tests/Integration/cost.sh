#!/usr/bin/env bash
# What it costs to take the container: the processor time of a clean build of a program that imports IOC and prints a line,
# beside one that imports Foundation alone; the size of that program, and the libraries it is linked to.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
need readelf binutils

root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A tool of plugins is no part of it, whatever the variables say.
unset IOC_PART

package() { # package MODULE [DEPENDENCY PRODUCT]: writes a package whose program imports a module
    mkdir -p "$work/$1/Sources/program"
    cat >"$work/$1/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "program", platforms: [.macOS(.v15)], dependencies: [${2:-}],
    targets: [.executableTarget(name: "program", dependencies: [${3:-}])])
SWIFT
    printf 'import %s\nprint("a line")\n' "$1" >"$work/$1/Sources/program/main.swift"
}
package Foundation
package IOC ".package(name: \"ioc\", path: \"$root\")" '.product(name: "IOC", package: "ioc")'

cost() { # cost MODULE CONFIGURATION: the processor time of a clean build and all it runs, in hundredths of a second
    local TIMEFORMAT='%U %S' figures
    rm -rf "$work/$1/.build"
    figures=$({ time swift build -c "$2" --package-path "$work/$1" >"$work/log" 2>&1; } 2>&1) ||
        { tail -20 "$work/log" >&2; return 1; }
    awk '{ printf "%d\n", ($1 + $2) * 100 }' <<<"$figures"
}

# A bar keeps what was reached, with room for what moves between machines: today's ratios are 11 and 79.
for row in "debug 14" "release 90"; do
    read -r configuration bar <<<"$row"
    alone=$(cost Foundation "$configuration")
    whole=$(cost IOC "$configuration")
    awk -v c="$configuration" -v a="$alone" -v w="$whole" 'BEGIN {
        printf "%s: %.1f s of processor time, %.1f times the %.1f s of Foundation alone\n", c, w / 100, w / a, a / 100 }'
    check "a build in $configuration costs at most $bar times one with Foundation alone" test "$whole" -le $((alone * bar))
done

program=$(swift build -c release --package-path "$work/IOC" --show-bin-path)/program
check "the program runs" test "$("$program")" = "a line"
libraries=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
check "it is linked to the essentials of Foundation" contains "$libraries" libFoundationEssentials.so
for library in libFoundation.so libFoundationInternationalization.so lib_FoundationICU.so libFoundationNetworking.so; do
    check "it is not linked to $library" sh -c "! grep -qxF $library <<TEXT
$libraries
TEXT"
done
strip -o "$work/stripped" "$program"
size=$(stat -c %s "$work/stripped")
echo "the program, built for release and stripped: $size bytes"
check "the program has at most 4,000,000 bytes" test "$size" -le 4000000
finish
