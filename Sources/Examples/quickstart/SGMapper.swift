import IOC

/// Loads rows for ``SGService``; a subclass can take its place by being named in the file.
@Component
class SGMapper {
    required init() {}
}
