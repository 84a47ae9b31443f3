/// The content of one file by itself.
struct ConfigurationSections {
    /// A file to read first.
    struct Import {
        var path: String
        var isOptional: Bool
        var index: Int
    }

    /// The configuration that the file alone would make.
    var said = ContextConfiguration()
    /// The keys that stand in it.
    var keys: Set<String> = []
    var imports: [Import] = []
}
