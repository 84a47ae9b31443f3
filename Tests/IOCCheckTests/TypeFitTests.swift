import IOCPlan
import IOCSource
import Testing

@testable import IOCCheck

@Suite("Which type serves as which, as far as sources tell")
struct TypeFitTests {
    private static let shop = """
        import Core
        import Elsewhere
        protocol P: Sendable {}
        protocol Q: P, Comparable {}
        protocol Nobody {}
        protocol Strange: Elsewhere.Odd {}
        protocol Holder<Item>: P { associatedtype Item }
        protocol Flagged {}
        protocol Served: IOCComponent {}
        class Base: P {}
        class Derived: Base, Q {}
        final class View: Elsewhere.Screen {}
        final class Inner: Core.Part {}
        class Box<T> {}
        protocol R: Sendable {}
        extension Box: R where T == Int {}
        extension Box: Q where T: Hashable {}
        final class IntBox: Box<Int> {}
        final class TextBox: Box<String> {}
        extension Thing: Q {}
        #if FLAG
        extension Thing: Flagged {}
        extension Base: Flagged {}
        typealias Open = Nobody
        #else
        typealias Open = P
        #endif
        struct Plain: P {}
        class Low<U> {}
        class Middle<T>: Low<T> {}
        final class High: Middle<Int> {}
        protocol S: Sendable {}
        extension Box: S where T: P {}
        protocol S2: Sendable {}
        extension Box: S2 where T: Base {}
        struct Cond<V> {}
        extension Cond: P where V == Int {}
        actor Worker {}
        final class Opener: Open {}
        class Two<A, B> {}
        struct Lone: ~Copyable, P {}
        enum Shell<T> { class Inner<T>: Low<T> {} }
        protocol Told: Sendable {}
        extension Two: Told where A == Int, B == Bool {}
        """
    private static let core = """
        public protocol CoreProtocol {}
        public class Part: CoreProtocol {}
        """

