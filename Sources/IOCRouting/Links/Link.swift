/// A two-way connection of addresses and the contexts of a route.
public struct Link<Context> {
    /// The pattern as people write it.
    public let template: String
    let pieces: [URLPiece]
    let read: (String) throws -> Context?
    let print: (Context) -> String

    /// The context in an address; throws ``RoutingError`` where there is none.
    public func context(in address: String) throws -> Context {
        guard let context = try read(address) else {
            throw RoutingError(
                .badURL, wanted: "an address like \(template)", found: "\(address): its values make no \(Context.self)",
                action: "correct the values in the address")
        }
        return context
    }

    /// The address of a context.
    public func address(of context: Context) -> String { print(context) }

    /// What tells apart patterns that fit the same addresses.
    var signature: [String] {
        pieces.map { piece in
            switch piece {
            case .literal(let literal): "=\(literal)"
            case .parameter: ":"
            case .query(let name, let isRequired): isRequired ? "?\(name)" : ""
            }
        }.filter { !$0.isEmpty }
    }
}

/// The addresses a program answers to, and the routes they lead to.
///
/// Which pattern wins, where several fit an address:
/// 1. at the first segment where they differ, a fixed one wins over a parameter,
/// 2. then the one that asks for more query values.
@MainActor public struct LinkTable<Screen: RoutedScreen> where Screen.Base == Screen {
    private struct Entry {
        let name: String
        let step: ObjectIdentifier
        let template: String
        let signature: [String]
        let read: (String) throws -> AnyDestination<Screen>
        let print: (Any) -> String?
    }

    /// What every address starts with, such as `chat://open/`.
    public let base: String
    private var entries: [Entry] = []

    /// A table of addresses that start alike.
    public init(base: String = "/") {
        self.base = base
    }

    /// The patterns, as people write them, in the order in which they are tried.
    public var templates: [String] { entries.map { base + $0.template } }

    /// Adds a link to a route; throws ``RoutingError`` where another one fits the same addresses.
    public mutating func add<Output: RoutedScreen, Context>(
        _ link: Link<Context>, to step: Step<Output, Context>
    ) throws where Output.Base == Screen {
        if let other = entries.first(where: { Set($0.signature) == Set(link.signature) && path($0) == path(link) }) {
            throw RoutingError(
                .ambiguousRoute, path: [step.name], wanted: "a pattern of its own",
                found: "\(link.template) fits the addresses of \(other.template), which leads to \(other.name)",
                action: "add a fixed segment to one of them")
        }
        entries.append(
            Entry(
                name: step.name, step: ObjectIdentifier(step.shape), template: link.template, signature: link.signature,
                read: { step.destination(with: try link.context(in: $0)) },
                print: { ($0 as? Context).map { link.address(of: $0) } }))
        entries.sort { Self.precedes($0.signature, $1.signature) }
    }

    /// Where an address leads; throws ``RoutingError`` with near misses where that is nowhere.
    public func destination(for address: String) throws -> AnyDestination<Screen> {
        var near: [String] = []
        if address.hasPrefix(base) {
            let rest = String(address.dropFirst(base.count))
            for entry in entries {
                do {
                    return try entry.read(rest)
                } catch let error as RoutingError {
                    near.append("\(base)\(entry.template): \(error.found)")
                }
            }
        }
        throw RoutingError(
            .unknownRoute, wanted: "an address that leads somewhere", found: address,
            nearMisses: near.isEmpty ? ["every address here starts with \(base)"] : near,
            action: "correct the address, or add a link for it")
    }

    /// The address of a route with a context; throws ``RoutingError`` where the route has no link.
    public func address<Output: RoutedScreen, Context>(
        of step: Step<Output, Context>, with context: Context
    ) throws -> String where Output.Base == Screen {
        for entry in entries where entry.step == ObjectIdentifier(step.shape) {
            if let address = entry.print(context) { return base + address }
        }
        throw RoutingError(
            .unknownRoute, path: [step.name], wanted: "a link to the route", found: "none",
            nearMisses: closest(to: step.name, in: entries.map(\.name)).map { "\($0) has one" },
            action: "add a link to it")
    }

    private func path(_ entry: Entry) -> [String] { entry.signature.filter { !$0.hasPrefix("?") } }

    private func path<Context>(_ link: Link<Context>) -> [String] { link.signature.filter { !$0.hasPrefix("?") } }

    private static func precedes(_ left: [String], _ right: [String]) -> Bool {
        let (leftPath, rightPath) = (left.filter { !$0.hasPrefix("?") }, right.filter { !$0.hasPrefix("?") })
        for (one, other) in zip(leftPath, rightPath) where one != other {
            if (one == ":") != (other == ":") { return other == ":" }
        }
        if leftPath.count == rightPath.count, left.count != right.count { return left.count > right.count }
        return left.lexicographicallyPrecedes(right)
    }
}
