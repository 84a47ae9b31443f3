import IOCRouting
import IOCRoutingTesting

/// What interceptors and tasks were asked, in order.
@MainActor final class Diary {
    var entries: [String] = []
    var target: AnyDestination<HeadlessScreen>?
}

/// Writes down what it is asked, and lets the navigation go on.
struct DiaryInterceptor<Input>: RoutingInterceptor {
    let name: String
    let diary: Diary

    func prepare(with input: Input) throws { diary.entries.append("prepare \(name)") }

    func perform(with input: Input) async throws -> InterceptorAnswer {
        diary.entries.append("perform \(name)")
        return .proceed
    }
}

/// Writes down what it is asked, or refuses.
struct DiaryTask<Output: RoutedScreen, Input>: InputTask {
    let name: String
    let diary: Diary
    var refuses = false

    func prepare(with input: Input) throws { diary.entries.append("prepare \(name)") }

    func check(_ screen: Output, with input: Input) throws {
        if refuses { throw Refusal() }
        diary.entries.append("check \(name)")
    }

    func perform(on screen: Output, with input: Input) { diary.entries.append("perform \(name)") }
}
