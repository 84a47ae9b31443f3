#!/usr/bin/env bash
# A boot rejects a program that was built without reflection metadata, and reports the reason. It also rejects a class
# that has metadata if its superclass is from a module without them.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
temporary_folder

refuses() { # refuses NAME PROGRAM CLASS: runs a program whose boot must reject a class
    runs "$2"
    check "$1 ends with 78" test "$status" = 78
    expect "$1" <<END
the class is named | reflection-disabled: the properties of $3
the option is named | -disable-reflection-metadata
END
    [ "$failed" = 0 ] || echo "$seen"
}

swift build --product quickstart -Xswiftc -disable-reflection-metadata --scratch-path .build/reflection
refuses "a program without metadata" .build/reflection/debug/quickstart quickstart.SGService

manifest "$work" '
    .target(
        name: "Base", dependencies: [container],
        swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    .executableTarget(name: "App", dependencies: ["Base", container]),'
mkdir -p "$work/Sources/Base" "$work/Sources/App" "$work/config"
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
echo '{ "classes": ["App.Sub", "Base.Leaf"] }' >"$work/config/applicationContext.json"
swift build --package-path "$work" --scratch-path .build/reflection-superclass
cd "$work"
refuses "a superclass without metadata" "$repository/.build/reflection-superclass/debug/App" App.Sub
finish
