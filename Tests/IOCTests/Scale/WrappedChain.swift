import IOC

/// A chain of objects that hold the next one in a wrapped property.
final class WrappedChain: Assembly, CustomReflectable {
    protocol Linked: AnyObject, Sendable { var next: (any Linked)? { get } }

    final class Link: Linked, @unchecked Sendable {
        @Autowired var next: (any Linked)?
        init(_ name: String) { _next = Autowired(name) }
    }

    let links: [Definition<WrappedChain, any Linked>]

    init() {
        links = (0..<Chain.length).map { number in
            Definition(.lazySingleton) { (_: WrappedChain) in Link("link\(number + 1)") }
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: links.enumerated().map { (label: "link\($0.offset)", value: $0.element as Any) })
    }
}
