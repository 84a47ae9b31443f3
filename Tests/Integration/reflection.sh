#!/usr/bin/env bash
# A boot rejects a program that was built without reflection metadata, and reports the reason. It also rejects a class
# that has metadata if its superclass is from a module without them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
passed=0

# Runs a program whose boot must reject a class.
refuse() {
    local program=$1 class=$2 output status=0
    output=$("$program" 2>&1) || status=$?
    if [ "$status" = 78 ] && grep -qF "reflection-disabled: the properties of $class" <<<"$output" \
        && grep -qF -- "-disable-reflection-metadata" <<<"$output"; then
        passed=$((passed + 1))
    else
        echo "$output"
        echo "$passed passed, 1 failed"
        exit 1
    fi
}

swift build --product quickstart -Xswiftc -disable-reflection-metadata --scratch-path .build/reflection
refuse .build/reflection/debug/quickstart quickstart.SGService

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/Sources/Base" "$work/Sources/App"
cat >"$work/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "reflection", platforms: [.macOS(.v15)], dependencies: [.package(path: "$root")],
    targets: [
        .target(
            name: "Base", dependencies: [.product(name: "IOC", package: "$(basename "$root")")],
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
        .executableTarget(
            name: "App", dependencies: ["Base", .product(name: "IOC", package: "$(basename "$root")")]),
    ])
SWIFT
cat >"$work/Sources/Base/Base.swift" <<'SWIFT'
import IOC
open class Base: @unchecked Sendable {
    @Autowired public var leaf: Leaf
    public init() {}
}
public final class Leaf: IOCComponent { public init() {} }
SWIFT
cat >"$work/Sources/App/App.swift" <<'SWIFT'
import Base
import IOC
final class Sub: Base, IOCComponent, @unchecked Sendable {
    @Autowired var other: Leaf
    required override init() { super.init() }
}
@main
struct App: ContainerProgram {
    func run(_ context: ApplicationContext) async throws {}
}
SWIFT
mkdir "$work/config"
echo '{ "classes": ["App.Sub", "Base.Leaf"] }' >"$work/config/applicationContext.json"
swift build --package-path "$work" --scratch-path .build/reflection-superclass
cd "$work"
refuse "$root/.build/reflection-superclass/debug/App" App.Sub

echo "$passed passed, 0 failed"
