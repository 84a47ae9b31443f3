// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "ioc",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "IOC", targets: ["IOC"]),
        .library(name: "IOCManagement", targets: ["IOCManagement"]),
        .library(name: "IOCTesting", targets: ["IOCTesting"]),
        .library(name: "IOCRouting", targets: ["IOCRouting"]),
        .library(name: "IOCRoutingTesting", targets: ["IOCRoutingTesting"]),
        .library(name: "IOCStatic", targets: ["IOCStatic"]),
        .plugin(name: "CheckWiring", targets: ["CheckWiring"]),
        .plugin(name: "DrawGraph", targets: ["DrawGraph"]),
        .plugin(name: "GenerateResolvers", targets: ["GenerateResolvers"]),
        .executable(name: "ioc-tool", targets: ["IOCGenerate"]),
    ],
    targets: [
        // The container.
        .target(name: "CSwiftRuntime"),
        .target(name: "IOCBase"),
        .target(name: "IOCModel", dependencies: ["IOCBase"]),
        .target(name: "IOCConfiguration", dependencies: ["IOCBase", "IOCModel"]),
        .target(name: "IOCMacroExpansion"),
        .macro(name: "IOCMacros", dependencies: ["IOCMacroExpansion"]),
        .target(
            name: "IOC",
            dependencies: [
                "IOCBase", "IOCConfiguration", "IOCMacros", "IOCModel", "CSwiftRuntime",
            ]),
        // Pages for operators.
        .target(name: "IOCManagement", dependencies: ["IOC", "IOCModel"]),
        .testTarget(
            name: "IOCModelTests", dependencies: ["IOCManagement", "IOCModel", "TestSupport"], exclude: ["Golden"]),
        .target(name: "LinkedComponents", dependencies: ["IOC"], path: "Tests/LinkedComponents"),
        .testTarget(
            name: "IOCTests",
            dependencies: [
                "IOC", "IOCBase", "IOCConfiguration", "IOCManagement", "IOCModel", "IOCTesting", "LinkedComponents",
                "TestSupport",
            ], exclude: ["Golden", "Support/canaries.json"]),
        // These suites run under the thread sanitizer, too; for that they have a package of their own in `Tests/Concurrency`.
        .testTarget(
            name: "ConcurrencyTests", dependencies: ["IOC", "TestSupport"],
            path: "Tests/Concurrency/ConcurrencyTests"),
        .testTarget(
            name: "IOCMacrosTests",
            dependencies: ["IOC", "IOCConfiguration", "IOCMacroExpansion", "IOCTesting", "TestSupport"],
            exclude: ["Text"]),

        // Commands for packages that use the container: they build its program and run it.
        .plugin(
            name: "CheckWiring",
            capability: .command(
                intent: .custom(verb: "check-wiring", description: "Check the wiring and settings of a program.")),
            path: "Sources/Plugins/CheckWiring"),
        .plugin(
            name: "DrawGraph",
            // Without a permission, because only `--output` writes: a declared one would be asked for in each run.
            capability: .command(
                intent: .custom(verb: "draw-graph", description: "Draw the dependency graph of a program.")),
            path: "Sources/Plugins/DrawGraph"),

        // Support for tests.
        .target(name: "IOCTesting", dependencies: ["IOC", "IOCBase", "IOCModel"]),
        .testTarget(name: "IOCTestingTests", dependencies: ["IOC", "IOCBase", "IOCTesting"]),

        // The static side.
        .target(name: "IOCStatic"),
        .target(name: "CSourceKit"),
        .executableTarget(name: "IOCGenerate", dependencies: ["IOCModel", "CSourceKit"]),
        .plugin(
            name: "GenerateResolvers", capability: .buildTool(), dependencies: ["IOCGenerate"],
            path: "Sources/Plugins/GenerateResolvers"),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "IOCGenerateTests",
            dependencies: ["IOC", "IOCGenerate", "IOCModel", "IOCStatic", "TestSupport"],
            exclude: ["Golden", "Text"]),

        // Routing.
        .target(name: "IOCRouting", dependencies: ["IOC", "IOCModel"]),
        .target(name: "IOCRoutingTesting", dependencies: ["IOCRouting"]),
        .testTarget(
            name: "IOCRoutingTests",
            dependencies: [
                "IOC", "IOCBase", "IOCRouting", "IOCRoutingTesting", "TestSupport", "chat",
            ], exclude: ["Text"]),

        // Examples.
        .target(name: "QuickstartShop", dependencies: ["IOC"], path: "Sources/Examples/QuickstartShop"),
        .executableTarget(
            name: "quickstart", dependencies: ["IOC", "QuickstartShop"], path: "Sources/Examples/quickstart",
            exclude: ["README.md"]),
        .executableTarget(
            name: "assembly", dependencies: ["IOC"], path: "Sources/Examples/assembly", exclude: ["README.md"]),
        .executableTarget(
            name: "chat", dependencies: ["IOCRouting"], path: "Sources/Examples/chat", exclude: ["README.md"]),
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
