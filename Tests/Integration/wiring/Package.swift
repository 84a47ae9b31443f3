// swift-tools-version: 6.2
import PackageDescription

// A program that depends on the container and names none of its plugins.
let package = Package(
    name: "wiring", platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ioc", path: "../ioc")],
    targets: [
        .target(name: "Parts", dependencies: [.product(name: "IOC", package: "ioc")]),
        .executableTarget(name: "desk", dependencies: ["Parts", .product(name: "IOC", package: "ioc")]),
    ]
)
