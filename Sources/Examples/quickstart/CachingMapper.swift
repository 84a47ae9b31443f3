/// A mapper for the file to choose: list this class instead of `SGMapper`.
final class CachingMapper: SGMapper, @unchecked Sendable {
    // Sound: it has no state.
}
