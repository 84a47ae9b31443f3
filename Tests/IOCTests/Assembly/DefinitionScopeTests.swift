import IOC
import Testing

@Suite("Scopes of definitions")
struct DefinitionScopeTests {
    /// The forms in which an assembly can define a component. Its raw value is the name of the definition.
    enum Form: String, CaseIterable, Sendable {
        case closure, initializer, component = "Leaf", inherited, arguments, replaced

        func call(_ forms: Forms) throws -> Leaf {
            switch self {
            case .closure: try forms.closure()
            case .initializer: try forms.initializer()
            case .component: try forms.component()
            case .inherited: try forms.inherited()
            case .arguments: try forms.arguments("equal")
            case .replaced: try forms.others().replaced()
            }
        }

        /// An instance by a lookup, which can't pass arguments.
        func look(in forms: Forms) throws -> Leaf {
            self == .arguments ? try call(forms) : try forms.context.component(named: rawValue, as: Leaf.self)
        }
    }

    /// One definition of each form, all of one scope.
    final class Forms: Assembly {
        @TaskLocal static var scope = Scope.prototype
        let closure, initializer, component, inherited: Define<Leaf>
        let arguments: Define<Leaf, String>
        let parent: AbstractDefinition<Forms, Leaf>
        let others = Collaborator(Others.self).replace(\.replaced) { _ in Leaf() }
        let pair: Define<[Leaf], Form> = Define(.prototype) { forms, form in
            [try form.call(forms), try form.call(forms)]
        }

        init() {
            closure = Define(Self.scope) { _ in Leaf() }
            initializer = Define(Self.scope)
            component = .component()
            parent = AbstractDefinition(Leaf.self, in: Forms.self, scope: Self.scope)
            inherited = Define { _ in Leaf() }.parent(\.parent) { $0 }
            arguments = Define(Self.scope) { _, _ in Leaf() }
        }
    }
    final class Others: Assembly {
        let replaced: Define<Leaf>
        init() { replaced = Define(Forms.scope) { _ in preconditionFailure("it is replaced") } }
    }

    static let scopes: [Scope] = [.objectGraph, .prototype, .singleton, .lazySingleton, .weakSingleton, .request]

    @Test(
        "An instance is shared and released as its scope says, whatever the form of its definition, called or looked up",
        arguments: scopes, Form.allCases.flatMap { form in [true, false].map { (form, $0) } })
    func sharing(scope: Scope, row: (form: Form, isCalledFirst: Bool)) throws {
        let configuration = ContextConfiguration(components: [String(reflecting: Leaf.self): .init(scope: scope)])
        let forms = try Forms.$scope.withValue(scope) { try Forms.activated(configuration: configuration) }
        let isSingle = [.singleton, .lazySingleton, .weakSingleton].contains(scope)
        weak var held: Leaf?
        try withRequestScope {
            let first = try row.isCalledFirst ? row.form.call(forms) : row.form.look(in: forms)
            let second = try row.isCalledFirst ? row.form.look(in: forms) : row.form.call(forms)
            #expect((first === second) == (isSingle || scope == .request))
            let pair = try forms.pair(row.form)
            #expect((pair[0] === pair[1]) == (scope != .prototype))
            #expect((pair[0] === first) == (first === second))
            let inner = try withRequestScope { try row.form.call(forms) }
            #expect((inner === first) == isSingle)
            held = first
        }
        #expect((held != nil) == [.singleton, .lazySingleton].contains(scope))
        if scope == .request { #expect(faultCodes { try row.form.call(forms) } == [.scopeInactive]) }
    }

    // MARK: Arguments

    final class Arguments: Assembly {
        let numbered = Define(.lazySingleton) { (_: Arguments, number: Int) in Piece("\(number)") }
        let graph = Define { (_: Arguments, number: Int) in Piece("user \(number)") }
        let list = Define(.prototype) { own in [try own.graph(27), try own.graph(25), try own.graph(27)] }
        let several = Define { (_: Arguments, a: Int?, b: String) in "\(a ?? 0)\(b)" }
        let forwarded = Define(.prototype) { (own: Arguments, number: Int) in try own.graph(number).label }
    }

    @Test("Equal arguments share an instance, and other arguments don't, in a context and in an object graph")
    func arguments() throws {
        let own = try Arguments.activated()
        #expect(try own.numbered(1) === own.numbered(1) && own.numbered(1) !== own.numbered(2))
        let list = try own.list()
        #expect(list.map(\.label) == ["user 27", "user 25", "user 27"])
        #expect(list[0] === list[2] && list[0] !== list[1])
        #expect(try own.several(nil, "x") == "0x" && own.several(3, "y") == "3y" && own.forwarded(9) == "user 9")
        #expect(faultCodes { try own.context.component(named: "numbered", as: Piece.self) } == [.argumentsNeeded])
    }

    // MARK: Object graphs

    final class Part: @unchecked Sendable {
        @Autowired var leaf: Leaf
    }
    final class Hub: @unchecked Sendable {
        @Autowired("left") var left: Part
        @Autowired("right") var right: Part
    }
    final class Hubs: Assembly {
        let leaf = Define(.objectGraph) { _ in Leaf() }
        let left = Define(.objectGraph) { _ in Part() }
        let right = Define(.objectGraph) { _ in Part() }
        let hub = Define(.objectGraph) { _ in Hub() }
    }

    @Test("Every property belongs to its object graph, at any depth, also if it is read later")
    func properties() throws {
        let hubs = try Hubs.activated()
        let (one, two) = (try hubs.hub(), try hubs.hub())
        #expect(one.left.leaf === one.right.leaf && one.left !== one.right)
        #expect(two.left.leaf === two.right.leaf && one.left.leaf !== two.left.leaf)
    }

    // MARK: Requests

    final class Requested: Assembly {
        let piece = Define(.request) { _ in Piece() }
    }

    @Test("Child tasks of a request share its instance, and a detached task is outside")
    func requestTasks() async throws {
        let requested = try Requested.activated()
        try await withRequestScope {
            let first = try requested.piece()
            async let child = requested.piece()
            #expect(try await child === first)
            let outside = await Task.detached { faultCodes { try requested.piece() } }.value
            #expect(outside == [.scopeInactive])
        }
    }

    final class Captive: Assembly {
        let piece = Define(.request) { _ in Piece() }
        let holder = Define(.singleton) { _ in Piece() }.inject { holder, captive in holder.next = try captive.piece() }
    }
    final class WeakNumbers: Assembly {
        let number = Define(.weakSingleton) { _ in 3 }
    }

    @Test("A singleton that would retain a request's instance, and a weak singleton that is a value, are faults")
    func faults() {
        #expect(faultCodes { try Captive.activated() } == [.dependencyCaptive])
        #expect(faultCodes { try WeakNumbers.activated() } == [.scopeNeedsClass])
    }
}
