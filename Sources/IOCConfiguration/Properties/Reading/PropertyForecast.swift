package import IOCModel

/// A forecast of a configuration's properties before the program runs, read as a booting context reads them.
///
/// The variables of ``ContextConfiguration/environment`` and ``ContextConfiguration/arguments`` count; where the environment is not
/// said, it is taken for empty, and what is absent then may still come from a run.
package struct PropertyForecast: Sendable {
    package let store: PropertyStore
    /// True if a run has no variables or arguments but those of the configuration.
    package let isExact: Bool

    /// The properties of a configuration.
    package init(_ configuration: ContextConfiguration, parent: PropertyForecast? = nil) {
        isExact = configuration.environment != nil
        var configuration = configuration
        configuration.environment = configuration.environment ?? [:]
        store = PropertyStore(configuration, parent: parent?.store)
    }

    /// A place where a value is looked for: a key, a member of an object or an element of a list.
    package struct Place {
        fileprivate let decoder: PropertyDecoder

        private init(_ decoder: PropertyDecoder) { self.decoder = decoder }

        fileprivate init(_ lookup: PropertyLookup, _ key: String) {
            let place = PropertySession.Place(key: PropertyKey(key), content: .layers(lookup.layers))
            decoder = PropertyDecoder(session: PropertySession(lookup), place: place)
        }

        /// True if something stands here, an empty object included.
        package var exists: Bool { decoder.session.has(decoder.place) }

        /// The same place, whose value is not to be shown.
        package var secret: Place {
            var place = decoder.place
            place.isSecret = true
            decoder.session.lookup.store.noteSecret(place.key)
            return Place(PropertyDecoder(session: decoder.session, place: place))
        }

        /// The members of the object here, by name; those that nobody has are places where nothing stands.
        /// - Throws: ``PropertyFailure`` where something else than an object stands here.
        package func members() throws -> (_ name: String) throws -> Place {
            let container = try decoder.container(keyedBy: AnyCodingKey.self)
            return { try Place(container.superDecoder(forKey: AnyCodingKey($0))) }
        }

        /// The members that are here, in order.
        /// - Throws: ``PropertyFailure`` where something else than an object stands here.
        package func entries() throws -> [Place] {
            let container = try decoder.container(keyedBy: AnyCodingKey.self)
            return try container.allKeys.map { try Place(container.superDecoder(forKey: $0)) }
        }

        /// The elements of the list here.
        /// - Throws: ``PropertyFailure`` where no list stands here.
        package func elements() throws -> [Place] {
            var list = try decoder.unkeyedContainer()
            var elements: [Place] = []
            while !list.isAtEnd { elements.append(try Place(list.superDecoder())) }
            return elements
        }

        private init(_ decoder: any Decoder) throws {
            guard let decoder = decoder as? PropertyDecoder else {
                preconditionFailure("properties have a decoder of their own")
            }
            self.init(decoder)
        }
    }

    /// The place of a property.
    package func place(_ key: String, for component: DefinitionFacts) -> Place {
        Place(store.lookup(for: component), key)
    }

    /// Reads a property for an injection point.
    /// - Parameter type: The type to convert to; nil where only the compiler knows it, and then any value will do.
    package func fault(
        reading type: (any (Decodable & Sendable).Type)?, at place: Place, point: InjectionPointFacts
    ) -> Fault? {
        do {
            if let type {
                try read(type, at: place)
            } else {
                // All of it, as a type's own decoding may ask for all.
                let (session, key) = (place.decoder.session, place.decoder.place.key)
                guard let node = try session.node(at: place.decoder.place, as: .any) else {
                    throw session.missing(key, Any.self)
                }
                var (isSecret, expansion) = (false, PlaceholderExpansion(PlaceholderBudget()))
                _ = try session.lookup.whole(node, at: key, isSecret: &isSecret, &expansion)
            }
            return nil
        } catch {
            return (error as? PropertyFailure)?.fault(point: point)
        }
    }

    /// Reads a property whose type has raw values.
    /// - Parameters:
    ///   - isListed: True if the type lists its cases.
    ///   - typeName: The type as messages write it.
    package func fault<Raw: Decodable & Hashable & Sendable>(
        readingOneOf values: [Raw], isListed: Bool, typeName: String, at place: Place, point: InjectionPointFacts
    ) -> Fault? {
        let (session, place) = (place.decoder.session, place.decoder.place)
        do {
            guard let found = try session.readIfPresent(Raw.self, at: place) else {
                throw session.missing(place.key, Raw.self)
            }
            guard !values.contains(found), let node = try session.node(at: place, as: .any) else { return nil }
            let words = isListed ? values.map { "\($0)" } : nil
            var fault = session.refused(node, at: place.key, Raw.self, named: typeName, words).fault(point: point)
            fault.wanted = typeName
            return fault
        } catch {
            return (error as? PropertyFailure)?.fault(point: point)
        }
    }

    private func read<Wanted: Decodable & Sendable>(_ type: Wanted.Type, at place: Place) throws {
        let (session, place) = (place.decoder.session, place.decoder.place)
        guard try session.readIfPresent(type, at: place) == nil, !(type is any ExpressibleByNilLiteral.Type)
        else { return }
        throw session.missing(place.key, type)
    }
}
