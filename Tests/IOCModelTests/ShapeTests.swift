import Testing

@testable import IOCModel

@Suite("Shapes of properties")
struct ShapeTests {
    /// For each shape: an optional of it, a list, a dictionary, and a provider.
    static let nestings: [(InjectionShape, InjectionShape, InjectionShape, InjectionShape, InjectionShape)] = [
        (.one, .optional, .all, .allByName, .provider),
        (.optional, .optional, .meaningless, .meaningless, .optionalProvider),
        (.all, .all, .meaningless, .meaningless, .deferredAll),
        (.allByName, .allByName, .meaningless, .meaningless, .deferredAll),
        (.provider, .optionalProvider, .deferredAll, .deferredAll, .provider),
        (.optionalProvider, .optionalProvider, .meaningless, .meaningless, .optionalProvider),
        (.deferredAll, .deferredAll, .meaningless, .meaningless, .deferredAll),
        (.context, .context, .meaningless, .meaningless, .optionalProvider),
        (.setting, .setting, .meaningless, .meaningless, .setting),
        (.meaningless, .meaningless, .meaningless, .meaningless, .meaningless),
    ]

    @Test("Shapes nest where that means something", arguments: nestings)
    func nesting(
        shape: InjectionShape, optional: InjectionShape, list: InjectionShape, byName: InjectionShape,
        provider: InjectionShape
    ) {
        #expect(shape.optional == optional)
        #expect(shape.list == list)
        #expect(shape.byName == byName)
        #expect(shape.provider == provider)
    }

    @Test("Each shape knows whether it is a collection, may be empty, and is filled at once")
    func traits() {
        let shapes = Self.nestings.map(\.0)
        let (lists, now): (Set<InjectionShape>, Set<InjectionShape>) = (
            [.all, .allByName], [.one, .optional, .context]
        )
        #expect(Set(shapes.filter(\.isCollection)) == lists.union([.deferredAll]))
        #expect(
            Set(shapes.filter(\.mayBeEmpty)) == lists.union([.deferredAll, .optional, .optionalProvider, .context]))
        #expect(Set(shapes.filter(\.isImmediate)) == lists.union(now))
    }

    @Test(
        "A fault prints the wanted type as it is written",
        arguments: [
            (.one, "any Sink named 'x'"), (.setting, "any Sink"), (.context, "any Sink"),
            (.optional, "any Sink named 'x', or nil"),
            (.all, "every any Sink named 'x', as an array"), (.allByName, "every any Sink named 'x', by name"),
            (.provider, "a provider of any Sink named 'x'"), (.optionalProvider, "a provider of any Sink named 'x'"),
            (.deferredAll, "providers of every any Sink named 'x'"), (.meaningless, "any Sink"),
        ] as [(InjectionShape, String)])
    func description(shape: InjectionShape, text: String) {
        func line(_ qualifier: String?) -> String? {
            var fault = Fault(
                .dependencyMissing,
                asked: InjectionPointFacts(
                    owner: "O", property: "p", wanted: TypeID(0), shape: shape, qualifier: qualifier))
            fault.hints.wanted = "any Sink"
            return FaultRenderer.render(fault).split(separator: "\n").first { $0.contains(" wanted ") }.map(String.init)
        }
        #expect(line("x") == "   wanted      \(text)")
        #expect(line(nil) == "   wanted      \(text.replacing(" named 'x'", with: ""))")
    }

    @Test("The container starts and stops its own singletons without arguments")
    func lifecycle() {
        for scope in [ScopeFacts.singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request] {
            #expect(facts("a", scope: scope).hasLifecycle == (scope == .singleton || scope == .lazySingleton))
            #expect(!facts("a", scope: scope, needsArguments: true).hasLifecycle)
            #expect(!facts("a", scope: scope, isManaged: false).hasLifecycle)
        }
    }

    @Test("Components are listed by order, then by name, and none before itself")
    func order() {
        let (a, b, late) = (facts("a"), facts("b"), facts("A", order: 1))
        let precedes = [(a, b), (b, a), (a, late), (late, a), (b, late), (a, a), (late, late)].map(
            DefinitionFacts.precedes)
        #expect(precedes == [true, false, true, false, true, false, false])
    }

    @Test("A scope outlives what a custom scope keeps where it is a singleton's, and is weak where others decide")
    func scopes() {
        let all: [ScopeFacts] = [
            .singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request, .custom("session"),
        ]
        for one in all {
            for other in all {
                let isShort = other == .request || other == .custom("session")
                let isLong = [.singleton, .lazySingleton, .weakSingleton].contains(one)
                #expect(one.outlives(other) == (isShort && isLong))
            }
            #expect(one.isWeak == (one == .weakSingleton))
        }
    }
}
