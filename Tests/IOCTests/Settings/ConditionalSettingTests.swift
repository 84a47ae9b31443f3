import IOC
import Testing

@Suite("Conditions on settings")
struct ConditionalSettingTests {
    /// Whether a component with this condition belongs to a context, and the reason that its report gives.
    private func decision(
        _ settings: SettingValue, _ setting: String = "k", equals expected: SettingValue? = nil,
        environment: [String: String] = [:]
    ) throws -> String {
        let configuration = ContextConfiguration.reading(settings: settings, environment: environment).with {
            $0.components["conditional"] = .init(
                className: String(reflecting: Leaf.self), when: .init(setting: setting, equals: expected))
        }
        let decision = try #require(ApplicationContext(configuration).report.conditions.first).description
        let reason = decision.drop { $0 != ":" }.dropFirst(2).prefix { $0 != "(" }
        return "\(decision.contains(" is in:") ? "in" : "out"): \(reason.hasSuffix(" ") ? reason.dropLast() : reason)"
    }

    @Test(
        "A value fulfils a condition if it or its text is the expected one, or reads as it",
        arguments: [
            ("true", true, true), ("yes", true, true), ("no", true, false), (true, true, true), (false, true, false),
            (true, "true", true), (true, "false", false), (true, "yes", false), ("5", 5, true), ("6", 5, false),
            (5, "5", true), ("1.5", 1.5, true), ("x", 1.5, false), (1.5, "1.5", true), (5.0, 5, true), ("5.0", 5, true),
            (5, 5.0, true), (5.5, 5, false), ("1.10", "1.1", false), ("x", "y", false), ([1], [1], true),
            ("[1]", [1], false), (2, true, false), (false, false, true),
        ] as [(SettingValue, SettingValue, Bool)])
    func expected(value: SettingValue, expected: SettingValue, isIn: Bool) throws {
        #expect(try decision(["k": value], equals: expected).hasPrefix(isIn ? "in" : "out"))
        guard case .string(let text) = value else { return }
        #expect(try decision([:], equals: expected, environment: ["K": text]).hasPrefix(isIn ? "in" : "out"))
    }

    @Test(
        "A condition without an expected value needs one that is not off, and an empty text is none",
        arguments: [
            (nil, nil, "out: the setting k is not set"), (nil, "x", "out: the setting k is not \"x\": it is not set"),
            ("", nil, "out: the setting k is empty"), ("", "", "out: the setting k is not \"\": it is empty"),
            ("Off", nil, "out: the setting k is off: it is \"Off\""),
            (false, nil, "out: the setting k is off: it is false"),
            ("y", "x", "out: the setting k is not \"x\": it is \"y\""), (.null, nil, "out: the setting k is not set"),
            ("x", nil, "in: the setting k is set"), (0, nil, "in: the setting k is set"),
            ([:], nil, "in: the setting k is set"), ("x", "x", "in: the setting k is \"x\""),
        ] as [(SettingValue?, SettingValue?, String)])
    func reasons(value: SettingValue?, expected: SettingValue?, reason: String) throws {
        let settings: SettingValue = value.map { ["k": $0] } ?? [:]
        #expect(try decision(settings, equals: expected) == reason)
    }

    @Test("The reason of a condition on a secret masks both values")
    func secret() throws {
        let text = try decision(["password": "y"], "password", equals: 6)
        #expect(text == "out: the setting password is not <secret>: it is <secret>")
    }
}