    private static let rows: [(String, String, String)] = [
        ("Base", "Base", "yes"), ("Base", "any P", "yes"), ("Base", "Any", "yes"), ("Base", "any Sendable", "yes"),
        ("Base", "AnyObject", "yes"), ("Worker", "any Actor", "yes"), ("Worker", "AnyObject", "yes"),
        ("Plain", "AnyObject", "no"), ("Base", "any Q", "no"), ("Base", "Derived", "no"), ("Derived", "Base", "yes"),
        ("Derived", "any P", "yes"), ("Derived", "any Equatable", "yes"), ("Derived", "any Hashable", "no"),
        ("Derived", "any P & Q", "yes"), ("Derived", "Base & Q", "yes"), ("Base", "any P & Q", "no"),
        ("Base", "any Flagged", "open"), ("Derived", "any Flagged", "open"), ("Base", "any Flagged & P", "open"),
        ("Base", "any Flagged & Q", "no"),
        ("Base", "(Int, Int)", "no"), ("Base", "any Holder<Int>", "no"), ("Base", "any Open", "no"),
        ("View", "any P", "no"), ("View", "any Elsewhere.Odd", "open"), ("View", "Elsewhere.Screen", "yes"),
        ("View", "any Hashable", "open"), ("View", "any Hashable & P", "no"), ("View", "Int", "no"),
        ("View", "any CoreProtocol", "open"), ("Inner", "any CoreProtocol", "yes"), ("Inner", "any P", "no"),
        ("IntBox", "any R", "yes"), ("TextBox", "any R", "no"), ("TextBox", "any Q", "yes"),
        ("TextBox", "any P", "yes"),
        ("Box<Int>", "any R", "yes"), ("Box<String>", "any R", "no"), ("Box<Elsewhere.Odd>", "any R", "open"),
        ("IntBox", "Box<Int>", "yes"), ("IntBox", "Box<String>", "no"), ("Box<Plain>", "any Q", "no"),
        ("Box<View>", "any Q", "open"), ("Box<Derived>", "any Q", "open"), ("Box<Worker>", "any Q", "no"),
        ("Opener", "any P", "open"), ("Opener", "any Nobody", "open"), ("Opener", "any Q", "open"),
        ("High", "Low<Int>", "yes"), ("High", "Low<Bool>", "no"), ("High", "Middle<Int>", "yes"),
        ("Lone", "any P", "yes"), ("Lone", "any Nobody", "no"), ("Shell<Int>.Inner<Bool>", "Low<Bool>", "yes"),
        ("Shell<Int>.Inner<Bool>", "Low<Int>", "no"), ("Box<Base>", "any S", "yes"), ("Box<Base>", "any S2", "yes"),
        ("Box<Cond<Int>>", "any S", "open"),
        ("Two<Int, Bool>", "any Told", "yes"), ("Two<Int, Int>", "any Told", "no"),
        ("Two<Bool, Bool>", "any Told", "no"), ("Two<Elsewhere.Odd, Bool>", "any Told", "open"),
        ("Two<Elsewhere.Odd, Int>", "any Told", "no"), ("Two<Int, Elsewhere.Odd>", "any Told", "open"),
        ("Swift.Int", "Int", "yes"), ("Plain", "any Sendable", "yes"), ("Worker", "any Sendable", "yes"),
        // What a definition promises may be a protocol.
        ("any Q", "any P", "yes"), ("any P", "any Q", "no"), ("any Q", "any Equatable", "yes"),
        ("any Q", "any Q", "yes"), ("any Served", "AnyObject", "yes"), ("any P", "AnyObject", "no"),
        ("any Q", "Base", "no"), ("any P & Q", "any Q", "yes"), ("any P & Flagged", "any Q", "no"),
        ("any P & Flagged", "any Flagged & P", "yes"), ("any Q & Flagged", "any P & Flagged", "yes"),
        ("any P & Flagged", "any Q & Flagged", "no"), ("any Strange & P", "any Elsewhere.Rare & P", "open"),
        ("any Strange", "any Elsewhere.Odd", "yes"), ("any Strange", "any Nobody", "no"),
        ("any Holder<Int>", "any P", "yes"), ("any Holder<Int>", "any Q", "no"),
        ("any Holder<Int>", "any Holder<Int>", "yes"), ("any Holder<Int> & Q", "any P & Q", "yes"),
        // What no class can be.
        ("(Int, Int)", "(Int, Int)", "yes"), ("(Int, Int)", "(Int, String)", "no"), ("(Int, Int)", "Any", "open"),
        ("(Int, Int)", "Base", "no"), ("(Int, Int)", "any P", "no"), ("Any", "Base", "no"), ("Any", "Any", "yes"),
        ("Any", "any P & Q", "no"),
        // Types of other modules.
        ("Thing", "any Q", "yes"), ("Thing", "any P", "yes"), ("Thing", "any Flagged", "yes"), ("Thing", "Base", "no"),
        ("Thing", "any Nobody", "no"), ("Thing", "any Elsewhere.Odd", "open"), ("Thing", "any Hashable", "open"),
        ("Thing", "any Sendable", "yes"), ("Elsewhere.Other", "any Sendable", "open"), ("Thing", "Int", "no"),
        ("Thing", "any P & Nobody", "no"),
        ("Elsewhere.Other", "any P", "open"), ("Elsewhere.Other", "any Nobody", "no"), ("Int", "any P", "no"),
        ("Int", "Int", "yes"), ("Int", "Bool", "no"), ("Int", "any Hashable", "open"),
        ("Int", "any Elsewhere.Odd", "open"),
        ("any Hashable", "any Equatable", "yes"), ("any Equatable", "any Hashable", "no"),
        ("any Equatable", "any Sendable", "yes"), ("any Hashable", "any Elsewhere.Odd", "no"),
        ("any Hashable", "any P", "no"), ("any Hashable & Error", "any Sendable", "yes"),
        ("any Hashable & Error", "any Equatable & Error", "yes"), ("Elsewhere.Pair<Int>", "Elsewhere.Pair<Int>", "yes"),
        ("Elsewhere.Pair<Int>", "Elsewhere.Pair<Bool>", "open"), ("Elsewhere.Pair<Int>", "any P", "open"),
    ]

