// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ioc",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "IOC", targets: ["IOC"]),
        .library(name: "IOCStatic", targets: ["IOCStatic"]),
        .executable(name: "ioc", targets: ["IOCTool"]),
        .plugin(name: "GenerateResolvers", targets: ["GenerateResolvers"]),
    ],
    targets: [
        .target(name: "CSwiftRuntime"),
        .target(name: "IOCModel"),
        .target(name: "IOC", dependencies: ["IOCModel", "CSwiftRuntime"]),
        .target(name: "CSourceKit"),
        .target(name: "IOCSource", dependencies: ["IOCModel", "CSourceKit"]),
        .target(name: "IOCStatic"),
        .target(name: "IOCGenerate", dependencies: ["IOCModel", "IOCSource"]),
        .target(name: "IOCCommand", dependencies: ["IOCGenerate", "IOCSource"]),
        .executableTarget(name: "IOCTool", dependencies: ["IOCCommand"]),
        .plugin(
            name: "GenerateResolvers", capability: .buildTool(), dependencies: ["IOCTool"],
            path: "Sources/Plugins/GenerateResolvers"),
        .testTarget(name: "IOCModelTests", dependencies: ["IOCModel"]),
        .testTarget(name: "IOCSourceTests", dependencies: ["IOCSource", "IOCModel"]),
        .testTarget(name: "IOCToolTests", dependencies: ["IOCCommand"]),
        .testTarget(
            name: "IOCGenerateTests", dependencies: ["IOCGenerate", "IOCModel", "IOCSource"], exclude: ["Golden"]),
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
