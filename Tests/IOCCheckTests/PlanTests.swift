import Foundation
import IOCConfiguration
import IOCModel
import IOCPlan
import Testing

@testable import IOCCheck

/// What configurations make of some classes, told in full.
@Suite("A plan, word by word")
struct PlanTests {
    private static let source = """
        import IOC
        protocol Gate: Sendable {}
        protocol Clock: Sendable {}
        final class AppPlain: IOCComponent {}
        final class AppGate: IOCComponent, Gate { static let traits: [ComponentTrait] = [.named("gate"), .order(3), .primary] }
        final class AppOther: IOCComponent, Gate {}
        class AppBase: IOCComponent { class var traits: [ComponentTrait] { [.named("base"), .primary, .lazy, .order(2)] } }
        final class AppDerived: AppBase {}
        final class AppDay: IOCComponent { static let traits: [ComponentTrait] = [.profile("day")] }
        final class AppNight: IOCComponent { static let traits: [ComponentTrait] = [.profile("night"), .profile("!day")] }
        final class AppWhen: IOCComponent { static let traits: [ComponentTrait] = [.when(property: "flag"), .when(property: "mode", equals: "fast")] }
        final class AppSecret: IOCComponent { static let traits: [ComponentTrait] = [.when(property: "password", equals: "x")] }
        final class AppBroken: IOCComponent { static let traits: [ComponentTrait] = [.when(property: "broken")] }
        final class AppMissing: IOCComponent, Clock { static let traits: [ComponentTrait] = [.whenMissing((any Clock).self)] }
        final class AppMissing2: IOCComponent, Clock { static let traits: [ComponentTrait] = [.whenMissing((any Clock).self)] }
        final class AppMissingGate: IOCComponent { static let traits: [ComponentTrait] = [.whenMissing((any Gate).self)] }
        final class AppBoth: IOCComponent, Clock {}
        #if FLAG
        extension AppBoth: Gate {}
        #endif
        final class AppNeedsNone: IOCComponent {
            static let traits: [ComponentTrait] = [.whenMissing((any Gate).self), .whenMissing((any Clock).self)]
        }
        final class AppFirst: IOCComponent { static let traits: [ComponentTrait] = [.dependsOn("AppSecond", "gaet")] }
        final class AppSecond: IOCComponent { static let traits: [ComponentTrait] = [.dependsOn("AppFirst")] }
        final class AppThird: IOCComponent { static let traits: [ComponentTrait] = [.dependsOn("gate"), .scope(.prototype), .fallback] }
        class AppGeneric<T>: IOCComponent {}
        final class AppNone {}
        final class AppNoneAtAll {}
        class AppNoneOfT<T>: IOCComponent {}
        final class AppNotDay: IOCComponent { static let traits: [ComponentTrait] = [.profile("!day")] }
        enum Deep { final class AppInner: IOCComponent {}; final class Twin: IOCComponent {} }
        enum Deeper { final class Twin: IOCComponent {} }
        final class LibView: Elsewhere.Screen {}
        #if FLAG
        final class AppFlagged: IOCComponent, Gate {}
        #endif
        final class AppOpen: IOCComponent { static let traits: [ComponentTrait] = [.whenMissing((any Gate).self)] + Names.traits }
        final class Kit: Assembly {}
        final class Tool: Elsewhere.Tool {}
        """

