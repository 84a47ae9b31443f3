import IOCConfiguration
import IOCModel
import IOCPlan
import IOCSource
import Testing

@testable import IOCCheck

@Suite("What is read of classes and assemblies, form by form")
struct SourceReadingTests {
    private static let traits = """
        import IOC
        enum Names { static let one = "x" }
        class A: IOCComponent { static var traits: [ComponentTrait] { ["plain", .named("a"), .primary, .fallback, .lazy] } }
        class B: IOCComponent { class var traits: [ComponentTrait] { return [.order(-3), .profile("night"), .dependsOn("x", "y")] } }
        final class C: B { override class var traits: [ComponentTrait] { [.scope(.prototype), .scope(.custom("tenant"))] } }
        final class D: B {}
        class E: IOCComponent { static let traits: [ComponentTrait] = [.when(property: "p"), .when(property: "q", equals: .int(1))] }
        class F: IOCComponent { static let traits = [ComponentTrait.when("q", equals: "s"), .when("q", 1.5), .when("q", true), .when("q", nil)] }
        class G: IOCComponent { static let traits: [ComponentTrait] = [.whenMissing(A.self), .whenMissing((any P).self, ancestors: false)] }
        class H: IOCComponent { static let traits: [ComponentTrait] = [.order(Names.x), .named(Names.one), .profile(Names.one), .primary(1)] }
        class I: IOCComponent { static let traits: [ComponentTrait] = [.dependsOn("x", Names.one), .when(Names.one), .when("a", equals: Names.one), .scope(Names.scope), .scope(.nothing), .order("1"), .whenMissing(P), .unknown] }
        class J: IOCComponent { static let traits: [ComponentTrait] = Names.traits + [.lazy] }
        class K: IOCComponent { let traits: [ComponentTrait] = [.lazy] }
        class L: IOCComponent { static let others: [ComponentTrait] = [.lazy] }
        @Component("anno", .order(2)) class M {}
        @Component() class N { static let traits: [ComponentTrait] = [.lazy] }
        @Component class O {}
        class Q: M { }
        class R: O { static let traits: [ComponentTrait] = [.lazy] }
        class Base { class var traits: [ComponentTrait] { [.order(9)] } }
        class S: Base, IOCComponent {}
        class T: S { override class var traits: [ComponentTrait] { [.order(8)] } }
        class Bare: IOCComponent {}
        class U: Bare { static var traits: [ComponentTrait] { [.order(7)] } }
        protocol P {}
        extension P { static var traits: [ComponentTrait] { [.order(6)] } }
        class V: IOCComponent, P {}
        protocol P2 { static var traits: [ComponentTrait] { get } }
        extension P2 where Self: P { static var traits: [ComponentTrait] { [.order(5)] } }
        class W: IOCComponent, P2 {}
        class X: IOCComponent, P, P2 {}
        class Y: IOCComponent {
            #if FLAG
            static var traits: [ComponentTrait] { [.lazy] }
            #endif
        }
        class Z: IOCComponent {}
        #if FLAG
        extension Z { static var traits: [ComponentTrait] { [.lazy] } }
        #endif
        class AA: IOCComponent {}
        extension AA { static var traits: [ComponentTrait] { [.order(4)] } }
        #if FLAG
        class AB: IOCComponent { static var traits: [ComponentTrait] { [.order(3)] } }
        #endif
        class AC<T>: IOCComponent where T: P { static var traits: [ComponentTrait] { [.order(2)] } }
        @Component(.retry(attempts: 3), .retry(attempts: 5, delay: .seconds(1), factor: 1.5)) class AD {}
        @Component(.retry(attempts: many)) class AE {}
        class Other { static let traits: [ComponentTrait] = [.lazy] }
        """

