extension Fault.Kind {
    // MARK: Arguments and profiles

    /// - Parameter argument: The argument. Its value is not shown.
    package static func argumentUnknown(_ argument: String, known: [String]) -> Self {
        Self(
            .argumentUnknown, in: .files,
            "'\(known.contains("-\(argument)") ? argument : ShownText.argument(argument))' isn't an argument of this program",
            do: "use one of: \(known.joined(separator: ", ")); a setting is --key VALUE")
    }

    /// Creates the fault of an unknown argument. It is not shown, because it may be the value of `argument`, which
    /// precedes it.
    package static func argumentUnknown(behind argument: String) -> Self {
        Self(
            .argumentUnknown, in: .files,
            "what follows '\(ShownText.argument(argument))' isn't an argument of this program",
            do: "write a setting as --key=value, in quotation marks where the value has blanks")
    }

    /// - Parameter key: The setting that the argument sets, if it can be read as a setting.
    package static func argumentMalformed(_ sentence: String, do remedy: String, key: String? = nil) -> Self {
        Self(.argumentMalformed, in: .files, sentence, do: remedy, key: key)
    }

    package static func subjectUnknown(_ subject: String) -> Self {
        Self(
            .subjectUnknown, in: .files, "there is nothing to explain that is called '\(subject)'",
            do: "name a component, one of its properties as Component.property, or the key of a setting")
    }

    package static func argumentUnread(_ argument: String) -> Self {
        Self(
            .argumentUnknown, in: .files,
            "nothing reads the setting of the argument \(ShownText.argument(argument))",
            do: "take it out, or correct it: --help lists the program's arguments and settings")
    }

    package static func profileUnknown(_ name: String, known: [String]) -> Self {
        Self(
            .profileUnknown, in: .files, "no component, entry or file asks for the profile '\(name)'",
            do: known.isEmpty ? "take it out" : "use one of: \(known.joined(separator: ", "))")
    }

    /// Creates the fault of a text that can't be the name of an active profile, such as `!prod` or a placeholder.
    package static func profileMalformed(_ text: String) -> Self {
        Self(
            .profileUnknown, in: .files, "'\(text)' is not the name of a profile",
            do: text.hasPrefix("!")
                ? "leave it out: a profile that is not listed is not active"
                : "write the name itself, or set IOC_PROFILES in the environment, because profiles take no placeholders"
        )
    }

    package static func profileUnknown(inList text: String) -> Self {
        Self(
            .profileUnknown, in: .files, "IOC_PROFILES is '\(text.prefix(60))', which names no profile",
            do: "write the profiles' names with commas between them, or leave it unset")
    }

    // MARK: Settings

    package static func settingMissing(key: String, variable: String) -> Self {
        let elsewhere = variable.isEmpty ? "" : ", or \(variable) in the environment"
        return Self(
            .settingMissing, { "\($0.asker) the setting '\(key)', and no source has it" },
            do: { _ in "set '\(key)' under \"settings\"\(elsewhere), or give it a default" }, key: key)
    }

    /// - Parameter key: A placeholder that was written in place of a key.
    package static func placeholderMalformed(asKey key: String) -> Self {
        let meant = key.dropFirst(2).prefix { !":}".contains($0) }
        return Self(
            .placeholderUnresolved, { "\($0.asker) the setting '\(key)', which is a placeholder, not a key" },
            do: {
                let attribute =
                    $0.point?.isParameter == true ? "@Injected(setting: \"\(meant)\")" : "@Value(\"\(meant)\")"
                return "write \(attribute), and a default after the property"
            }, key: key)
    }

    /// - Parameter value: Returns the value as messages show it. It is called when the message is read, because
    ///   settings may become secret before that.
    package static func settingConversion(
        key: String, value: @autoclosure @escaping @Sendable () -> String, origin: String, expected: String
    ) -> Self {
        Self(
            .settingConversion, { "\($0.asker) \($0.wanted ?? "a value"), and '\(key)' is \(value())" },
            do: { _ in "give '\(key)' \(expected)" }, key: key, details: [("value", "\(value()), from \(origin)")])
    }

    package static func placeholderUnresolved(name: String, chain: [String]) -> Self {
        Self(
            .placeholderUnresolved, "the placeholder ${\(name)} names a setting that no source has",
            do: "set it, give it a default as in ${\(name):value}, or write $${ for the text itself",
            key: chain.first, details: [("chain", chain.joined(separator: " -> "))])
    }

    package static func placeholderCycle(_ keys: [String]) -> Self {
        Self(
            .placeholderUnresolved, "placeholders lead to each other in a cycle",
            do: "give one of them a value of its own", key: keys.first,
            cycle: keys.map { ($0, nil) })
    }

    package static func placeholderMalformed(key: String, origin: String, reason: String) -> Self {
        Self(
            .placeholderUnresolved, "the value of '\(key)' can't be put together: \(reason)",
            do: "write placeholders as ${key} or ${key:default}, and $${ for the text itself",
            key: key, details: [("value", "from \(origin)")])
    }

    /// - Parameter source: The environment variable or the argument, such as `the argument --a-b`.
    package static func variableAmbiguous(_ source: String, keys: [String]) -> Self {
        Self(
            .variableAmbiguous, "\(source) is set, and \(keys.count) settings map to it",
            do: "rename one of the settings, or set the one that you mean in a file", key: keys.first,
            details: keys.map { ("setting", $0) })
    }

    package static func settingSourceFailed(source: String, key: String) -> Self {
        Self(.settingSourceFailed, "\(source) failed to read the setting '\(key)'", do: "see the cause", key: key)
    }

    package static func variableUnread(name: String, key: String) -> Self {
        Self(
            .variableUnread, "the environment variable \(name) is set, and no setting maps to it",
            do: "correct its name, or leave it where it is another program's", details: [("setting", key)])
    }

    package static func variableOfMap(name: String, map: String) -> Self {
        Self(
            .variableUnread, "the environment variable \(name) is set, and '\(map)' has no such entry to replace",
            do:
                "add the entry to a file, because a variable can't name a new one; or leave the variable to another program",
            details: [("setting", map)])
    }

    package static func settingUnread(key: String) -> Self {
        Self(.settingUnread, "nothing reads the setting '\(key)'", do: "correct the key, or take it out", key: key)
    }

    package static func settingKeyTooLong(key: String, excess: String) -> Self {
        Self(.keyTooLong, "the key '\(key)' \(excess)", do: "shorten the key", key: key)
    }
}
