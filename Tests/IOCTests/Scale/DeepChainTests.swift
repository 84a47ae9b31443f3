import IOC
import Testing

@Suite("A chain 10,000 deep, on a stack of 512 KB", .timeLimit(.minutes(30)))
struct DeepChainTests {
    @Test(
        "asked for from its top, fails clearly, and the context goes on working",
        arguments: [Scope.lazySingleton, .prototype, .objectGraph, .request])
    func tooDeep(scope: Scope) throws {
        try SmallStack.run {
            let chain = Chain(scope)
            try chain.activate()
            try withRequestScope {
                let error = try #require(throws: IOCError.self) { try chain.links[0]() }
                #expect(error.code == .graphTooDeep)
                #expect(error.faults.count == 1)
                #expect(error.description.contains("…"))
                #expect(error.description.count < 4_096)
                #expect(try chain.links[Chain.length - 5]().next != nil)
            }
        }
    }

    @Test("made of eager singletons, is told in one fault while booting")
    func eager() throws {
        try SmallStack.run {
            // Several times what the stack holds; each level that an error passes costs the testing library a backtrace.
            let chain = Chain(.singleton, length: 3_000)
            let error = try #require(throws: IOCError.self) { try chain.activate() }
            #expect(error.faults.map(\.code) == [.graphTooDeep])
        }
    }

    @Test(
        "built from its end, resolves, and is released without using up the stack",
        arguments: [Scope.lazySingleton, .request])
    func fromTheEnd(scope: Scope) throws {
        try SmallStack.run {
            let chain = Chain(scope)
            try chain.activate()
            try withRequestScope {
                for link in chain.links.reversed() { _ = try link() }
                #expect(try chain.links[0]().next === chain.links[1]())
            }
        }
    }

    @Test("made from arguments, fails clearly from its top, and is released without using up the stack")
    func arguments() throws {
        try SmallStack.run {
            let chain = try Chain.activated()
            let error = try #require(throws: IOCError.self) { try chain.numbered(0) }
            #expect(error.code == .graphTooDeep)
            for number in stride(from: Chain.length - 1, through: 0, by: -1) { _ = try chain.numbered(number) }
            #expect(try chain.numbered(0).next === chain.numbered(1))
        }
    }

    @Test("linked by wrapped properties, resolves, and is released without using up the stack")
    func wrappers() throws {
        try SmallStack.run {
            let chain = try WrappedChain.activated()
            var link: (any WrappedChain.Linked)? = try chain.links[0]()
            var count = 0
            while let current = link {
                count += 1
                link = current.next
            }
            #expect(count == Chain.length)
        }
    }
}
