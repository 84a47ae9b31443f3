import IOC
import Parts

@main struct Program: ContainerProgram {}

@Component
final class Desk {
    let clock: any Clock
    @Injected("console") let sink: any Sink
    @Autowired("audit") var audit: any Sink
}

@Component(.lazy)
final class Archive {
    @Injected(setting: "archive.pages") let pages: Int
    let desk: Desk
}

@Component(.scope(.prototype))
final class Letter {
    @Autowired("wall") var clock: any Clock
}
