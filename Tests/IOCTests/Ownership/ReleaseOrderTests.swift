import IOC
import IOCBase
import Testing

@Suite("The order of release")
struct ReleaseOrderTests {
    /// Links of which each asks for the next one in its closure and keeps nothing of it, so that only the lookup shows the
    /// dependency. The names are neither in the order of the lookups nor in that of the creation.
    final class Links: Assembly {
        final class Link: Sendable {
            let name: String
            let log: PartLog
            init(_ name: String, _ log: PartLog) { (self.name, self.log) = (name, log) }
            deinit { log.note(name) }
        }

        let a, b, c: Definition<Links, Link>

        init(_ scope: Scope, _ log: PartLog) {
            b = Definition(scope) { (links: Links) in
                _ = try links.c()
                return Link("b", log)
            }
            c = Definition(scope) { (links: Links) in
                _ = try links.a()
                return Link("c", log)
            }
            a = Definition(scope) { (_: Links) in Link("a", log) }
        }

        convenience init() { self.init(.lazySingleton, PartLog()) }

        func look(up names: [String]) throws {
            for name in names { _ = try name == "a" ? a() : name == "b" ? b() : c() }
        }
    }

    @Test(
        "A looked-up instance is released after the instance that looked it up",
        arguments: [Scope.lazySingleton, .request], [["b"], ["a", "b"], ["c", "b"], ["a", "c", "b"]])
    func dependentsFirst(scope: Scope, asked: [String]) throws {
        let log = PartLog()
        do {
            let links = Links(scope, log)
            try links.activate()
            try withRequestScope {
                try links.look(up: asked)
                #expect(log.lines.isEmpty)
            }
        }
        #expect(log.lines == ["b", "c", "a"])
    }

    @Test("A request releases what two contexts created for it each in its own order", arguments: [true, false])
    func twoContexts(isFirstAskedFirst: Bool) throws {
        let logs = [PartLog(), PartLog()]
        do {
            let contexts = logs.map { Links(.request, $0) }
            for links in contexts { try links.activate() }
            try withRequestScope {
                for links in isFirstAskedFirst ? contexts : contexts.reversed() { try links.look(up: ["a", "b"]) }
            }
        }
        for log in logs { #expect(log.lines == ["b", "c", "a"]) }
    }
}
