import IOCRouting

/// The broken promises of a host, collected.
@MainActor struct ConformanceReport {
    private(set) var failures: [String] = []

    mutating func expect(_ condition: Bool, _ promise: String) {
        if !condition { failures.append(promise) }
    }

    mutating func succeeds(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            failures.append("\(what) should succeed, but threw: \(error)")
        }
    }

    /// Expects a throw that leaves the tree as it was.
    mutating func refuses<Screen: RoutedScreen>(
        _ what: String, _ tree: ScreenTree<Screen>, _ body: () async throws -> Void
    ) async where Screen.Base == Screen {
        let shape = tree.shape
        do {
            try await body()
            failures.append("\(what) should throw")
        } catch {
            if tree.shape != shape { failures.append("\(what) threw, but changed the tree") }
        }
    }
}
