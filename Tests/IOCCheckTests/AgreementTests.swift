import Foundation
import IOC
import IOCCheck
import IOCModel
import IOCSource
import Testing

/// The running container and the checker read the same fixtures; they have to tell the same.
///
/// `IOC_AGREEMENT_ROUNDS` has every pair of faults tried; else it is every third.
@Suite("The checker and the container agree")
struct AgreementTests {
    private static func prefix(_ name: String, _ change: (inout ContextConfiguration) -> Void = { _ in })
        -> ContextConfiguration
    {
        var configuration = ContextConfiguration(prefixes: ["IOCCheckTests.\(name)."])
        change(&configuration)
        return configuration
    }

    private static let faulty: [(name: String, codes: Set<String>, configuration: ContextConfiguration)] = [
        ("missing", ["dependency-missing"], prefix("Missing") { $0.exclude = ["IOCCheckTests.Missing.Unlisted"] }),
        ("ambiguous", ["dependency-ambiguous"], prefix("Ambiguous")),
        ("primaries", ["primary-ambiguous"], prefix("Primaries")),
        ("names", ["qualifier-unknown", "qualifier-wrong-type"], prefix("Named")),
        ("duplicates", ["name-repeated"], prefix("Duplicate")),
        ("restated traits", ["name-repeated"], prefix("Restated")),
        ("circles", ["cycle-forbidden"], prefix("Circle") { $0.cycles = .forbid }),
        ("captives", ["dependency-captive"], prefix("Captive")),
        ("starting", ["depends-on-unknown"], prefix("Starting")),
        ("waiting", ["depends-on-cycle"], prefix("Waiting")),
        ("nothing", ["configuration-empty"], ContextConfiguration()),
        ("unknown class", ["class-unknown"], ContextConfiguration(classes: ["IOCCheckTests.Listing.Goood"])),
        ("plain class", ["class-does-not-conform"], ContextConfiguration(classes: ["IOCCheckTests.Listing.Plain"])),
        ("generic class", ["class-is-generic"], ContextConfiguration(classes: ["IOCCheckTests.Listing.Box"])),
        ("prefix", ["prefix-without-match"], ContextConfiguration(prefixes: ["IOCCheckTests.Listing.Pla"])),
        (
            "entry", ["class-unknown"],
            prefix("Listing") { $0.components = ["good": .init(className: "IOCCheckTests.Listing.Gud")] }
        ),
        (
            "overlay", ["class-unknown"],
            prefix("Listing") { $0.components = ["IOCCheckTests.Listing.Consol": .init(isPrimary: true)] }
        ),
        (
            "binding target", ["binding-target-unknown"],
            prefix("Listing") { $0.bindings = ["IOCCheckTests.Listing.Sink": "IOCCheckTests.Listing.Consol"] }
        ),
        (
            "binding type", ["binding-type-unknown"],
            prefix("Listing") { $0.bindings = ["IOCCheckTests.Listing.Snik": "IOCCheckTests.Listing.Console"] }
        ),
        (
            "binding misfit", ["binding-target-does-not-fit"],
            prefix("Listing") { $0.bindings = ["IOCCheckTests.Listing.Sink": "IOCCheckTests.Listing.Good"] }
        ),
    ]

    @Test("On the codes, injection points, candidates and suggestions of every fault", arguments: faulty.map(\.name))
    func faults(name: String) throws {
        let fixture = try #require(Self.faulty.first { $0.name == name })
        let error = try #require(throws: IOCError.self) { try ApplicationContext(fixture.configuration) }
        let check = try check([("IOCCheckTests", root + "Tests/IOCCheckTests")])
        let result = check.run(fixture.configuration, profiles: [])
        let expected = Set(error.faults.map { ComparedFault($0) })
        let told = Set(
            IOCError(result.faults.isEmpty ? [Fault(.contextMissing)] : result.faults).faults.map { ComparedFault($0) })
        #expect(Set(expected.map(\.code)) == fixture.codes)
        #expect(told == expected)
        #expect(result.faults.count == error.faults.count)
    }

