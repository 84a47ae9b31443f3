// swift-tools-version: 6.2
import PackageDescription

// Stand-ins for the packages on the page about servers, with the same signatures.
let package = Package(
    name: "recipes",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ioc", path: "../ioc")],
    targets: [
        .target(name: "Logging"),
        .target(name: "ServiceLifecycle", dependencies: ["Logging"]),
        // Like the package itself, which decides how the closures of a provider are written.
        .target(
            name: "Configuration", swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .target(name: "PostgresNIO", dependencies: ["Logging", "ServiceLifecycle"]),
        .target(name: "PostgresMigrations", dependencies: ["Logging", "PostgresNIO"]),
        .target(
            name: "HummingbirdPostgres", dependencies: ["Hummingbird", "Logging", "PostgresMigrations", "PostgresNIO"]),
        .target(name: "Mustache"),
        .target(name: "HummingbirdTesting", dependencies: ["Hummingbird"]),
        .target(name: "Tracing"),
        .target(name: "Hummingbird", dependencies: ["Logging", "ServiceLifecycle"]),
        .executableTarget(
            name: "recipes",
            dependencies: [
                "Configuration", "Hummingbird", "Logging", "PostgresNIO", "ServiceLifecycle", "Tracing",
                .product(name: "IOC", package: "ioc"),
            ]),
        .executableTarget(
            name: "moved",
            dependencies: [
                "Hummingbird", "HummingbirdPostgres", "Logging", "Mustache", "PostgresMigrations", "PostgresNIO",
                "ServiceLifecycle", .product(name: "IOC", package: "ioc"),
            ]),
        .testTarget(
            name: "MovedTests",
            dependencies: [
                "Hummingbird", "HummingbirdTesting", "PostgresNIO", "moved",
                .product(name: "IOCTesting", package: "ioc"),
            ]),
        .testTarget(
            name: "SourceTests",
            dependencies: ["Configuration", "recipes", .product(name: "IOCTesting", package: "ioc")]),
    ]
)
