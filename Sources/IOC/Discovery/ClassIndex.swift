/// Finds classes by name: qualified names come first, simple ones count where no class has the qualified one.
struct ClassIndex: Sendable {
    private var qualified: [String: [Int]] = [:]
    private var simple: [String: [Int]] = [:]

    init(_ classes: some Collection<(number: Int, name: ClassName)>) {
        qualified.reserveCapacity(classes.count)
        simple.reserveCapacity(classes.count)
        for (number, name) in classes {
            qualified[name.qualified, default: []].append(number)
            simple[name.simple, default: []].append(number)
        }
    }

    /// The classes of a name; several where it is ambiguous.
    func classes(named name: String) -> [Int] { qualified[name] ?? simple[name] ?? [] }
}