    @Test("On two kinds of faults at a time, as far as the container gets", .whereFieldsAreRead)
    func pairs() throws {
        let check = try check([("IOCCheckTests", root + "Tests/IOCCheckTests")])
        let step = ProcessInfo.processInfo.environment["IOC_AGREEMENT_ROUNDS"] == nil ? 3 : 1
        for (index, first) in Self.faulty.enumerated() {
            for (other, second) in Self.faulty[..<index].enumerated() where (index + other).isMultiple(of: step) {
                let both = Self.joined(first.configuration, second.configuration)
                let error = try #require(throws: IOCError.self) { try ApplicationContext(both) }
                let told = IOCError(check.run(both, profiles: []).faults + [Fault(.contextMissing)]).faults.map {
                    ComparedFault($0)
                }
                let expected = Set(error.faults.map { ComparedFault($0) })
                #expect(expected.isSubset(of: told), "\(first.name) and \(second.name)")
                // With faults of classes or names the container makes nothing, and learns what properties ask for by
                // name from instances only; the checker tells the rest too.
                let more = Set(told.filter { $0.code != "context-missing" }).subtracting(expected).map(\.code)
                let isWired = Self.late.union(["dependency-missing"]).isSuperset(of: expected.map(\.code))
                #expect(isWired ? more.isEmpty : Self.late.isSuperset(of: more), "\(first.name) and \(second.name)")
            }
        }
    }

    /// The faults that the container tells only once it has made instances.
    private static let late: Set<String> = [
        "dependency-ambiguous", "primary-ambiguous", "qualifier-unknown", "qualifier-wrong-type", "cycle-forbidden",
        "dependency-captive",
    ]

    private static func joined(_ first: ContextConfiguration, _ second: ContextConfiguration) -> ContextConfiguration {
        ContextConfiguration(
            prefixes: (first.prefixes + second.prefixes).reduce(into: []) { list, prefix in
                if !list.contains(prefix) { list.append(prefix) }
            },
            classes: first.classes + second.classes, exclude: first.exclude + second.exclude,
            cycles: first.cycles == .forbid ? .forbid : second.cycles,
            components: first.components.merging(second.components) { one, _ in one },
            bindings: first.bindings.merging(second.bindings) { one, _ in one })
    }

    @Test(
        "On where every injection point of a sound program leads",
        arguments: ["Sound", "Inheritance", "Annotations", "Conditional", "Local", "Aliased"])
    func sound(name: String) throws {
        let configuration = Self.prefix(name)
        let context = try ApplicationContext(configuration)
        let result = try check([("IOCCheckTests", root + "Tests/IOCCheckTests")]).run(configuration, profiles: [])
        #expect(result.errors.map(\.description) == [])
        #expect(result.notes.map(\.description) == [])
        expectSameGraph(result, context)
    }

    @Test("On the quickstart, whichever profiles are active", .whereFieldsAreRead, arguments: [[], ["campaign"]])
    func quickstart(profiles: [String]) throws {
        var configuration = try ContextConfiguration(contentsOf: root + "config/applicationContext.json")
        configuration.profiles = profiles
        // The tests of every target share one process, and some of their classes start with these letters too.
        configuration.exclude = ["IOC"]
        let context = try ApplicationContext(configuration)
        let check = try check([
            ("QuickstartShop", root + "Sources/Examples/QuickstartShop"),
            ("quickstart", root + "Sources/Examples/quickstart"),
        ])
        let result = check.run(configuration, profiles: Set(profiles))
        #expect(result.errors.map(\.description) == [])
        expectSameGraph(result, context)
    }

    private func expectSameGraph(_ result: CheckResult, _ context: ApplicationContext) {
        let components = context.graph.components
        #expect(result.definitions.map(\.name) == components.map(\.name))
        #expect(result.definitions.map(\.scope.name) == components.map(\.scope.description))
        for (index, component) in components.enumerated() where result.wiring.edges.indices.contains(index) {
            let wired = zip(result.points[index], result.wiring.edges[index]).map { point, edge in
                "\(component.name).\(point.property) \(edge.targets.map { result.definitions[$0].name })"
            }
            let lazy = component.dependencies.contains(where: \.isOpen)
            let running = component.dependencies.compactMap { dependency in
                dependency.property.map { "\(component.name).\($0) \(dependency.targets)" }
            }
            if !lazy { #expect(wired == running) }
        }
    }
}
