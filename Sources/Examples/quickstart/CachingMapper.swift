import IOC

/// A mapper that the file can choose: list this class instead of `SGMapper`.
@Component
final class CachingMapper: SGMapper {}