    private static let configurations: [(name: String, configuration: ContextConfiguration, profiles: Set<String>)] = {
        typealias Entry = ContextConfiguration.ComponentEntry
        func made(_ name: String, _ profiles: Set<String> = [], _ change: (inout ContextConfiguration) -> Void) -> (
            name: String, configuration: ContextConfiguration, profiles: Set<String>
        ) {
            var configuration = ContextConfiguration()
            configuration.environment = [:]
            change(&configuration)
            return (name, configuration, profiles)
        }
        return [
            made("nothing") { _ in },
            made("everything") { $0.prefixes = ["App", "Shop.Deep", "Lib", "Shop.Lib"] },
            made("by day", ["day"]) {
                $0.prefixes = ["App"]
                $0.properties = ["flag": true, "mode": "fast", "password": "x", "broken": "${nobody}"]
            },
            made("by night", ["night", "dya"]) {
                $0.prefixes = ["AppN", "AppD", "AppW", "AppS"]
                $0.profiles = ["night", "dya"]
                $0.properties = ["flag": false, "mode": "slow", "password": "y"]
                $0.knownProfiles = ["known"]
            },
            made("strict", ["dya"]) {
                $0.prefixes = ["AppD"]
                $0.failsOnUnreadProperties = true
            },
            made("excluded") {
                $0.prefixes = ["AppGa", "AppO", "AppM", "Shop.AppM", "Nothing", "AppGen", "AppNon", "Sop.App"]
                $0.exclude = ["AppMissing2", "Shop.AppOpen", "Never"]
                $0.excludedClasses = ["Shop.AppMissingGate", "AppOther"]
            },
            made("classes") {
                $0.classes = [
                    "AppPlain", "Shop.AppPlain", "Shop.Deep.AppInner", "AppInner", "Twin", "AppGeneric", "AppNone",
                    "AppPlian",
                    "Elsewhere.X", "LibView", "Shop.AppZero",
                ]
                $0.assemblies = ["Kit", "Shop.Kit", "Kti", "AppPlain", "Tool", "Twin"]
            },
            made("entries") {
                $0.prefixes = ["AppP", "AppG", "AppB", "AppT", "AppO", "Shop.Deep"]
                $0.components = [
                    "gate": Entry(isPrimary: false, order: 9), "AppPlain": Entry(scope: .prototype, isLazy: true),
                    "base": Entry(isLazy: false),
                    "mine": Entry(className: "AppOther", isPrimary: true, isFallback: true),
                    "yours": Entry(className: "Shop.AppDerived", isLazy: true, profiles: ["other"]),
                    "nobody": Entry(className: "AppNobody"), "AppDay": Entry(profiles: []), "unknown": Entry(order: 1),
                    "Twin": Entry(order: 2), "AppThird": Entry(whenMissing: "Gate", dependsOn: ["mine"]),
                    "AppInner": Entry(when: .init(property: "never", equals: 1)),
                ]
            },
            made("repeated names") {
                $0.prefixes = ["AppPl"]
                $0.components = [
                    "one": Entry(className: "AppGate"), "two": Entry(className: "AppGate"),
                    "Shop.AppPlain": Entry(className: "AppOther"), "gone": Entry(whenMissing: "Shop.Gate"),
                ]
            },
            made("bindings") {
                $0.prefixes = ["AppG", "AppO", "AppP"]
                $0.bindings = [
                    "Shop.Gate": "gate", "Gate": "AppOther", "Clock": "gate", "Shop.Clock": "nobody",
                    "Shop.Gaet": "gate",
                    "Elsewhere.Odd": "gate", "AppPlain": "AppPlain",
                ]
            },
            made("more entries") {
                $0.prefixes = ["AppP", "AppB", "AppT", "AppMissing", "AppNone", "AppPlian", "Shop.AppNone"]
                $0.components = [
                    "base": Entry(scope: .prototype), "AppDerived": Entry(scope: .singleton),
                    "AppPlain": Entry(scope: .singleton, isLazy: true, dependsOn: ["base"]),
                    "AppThird": Entry(isLazy: true),
                    "AppMissing": Entry(whenMissing: "Shop.AppNobody"), "AppMissing2": Entry(whenMissing: "Gate"),
                ]
                $0.bindings = ["Shop.Clock": "bsae", "Shop.Gate": "nobody", "Clock": "nobody"]
            },
            made("two in another order than their classes") { $0.classes = ["AppBase", "AppPlain"] },
            made("lazy or not") {
                $0.classes = ["AppBase", "AppDerived", "AppBoth", "AppNeedsNone"]
                $0.exclude = ["Never"]
                $0.components = ["base": Entry(isLazy: true), "AppDerived": Entry(scope: .weakSingleton, isLazy: true)]
            },
            made("profiles", ["one", "two", "entry", "other"]) {
                $0.classes = ["AppDay", "AppNight"]
                $0.profiles = ["two"]
                $0.refusesUnknownProfiles = true
                $0.knownProfiles = ["other"]
                $0.components = ["AppDay": Entry(profiles: ["entry", "!none"])]
            },
            made("by day of any run", ["day"]) { $0.prefixes = ["AppN", "AppD"] },
            made("missing", ["day"]) {
                $0.prefixes = ["AppMissing", "AppFlagged", "AppOpen"]
            },
        ]
    }()

