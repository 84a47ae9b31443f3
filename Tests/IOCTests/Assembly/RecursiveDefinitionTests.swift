import IOC
import TestSupport
import Testing

@Suite("Definitions that ask for themselves")
struct RecursiveDefinitionTests {
    /// An argument that counts how often it is compared.
    struct Level: Hashable, Sendable {
        static let comparisons = Locked(0)
        let number: Int

        static func == (left: Level, right: Level) -> Bool {
            comparisons.withLock { $0 += 1 }
            return left.number == right.number
        }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    final class Link: Sendable {
        let next: Link?
        init(_ next: Link?) { self.next = next }
    }
    final class Links: Assembly {
        let prototype: Define<Link, Level> = Define(.prototype) { links, level in
            Link(level.number == 0 ? nil : try links.prototype(Level(number: level.number - 1)))
        }
        let graph: Define<Link, Level> = Define { links, level in
            Link(level.number == 0 ? nil : try links.graph(Level(number: level.number - 1)))
        }
        let again: Define<Link, Level> = Define(.prototype) { links, level in Link(try links.again(level)) }
    }

    @Test("A recursion with other arguments compares no argument with those of the levels above it")
    func linear() throws {
        let links = try Links.activated()
        for definition in [links.prototype, links.graph] {
            Level.comparisons.withLock { $0 = 0 }
            var link: Link? = try definition(Level(number: 150))
            var depth = 0
            while let next = link?.next { (link, depth) = (next, depth + 1) }
            #expect(depth == 150)
            // Each argument is compared with itself, to find out whether it is equal to itself.
            #expect(Level.comparisons.withLock { $0 } <= 2 * 151)
        }
    }

    @Test("A recursion with equal arguments is a cycle")
    func endless() throws {
        let links = try Links.activated()
        let error = try #require(throws: IOCError.self) { try links.again(Level(number: 1)) }
        #expect(error.code == .constructionCycle)
    }
}
