/// A mapper that the file can choose: list this class instead of `SGMapper`.
final class CachingMapper: SGMapper, @unchecked Sendable {
    // Sound: it has no state.
}
