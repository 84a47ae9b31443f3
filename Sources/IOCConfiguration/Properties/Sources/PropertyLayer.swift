import IOCModel

/// A property source with its place in the order of precedence.
struct PropertyLayer: Sendable {

    /// From the strongest to the weakest.
    enum Rank: Int, Sendable {
        case component, overrides, code, arguments, environment, custom, files
    }

    let rank: Rank
    let source: any PropertySource

    /// True if placeholders are looked for in its texts.
    var expandsPlaceholders: Bool {
        switch rank {
        case .component, .overrides, .code, .files: true
        case .arguments, .environment, .custom: false
        }
    }

    func property(at key: PropertyKey, as kind: PropertyKind) throws -> SourcedProperty? {
        do {
            return try source.property(at: key, as: kind)
        } catch {
            var failure = PropertyFailure(.propertySourceFailed(source: source.name, key: key.shown))
            // It may quote the key.
            if !key.isMasked { failure.cause = error }
            throw failure
        }
    }
}
