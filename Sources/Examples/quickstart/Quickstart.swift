import IOC

/// Boots a context, prints the wired graph and the report, and reads the ancestor's own property.
@main
struct Quickstart: ContainerProgram {
    func run(_ context: ApplicationContext) async throws {
        print(context.graph.tree)
        print()
        print(context.report)
        let service = try context.component(SGService.self)
        print()
        print("\(type(of: service)) -> \(type(of: try service.$mapper.get()))")
    }
}
