import IOCModel

extension ContextConfiguration: CustomReflectable {
    /// The mirror of a configuration for printing, with secrets masked and no environment.
    public var customMirror: Mirror {
        let children = ConfigurationKey.all.compactMap { row in
            row.shown(self).map { (label: String?.some(row.name), value: $0) }
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }

    /// The arguments, without the values of secret properties and of unknown options.
    var shownArguments: [String] {
        let secrets = SecretKeys.usual.union(SecretKeys(secretKeys))
        return arguments.enumerated().map { index, argument in
            guard let key = PropertyKey.text(ofArgument: argument) else {
                // A word behind an option may be its value.
                let before = index > 0 ? arguments[index - 1] : ""
                let isValue = before.hasPrefix("-") && !before.contains("=") && !argument.hasPrefix("-")
                return isValue ? "…" : ShownText.argument(argument)
            }
            return secrets.matches(PropertyKey(key)) ? "--\(key)=\(SecretKeys.mask)" : ShownText.line(argument)
        }
    }
}
