// swift-tools-version: 6.2
import PackageDescription

// The suites about threads, for a build under the thread sanitizer that compiles no other tests. The package in the root has the
// same test target.
let package = Package(
    name: "concurrency",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ioc", path: "../..")
    ],
    targets: [
        // A symbolic link, because a target's path may not leave its package.
        .target(name: "TestSupport", path: "TestSupport"),
        .testTarget(
            name: "ConcurrencyTests", dependencies: [.product(name: "IOC", package: "ioc"), "TestSupport"],
            path: "ConcurrencyTests"),
    ]
)

for target in package.targets {
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
