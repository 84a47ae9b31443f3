import IOCConfiguration
import IOCModel
import IOCPlan
import IOCSource
import TestSupport
import Testing

@testable import IOCCheck

@Suite("Which components serve which type, as far as sources tell")
struct SourceTypesTests {
    private static let source = """
        import Elsewhere
        protocol Clock: Sendable {}
        protocol Wanted: Sendable {}
        final class AppA: IOCComponent, Clock {}
        class AppBase: IOCComponent {}
        final class AppDerived: AppBase {}
        final class AppC: IOCComponent, Clock {}
        final class AppDay: IOCComponent, Wanted { static let traits: [ComponentTrait] = [.profile("day")] }
        final class AppBare: Wanted {}
        final class Zoo: IOCComponent, Wanted {}
        final class Ape: IOCComponent, Wanted {}
        final class Plain {}
        struct Value: Wanted {}
        final class AppView: Elsewhere.Screen {}
        final class ZooView: Elsewhere.Screen {}
        protocol Odd: Elsewhere.Odd {}
        struct OpenValue: Elsewhere.Part {}
        extension Elsewhere.Thing: Clock {}
        final class Kit: Assembly {
            let bClock: Definition<Kit, any Clock> = Definition { _ in make() }
            let plain = Definition { (_: Kit) in Plain() }
            let thing: Definition<Kit, Elsewhere.Thing> = Definition { _ in make() }
            let both: Definition<Kit, any Clock & Wanted> = Definition { _ in make() }
            let everything: Definition<Kit, Any> = Definition { _ in make() }
            let pair: Definition<Kit, (Int, Int)> = Definition { _ in make() }
            let unknown = Definition { (_: Kit) in make() }
        }
        """

