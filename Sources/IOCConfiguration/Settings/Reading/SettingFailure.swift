package import IOCModel

/// A failure between a key and its value, before it is known which setting of which class asked.
package struct SettingFailure: Error {
    let kind: Fault.Kind
    /// The type that was wanted where it went wrong: a member's, inside an object.
    var wanted: Any.Type?
    var suggestion: String?
    /// Looks for a suggestion, once somebody reads the message.
    private var suggesting: (@Sendable () -> String?)?
    /// Looks for what nearly has the value, once somebody reads the message.
    private var missing: (@Sendable () -> [Fault.NearMiss])?
    var cause: (any Error)?

    init(_ kind: Fault.Kind, wanted: Any.Type? = nil) {
        self.kind = kind
        self.wanted = wanted
    }

    /// Puts the search for a suggestion off until somebody reads the message.
    mutating func suggest(_ search: @escaping @Sendable () -> String?) { suggesting = search }

    /// Puts the search for what nearly has the value off until somebody reads the message.
    mutating func miss(_ search: @escaping @Sendable () -> [Fault.NearMiss]) { missing = search }

    var isMissing: Bool { kind.code == .settingMissing }

    /// The fault as an error words it.
    package func fault(at place: Origin? = nil, point: InjectionPointFacts? = nil) -> Fault {
        var result = Fault(
            kind, at: place, asked: point, wanted: wanted.map(TypeName.shown), suggestion: suggestion ?? suggesting?(),
            cause: cause)
        result.nearMisses = missing?() ?? []
        return result
    }
}

extension TypeName {
    /// A setting's type as people write it, without the modules that everybody has.
    static func shown(_ type: Any.Type) -> String {
        var result = ""
        var word = ""
        for character in qualified(type) {
            if character == ".",
                ["Swift", "FoundationEssentials", "Foundation", "IOC", "IOCConfiguration"].contains(word)
            {
                word = ""
            } else if character.isLetter || character.isNumber || character == "_" || character == "." {
                // Behind a dot no module stands, so a path is kept as one word.
                word.append(character)
            } else {
                result += word + String(character)
                word = ""
            }
        }
        return result + word
    }
}
