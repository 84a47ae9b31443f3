import IOC
import Testing

@Suite("A chain thousands of components deep, on a small stack", .timeLimit(.minutes(30)))
struct DeepChainTests {
    /// Several times what the stack holds.
    static let length = 3_000

    final class Link: Sendable {
        let next: Link?
        init(_ next: Link?) { self.next = next }
    }

    /// A chain of definitions: each link asks for the next.
    final class Chain: Assembly, CustomReflectable {
        let links: [Definition<Chain, Link>]
        /// Links that are created from their number.
        let numbered: Definition<Chain, Link, Int> = Definition(.singleton) { (chain: Chain, number: Int) in
            Link(number + 1 < length ? try chain.numbered(number + 1) : nil)
        }

        init(_ scope: Scope) {
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

    protocol Linked: AnyObject, Sendable { var next: (any Linked)? { get } }
    final class WrappedLink: Linked, @unchecked Sendable {
        @Autowired var next: (any Linked)?
        init(_ name: String) { _next = Autowired(name) }
    }

    /// A chain of objects that hold the next one in a wrapped property.
    final class WrappedChain: Assembly, CustomReflectable {
        let links = (0..<length).map { number in
            Definition(.lazySingleton) { (_: WrappedChain) -> any Linked in WrappedLink("link\(number + 1)") }
        }

        var customMirror: Mirror {
            Mirror(self, children: links.enumerated().map { (label: "link\($0.offset)", value: $0.element as Any) })
        }
    }

    /// Runs `body` with less stack than the threads of servers have. Each level that an error passes costs the testing
    /// library a backtrace, so a larger stack would take far longer and show the same.
    private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
        try SmallStack.run(kilobytes: 256, body)
    }

    @Test(
        "A chain that is asked for from its top fails with one short fault, and the context continues working",
        arguments: [Scope.lazySingleton, .prototype, .objectGraph, .request])
    func tooDeep(scope: Scope) throws {
        try onSmallStack {
            let chain = Chain(scope)
            try chain.activate()
            try withRequestScope {
                let error = try #require(throws: IOCError.self) { try chain.links[0]() }
                #expect(error.faults.map(\.code) == [.graphTooDeep])
                #expect(error.faults[0].path.contains("…") && error.description.count < 4_096)
                #expect(try chain.links[Self.length - 5]().next != nil)
            }
        }
    }

    @Test("A chain of eager singletons is one fault at boot")
    func eager() throws {
        try onSmallStack {
            let error = try #require(throws: IOCError.self) { try Chain(.singleton).activate() }
            #expect(error.faults.map(\.code) == [.graphTooDeep])
        }
    }

    @Test(
        "A chain that is built from its end resolves, and is released without using up the stack",
        arguments: [Scope.lazySingleton, .request])
    func fromTheEnd(scope: Scope) throws {
        try onSmallStack {
            let chain = Chain(scope)
            try chain.activate()
            try withRequestScope {
                for link in chain.links.reversed() { _ = try link() }
                #expect(try chain.links[0]().next === chain.links[1]())
            }
        }
    }

    @Test("A chain made from arguments fails from its top, and is released without using up the stack")
    func arguments() throws {
        try onSmallStack {
            let chain = try Chain.activated()
            #expect(code { _ = try chain.numbered(0) } == .graphTooDeep)
            for number in (0..<Self.length).reversed() { _ = try chain.numbered(number) }
            #expect(try chain.numbered(0).next === chain.numbered(1))
        }
    }

    @Test("A chain that is linked by wrapped properties resolves, and is released without using up the stack")
    func wrappers() throws {
        try onSmallStack {
            let chain = try WrappedChain.activated()
            let links = sequence(first: try chain.links[0](), next: \.next)
            #expect(links.reduce(0) { count, _ in count + 1 } == Self.length)
        }
    }
}
