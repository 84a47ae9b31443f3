// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "static-resolver",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ioc", path: "../../..")
    ],
    targets: [
        .target(
            name: "Instruments", dependencies: [.product(name: "IOCStatic", package: "ioc")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "Weather",
            dependencies: [
                "Instruments", .product(name: "IOC", package: "ioc"), .product(name: "IOCStatic", package: "ioc"),
            ],
            plugins: [.plugin(name: "GenerateResolvers", package: "ioc")]),
    ]
)
