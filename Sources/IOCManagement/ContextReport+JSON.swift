public import IOC

extension ContextReport {
    /// The report as JSON: `sources`, `profiles`, `componentCount`, `injectionPointCount`, `conditions` (`component`,
    /// `in`, `reason`, `origin`), `notices` (`code`, `text`, `location`, `remedy`), `settings` (`key`, `value`,
    /// `origin`, and `pending` if the value will change at the next start) and `omittedSettings`.
    public var json: String { WrittenReport(self).json }
}
