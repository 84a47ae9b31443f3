import PackagePlugin

extension Package {
    /// The package that the container is in: this one, or one that it depends on.
    var container: Package? {
        var queue = [self]
        var seen: Set<String> = []
        while let next = queue.popLast() {
            guard seen.insert(next.id).inserted else { continue }
            let names = Set(next.targets.map(\.name))
            if names.isSuperset(of: ["IOC", "IOCPlan", "IOCTool"]) { return next }
            queue += next.dependencies.map(\.package)
        }
        return nil
    }
}
