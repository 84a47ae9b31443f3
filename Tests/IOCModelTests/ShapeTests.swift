import Testing

@testable import IOCModel

@Suite("Shapes of properties, and facts of definitions")
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
        #expect(
            [shape.optional, shape.list, shape.byName, shape.provider] == [
                optional, list, byName, provider,
            ])
    }

    @Test("Each shape knows whether it is a collection, may be empty, and is filled at once")
    func traits() {
        let shapes = Self.nestings.map(\.0)
        let lists: [InjectionShape] = [.all, .allByName]
        #expect(Set(shapes.filter(\.isCollection)) == Set(lists + [.deferredAll]))
        #expect(
            Set(shapes.filter(\.mayBeEmpty))
                == Set(lists + [.deferredAll, .optional, .optionalProvider, .context]))
        #expect(Set(shapes.filter(\.isImmediate)) == Set(lists + [.one, .optional, .context]))
    }

    private static let short: [ScopeFacts] = [.request, .custom("session")]
    private static let long: [ScopeFacts] = [.singleton, .lazySingleton, .weakSingleton]

    @Test(
        "A singleton outlives what a request or a custom scope keeps, and the container starts and stops its own singletons",
        arguments: short + long + [.objectGraph, .prototype])
    func scopes(_ scope: ScopeFacts) {
        for other in Self.short + Self.long + [.objectGraph, .prototype] {
            #expect(scope.outlives(other) == (Self.long.contains(scope) && Self.short.contains(other)))
        }
        #expect(
            facts("a", scope: scope).hasLifecycle == (scope == .singleton || scope == .lazySingleton))
        #expect(!facts("a", scope: scope, needsArguments: true).hasLifecycle)
        #expect(!facts("a", scope: scope, isManaged: false).hasLifecycle)
    }
}
