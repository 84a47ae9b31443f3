import IOCModel

extension ContextConfiguration {
    /// An environment variable, of the environment that was given or of the process.
    func variable(_ name: String) -> String? {
        environment.map { $0[name] } ?? ProcessEnvironment.variable(name)
    }

    /// The profiles that are active, each once: the configuration's, then those `IOC_PROFILES` lists between commas.
    package var activeProfiles: [String] {
        let named = (variable("IOC_PROFILES") ?? "").split(separator: ",").map { String($0.trimmed) }
        var seen: Set<String> = []
        return (profiles + named.filter { !$0.isEmpty }).filter { seen.insert($0).inserted }
    }
}

extension ContextConfiguration {
    /// The words that make a property secret unless ``secretKeys`` says otherwise.
    ///
    /// A word of five letters or more may stand anywhere in a key's part; a shorter one must be a word of it, or its end:
    /// `auth` is in `basicAuth` and in `oauth`, and not in `author`.
    public static let usualSecretKeys = SecretWords.texts
}
