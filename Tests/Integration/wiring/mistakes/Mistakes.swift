import IOC
import Parts

protocol Press: Sendable {}

@Component
final class MissingDependency {
    let press: any Press
}

protocol Lamp: Sendable {}
@Component struct TableLamp: Lamp {}
@Component struct FloorLamp: Lamp {}

@Component
final class Ambiguous {
    let lamp: any Lamp
}

@Component(.lazy)
final class UnknownName {
    @Autowired("audti") var audit: any Sink
}

@Component(.scope(.prototype))
final class WrongType {
    @Injected("console") let clock: any Clock
}

@Component(.lazy)
final class MissingSetting {
    @Value("mail.host") var host: String
}

@Component
final class Captor {
    let visit: Visit
}

@Component(.lazy)
final class Egg {
    let hen: Hen
}

@Component(.lazy)
final class Hen {
    let egg: Egg
}
