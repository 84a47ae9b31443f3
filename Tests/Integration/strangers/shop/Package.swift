// swift-tools-version: 6.2
import PackageDescription

// A program that uses the library, with a module whose default isolation is the main actor.
let settings: [SwiftSetting] =
    Context.environment["EVOLUTION"] == nil
    ? [] : [.unsafeFlags(["-enable-library-evolution", "-no-verify-emitted-module-interface"])]

let package = Package(
    name: "shop", platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ioc", path: "../ioc"), .package(path: "../kit")],
    targets: [
        .target(
            name: "Screens",
            dependencies: [.product(name: "IOC", package: "ioc"), .product(name: "Kit", package: "kit")],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "shop",
            dependencies: [
                "Screens", .product(name: "IOC", package: "ioc"), .product(name: "Kit", package: "kit"),
            ]),
    ]
)
