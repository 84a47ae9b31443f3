/// The plans of many routes from one tree, to be read side by side.
public struct PlanTable: CustomStringConvertible {
    /// One route.
    public struct Row {
        /// The route's name on the map.
        public var route: String
        /// The plan of a navigation, or the ``RoutingError`` with which it would fail.
        public var outcome: Result<RoutePlan, any Error>

        /// The row's three columns, a line each where there are several changes.
        var cells: [[String]] {
            switch outcome {
            case .failure(let error):
                let text = (error as? RoutingError).map { "\($0.code): \($0.found)" } ?? "\(error)"
                return [[route, "", "fails", text.replacing("\n", with: " ")]]
            case .success(let plan):
                let made = (plan.made + plan.taken).joined(separator: ", ")
                let changes = plan.operations.isEmpty ? ["nothing to change"] : plan.operations.map(\.description)
                return changes.enumerated().map { index, change in
                    index == 0
                        ? [route, plan.interceptors.joined(separator: ", "), made, change] : ["", "", "", change]
                }
            }
        }
    }

    /// The routes, in the order in which they were added.
    public var rows: [Row]

    /// The table as text: route, interceptors asked, screens made, changes.
    public var description: String {
        let lines = [["route", "asks", "makes", "changes"]] + rows.flatMap(\.cells)
        let widths = (0..<3).map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let padded = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return (padded + cells.suffix(1)).joined(separator: "  ") + "\n"
        }.joined()
    }
}
