import IOC

/// The ancestor's own example: a service that needs a mapper.
@Component
final class SGService {
    @Autowired var mapper: SGMapper
}
