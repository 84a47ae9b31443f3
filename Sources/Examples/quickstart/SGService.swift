import IOC

/// A service that needs a mapper, as in the ancestor of this library.
@Component
final class SGService {
    @Autowired var mapper: SGMapper
}
