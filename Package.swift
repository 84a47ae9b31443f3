// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ioc",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "IOC", targets: ["IOC"]),
        .library(name: "IOCRouting", targets: ["IOCRouting"]),
        .executable(name: "chat", targets: ["chat"]),
    ],
    targets: [
        .target(name: "CSwiftRuntime"),
        .target(name: "IOCModel"),
        .target(name: "IOC", dependencies: ["IOCModel", "CSwiftRuntime"]),
        .target(name: "IOCRouting"),
        .executableTarget(name: "chat", dependencies: ["IOCRouting"], path: "Sources/Examples/chat"),
        .testTarget(name: "IOCModelTests", dependencies: ["IOCModel"]),
        .testTarget(name: "IOCRoutingTests", dependencies: ["IOCRouting", "chat"]),
    ]
)

// One loop for every target, so that no module drifts from the others.
for target in package.targets where target.type != .plugin && target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
            .enableUpcomingFeature("ExistentialAny"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
            .enableUpcomingFeature("InternalImportsByDefault"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
