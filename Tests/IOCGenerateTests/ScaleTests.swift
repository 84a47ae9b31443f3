import TestSupport
import Testing

@testable import IOCGenerate

@Suite("Large graphs", .serialized)
struct ScaleTests {
    private func injectable(_ name: String, _ dependencies: [String]) -> String {
        let properties = dependencies.map { "let \($0.lowercased()): \($0)" }.joined(separator: "; ")
        return "final class \(name): Injectable, Sendable { struct Dependency { \(properties) }; "
            + "init(dependency: Dependency) {} }\n"
    }

    private func code(_ text: String, module: String? = nil) throws -> String {
        let scratch = try Scratch()
        return try #require(try generate([scratch.write("A.swift", text)]).code)
    }

    private func diamond(_ depth: Int) -> String {
        var text = "import IOCStatic\nprotocol AppResolver: Resolver {}\n"
        for level in 0..<depth {
            text += injectable("D\(level)", ["L\(level)", "R\(level)"])
            text += injectable("L\(level)", ["D\(level + 1)"]) + injectable("R\(level)", ["D\(level + 1)"])
        }
        return text + injectable("D\(depth)", [])
    }

    @Test("The code for a diamond of depth 60 grows with its depth, and makes each value once")
    func diamonds() async throws {
        let half = try code(diamond(30))
        let whole = try code(diamond(60))
        #expect(Double(whole.utf8.count) < 2.1 * Double(half.utf8.count))
        let scratch = try Scratch()
        let source = diamond(60).replacing(
            "init(dependency: Dependency) {}", with: "init(dependency: Dependency) { made() }")
        let main = """
            nonisolated(unsafe) var count = 0
            func made() { count += 1 }
            struct Resolvers: AppResolver {}
            @main struct Main {
                static func main() {
                    _ = Resolvers().resolveD0()
                    print(count)
                }
            }
            """
        let files = try [scratch.write("A.swift", source + main), scratch.write("R.swift", whole)]
        #expect(try await Program.run(files) == "181\n")
    }

    @Test("The parameters of a type come before those of its dependencies, depth first")
    func parameterOrder() throws {
        let text = """
            import IOCStatic
            protocol AppResolver: Resolver {}
            final class A: Injectable { struct Dependency { let b: B; let own: Int; let c: C; let last: Int }
                init(dependency: Dependency) {} }
            final class B: Injectable { struct Dependency { let d: D; let ofB: Int; let last: Int }
                init(dependency: Dependency) {} }
            final class C: Injectable { struct Dependency { let ofC: Int; let ofD: Int }
                init(dependency: Dependency) {} }
            final class D: Injectable { struct Dependency { let ofD: Int }
                init(dependency: Dependency) {} }
            """
        let signatures = try code(text).split(separator: "\n").filter { $0.contains("func resolve") }
            .map { $0.drop { $0 != "(" }.filter { !$0.isWhitespace } }
        #expect(signatures.contains("(own:Int,last:Int,ofB:Int,ofD:Int,ofC:Int)->A{"), "\(signatures)")
        #expect(signatures.contains("(ofB:Int,last:Int,ofD:Int)->B{"))
        #expect(signatures.contains("(ofC:Int,ofD:Int)->C{"))
    }

    @Test("The code for a chain with a shared leaf grows with its length")
    func sharedLeaf() throws {
        func chain(_ count: Int) -> String {
            var text = "import IOCStatic\nprotocol AppResolver: Resolver {}\n" + injectable("Leaf", [])
            for number in 0..<count {
                text += injectable("C\(number)", ["Leaf"] + (number + 1 < count ? ["C\(number + 1)"] : []))
            }
            return text
        }
        let one = try code(chain(600))
        let two = try code(chain(1_200))
        #expect(Double(two.utf8.count) < 2.3 * Double(one.utf8.count))
    }

    @Test("A thousand injectable types are generated")
    func many() throws {
        var text = "protocol AppResolver: Resolver { func provideLog() -> Log }\nfinal class Log: Sendable {}\n"
        for number in 0..<1_000 {
            let targets = [number * 2 + 1, number * 2 + 2, number + 7].filter { $0 < 1_000 && $0 > number }
            text += injectable("N\(number)", ["Log"] + Set(targets).sorted().map { "N\($0)" })
        }
        let scratch = try Scratch()
        let path = try scratch.write("A.swift", text)
        let sources = try SourceLoader().load([path])
        #expect(Generator().generate(sources.files).code != nil)
    }

    @Test("The enclosed nodes of 300 random graphs are those that a search finds")
    func dominance() {
        var random = SplitMix(seed: 7)
        for round in 0..<300 {
            let isDeep = round.isMultiple(of: 3)
            let count = 2 + Int(random.next() % (isDeep ? 30 : 12))
            let edges = (0..<count).map { node in
                (node + 1..<count + 0).filter {
                    random.next() % (isDeep ? 40 : 4) == 0 || isDeep && $0 == node + 1 && random.next() % 8 > 0
                }
            }
            let dominance = Dominance(edges: edges, order: Array((0..<count).reversed()))
            for node in 0..<count {
                let below = reachable(from: [node], edges, without: nil).subtracting([node])
                let sources = (0..<count).filter { candidate in !edges.contains { $0.contains(candidate) } }
                let around = reachable(from: sources, edges, without: node)
                #expect(dominance.isEnclosed(node) == below.isDisjoint(with: around), "\(edges) \(node)")
            }
        }
    }

    private func reachable(from starts: [Int], _ edges: [[Int]], without blocked: Int?) -> Set<Int> {
        var found: Set<Int> = []
        var queue = starts.filter { $0 != blocked }
        while let next = queue.popLast() {
            guard found.insert(next).inserted else { continue }
            queue += edges[next].filter { $0 != blocked }
        }
        return found
    }
}