    @Test("What one is of, another one asks for: each pair is answered with yes, no or open")
    func pairs() throws {
        let graph = try typeGraph([("Shop", Self.shop), ("Core", Self.core)])
        var wrong: [String] = []
        for (promised, wanted, expected) in Self.rows {
            let found = Self.word(graph.fits(graph.wanted(promised), graph.wanted(wanted)))
            if found != expected { wrong.append("\(promised) as \(wanted): \(found)") }
        }
        #expect(wrong == [])
        #expect(Self.word(graph.fits(nil, graph.wanted("any P"))) == "open")
        #expect(
            graph.fits(graph.wanted("Base"), graph.wanted("any Flagged")) == .open("Base hangs on '#if FLAG' there"))
        #expect(
            graph.fits(graph.wanted("View"), graph.wanted("any Elsewhere.Odd"))
                == .open("whether View is Odd can't be told"))
    }

    private static func word(_ answer: Answer) -> String {
        switch answer {
        case .yes: "yes"
        case .no: "no"
        case .open: "open"
        }
    }

    @Test("A type is written as the running program writes it, and goes by its names, long and short")
    func written() throws {
        let graph = try typeGraph([("Shop", Self.shop), ("Core", Self.core)])
        func told(_ text: String) -> String {
            let type = graph.wanted(text)
            return "\(type.written) \(type.bindingNames)\(type.isUnseen ? " unseen" : "")"
        }
        #expect(told("Base") == #"Shop.Base ["Shop.Base", "Base"]"#)
        #expect(told("P") == #"any Shop.P ["Shop.P", "P"]"#)
        #expect(told("Box<Int>") == #"Shop.Box<Int> ["Shop.Box<Int>", "Box"]"#)
        #expect(told("any P & Q") == #"any Shop.P & Shop.Q ["Shop.P & Shop.Q"]"#)
        #expect(told("any Elsewhere.Odd & P") == #"any Odd & Shop.P ["Odd & Shop.P"] unseen"#)
        #expect(told("Elsewhere.Post.Odd") == #"Elsewhere.Post.Odd ["Post.Odd", "Odd"] unseen"#)
        #expect(told("Set<Int>") == #"Set<Int> ["Set<Int>", "Set<Int>"] unseen"#)
        #expect(told("Int") == #"Int ["Int", "Int"]"#)
        #expect(told("any Sequence<Int>") == #"any Sequence<Int> ["Sequence<Int>", "Sequence<Int>"]"#)
        #expect(told("Elsewhere") == #"Elsewhere ["Elsewhere", "Elsewhere"] unseen"#)
        #expect(told("Any") == #"Any ["Any"]"#)
        #expect(told("(Int) -> P") == #"(Int) -> any P ["(Int) -> any P"]"#)
        let forms = [
            "any Holder<Int>", "Holder", "any Sequence<Int>", "Set<Int>", "any P & Holder<Int>", "any P & Q",
            "any P & (Int, Int)",
        ]
        let parameterized = forms.map { text in
            if case .parameterized = graph.wanted(text).form { true } else { false }
        }
        #expect(parameterized == [true, false, true, false, true, false, true])
    }

    @Test("A binding's name means a type by its long or short name, of other modules too")
    func named() throws {
        let graph = try typeGraph([("Shop", Self.shop), ("Core", Self.core)])
        func fits(_ type: String, _ name: String) -> String {
            Self.word(graph.fits(graph.number(type), typeNamed: name))
        }
        for name in ["Shop.Base", "Base", "Shop.P", "P"] { #expect(fits("Base", name) == "yes", "\(name)") }
        for name in ["Core.Base", "Shop.Q", "Q", "Bas"] { #expect(fits("Base", name) == "no", "\(name)") }
        for name in ["Screen", "Elsewhere.Screen", "Shop.View"] { #expect(fits("View", name) == "yes", "\(name)") }
        for name in ["Screens", "LargeScreen", "Odd"] { #expect(fits("View", name) == "open", "\(name)") }
        #expect(fits("Base", "Flagged") == "open")
    }

    @Test(
        "A protocol of the container is known by its module, given or imported, and one of the project's own is another"
    )
    func container() throws {
        let shop = """
            import IOC
            final class A: IOCComponent {}
            class B: Assembly {}
            protocol Mine: IOCComponent {}
            final class C: Mine {}
            enum Outer { protocol IOCComponent {} }
            final class D: Outer.IOCComponent {}
            @Component final class E {}
            struct Holder<T> { var a: Provider<Int> }
            final class F: Elsewhere.IOCComponent {}
            """
        let ioc = """
            public protocol IOCComponent: AnyObject {}
            public protocol Assembly {}
            public final class Provider<T> {}
            """
        for modules in [[("Shop", shop)], [("Shop", shop), ("IOC", ioc)]] {
            let graph = try typeGraph(modules)
            let components = ["A", "B", "C", "D", "E"].filter { graph.isComponent(graph.number($0)) }
            #expect(components == ["A", "C", "E"])
            #expect(graph.conforms(graph.number("B"), toContainerProtocol: "Assembly") == .yes)
            #expect(graph.conforms(graph.number("A"), toContainerProtocol: "Assembly") == .no)
            #expect(graph.conforms(graph.number("F"), toContainerProtocol: "Assembly") != .no)
            #expect(graph.fits(graph.wanted("A"), toContainerProtocol: "IOCComponent"))
            #expect(graph.fits(graph.wanted("any IOCComponent"), toContainerProtocol: "IOCComponent"))
            #expect(!graph.fits(graph.wanted("B"), toContainerProtocol: "IOCComponent"))
            #expect(!graph.fits(graph.wanted("any Outer.IOCComponent"), toContainerProtocol: "IOCComponent"))
            #expect(!graph.fits(nil, toContainerProtocol: "IOCComponent"))
            #expect(!graph.fits(graph.wanted("any P & Q"), toContainerProtocol: "IOCComponent"))
            func isProvider(_ text: String) -> Bool {
                guard case .named(let components) = graph.canonical(text) else { return false }
                return graph.isContainers("Provider", components, file: 0)
            }
            #expect(isProvider("Provider<Int>") && isProvider("IOC.Provider<Int>"))
            #expect(!isProvider("Outer.Provider<Int>") && !isProvider("Box<Int>"))
        }
        let plain = try typeGraph([("Shop", "final class A: IOC.IOCComponent {}\n@Component protocol X {}")])
        #expect(plain.isComponent(plain.number("A")) && plain.index.annotation(of: plain.number("X")) == nil)
        #expect(plain.isContainers("Provider", [.init("IOC"), .init("Provider")], file: 0))
        #expect(!plain.isContainers("Provider", [.init("Elsewhere"), .init("Provider")], file: 0))
        let own = try typeGraph([("Shop", "final class Provider<T> {}\n@Component enum X {}\nstruct Component {}")])
        #expect(!own.isContainers("Provider", [.init("Provider")], file: 0))
        #expect(!own.isForeign([.init("Provider")], file: 0) && own.isForeign([.init("Nothing")], file: 0))
    }

    @Test("What an extension asks of generic parameters holds, does not, or is open")
    func requirements() throws {
        let graph = try typeGraph([("Shop", "import Elsewhere\nclass A {}\nclass B: A {}")])
        let scope = Scope(file: 0, generics: ["T", "U"])
        func answers(_ clause: String, _ types: [String: String], conforms: Bool? = nil) -> [String] {
            TypeRequirement.all(in: clause, scope: scope, graph.index).map {
                Self.word($0.holds(types.mapValues { TypeSyntax($0) }, graph.index, conforms: { _, _ in conforms }))
            }
        }
        #expect(TypeRequirement.all(in: nil, scope: scope, graph.index).isEmpty)
        #expect(answers("T == Int", ["T": "Int"]) == ["yes"] && answers("Int == T", ["T": "Int"]) == ["yes"])
        #expect(answers("T == Int", ["T": "String"]) == ["no"] && answers("T == A", ["T": "B"]) == ["no"])
        #expect(answers("T == Int", ["T": "Elsewhere.X"]) == ["open"])
        #expect(answers("T == Elsewhere.X", ["T": "Int"]) == ["open"])
        #expect(answers("T == Int", ["U": "Int"]) == ["open"] && answers("Int == T", ["U": "Int"]) == ["open"])
        #expect(answers("T: Hashable", ["T": "A"], conforms: true) == ["yes"])
        #expect(answers("T: Hashable", ["T": "A"], conforms: false) == ["no"])
        #expect(answers("T: Hashable", ["T": "A"]) == ["open"])
        #expect(answers("T: Hashable", ["U": "A"], conforms: true) == ["open"], "nobody says what it is")
        #expect(answers("A: U", ["T": "A"], conforms: true) == ["open"])
        #expect(answers("T", ["T": "A"], conforms: true) == ["open"])
        #expect(answers("T == Int, U: Hashable", ["T": "Int", "U": "A"], conforms: false) == ["yes", "no"])
        #expect(answers("T == Pair<Int, (Int, [Int])>, U == Int", ["T": "Int", "U": "Int"]) == ["open", "yes"])
        #expect(answers("T == (Int, Int), U == [Int], T: A", ["T": "Int", "U": "Int"], conforms: true).count == 3)
        let open = TypeRequirement.all(in: "T: P, U: Q", scope: scope, graph.index)[0]
        #expect(open.holds([:], graph.index, conforms: { _, _ in nil }) == .open("'where T: P, U: Q'"))
    }

    @Test("A module that is not given may know only what it could import")
    func modules() throws {
        let graph = try typeGraph(
            [
                ("Shop", "import Core\nimport Plain\nimport Kit"), ("Core", "import Deep\nimport Foundation"),
                ("Leaf", ""),
            ], plain: ["Plain"])
        #expect(graph.unseenModules == ["Deep", "Kit", "Plain"])
        #expect(graph.modules.mayHaveComponents == ["Deep", "Kit"])
        #expect(
            graph.modules.supertypes(of: "Shop", mayKnow: "Leaf")
                && graph.modules.supertypes(of: "Shop", mayKnow: "Core"))
        #expect(
            !graph.modules.supertypes(of: "Core", mayKnow: "Shop")
                && !graph.modules.supertypes(of: "Leaf", mayKnow: "Core"))
        #expect(graph.modules.unseenComponents(mayKnow: "Shop") == nil)
        #expect(graph.modules.unseenComponents(mayKnow: "Core") == "Kit")
        #expect(graph.modules.unseenComponents(mayKnow: "Leaf") == "Deep")
    }

    @Test("What the language says of its own protocols and types is known")
    func standard() {
        #expect(StandardTypes.refines("Comparable", "Equatable") && StandardTypes.refines("Codable", "Decodable"))
        #expect(StandardTypes.refines("Error", "Error") && !StandardTypes.refines("Equatable", "Comparable"))
        #expect(StandardTypes.refines("OptionSet", "Equatable") && !StandardTypes.refines("Nothing", "Equatable"))
        #expect(StandardTypes.conforms("Int", to: .external("Hashable")) == true)
        #expect(StandardTypes.conforms("Bool", to: .external("Hashable")) == nil)
        #expect(StandardTypes.conforms("Int", to: .external("Collection")) == nil)
        #expect(StandardTypes.conforms("Int", to: .declared(0, [])) == nil)
        #expect(StandardTypes.isProtocol("Hashable") && !StandardTypes.isProtocol("Int"))
    }
}
