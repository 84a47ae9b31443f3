import IOC

/// The mapper of ``SGService``. A subclass replaces it if the configuration file lists the subclass instead.
@Component
class SGMapper {
    required init() {}
}
