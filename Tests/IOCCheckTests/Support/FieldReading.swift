import Testing

#if IOC_MIRROR_ONLY
private let readsFields = false
#else
private let readsFields = true
#endif

extension Trait where Self == ConditionTrait {
    /// For tests that ask the container about properties of which no instance was made.
    static var whereFieldsAreRead: Self {
        .enabled(if: readsFields, "With mirrors alone a container knows the properties of made instances only")
    }
}
