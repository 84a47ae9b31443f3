public import IOC
import IOCModel

extension ContextReport {
    /// The report as JSON: `sources`, `profiles`, `componentCount`, `injectionPointCount`, `conditions` (`component`,
    /// `in`, `reason`, `origin`), `notices` (`code`, `text`, `location`), `settings` (`key`, `value`, `origin`, and
    /// `pending` if it is another value) and `omittedSettings`.
    public var json: String {
        JSONText.of(
            Written(
                sources: sources, profiles: profiles, componentCount: componentCount,
                injectionPointCount: injectionPointCount,
                conditions: conditions.map {
                    Written.Condition(component: $0.component, in: $0.isIn, reason: $0.reason, origin: $0.origin)
                },
                notices: notices.map {
                    Written.Notice(code: $0.code.rawValue, text: $0.headline + $0.question, location: $0.location)
                },
                settings: settings.map {
                    Written.Setting(key: $0.key, value: $0.value, origin: $0.origin, pending: $0.pending)
                }, omittedSettings: omittedSettings))
    }

    private struct Written: Encodable {
        struct Condition: Encodable {
            let component: String
            let `in`: Bool
            let reason, origin: String
        }
        struct Notice: Encodable {
            let code, text: String
            let location: String?
        }
        struct Setting: Encodable {
            let key, value, origin: String
            let pending: String?
        }
        let sources, profiles: [String]
        let componentCount, injectionPointCount: Int
        let conditions: [Condition]
        let notices: [Notice]
        let settings: [Setting]
        let omittedSettings: Int
    }
}
