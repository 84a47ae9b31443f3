import IOCModel

extension ContextConfiguration: CustomReflectable {
    /// What it says, with secrets masked and no environment, so that a configuration can be printed.
    public var customMirror: Mirror {
        let secrets = SecretKeys.usual.union(SecretKeys(secretKeys))
        let shownArguments = arguments.map { argument in
            guard let key = PropertyKey.text(ofArgument: argument) else {
                // Whatever else it is, it may be a value.
                return argument.hasPrefix("-") ? ShownText.argument(argument) : "…"
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
