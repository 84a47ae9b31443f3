import Foundation
import IOCManagement
import Testing

@testable import IOCModel

/// One graph with everything in each form, every character.
@Suite("A graph with everything in each form")
struct GraphFormTests {
    private typealias Dependency = DependencyGraph.Dependency
    private typealias Component = DependencyGraph.Component

    private static func one(_ property: String, _ target: String) -> Dependency {
        Dependency(property: property, kind: .one, targets: [target])
    }

    private static func later(_ property: String, _ target: String) -> Dependency {
        Dependency(property: property, kind: .provider, targets: [target])
    }

    private static func component(
        _ name: String, _ type: String? = nil, _ scope: ScopeFacts = .singleton, _ dependencies: [Dependency]
    ) -> Component {
        Component(
            name: name, typeName: type ?? name, scope: scope, origin: "class \(type ?? name)",
            dependencies: dependencies)
    }

    /// Two circles, one of them closed by a provider as well; a provider alone closes none.
    private static let graph = DependencyGraph(components: [
        component(
            "App.Main", nil, .singleton,
            [one("shop", "Shop.Shop"), one("log", "Store.Log"), later("jobs", "Shop.Job"), one("far", "disk")]),
        component(
            "App.Side", nil, .singleton, [one("shop", "Shop.Shop"), one("cart", "Shop.Cart"), one("own", "App.Side")]),
        component(
            "App.Tool", nil, .prototype,
            [
                Dependency(property: nil, kind: .lookup, targets: ["Shop.Shop", "Loner.A\\B"]),
                later("main", "App.Main"), later("self", "App.Tool"),
            ]),
        component(
            "Shop.Shop", nil, .singleton,
            [one("cart", "Shop.Cart"), one("again", "Shop.Cart"), one("till", "till \"1\""), one("log", "Store.Log")]),
        component(
            "Shop.Cart", nil, .request,
            [one("shop", "Shop.Shop"), later("shopLater", "Shop.Shop"), one("store", "Store.Store")]),
        component("Shop.Job", nil, .prototype, [later("shop", "Shop.Shop"), one("log", "Store.Log")]),
        component("till \"1\"", "Shop.Till", .singleton, [one("log", "Store.Log"), one("<store>", "Store.Store")]),
        component("Store.Store", nil, .singleton, [one("disk", "disk"), one("index", "Store.Index")]),
        component("disk", "any Store.Disk", .lazySingleton, [one("index", "Store.Index")]),
        component("Store.Log", nil, .singleton, [one("disk", "disk")]),
        component("Loner.A\\B", nil, .weakSingleton, []),
        component(
            "Store.Index", nil, .singleton,
            [one("store", "Store.Store"), Dependency(property: "none", kind: .optional, targets: [])]),
    ])

    private func expectSame(_ text: String, as name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let different = zip(expected.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
        let isSame = expected == text
        #expect(isSame, "\(name): \(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }

    @Test("Its languages say what they said")
    func languages() throws {
        let graph = Self.graph
        try expectSame([graph.dot, graph.mermaid, graph.tree, graph.json].joined(separator: "\n"), as: "languages.txt")
    }

    @Test("Circles are reported by name, and a provider closes none")
    func circles() {
        #expect(
            Self.graph.cycles == [
                ["App.Side"], ["Shop.Shop", "Shop.Cart"], ["Store.Store", "Store.Index"],
            ])
    }

    @Test("The component that a property would get instead is reported if the property takes one")
    func substitutes() {
        let wanted = TypeID(0)
        func substitute(
            _ definitions: [DefinitionFacts], _ shape: InjectionShape = .one, qualifier: String? = nil,
            isKnown: Bool = true, hasParent: Bool = false, bindings: [String: String] = [:], exact: Set<Int> = [],
            fitting: [Int]? = nil
        ) -> DependencyGraph.Substitute? {
            let rule = rule(definitions, bindings: bindings, exact: exact, fitting: fitting)
            let point = InjectionPointFacts(
                owner: "O", property: "p", location: SourceLocation(file: "O.swift", line: 3), wanted: wanted,
                shape: shape,
                qualifier: qualifier, isQualifierKnown: isKnown)
            let wiring = Wiring(
                rule: rule, points: [[point]] + definitions.dropFirst().map { _ in [] }, forbidsCycles: false)
            let dependency = Dependency(wiring.edges[0][0], rule: rule, hasParent: hasParent)
            #expect(dependency.location == "O.swift:3")
            return dependency.substitute
        }
        func fails(_ code: IOCError.Code) -> DependencyGraph.Substitute { .init(fault: code.rawValue) }
        let (a, b, main) = (facts("a"), facts("b"), facts("main", primary: true))
        #expect(substitute([a]) == fails(.dependencyMissing))
        #expect(substitute([a], hasParent: true) == nil)
        #expect(substitute([a], .optional) == .init())
        #expect(substitute([a], .optional, hasParent: true) == nil)
        #expect(substitute([a], .optionalProvider) == .init())
        #expect(substitute([a], .provider) == fails(.dependencyMissing))
        #expect(substitute([a], .all) == nil)
        #expect(substitute([a, b]) == nil, "ambiguous already")
        #expect(substitute([a, main]) == .init(component: "a"))
        #expect(substitute([a, main, b]) == fails(.dependencyAmbiguous))
        #expect(substitute([a, b], qualifier: "b") == fails(.qualifierUnknown))
        #expect(substitute([a, b], isKnown: false) == nil)
        #expect(substitute([a, b], bindings: ["Type0": "a"]) == fails(.qualifierUnknown))
        let others = [facts("x", primary: true), facts("y", primary: true)]
        #expect(substitute([a] + others, exact: [0]) == fails(.dependencyAmbiguous))
        // What a binding names counts, once the only one that fits is out.
        let named = [facts("M.x", simpleName: "x"), facts("N.x", simpleName: "x"), facts("z")]
        func bound(_ name: String) -> DependencyGraph.Substitute? {
            substitute([a] + named, isKnown: false, bindings: ["Type0": name], fitting: [0])
        }
        #expect(bound("x") == fails(.nameAmbiguous) && bound("z") == fails(.qualifierUnknown))
    }

    @Test("An open choice is reported for a property that takes one component")
    func open() {
        let rule = rule([facts("a"), facts("b")])
        func isOpen(_ shape: InjectionShape) -> Bool {
            let point = InjectionPointFacts(
                owner: "O", property: "p", wanted: TypeID(0), shape: shape, isQualifierKnown: false)
            let wiring = Wiring(rule: rule, points: [[point], []], forbidsCycles: false)
            return Dependency(wiring.edges[0][0], rule: rule).isOpen
        }
        #expect([.one, .optional, .provider, .all, .allByName].map(isOpen) == [true, true, true, false, false])
    }
}
