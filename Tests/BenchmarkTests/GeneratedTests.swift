import Foundation
import GeneratedGraph
import IOC
import IOCGenerate
import IOCSource
import Testing

@Suite("What the benchmark measures")
struct GeneratedTests {
    static let resolver = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Benchmarks/ioc-bench/Resolver").standardized

    @Test("The resolver that is measured is what the generator writes today")
    func resolver() throws {
        let sources = try SourceLoader().load([Self.resolver.appending(path: "BenchResolver.swift").path()])
        let code = try #require(Generator(module: "ioc_bench").generate(sources.files).code)
        let written = Self.resolver.appending(path: "GeneratedResolvers.swift")
        #expect(try String(contentsOf: written, encoding: .utf8) == code)
    }

    @Test("A thousand classes have four wrappers each, three in ten by protocol, ten levels, and one array of fifty")
    func graph() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
        let components = context.graph.components
        #expect(components.count == GeneratedClasses.count)
        let points = components.flatMap(\.dependencies)
        let singles = points.filter { $0.property != "leaves" }
        #expect(singles.count == GeneratedClasses.count * 9 / 10 * 4)
        #expect(points.filter { $0.property == "leaves" }.map(\.targets.count) == [50])
        let byProtocol = singles.count { point in
            point.targets.allSatisfy { target in
                target.split(separator: "Generated").last.flatMap { Int($0) }.map { $0 % 10 < 3 } ?? false
            }
        }
        #expect(byProtocol * 10 == singles.count * 3)
        var level = try ["\(type(of: context.component(Generated0.self)))"]
        var depth = 0
        while !level.isEmpty {
            depth += 1
            let next = level.flatMap { name in
                (components.first { $0.name.hasSuffix(".\(name)") }?.dependencies ?? [])
                    .filter { $0.property != "leaves" }.flatMap(\.targets)
            }
            level = Set(next).compactMap { $0.split(separator: ".").last.map(String.init) }
        }
        #expect(depth == 10)
    }
}
