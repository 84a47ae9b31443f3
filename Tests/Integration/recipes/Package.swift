// swift-tools-version: 6.2
import PackageDescription

// The packages that the page about server programs joins the container to, as small stand-ins of the same shape.
let package = Package(
    name: "recipes",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ioc", path: "../ioc")],
    targets: [
        .target(name: "Logging"),
        .target(name: "ServiceLifecycle", dependencies: ["Logging"]),
        .target(name: "Configuration"),
        .target(name: "PostgresNIO", dependencies: ["ServiceLifecycle"]),
        .target(name: "Tracing"),
        .target(name: "HTTPServer", dependencies: ["Logging", "ServiceLifecycle"]),
        .executableTarget(
            name: "recipes",
            dependencies: [
                "Configuration", "HTTPServer", "Logging", "PostgresNIO", "ServiceLifecycle", "Tracing",
                .product(name: "IOC", package: "ioc"),
            ]),
        .testTarget(
            name: "SourceTests",
            dependencies: ["Configuration", "recipes", .product(name: "IOCTesting", package: "ioc")]),
    ]
)
