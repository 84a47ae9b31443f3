import IOC

@main
struct Shop: ContainerProgram {}
