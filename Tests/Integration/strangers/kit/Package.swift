// swift-tools-version: 6.2
import PackageDescription

// A library that uses only what the pages describe. With `EVOLUTION` in the environment it is built for library
// evolution.
let settings: [SwiftSetting] =
    Context.environment["EVOLUTION"] == nil
    ? [] : [.unsafeFlags(["-enable-library-evolution", "-no-verify-emitted-module-interface"])]

let package = Package(
    name: "kit", platforms: [.macOS(.v15)], products: [.library(name: "Kit", targets: ["Kit"])],
    dependencies: [.package(name: "ioc", path: "../ioc")],
    targets: [
        .target(name: "Kit", dependencies: [.product(name: "IOC", package: "ioc")], swiftSettings: settings)
    ]
)
