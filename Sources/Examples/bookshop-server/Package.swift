// swift-tools-version: 6.2
import PackageDescription

let ioc = Target.Dependency.product(name: "IOC", package: "ioc")
let management = Target.Dependency.product(name: "IOCManagement", package: "ioc")

let package = Package(
    name: "bookshop-server",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "bookshop-server", targets: ["bookshop-server"])],
    traits: [
        .trait(name: "PostgreSQL", description: "A server's database beside SQLite's; needs libpq."),
        .default(enabledTraits: ["PostgreSQL"]),
    ],
    dependencies: [
        .package(name: "ioc", path: "../../..")
    ],
    targets: [
        // The libraries of the system.
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // A target in C, because Swift can't call a function with a variable number of arguments.
        .target(name: "CHTTPDaemon", dependencies: ["CMicroHTTPD"]),

        // HTTP and databases, without the container.
        .target(name: "Web", dependencies: ["CHTTPDaemon", "CMicroHTTPD"]),
        .target(name: "Storage"),
        .target(name: "SQLiteStorage", dependencies: ["CSQLite", "Storage"]),
        .target(name: "PostgreSQLStorage", dependencies: ["CPostgreSQL", "Storage"]),

        // The shop, which consists of components.
        .target(name: "Bookshop", dependencies: [ioc, management, "SQLiteStorage", "Storage", "Web"]),
        .target(name: "BookshopCluster", dependencies: [ioc, "Bookshop", "PostgreSQLStorage", "Storage"]),
        .target(name: "Faults", dependencies: [ioc, "Bookshop", "Storage", "Web"]),
        .executableTarget(
            name: "bookshop-server",
            dependencies: [
                ioc, "Bookshop", "Faults",
                .target(name: "BookshopCluster", condition: .when(traits: ["PostgreSQL"])),
            ]),
        .testTarget(
            name: "BookshopTests", dependencies: [ioc, "Bookshop", "SQLiteStorage", "Storage", "Web"]),
        .testTarget(
            name: "BookshopClusterTests",
            dependencies: [ioc, "Bookshop", "BookshopCluster", "PostgreSQLStorage", "Storage", "Web"]),
    ]
)

// One loop for all targets, so that they have the same settings.
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
