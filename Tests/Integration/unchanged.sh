#!/usr/bin/env bash
# Builds a program with CheckWiring twice, in debug and in release: the first time compiles the tool once, the second one nothing.
# Another package finds the tool in the user's cache, two that build at once compile it once, and without a cache each has its own.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

root=$PWD
work=$(mktemp -d)
export XDG_CACHE_HOME=$work/cache
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{Sources/car,config}
cat >"$work/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "car", platforms: [.macOS(.v15)], dependencies: [.package(name: "ioc", path: "$root")],
    targets: [
        .executableTarget(
            name: "car", dependencies: [.product(name: "IOC", package: "ioc")],
            plugins: [.plugin(name: "CheckWiring", package: "ioc")])
    ])
SWIFT
cat >"$work/Sources/car/main.swift" <<'SWIFT'
import IOC
@Component final class Engine {}
@Component final class Car { @Autowired var engine: Engine }
print(try ApplicationContext(contentsOf: "config/applicationContext.json").component(Car.self).engine)
SWIFT
echo '{ "classes": ["Engine", "Car"] }' >"$work/config/applicationContext.json"

for configuration in debug release; do
    build=(swift build -c "$configuration" --package-path "$work" --verbose)
    "${build[@]}" >"$work/first.log" 2>&1 || { tail -20 "$work/first.log"; exit 1; }
    check "a build in $configuration checks the wiring" test -n "$(find "$work/.build" -name carChecked.swift)"
    check "a build in $configuration compiles the tool once, for itself" \
        sh -c "! grep -q -- '-module-name IOCCheck ' '$work/first.log' && test -x '$work/.build/plugins/ioc/debug/IOCTool'"
    start=$SECONDS
    "${build[@]}" >"$work/second.log" 2>&1 || { tail -20 "$work/second.log"; exit 1; }
    echo "the unchanged build in $configuration took $((SECONDS - start)) s"
    check "an unchanged build in $configuration compiles nothing" \
        sh -c "! grep -- '-emit-module-path' '$work/second.log' | grep -o -- '-module-name [A-Za-z]*'"
done

# The tools that were compiled, and what is kept.
compiled() { find "$work" "$work-two" -path '*/plugins/ioc/*/debug/IOCTool' -type f 2>/dev/null | wc -l; }
kept() { find "$work/cache/ioc" -name ioc -type f | wc -l; }
check "one tool was compiled, and is kept" sh -c "[ $(compiled) = 1 ] && [ $(kept) = 1 ]"
trap 'rm -rf "$work" "$work-two"' EXIT
mkdir "$work-two"
cp -r "$work"/{Package.swift,Sources,config} "$work-two"
swift build --package-path "$work-two" >"$work/two.log" 2>&1 || { tail -20 "$work/two.log"; exit 1; }
check "the second package checks its wiring" test -n "$(find "$work-two/.build" -name carChecked.swift)"
check "the second package compiles no tool" test ! -e "$work-two/.build/plugins/ioc"

# The script itself, with a compiler that only says that it was called.
mkdir -p "$work"/{bin,package/Sources/IOCTool}
: >"$work/bin/swift-frontend"
cat >"$work/bin/swift" <<'SH'
#!/bin/sh
command=$1
echo "$command" >>"$CALLS"
sleep 1
while [ $# -gt 0 ] && [ "$1" != IOCTool ]; do
    if [ "$1" = --scratch-path ]; then scratch=$2; fi
    shift
done
mkdir -p "$scratch/debug"
printf '#!/bin/sh\necho "the tool: $*"\n' >"$scratch/debug/IOCTool"
chmod +x "$scratch/debug/IOCTool"
if [ "$command" = run ]; then shift && "$scratch/debug/IOCTool" "$@"; fi
SH
chmod +x "$work/bin/swift"
echo one >"$work/package/Package.swift"
echo one >"$work/package/Sources/IOCTool/main.swift"
export CALLS=$work/calls
tool() { # tool FOLDER: runs the tool for a scratch folder
    sh Sources/Plugins/tool.sh "$work/bin/swift" "$work/package/" "$work/$1" "$work/package/Sources/IOCTool" -- check "a b"
}
calls() { [ "$(tr '\n' ' ' <"$CALLS")" = "$1" ]; }
tool one >"$work/one.txt" &
tool two >"$work/two.txt"
wait
check "two builds at once compile one tool" calls "build "
check "both run it" test "$(cat "$work/one.txt" "$work/two.txt")" = $'the tool: check a b\nthe tool: check a b'
find "$work/cache/ioc" -mindepth 1 -maxdepth 1 -type d -exec touch -d '40 days ago' {} +
echo two >"$work/package/Sources/IOCTool/main.swift"
tool one >/dev/null
check "other sources are another tool" calls "build build "
check "what nobody has used for a month is taken away" test "$(kept)" = 1
tool two >/dev/null
check "what is used stays" calls "build build "
: >"$work/file"
check "without a cache the tool of the folder is run" \
    test "$(XDG_CACHE_HOME=$work/file tool three)" = 'the tool: check a b'
check "and stays there" calls "build build run "
check "a folder that is no full path is no cache" test "$(XDG_CACHE_HOME=cache tool three)" = 'the tool: check a b'
finish
