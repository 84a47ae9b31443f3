import IOC

/// `quickstart [FILE]`: boots a context from a file, prints the wired graph, and reads the ancestor's own property.
@main
enum Quickstart {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count <= 1 else {
            stop("usage: quickstart [FILE]", code: 64)
        }
        do {
            try run(arguments.first ?? "config/applicationContext.json")
        } catch {
            stop("\(error)", code: 1)
        }
    }

    private static func run(_ file: String) throws {
        let context = try ApplicationContext(contentsOf: file)
        print(context.graph.tree)
        print()
        print(context.report)
        let service = try context.component(SGService.self)
        print()
        print("\(type(of: service)) -> \(type(of: try service.$mapper.get()))")
    }
}
