import IOC

/// The program `assembly`, which activates an assembly, calls a definition with an argument, and replaces the clock as
/// a test would.
@main
enum AssemblyExample {
    static func main() throws {
        let newsroom = try NewsroomAssembly.activated()
        try newsroom.draft("IOC has assemblies").publish()
        print(try newsroom.archive().titles)

        let evening = try newsroom.context.patched { $0.replace((any Clock).self) { FixedClock(hour: 21) } }
        try ApplicationContext.withCurrent(evening) {
            try newsroom.draft("And patches").publish()
            print(try newsroom.archive().titles)
        }
        print(try newsroom.archive().titles)
        print(try newsroom.context.graph.tree)
    }
}