    private func told(
        _ plan: Plan, _ configuration: ContextConfiguration, _ catalogue: SourceCatalogue
    )
        -> [String]
    {
        func place(_ origin: Origin?) -> String { origin.map { " at \($0)".replacing(/[^ ]*\//, with: "") } ?? "" }
        func told(_ kind: String, _ finding: Finding) -> String {
            let fault = "\(finding.fault)".split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            return kind + " " + fault.joined(separator: " | ").replacing(/[^ ]*\//, with: "")
                + (finding.doubt.map { ", unless \($0)" } ?? "")
        }
        var lines = plan.declarations.map { declaration -> String in
            let facts = declaration.facts
            return "  \(facts.name) \(facts.simpleName) \(facts.scope.name) \(facts.order)"
                + (facts.isPrimary ? " primary" : "")
                + (facts.isFallback ? " fallback" : "") + (facts.dependsOn.isEmpty ? "" : " after \(facts.dependsOn)")
                + place(facts.origin) + (declaration.doubt.map { ", hangs on \($0)" } ?? "")
        }
        lines += plan.leftOut.map {
            "  out \(catalogue.name(of: $0.number).qualified): \($0.reason)\(place($0.origin))"
        }
        lines += plan.decisions.map {
            "  \($0.isIn ? "in" : "out") \($0.name): \($0.reason) \($0.profiles)\(place($0.origin))"
        }
        lines += plan.notices.map { told("  notice", Finding($0)) }
        lines += plan.findings.map { told("  finding", $0) }
        lines += plan.namingFindings(NameIndex(plan.declarations.map(\.facts))).map { told("  naming", $0) }
        lines += plan.doubtful.map { "  doubtful \(catalogue.name(of: $0.number).qualified): \($0.reason)" }
        if let doubt = plan.doubtAboutOthers { lines.append("  others: \(doubt)") }
        let named = catalogue.assemblies(of: configuration)
        lines += named.found.map { "  assembly \(catalogue.name(of: $0).qualified)" }
        return lines + named.findings.map { told("  assembly", $0) }
    }

    @Test("Who is in, who is out, and what is told of it, is as it was")
    func golden() throws {
        var lines: [String] = []
        for source in [Self.source, "import Elsewhere\n" + Self.source] {
            let catalogue = SourceCatalogue(graph: try typeGraph([("Shop", source)]))
            let strange = ["everything", "excluded", "classes", "bindings"]
            for (name, configuration, profiles) in Self.configurations
            where source == Self.source || strange.contains(name) {
                let store = PropertyForecast(configuration, parent: nil).store
                for isKnown in [true, false]
                where isKnown || ["everything", "by night", "by day of any run"].contains(name) {
                    let conditions = Conditions(
                        profiles: profiles, knowsProfiles: isKnown, properties: store, knowsProperties: isKnown)
                    let plan = Plan(
                        configuration, catalogue, conditions, definitions: [],
                        hasAssemblies: !configuration.assemblies.isEmpty)
                    lines.append(
                        "\(name)\(isKnown ? "" : ", of any run")\(source == Self.source ? "" : ", with a stranger")")
                    lines += told(plan, configuration, catalogue)
                }
            }
        }
        let found = lines.joined(separator: "\n") + "\n"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/plan.txt")
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let different = zip(expected.split(separator: "\n"), lines).first { $0 != $1 }
        let isSame = expected == found
        #expect(isSame, "\(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }

    @Test("Of each code a hundred are told as they came, a hundred more of those that hang on something, and no others")
    func findings() {
        var findings = Findings()
        var completed = 0
        for number in 0..<103 {
            for doubt in [nil, "why \(number)"] {
                findings.add(.classUnknown(name: "A\(number)", unlinked: nil), at: .code("\(number)"), doubt: doubt) {
                    completed += 1
                    $0.suggestion = "B\(number)"
                }
            }
        }
        findings.add(.classIsNoAssembly(name: "C"))
        let all = findings.all
        #expect(completed == 200 && all.count == 203)
        for (number, finding) in all.prefix(200).enumerated() {
            let (place, isDoubtful) = (number / 2, number % 2 == 1)
            #expect(finding.fault.suggestion == "B\(place)" && finding.fault.location == "\(place) in code")
            #expect(finding.doubt == (isDoubtful ? "why \(place)" : nil))
        }
        #expect(all[200].fault.code == .classIsNoAssembly && all[200].doubt == nil)
        #expect(all.suffix(2).allSatisfy { $0.fault.headline.hasSuffix("there are 3 more of these") })
        #expect(all.suffix(2).map(\.doubt) == [nil, "why 0"])
    }

    @Test("Of profiles that nothing mentions a hundred are told, and components of one name that are out as they stand")
    func profiles() throws {
        let source = """
            import IOC
            final class AppA: IOCComponent { static let traits: [ComponentTrait] = [.named("twin"), .profile("a")] }
            final class AppB: IOCComponent { static let traits: [ComponentTrait] = [.named("twin"), .profile("b")] }
            final class AppC: IOCComponent { static let traits: [ComponentTrait] = [.named("twin"), .profile("c")] }
            """
        let configuration = ContextConfiguration(prefixes: ["App"])
        let conditions = Conditions(
            profiles: Set((0..<103).map { "x\($0)" }), properties: PropertyForecast(configuration).store)
        let plan = Plan(
            configuration, SourceCatalogue(graph: try typeGraph([("Shop", source)])), conditions, definitions: [],
            hasAssemblies: false)
        #expect(plan.notices.count { $0.code == .profileUnknown } == 101)
        #expect(plan.decisions.map(\.profiles) == [["a"], ["b"], ["c"]])
        #expect("\(ComponentVerdict.refused(.classPrivate(name: "A")).reasonAgainst)" == "can't be loaded")
    }
}
