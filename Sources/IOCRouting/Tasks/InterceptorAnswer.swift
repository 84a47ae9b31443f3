/// The continuation of a navigation after an interceptor.
public struct InterceptorAnswer: Sendable, CustomStringConvertible {
    enum Kind {
        case proceed
        case redirect(any Redirection)
        case stop(String)
        case fail(any Error)
    }

    let kind: Kind

    /// As it would have.
    public static let proceed = InterceptorAnswer(kind: .proceed)

    /// To another destination instead.
    public static func redirect(_ target: any Redirection) -> InterceptorAnswer { .init(kind: .redirect(target)) }

    /// Not at all, and that is no fault; the reason is for the caller.
    public static func stop(_ reason: String) -> InterceptorAnswer { .init(kind: .stop(reason)) }

    /// Not at all, for this error.
    public static func fail(_ error: any Error) -> InterceptorAnswer { .init(kind: .fail(error)) }

    /// The answer in words.
    public var description: String {
        switch kind {
        case .proceed: "proceed"
        case .redirect(let target): "redirect to \(target.name)"
        case .stop(let reason): "stop: \(reason)"
        case .fail(let error): "fail: \(error)"
        }
    }
}
