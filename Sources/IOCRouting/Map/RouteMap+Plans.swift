extension RouteMap {
    /// The plans of navigations to each route from the tree as it is now, without doing any of it.
    ///
    /// Routes that need an input and were added without an example are not in the table.
    /// - Parameter router: The router that would navigate.
    public func plans(with router: Router<Screen>) -> PlanTable {
        PlanTable(
            rows: routes.compactMap { name, _, example in
                guard let example else { return nil }
                do {
                    return PlanTable.Row(route: name, outcome: .success(try router.plan(to: example)))
                } catch {
                    return PlanTable.Row(route: name, outcome: .failure(error))
                }
            })
    }
}
