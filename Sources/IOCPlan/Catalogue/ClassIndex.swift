import IOCBase

/// Finds classes by name: qualified names come first, simple ones count where no class has the qualified one.
package struct ClassIndex: Sendable {
    private var qualified: ListsByKey<String, Int>
    private var simple: ListsByKey<String, Int>

    /// - Parameter classes: The classes' numbers with their names.
    package init(_ classes: some Collection<(number: Int, name: ClassName)>) {
        qualified = ListsByKey(capacity: classes.count)
        simple = ListsByKey(capacity: classes.count)
        for (number, name) in classes {
            qualified.append(number, to: name.qualified)
            simple.append(number, to: name.simple)
        }
    }

    /// The classes of a name; several where it is ambiguous.
    package func classes(named name: String) -> [Int] {
        let exact = qualified[name]
        return exact.isEmpty ? simple[name] : exact
    }
}