    @Test("The traits of a class are those that Swift would take, each that is written out")
    func traits() throws {
        let graph = try typeGraph([("Shop", Self.traits)])
        let reader = TraitReader(graph: graph, types: WantedTypes())
        func told(_ name: String) -> String {
            let list = reader.traits(of: graph.number(name))
            let traits = list.traits.map { $0.text { reader.types[$0]?.written ?? "?" } }
            return traits.joined(separator: ", ") + (list.unread.isEmpty ? "" : " unread \(list.unread.count)")
                + (list.place == nil ? "" : " placed")
        }
        let expected = [
            "A": #"named("plain"), named("a"), primary, fallback, lazy placed"#,
            "B": #"order(-3), profile("night"), dependsOn(["x", "y"]) placed"#,
            "C": "scope(prototype), scope(tenant) placed",
            "D": #"order(-3), profile("night"), dependsOn(["x", "y"]) placed"#,
            "E": #"when("p", equals: nil), when("q", equals: Optional(1)) placed"#,
            "F":
                #"when("q", equals: Optional("s")), when("q", equals: Optional(1.5)), when("q", equals: Optional(true)), when("q", equals: Optional(null)) placed"#,
            "G": "whenMissing Shop.A, whenMissing any Shop.P here placed", "H": " unread 4", "I": " unread 8",
            "J": " unread 1",
            "K": "", "L": "", "M": #"named("anno"), order(2) placed"#, "N": "lazy", "O": "",
            "Q": #"named("anno"), order(2) placed"#, "R": "lazy", "S": "order(9) placed", "T": "order(8) placed",
            "U": "",
            "V": "order(6) placed", "W": " unread 1", "X": " unread 2", "Y": " unread 1", "Z": " unread 1",
            "AA": "order(4) placed", "AB": "order(3) placed", "AC": "order(2) placed",
            "AD": "retry 3, retry 5 placed", "AE": " unread 1", "Other": "",
        ]
        for (name, text) in expected { #expect(told(name) == text, "\(name)") }
    }

    private static let points = """
        import IOC
        protocol P: Sendable {}
        protocol Holder<Item> { associatedtype Item }
        final class One {}
        struct Holding { @Autowired var one: One }
        class Base<Item: Sendable>: IOCComponent {
            @Autowired var item: Item
            @Value("item.size") var size: Item
            @Autowired var list: [Item]
        }
        final class Main: Base<One> {
            @Autowired static var shared: One
            @Value("x") static var sharedValue: Int
            @Autowired var one: One
            @Autowired("name") var named: any P
            @Autowired(Names.one) var open: any P
            @Autowired var maybe: One?
            @Autowired var byName: [String: One]
            @Autowired var byNumber: [Int: One]
            @Autowired var later: Provider<One>
            @Autowired var laterMaybe: Provider<One?>
            @Autowired var laterAll: Provider<[One]>
            @Autowired var several: [Provider<One>]
            @Autowired var context: ApplicationContext
            @Autowired var contexts: [ApplicationContext]
            @Autowired var holder: any Holder<Int>
            @Autowired var untyped
            let made = Autowired<One>()
            let madeNamed: Autowired<any P> = Autowired("m")
            let given: Autowired<One>
            let other: Own<One>
            let computed = make()
            #if FLAG
            @Autowired var flagged: One
            @Value("flagged") var flaggedValue: Int
            #endif
            @Value("a") var a: Int
            @Value("b") var b = "text"
            @Value(wrappedValue: 3, "c") var c
            @Value("d") var d: Int?
            @Value(Names.key) var e: Int
            let f = Value<[Int]>("f", default: [])
            @IOC.Autowired var long: One
            @Own.Autowired var own: One
            @Autowired @Own var two: One
        }
        """

    @Test("A class's points are those of its superclasses first, each in the shape that it is written in")
    func points() throws {
        let graph = try typeGraph([("Shop", Self.points)])
        let types = WantedTypes()
        let reader = PointReader(graph: graph, types: types)
        let reading = reader.read(graph.number("Main"), [])
        let points = reading.points.map { point in
            "\(point.owner).\(point.property) \(types[point.wanted]?.written ?? "?") \(point.shape)"
                + (point.qualifier.map { " '\($0)'" } ?? "") + (point.isQualifierKnown ? "" : " open")
        }
        #expect(
            points == [
                "Base.item Shop.One one", "Base.list Shop.One all", "Main.one Shop.One one",
                "Main.named any Shop.P one 'name'", "Main.open any Shop.P one open", "Main.maybe Shop.One optional",
                "Main.byName Shop.One allByName", "Main.byNumber [Int: One] one", "Main.later Shop.One provider",
                "Main.laterMaybe Shop.One optionalProvider", "Main.laterAll Shop.One deferredAll",
                "Main.several Shop.One deferredAll", "Main.context ApplicationContext context",
                "Main.contexts ApplicationContext all", "Main.made Shop.One one", "Main.madeNamed any Shop.P one 'm'",
                "Main.given Shop.One one open", "Main.long Shop.One one", "Main.two Shop.One one",
            ])
        let properties = reading.properties.map {
            "\($0.owner).\($0.property) \($0.key) \($0.type)\($0.hasDefault ? " default" : "")"
        }
        #expect(
            properties == [
                "Base.size item.size One", "Main.a a Int", "Main.b b String default", "Main.c c Int default",
                "Main.d d Int?",
                "Main.f f [Int] default",
            ])
        #expect(
            reading.notes.map { "\($0.location?.line ?? 0) \($0.message)" } == [
                "16 the name that Main.open asks for is no plain string: left alone",
                "26 Main.holder is left alone: only the running program knows which types are any Shop.Holder",
                "27 Main.untyped is left alone: its type is not written out",
                "30 the name that Main.given asks for is no plain string: left alone",
                "34 Main.flagged is left alone: it exists only where 'FLAG' holds",
                "35 Main.flaggedValue is left alone: it exists only where 'FLAG' holds",
                "41 Main.e is left alone: its key is no plain string",
            ])
        #expect(reading.readsMore)
        #expect(!reader.read(graph.number("One"), []).readsMore)
        func promising(_ type: TypeID) -> Declaration {
            Declaration(
                .definition(0),
                DefinitionFacts(name: "d", simpleName: "d", type: type, writer: TypeWriter("d"), origin: .code("here")),
                traits: [], scope: .singleton)
        }
        let definitions = [SourceDefinition(assembly: 0, key: "d", location: graph.location(of: 0))]
        #expect(reader.read(promising(WantedTypes.unknown), definitions).readsMore)
        let value = reader.read(promising(types.id(of: graph.wanted("Holding"))), definitions)
        #expect(value.points.isEmpty && !value.readsMore, "only classes have points")
        #expect(!reader.read(promising(types.id(of: graph.wanted("Main"))), definitions).points.isEmpty)
    }

    private static let assemblies = """
        import IOC
        protocol Clock: Sendable {}
        final class Quartz: Clock {}
        final class Maybe { init?(_ x: Int) {} }
        final class Box<T> {}
        class Parent: Assembly {
            let inherited = Definition { (_: Parent) in Quartz() }
            let scoped = AbstractDefinition<Parent>(scope: .prototype)
            let circleA = AbstractDefinition<Parent>().parent(circleB)
            let circleB = AbstractDefinition<Parent>().parent(circleA)
        }
        final class Kit: Parent {
            static let shared = Definition { (_: Kit) in Quartz() }
            var computed: Definition<Kit, Quartz> { Definition { _ in Quartz() } }
            let side = Collaborator<Side>()
            let side2 = Collaborator(Side.self)
            let gone = Collaborator<Elsewhere>()
            let a = Definition { (_: Kit) in Quartz() }
            let b = Definition(.singleton) { (_: Kit) in Quartz() as any Clock }
            let c: Definition<Kit, any Clock> = Definition { _ in make() }
            let d: Definition<Kit, Quartz, Int> = Definition { _, n in Quartz() }
            let e = Definition { (_: Kit, n: Int) in Quartz() }
            let f = Definition { (_: Side) in Quartz() }
            let g: Definition<Side, Quartz> = Definition { _ in Quartz() }
            let h = Define { _ in Quartz() }
            let i = Define<Quartz>.value(Quartz())
            let j = Define.value(10)
            let k = Definition.value("text")
            let l = Definition<Kit, Int>.value(compute())
            let m = Definition.option("key", .when("a") { (_: Kit) in Quartz() })
            let n: Definition<Kit, any Clock> = .option("key2", .when("a") { try $0.a() })
            let o: Definition<Kit, any Clock> = .option(Names.key, .when("a") { try $0.a() })
            let p = Definition(Names.scope) { (_: Kit) in Quartz() }
            let q = Definition { (_: Kit) in Quartz() }.traits(.primary, "named").traits(.order(1))
            let r = Definition { (_: Kit) in Quartz() }.traits(Names.trait)
            let s = Definition { (_: Kit) in Quartz() }.parent(scoped)
            let t = Definition { (_: Kit) in Quartz() }.parent(farScoped, of: side)
            let u = Definition { (_: Kit) in Quartz() }.parent(nowhere)
            let v = Definition { (_: Kit) in Quartz() }.parent(farScoped, of: gone)
            let w = Definition(.weakSingleton) { (_: Kit) in Quartz() }.parent(scoped)
            let x = Definition { (_: Kit) in Quartz() }.parent(circleA)
            let y = Definition { (kit: Kit) in try kit.a() }
            let z = Definition { (kit: Kit) in try kit.side().far() }
            let aa = Definition { (kit: Kit) in try kit.side(1).far() }
            let ab = Definition { (kit: Kit) in try other.a() }
            let ac = Definition { (kit: Kit) in try kit.nothing() }
            let ad = Definition { (kit: Kit) in try kit.computed() }
            let ae = Definition { (_: Kit) in Maybe(1) }
            let af = Definition { (_: Kit) in Box<Int>() }
            let ag = Definition { (_: Kit) in Box() }
            let ah = Definition { (_: Kit) in 5 }
            let ai = Definition { (_: Kit) in make() }
            let aj = Definition { (_: Kit) in Quartz.init() }
            let ak = Definition { (kit: Kit) in try kit.ak() }
            let al = Definition(make: { (_: Kit) -> any Clock in Quartz() })
            let am: Definition<Kit, Quartz>
            #if FLAG
            let an = Definition { (_: Kit) in Quartz() }
            #endif
            let ao = Definition(scope: .prototype) { (_: Kit) in Quartz() }
            let ap = Definition { (kit: Kit) in try kit.side.far() }
            let aq = Definition { (kit: Kit) in try kit.gone().far() }
            let number = 5
            let text = "x"
            let closure = { 5 }
            let made = Quartz()
            let unknown = makeDefinition()
            let unknown2 = Names.definition
            let unknown3 = Factory()
            let tuple: (Int, Int) = (1, 2)
            let typed: Int = compute()
            let array = [1]
            let free = value(10)
            let helper = Helper { () -> Quartz in Quartz() }
            let fake = Fake(Side.self)
            let ar = Definition { (kit: Kit) in try other.side().far() }
            let `as` = Definition { (kit: Kit) in try kit.helper() }
            let at = Definition { (kit: Kit) in try kit.fake().far() }
            let au = Definition(check: { (_: Kit) in Quartz() })
            let av = Definition({ (_: Kit) in 5 }, make: { (_: Kit) in Quartz() })
        }
        class Side: Assembly {
            let far = Definition(.lazySingleton) { (_: Side) in Quartz() }
            let farScoped = AbstractDefinition<Side>(scope: .custom("tenant"))
            let kit = Collaborator(Kit.self)
        }
        """

    @Test("A definition is what its declared type, its closure and its parents say of it")
    func definitions() throws {
        let graph = try typeGraph([("Shop", Self.assemblies)])
        let reader = AssemblyReader([graph.number("Kit")], graph: graph, types: WantedTypes())
        let definitions = reader.definitions.map { definition -> String in
            var parts = [definition.promised?.written.replacing("Shop.", with: "") ?? "?"]
            if let scope = definition.scope { parts.append(scope.name) }
            if definition.isScopeUnread { parts.append("scope unread") }
            if !definition.traits.traits.isEmpty {
                parts.append("\(definition.traits.traits.map { $0.text { "\($0)" } })")
            }
            if !definition.traits.unread.isEmpty { parts.append("traits unread") }
            if definition.needsArguments { parts.append("arguments") }
            if let choice = definition.choice { parts.append("option \(choice.property)") }
            if let condition = definition.condition { parts.append("#if \(condition)") }
            return "\(graph.index.types[definition.assembly].name).\(definition.key): " + parts.joined(separator: ", ")
        }
        #expect(
            definitions == [
                "Kit.inherited: Quartz", "Kit.a: Quartz", "Kit.b: any Clock, singleton", "Kit.c: any Clock",
                "Kit.d: Quartz, arguments", "Kit.e: Quartz, arguments", "Kit.h: Quartz", "Kit.i: Quartz, singleton",
                "Kit.j: Int, singleton", "Kit.k: String, singleton", "Kit.l: Int, singleton", "Kit.m: ?, option key",
                "Kit.n: any Clock, option key2", "Kit.o: any Clock", "Kit.p: Quartz, scope unread",
                #"Kit.q: Quartz, ["primary", "named(\"named\")", "order(1)"]"#,
                "Kit.r: Quartz, traits unread", "Kit.s: Quartz, prototype", "Kit.t: Quartz, tenant",
                "Kit.u: Quartz, scope unread", "Kit.v: Quartz, scope unread", "Kit.w: Quartz, weakSingleton",
                "Kit.y: Quartz",
                "Kit.z: Quartz", "Kit.aa: ?", "Kit.ab: ?", "Kit.ac: ?", "Kit.ad: ?", "Kit.ae: ?", "Kit.af: Box<Int>",
                "Kit.ag: ?", "Kit.ah: Int", "Kit.ai: ?", "Kit.aj: Quartz", "Kit.ak: ?", "Kit.al: any Clock",
                "Kit.am: Quartz, traits unread", "Kit.an: Quartz, #if FLAG", "Kit.ao: Quartz", "Kit.ap: ?", "Kit.aq: ?",
                "Kit.ar: ?",
                "Kit.as: ?", "Kit.at: ?", "Kit.au: ?", "Kit.av: Quartz",
                "Side.far: Quartz, lazySingleton",
            ])
        let untold = ["m", "aa", "ab", "ac", "ad", "ae", "ag", "ai", "ak", "ap", "aq", "ar", "as", "at", "au"].map {
            "what Kit.\($0) makes can't be told: a declared type would say it"
        }
        let unread = ["p", "r", "u", "v", "am"].map { "scope or traits of Kit.\($0) are no literals: left alone" }
        let unsure = ["unknown", "unknown2", "free"].map {
            "whether Kit.\($0) is a definition can't be told: its type is not written"
        }
        let gone = "the collaborator gone is left alone: its assembly is not in the sources"
        #expect(reader.notes.map(\.message).sorted() == ([gone] + untold + unread + unsure).sorted())
        #expect(reader.unreadMembers == ["gone", "Kit.unknown", "Kit.unknown2", "Kit.free"])
        #expect(reader.faults.map(\.headline) == ["abstract-parent-cycle: Shop.Quartz is its own parent"])
    }

    @Test("Sources are a catalogue of their classes: what they call components, profiles, assemblies and types")
    func catalogue() throws {
        let shop = """
            import IOC
            import Elsewhere
            protocol P {}
            final class One: IOCComponent { static let traits: [ComponentTrait] = [.profile("day"), .lazy] }
            class Two: IOCComponent { class var traits: [ComponentTrait] { [.profile("night"), .primary, .named("two")] } }
            final class Three: Two {}
            class Generic<T>: IOCComponent {}
            struct Four: IOCComponent { static let traits: [ComponentTrait] = [.profile("never")] }
            final class Five { static let traits: [ComponentTrait] = [.profile("nobody")] }
            final class Kit: Assembly {}
            final class Attic: Assembly {}
            struct Fake: Assembly {}
            final class Stranger: Elsewhere.Base {}
            enum Outer { final class Inner: IOCComponent {} }
            #if FLAG
            final class Flagged: IOCComponent {}
            #endif
            #if FLAG
            final class Branched: IOCComponent {}
            #else
            final class Branched: Outer2 {}
            #endif
            """
        let graph = try typeGraph([("Shop", shop)])
        let catalogue = SourceCatalogue(graph: graph)
        #expect(
            catalogue.componentNames == ["Shop.One", "Shop.Two", "Shop.Three", "Shop.Outer.Inner", "Shop.Flagged"])
        #expect(catalogue.componentProfiles == ["day", "night", "night"])
        #expect(catalogue.assemblyNames == ["Attic", "Kit", "Shop.Attic", "Shop.Kit"])
        #expect(
            catalogue.classNames.filter { $0.hasPrefix("O") || $0.contains("Inner") } == [
                "One", "Shop.Outer.Inner", "Inner",
            ])
        #expect(catalogue.typeNames.contains("P") && catalogue.typeNames.contains("Shop.Outer.Inner"))
        #expect(!catalogue.typeNames.contains("Four") && catalogue.typeNames == catalogue.typeNames.sorted())
        func names(_ numbers: [Int]) -> [String] { numbers.map { graph.index.types[$0].name } }
        #expect(names(catalogue.classes(matching: ["Shop.O", "F"])) == ["Five", "Flagged", "One", "Outer.Inner"])
        #expect(names(catalogue.classes(named: "Inner")) == ["Outer.Inner"] && catalogue.classes(named: "P").isEmpty)
        #expect(catalogue.doubt(aboutName: "Shop.Nothing") == nil)
        let doubt = "the sources of module Elsewhere were not given"
        #expect(catalogue.doubt(aboutName: "Elsewhere.X") == doubt && catalogue.doubt(aboutName: "Nothing") == doubt)
        #expect(catalogue.doubt(aboutName: "Shop") == doubt && catalogue.doubt(aboutPrefix: "Shop.X") == nil)
        let sealed = SourceCatalogue(graph: try typeGraph([("Shop", "final class One: IOCComponent {}")]))
        #expect(sealed.doubt(aboutName: "Elsewhere.X") == nil && sealed.doubt(aboutName: "Nothing") == nil)
        #expect(catalogue.isType(named: "P") == .yes && catalogue.isType(named: "Shop.One") == .yes)
        #expect(catalogue.isType(named: "Sendable") == .yes && catalogue.isType(named: "Shop.Four") == .no)
        #expect(catalogue.isType(named: "Elsewhere.X") == .open(doubt))
        func fits(_ type: String, _ name: String) -> Answer {
            catalogue.fits(catalogue.types.id(of: graph.wanted(type)), typeNamed: name)
        }
        #expect(fits("One", "Shop.One") == .yes && fits("One", "P") == .no)
        #expect(fits("Four", "Four") == .yes && fits("Four", "P") == .open("only its instances tell"))
        #expect(fits("any P", "P") == .yes && fits("any P", "Shop.P") == .yes && fits("any P", "One") != .no)
        #expect(catalogue.shortName(of: catalogue.types.id(of: graph.wanted("One"))) == "One")
        #expect(catalogue.shortName(of: WantedTypes.unknown) == "it")
        func standing(_ name: String) -> String {
            switch catalogue.verdict(of: graph.number(name)) {
            case .component: "component"
            case .refused(let kind): "\(kind.code.rawValue)"
            case .open(let reason): reason
            }
        }
        #expect(standing("One") == "component" && standing("Five") == "class-does-not-conform")
        #expect(standing("Generic") == "class-is-generic")
        #expect(
            standing("Stranger")
                == "whether Shop.Stranger conforms to IOCComponent can't be told: its supertypes are not in the sources"
        )
        func declared(_ name: String) -> String {
            let found = catalogue.declaration(of: graph.number(name))
            return "\(found.facts.name) \(found.facts.simpleName) \(found.facts.isPrimary) \(found.doubt ?? "-")"
        }
        #expect(declared("Three") == "Shop.Three Three false -" && declared("Two") == "two Two true -")
        #expect(declared("Flagged") == "Shop.Flagged Flagged false '#if FLAG'")
        #expect(declared("Branched") == "Shop.Branched Branched false '#if FLAG'")
        #expect(declared("Outer.Inner") == "Shop.Outer.Inner Inner false -")
    }
}

extension ComponentTrait {
    /// The trait in the words of the tests.
    fileprivate func text(_ type: (TypeID) -> String) -> String {
        let stated = StatedTraits([self])
        let entry = stated.entry
        let conditions = stated.conditions.map { "when(\"\($0.property)\", equals: \(String(describing: $0.equals)))" }
        let missing = stated.missingTypes.map { missing in
            guard case .type(let id) = missing.wanted else { return "whenMissing a name" }
            return "whenMissing \(type(id))\(missing.ancestors ? "" : " here")"
        }
        let texts = [
            stated.name.map { "named(\"\($0)\")" }, entry.isPrimary.map { _ in "primary" },
            entry.isFallback.map { _ in "fallback" }, entry.isLazy.map { _ in "lazy" },
            entry.order.map { "order(\($0))" },
            entry.scope.map { "scope(\($0))" }, entry.profiles.map { "profile(\"\($0[0])\")" },
            entry.dependsOn.map { "dependsOn(\($0))" }, entry.retry.map { "retry \($0.attempts)" },
        ]
        return (texts.compactMap(\.self) + conditions + missing).joined(separator: " & ")
    }
}
