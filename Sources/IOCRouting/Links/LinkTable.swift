import IOCModel

/// The addresses a program answers to, and the routes they lead to.
///
/// The rule by which one of several patterns wins that fit an address:
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

    /// The beginning of every address, such as `chat://open/`.
    public let base: String
    private var entries: [Entry] = []

    /// A table of addresses that start alike.
    public init(base: String = "/") {
        self.base = base
    }

    /// The patterns, as people write them, in the order in which they are tried.
    public var templates: [String] { entries.map { base + $0.template } }

    /// Adds a link to a route; throws ``RoutingError`` where another one fits the same addresses.
    public mutating func add<Output: RoutedScreen, Input>(
        _ link: RouteLink<Input>, to step: Step<Output, Input>
    ) throws where Output.Base == Screen {
        let signature = link.signature
        let other = entries.first {
            Set($0.signature) == Set(signature) && Self.path($0.signature) == Self.path(signature)
        }
        if let other {
            throw RoutingError(
                .routeAmbiguous, path: [step.name], wanted: "a pattern of its own",
                found: "\(link.template) fits the addresses of \(other.template), which leads to \(other.name)",
                action: "add a fixed segment to one of them")
        }
        entries.append(
            Entry(
                name: step.name, step: ObjectIdentifier(step.shape), template: link.template, signature: signature,
                read: { step.erasedDestination(with: try link.read($0)) },
                print: { ($0 as? Input).map { link.address(of: $0) } }))
        entries.sort { Self.precedes($0.signature, $1.signature) }
    }

    /// Where an address leads; throws ``RoutingError`` with near misses where that is nowhere.
    ///
    /// The scheme and the server's name in ``base`` stand for themselves in any case.
    public func destination(for address: String) throws -> AnyDestination<Screen> {
        var near: [String] = []
        if let rest = rest(of: address) {
            for entry in entries {
                do {
                    return try entry.read(rest)
                } catch let misfit as AddressMisfit {
                    near.append("\(base)\(entry.template): \(misfit.reason)")
                }
            }
            if entries.isEmpty { near = ["the table has no links"] }
        } else {
            near = ["every address here starts with \(base)"]
        }
        let limit = 10
        if near.count > limit { near = near.prefix(limit) + ["and \(near.count - limit) more patterns do not fit"] }
        throw RoutingError(
            .routeUnknown, wanted: "an address that leads somewhere", found: shortened(address), nearMisses: near,
            action: "correct the address, or add a link for it")
    }

    /// The part after the base; nil where an address starts otherwise.
    private func rest(of address: String) -> String? {
        let start = address.utf8.prefix(base.utf8.count)
        guard start.count == base.utf8.count else { return nil }
        let head = headLength
        for (index, (one, other)) in zip(start, base.utf8).enumerated() where one != other {
            let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= one | 0x20
            guard index < head, isLetter, one | 0x20 == other | 0x20 else { return nil }
        }
        return String(address.utf8.dropFirst(base.utf8.count))
    }

    /// The number of bytes of the base that are a scheme, with the server's name where one follows.
    private var headLength: Int {
        let bytes = Array(base.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !bytes[..<colon].contains(UInt8(ascii: "/")) else {
            return 0
        }
        guard bytes[colon...].starts(with: "://".utf8) else { return colon }
        return bytes[(colon + 3)...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    }

    /// The address of a route with an input; throws ``RoutingError`` where the route has no link.
    public func address<Output: RoutedScreen, Input>(
        of step: Step<Output, Input>, with input: Input
    ) throws -> String where Output.Base == Screen {
        for entry in entries where entry.step == ObjectIdentifier(step.shape) {
            if let address = entry.print(input) { return base + address }
        }
        throw RoutingError(
            .routeUnknown, path: [step.name], wanted: "a link to the route", found: "none",
            nearMisses: Suggestion.nearest(to: step.name, among: entries.map(\.name)).map { ["\($0) has one"] } ?? [],
            action: "add a link to it")
    }

    private static func path(_ signature: [String]) -> [String] { signature.filter { !$0.hasPrefix("?") } }

    private static func precedes(_ left: [String], _ right: [String]) -> Bool {
        // A segment that is fixed, one that is a parameter, no more segments.
        let (kinds, others) = (path(left).map { $0 == ":" ? 1 : 0 } + [2], path(right).map { $0 == ":" ? 1 : 0 } + [2])
        if kinds != others { return kinds.lexicographicallyPrecedes(others) }
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count > right.count
    }
}
