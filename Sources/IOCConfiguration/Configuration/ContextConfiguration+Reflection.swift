import IOCModel

extension ContextConfiguration: CustomReflectable {
    /// What it says, with secrets masked and no environment, so that a configuration can be printed.
    public var customMirror: Mirror {
        let secrets = SecretKeys.usual.union(SecretKeys(secretKeys))
        let shownArguments = arguments.enumerated().map { index, argument in
            guard let key = PropertyKey.text(ofArgument: argument) else {
                // A word behind an option may be its value.
                let before = index > 0 ? arguments[index - 1] : ""
                let isValue = before.hasPrefix("-") && !before.contains("=") && !argument.hasPrefix("-")
                return isValue ? "…" : ShownText.argument(argument)
            }
            return secrets.matches(PropertyKey(key)) ? "--\(key)=\(SecretKeys.mask)" : ShownText.line(argument)
        }
        return Mirror(
            self,
            children: [
                "prefixes": prefixes, "classes": classes, "exclude": exclude, "assemblies": assemblies,
                "profiles": profiles, "cycles": cycles, "components": components, "bindings": bindings,
                "properties": properties, "overrides": PropertyValue.object(overrides), "arguments": shownArguments,
                "propertySources": propertySources.map(\.name), "failsOnUnreadProperties": failsOnUnreadProperties,
            ], displayStyle: .struct)
    }
}
