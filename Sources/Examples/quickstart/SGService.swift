import IOC

/// A service that depends on a mapper.
@Component
final class SGService {
    @Autowired var mapper: SGMapper
}
