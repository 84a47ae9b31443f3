import IOC

/// The program that boots a context, prints its graph and its report, and reads the injected mapper of the service.
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
