import IOC

/// A mapper that replaces ``SGMapper`` if the configuration file lists this class instead.
@Component
final class CachingMapper: SGMapper {}
