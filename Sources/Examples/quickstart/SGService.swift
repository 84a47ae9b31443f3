import IOC

/// The ancestor's own example: a service that needs a mapper.
final class SGService: IOCComponent, @unchecked Sendable {
    // Sound: the only state is wrapped, and wrappers synchronise themselves.
    @Autowired var mapper: SGMapper
}
