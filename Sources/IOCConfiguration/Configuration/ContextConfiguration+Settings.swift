import IOCModel

extension ContextConfiguration {
    /// An environment variable, of the environment that was given or of the process.
    func variable(_ name: String) -> String? {
        environment.map { $0[name] } ?? ProcessEnvironment.variable(name)
    }

    /// The profiles that are active, each once: the configuration's, then those `IOC_PROFILES` lists between commas.
    package var activeProfiles: [String] {
        let named = ProfileRule.names(listedIn: variable("IOC_PROFILES") ?? "")
        var seen: Set<String> = []
        return (profiles + named).filter { seen.insert($0).inserted }
    }

    /// The text of `IOC_PROFILES` where it is not empty, and names no profile all the same.
    package var blankProfileList: String? {
        variable("IOC_PROFILES").flatMap { $0.isEmpty || !ProfileRule.names(listedIn: $0).isEmpty ? nil : $0 }
    }
}

extension ProfileRule {
    /// The profiles that a text names between commas, as in an argument or a variable of the environment.
    package static func names(listedIn text: String) -> [String] {
        text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    }
}

extension ContextConfiguration {
    /// The words that make a setting secret unless ``secretKeys`` says otherwise.
    ///
    /// A word of five letters or more may be anywhere in a key, across its dots: `apiKey` is in `api.key`. A shorter one must
    /// be a word of the key, or the end of one: `auth` is in `basicAuth` and in `oauth`, but not in `author`.
    public static let usualSecretKeys = SecretWords.texts
}
