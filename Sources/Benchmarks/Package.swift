// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ioc", path: "../..")
    ],
    targets: [
        // The allocator's statistics. The Swift modules of the C library lack them.
        .target(name: "CHeap", path: "CHeap"),
        .target(name: "Measuring", dependencies: ["CHeap"], path: "Measuring"),
        .executableTarget(name: "ClassGenerator", path: "ClassGenerator"),
        .plugin(
            name: "GenerateClasses", capability: .buildTool(), dependencies: ["ClassGenerator"],
            path: "Plugins/GenerateClasses"),
        .target(
            name: "GeneratedClasses", dependencies: [.product(name: "IOC", package: "ioc")], path: "GeneratedClasses",
            plugins: ["GenerateClasses"]),
        .target(
            name: "WiredClasses", dependencies: [.product(name: "IOC", package: "ioc")], path: "WiredClasses",
            plugins: ["GenerateClasses"]),
        .executableTarget(
            name: "ioc-bench",
            dependencies: ["Measuring", "GeneratedClasses", .product(name: "IOC", package: "ioc")], path: "ioc-bench"),
        // A separate program, because its classes would slow down each boot of `ioc-bench`.
        .executableTarget(
            name: "ioc-bench-classes",
            dependencies: ["Measuring", "WiredClasses", .product(name: "IOC", package: "ioc")],
            path: "ioc-bench-classes"),
    ]
)

// One loop for all targets, so that they have the same settings.
for target in package.targets where target.type != .plugin {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
        .enableUpcomingFeature("ExistentialAny"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
        .enableUpcomingFeature("InternalImportsByDefault"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
