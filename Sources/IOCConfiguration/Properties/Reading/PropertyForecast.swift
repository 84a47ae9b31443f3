package import IOCModel

/// What a configuration's properties come to before the program runs, read as a booting context reads them.
///
/// The variables of ``ContextConfiguration/environment`` and ``ContextConfiguration/arguments`` count; where the environment is not
/// said, it is taken for empty, and what is absent then may still come from a run.
package struct PropertyForecast: Sendable {
    package let store: PropertyStore
    /// Whether a run has no variables or arguments but those of the configuration.
    package let isExact: Bool

    /// The properties of a configuration.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - parent: The properties of the context above.
    package init(_ configuration: ContextConfiguration, parent: PropertyForecast? = nil) {
        isExact = configuration.environment != nil
        var configuration = configuration
        configuration.environment = configuration.environment ?? [:]
        store = PropertyStore(configuration, parent: parent?.store)
    }

    /// Reads a property for an injection point.
    /// - Parameters:
    ///   - type: The type to convert to; nil where only the compiler knows it, and then any value will do.
    ///   - key: The key path.
    ///   - component: The component that asks.
    ///   - point: The point, for the fault.
    /// - Returns: What is wrong, if anything is.
    package func fault(
        reading type: (any (Decodable & Sendable).Type)?, at key: String, for component: DefinitionFacts,
        point: InjectionPointFacts
    ) -> Fault? {
        failure {
            if let type {
                try read(type, at: key, for: component)
            } else if try store.whole(key, for: component).value ?? [:] == [:] {
                // All of it, as a type's own decoding may ask for all.
                throw PropertySession(store.lookup(for: component)).missing(PropertyKey(key), Any.self)
            }
        }?.fault(point: point)
    }

    /// Reads a property whose type has raw values.
    /// - Parameters:
    ///   - values: The raw values there are.
    ///   - isListed: Whether the type lists its cases.
    ///   - typeName: The type as messages write it.
    ///   - key: The key path.
    ///   - component: The component that asks.
    ///   - point: The point, for the fault.
    /// - Returns: What is wrong, if anything is.
    package func fault<Raw: Decodable & Hashable & Sendable>(
        readingOneOf values: [Raw], isListed: Bool, typeName: String, at key: String, for component: DefinitionFacts,
        point: InjectionPointFacts
    ) -> Fault? {
        do {
            let found = try store.read(Raw.self, at: key, for: component, default: nil)
            guard !values.contains(found) else { return nil }
            let lookup = store.lookup(for: component)
            let session = PropertySession(lookup)
            let place = PropertySession.Place(key: PropertyKey(key), content: .layers(lookup.layers))
            guard let node = try session.node(at: place, as: .any) else { return nil }
            let words = isListed ? values.map { "\($0)" } : nil
            var fault = session.refused(node, at: place.key, Raw.self, named: typeName, words).fault(point: point)
            fault.wanted = typeName
            return fault
        } catch {
            return (error as? PropertyFailure)?.fault(point: point)
        }
    }

    /// Reads the property by which a definition chooses among its options.
    /// - Returns: What is wrong with its value, if anything is.
    package func fault(readingOption key: String, at place: Origin) -> Fault? {
        failure { _ = try store.whole(key) }?.fault(at: place)
    }

    private func failure(_ read: () throws -> Void) -> PropertyFailure? {
        do {
            try read()
            return nil
        } catch {
            return error as? PropertyFailure
        }
    }

    private func read<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts
    ) throws {
        _ = try store.read(type, at: key, for: component, default: nil)
    }
}
