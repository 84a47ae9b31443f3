/// What one file says by itself, with each element's place in its list.
struct ConfigurationSections {
    /// An element of a list and its place in the file.
    struct Element {
        var value: String
        var index: Int
    }

    /// A file to read first.
    struct Import {
        var path: String
        var isOptional: Bool
        var index: Int
    }

    /// The lists of ``ContextConfiguration/lists``.
    var lists: [String: [Element]] = [:]
    var imports: [Import] = []
    var cycles: ContextConfiguration.CyclePolicy?
    var strict: Bool?
    var components: [String: ContextConfiguration.ComponentEntry] = [:]
    var bindings: [String: String] = [:]
    var properties: PropertyValue?
    /// Time limits, by what they limit.
    var timeouts: [String: Duration] = [:]
}