    @Test("Candidates stand in the order of their names, an exact one is known, and near misses are told by how near")
    func candidates() throws {
        let graph = try typeGraph([("Shop", Self.source), ("Core", "public protocol Deep {}\npublic class Part {}")])
        let catalogue = SourceCatalogue(graph: graph)
        let configuration = ContextConfiguration(prefixes: ["App"], assemblies: ["Kit"])
        let conditions = Conditions(profiles: [], properties: PropertyForecast(configuration).store)
        let assemblies = AssemblyReader([graph.number("Kit")], graph: graph, types: catalogue.types)
        let plan = Plan(
            configuration, catalogue, conditions,
            definitions: assemblies.definitions.enumerated().map { catalogue.declaration(of: $1, $0) },
            hasAssemblies: true)
        let types = SourceTypes(catalogue, plan)
        func id(_ text: String) -> TypeID { catalogue.types.id(of: graph.wanted(text)) }
        func candidates(_ text: String) -> [String] {
            types.candidates(for: id(text)).map {
                plan.declarations[$0.definition].facts.simpleName + ($0.isExact ? " exact" : "")
            }
        }
        #expect(candidates("any Clock") == ["AppA", "AppC", "bClock", "both", "thing"])
        #expect(candidates("any Clock & Wanted") == ["both"] && candidates("(Int, Int)") == ["pair exact"])
        #expect(
            candidates("AppBase") == ["AppBase exact", "AppDerived"] && candidates("AppDerived") == ["AppDerived exact"]
        )
        #expect(candidates("Plain") == ["plain exact"] && candidates("Elsewhere.Thing") == ["thing exact"])
        #expect(candidates("any Clock & Sendable").contains("bClock"))
        let sendable = candidates("any Sendable")
        #expect(sendable.contains("plain") && sendable.contains("AppA") && sendable.contains("bClock"))
        #expect(Set(candidates("Any")).isSuperset(of: ["AppA", "plain", "thing", "everything"]))
        #expect(
            types.nearMisses(for: id("any Wanted")).map { "\($0.name): \($0.reason)" } == [
                "Shop.AppBare: does not conform to IOCComponent",
                "Shop.AppDay: its profile is 'day', and none is active",
                "Shop.Ape: no prefix or class list names it", "Shop.Zoo: no prefix or class list names it",
            ])
        #expect(
            types.nearMisses(for: id("Zoo")).map(\.name) == ["Shop.Zoo"] && types.nearMisses(for: id("AppA")).isEmpty)
        func isValue(_ text: String) -> Bool { types.isValue(id(text)) }
        #expect(
            isValue("Value") && isValue("Int") && isValue("(Int, Int)") && !isValue("AppA") && !isValue("any Clock"))
        #expect(
            !isValue("any Hashable") && !isValue("Elsewhere.Thing") && !isValue("Any") && !isValue("any Clock & Wanted")
        )
        func doubt(_ text: String) -> String { types.doubt(aboutType: id(text)) ?? "-" }
        #expect(
            doubt("Elsewhere.Odd") == "Odd is not declared in the sources"
                || doubt("Elsewhere.Odd").contains("not declared"))
        #expect(doubt("any Clock") == "Thing, which may be a component, is not declared in the sources")
        #expect(doubt("any Wanted") == "-" && doubt("Plain") == "-")
        // Nobody asks for it, and a protocol is no component.
        #expect(doubt("ZooView") == "-" && doubt("any Shop.Odd") == "-")
        #expect(doubt("OpenValue") == "whether Shop.OpenValue is a component can't be told")
        #expect(doubt("AppView").contains("can't be told"))
        #expect(doubt("any Deep") == doubt("AppView"), "it may be one")
        let number = plan.declarations.firstIndex { $0.facts.simpleName == "unknown" } ?? -1
        #expect(
            types.serves(number, as: id("any Clock"))
                == .open("whether Shop.Kit.unknown is any Shop.Clock can't be told"))
        #expect(types.canServe(number, as: id("any Clock")) && types.name(of: id("any Clock")) == "any Shop.Clock")
        #expect(types.bindingNames(of: id("any Clock")) == ["Shop.Clock", "Clock"])
    }

    @Test("A module that is not given may have a component where a prefix may mean its classes")
    func others() throws {
        let shop = "import Core\nimport Elsewhere\nfinal class AppA: IOCComponent {}"
        let graph = try typeGraph([("Shop", shop), ("Core", "public protocol Deep {}\npublic class Part {}")])
        let catalogue = SourceCatalogue(graph: graph)
        func doubt(_ prefix: String, _ type: String) -> String? {
            let configuration = ContextConfiguration(prefixes: [prefix])
            let conditions = Conditions(profiles: [], properties: PropertyForecast(configuration).store)
            let plan = Plan(configuration, catalogue, conditions, definitions: [], hasAssemblies: false)
            return SourceTypes(catalogue, plan).doubt(aboutType: catalogue.types.id(of: graph.wanted(type)))
        }
        let expected = "module Elsewhere, whose sources were not given, may have one"
        #expect(doubt("App", "any Core.Deep") == expected && doubt("App", "Core.Part") == expected)
        #expect(doubt("Shop.", "any Core.Deep") == nil && doubt("App", "AppA") == nil)
    }

    @Test("Where every module is given nobody else provides a type")
    func sealed() throws {
        let graph = try typeGraph([("Shop", "protocol P {}\nfinal class AppA: IOCComponent {}\nextension Thing: P {}")])
        let catalogue = SourceCatalogue(graph: graph)
        let configuration = ContextConfiguration(prefixes: ["App"])
        let conditions = Conditions(profiles: [], properties: PropertyForecast(configuration).store)
        let plan = Plan(configuration, catalogue, conditions, definitions: [], hasAssemblies: false)
        let types = SourceTypes(catalogue, plan)
        #expect(types.doubt(aboutType: catalogue.types.id(of: graph.wanted("any P"))) == nil)
    }

    @Test("A file belongs to one module, whatever roots have it, and a module's files are its own")
    func modules() throws {
        #expect(SourceModules.module(of: "/a/Sources/Shop/Deep/A.swift") == "Shop")
        #expect(SourceModules.module(of: "/Sources/a/Tests/B-C/A.swift") == "B_C")
        #expect(SourceModules.module(of: "/a/b/A.swift") == "b" && SourceModules.module(of: "A.swift") == "main")
        #expect(
            SourceModules.module(of: "/a/Sources/A.swift") == "Sources"
                && SourceModules.module(of: "./A.swift") == "main")
        let scratch = try Scratch()
        for name in ["A", "B"] { try scratch.write("Sources/Shop/\(name).swift", "") }
        let folder = scratch.path + "/Sources/Shop"
        let roots = [SourceModules.Root(module: nil, path: folder), .init(module: "Named", path: folder + "/A.swift")]
        let found = SourceModules(roots, finder: FileFinder())
        #expect(found.modules.map { "\($0.name) \($0.paths.count)" } == ["Named 1", "Shop 1"])
        let whole = SourceModules(
            [.init(module: nil, path: folder), .init(module: nil, path: folder)], finder: FileFinder())
        #expect(whole.modules.map { "\($0.name) \($0.paths.count)" } == ["Shop 2"] && whole.faults.isEmpty)
        for path in ["Sources/Mail/C.swift", "Tests/D.swift", "Sources/Core/E.swift"] { try scratch.write(path, "") }
        let several = SourceModules(
            ["/gone", "/Sources/Core", "/Tests/D.swift", "/Sources", "/lost"].map {
                .init(module: $0.hasPrefix("/T") ? "Shop" : nil, path: scratch.path + $0)
            }, finder: FileFinder())
        #expect(
            several.modules.map { module in
                "\(module.name): " + module.paths.map { String($0.suffix(7)) }.joined(separator: " ")
            } == ["Shop: D.swift A.swift B.swift", "Core: E.swift", "Mail: C.swift"])
        #expect(several.faults.map { $0.path.suffix(5) } == ["/gone", "/lost"])
        #expect(SourceModules.Root("Shop=/a/b").module == "Shop" && SourceModules.Root("/a=b").module == nil)
        #expect(SourceModules.Root("Shop=/a=b").path == "/a=b" && SourceModules.Root("a/b=c").path == "a/b=c")
    }
}
