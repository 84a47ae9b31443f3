// swift-tools-version: 6.2
import PackageDescription

let ioc = Target.Dependency.product(name: "IOC", package: "ioc")

let package = Package(
    name: "bookshop-server",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "bookshop-server", targets: ["bookshop-server"])],
    dependencies: [
        .package(name: "ioc", path: "../../..")
    ],
    targets: [
        // The part that the system brings.
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        // Swift can't call a function with a variable number of arguments.
        .target(name: "CHTTPDaemon", dependencies: ["CMicroHTTPD"]),

        // HTTP and SQLite, which know nothing of the container.
        .target(name: "Web", dependencies: ["CHTTPDaemon", "CMicroHTTPD"]),
        .target(name: "Storage", dependencies: ["CSQLite"]),

        // The shop, all of components.
        .target(name: "Bookshop", dependencies: [ioc, "Storage", "Web"]),
        .target(name: "Faults", dependencies: [ioc, "Bookshop", "Storage", "Web"]),
        .executableTarget(name: "bookshop-server", dependencies: [ioc, "Bookshop", "Faults"]),
        .testTarget(name: "BookshopTests", dependencies: [ioc, "Bookshop", "Storage", "Web"]),
    ]
)

// One loop for every target, so that no module drifts from the others.
for target in package.targets where target.type != .system {
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
