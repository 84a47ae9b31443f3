// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "vapor-shop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ioc", path: "../../.."),
        .package(url: "https://github.com/vapor/vapor.git", from: "4.110.0"),
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [.product(name: "IOC", package: "ioc"), .product(name: "Vapor", package: "vapor")]),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "Shop",
                .product(name: "IOC", package: "ioc"),
                .product(name: "IOCTesting", package: "ioc"),
                .product(name: "VaporTesting", package: "vapor"),
            ]),
    ]
)
