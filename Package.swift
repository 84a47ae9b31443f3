// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ioc",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "IOC", targets: ["IOC"]),
        .library(name: "IOCStatic", targets: ["IOCStatic"]),
        .executable(name: "ioc", targets: ["IOCTool"]),
        .executable(name: "quickstart", targets: ["quickstart"]),
        .executable(name: "assembly", targets: ["assembly"]),
        .plugin(name: "GenerateResolvers", targets: ["GenerateResolvers"]),
        .library(name: "IOCRouting", targets: ["IOCRouting"]),
        .executable(name: "chat", targets: ["chat"]),
    ],
    targets: [
        .target(name: "CSwiftRuntime"),
        .target(name: "IOCModel"),
        .target(name: "IOC", dependencies: ["IOCModel", "CSwiftRuntime"]),
        .target(name: "IOCStatic"),
        .target(name: "CSourceKit"),
        .target(name: "IOCSource", dependencies: ["IOCModel", "CSourceKit"]),
        .target(name: "IOCGenerate", dependencies: ["IOCModel", "IOCSource"]),
        .target(name: "IOCCommand", dependencies: ["IOCGenerate", "IOCModel", "IOCSource"]),
        .executableTarget(name: "IOCTool", dependencies: ["IOCCommand"]),
        .plugin(
            name: "GenerateResolvers", capability: .buildTool(), dependencies: ["IOCTool"],
            path: "Sources/Plugins/GenerateResolvers"),
        .target(name: "QuickstartShop", dependencies: ["IOC"], path: "Sources/Examples/QuickstartShop"),
        .executableTarget(
            name: "quickstart", dependencies: ["IOC", "QuickstartShop"], path: "Sources/Examples/quickstart"),
        .executableTarget(name: "assembly", dependencies: ["IOC"], path: "Sources/Examples/assembly"),
        .executableTarget(name: "GraphGenerator"),
        .plugin(
            name: "GenerateGraph", capability: .buildTool(), dependencies: ["GraphGenerator"],
            path: "Sources/Plugins/GenerateGraph"),
        .testTarget(name: "ScaleTests", dependencies: ["IOC"], plugins: ["GenerateGraph"]),
        .testTarget(name: "IOCModelTests", dependencies: ["IOCModel"]),
        .target(name: "LinkedComponents", dependencies: ["IOC"], path: "Tests/LinkedComponents"),
        .testTarget(name: "IOCTests", dependencies: ["IOC", "IOCModel", "LinkedComponents"]),
        .testTarget(name: "IOCSourceTests", dependencies: ["IOCSource", "IOCModel"]),
        .testTarget(
            name: "IOCGenerateTests", dependencies: ["IOCGenerate", "IOCModel", "IOCSource"], exclude: ["Golden"]),
        .testTarget(name: "IOCToolTests", dependencies: ["IOCCommand"]),
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
