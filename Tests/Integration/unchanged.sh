#!/usr/bin/env bash
# Builds a program with CheckWiring twice, in debug and in release: the first time compiles the tool once, the second one nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

root=$PWD
work=$(mktemp -d)
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
finish
