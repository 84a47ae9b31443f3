import IOC

/// A chain of definitions, as long as a test wants it: each link asks for the next.
final class Chain: Assembly, CustomReflectable {
    static let length = 10_000

    final class Link: Sendable {
        let next: Link?
        init(_ next: Link?) { self.next = next }
    }

    let links: [Definition<Chain, Link>]
    /// Links that are made from their number.
    let numbered: Definition<Chain, Link, Int> = Definition(.singleton) { (chain: Chain, number: Int) in
        Link(number + 1 < Chain.length ? try chain.numbered(number + 1) : nil)
    }

    init(_ scope: Scope, length: Int = Chain.length) {
        links = (0..<length).map { number in
            Definition(scope) { (chain: Chain) in
                Link(number + 1 < length ? try chain.links[number + 1]() : nil)
            }
        }
    }

    convenience init() { self.init(.lazySingleton) }

    var customMirror: Mirror {
        let children = links.enumerated().map { (label: String?("link\($0.offset)"), value: $0.element as Any) }
        return Mirror(self, children: children + [("numbered", numbered)])
    }
}
