import IOC

/// Loads rows for ``SGService``. A subclass replaces it if the file lists the subclass.
@Component
class SGMapper {
    required init() {}
}
