/// Places for the nodes of a graph, in columns: what a node depends on stands to its right.
///
/// 1. A node's column is one after the last of those that depend on it; one that nobody depends on stands right before its
///    first dependency. Members of a cycle share a column.
/// 2. A line that skips columns is led through a place of its own in each of them.
/// 3. In each column the places are sorted by the middle of their neighbors, back and forth, so that few lines cross; equals
///    keep their order.
/// 4. Each place then moves as near to the middle of its neighbors as the others of its column let it.
struct GraphLayout {
    struct Point: Equatable {
        var x, y: Double
    }

    /// A line from one node to another, through the places between them.
    struct Line {
        let from, to: Int
        let points: [Point]
    }

    /// The middle of each node's left edge.
    private(set) var nodes: [Point] = []
    /// One line for each pair of nodes, in order.
    private(set) var lines: [Line] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    /// What stands in a column: a node, or a line on its way.
    private struct Place {
        let column: Int
        let height, width: Double
        var y = 0.0
        var before: [Int] = []
        var after: [Int] = []
    }

    /// The space between two columns.
    private let gap: Double
    private static let rounds = 8

    /// - Parameters:
    ///   - successors: For each node those it depends on.
    ///   - widths: How wide each node is.
    ///   - rowHeight: How much height a node takes, with the space around it.
    ///   - lineHeight: How much a line takes that goes through a column.
    ///   - gap: The space between two columns.
    init(
        successors: [[Int]], widths: [Double], rowHeight: Double, lineHeight: Double? = nil, gap: Double = 90
    ) {
        self.gap = gap
        let columns = Self.columns(successors)
        var places = zip(columns, widths).map { Place(column: $0, height: rowHeight, width: $1) }
        var routes: [(from: Int, to: Int, via: [Int])] = []
        for (node, targets) in successors.enumerated() {
            for target in Set(targets).sorted() where target != node {
                var via: [Int] = []
                for column in columns[node]..<max(columns[node], columns[target]) where column > columns[node] {
                    via.append(places.count)
                    places.append(Place(column: column, height: lineHeight ?? rowHeight / 3, width: 0))
                }
                for (one, next) in zip([node] + via, via + [target]) where places[one].column != places[next].column {
                    places[one].after.append(next)
                    places[next].before.append(one)
                }
                routes.append((node, target, via))
            }
        }
        var rows = [[Int]](repeating: [], count: (columns.max() ?? -1) + 1)
        for (index, place) in places.enumerated() { rows[place.column].append(index) }
        for row in rows { Self.stack(row, &places, wishes: row.map { _ in 0 }) }
        for round in 0..<Self.rounds {
            let isForth = round.isMultiple(of: 2)
            for column in isForth ? Array(rows.indices) : rows.indices.reversed() {
                let neighbors: (Place) -> [Int] = { isForth ? $0.before : $0.after }
                rows[column] = Self.sorted(rows[column], places, by: neighbors)
                let wishes = Self.wishes(of: rows[column], places, near: neighbors)
                Self.stack(rows[column], &places, wishes: wishes)
            }
        }
        for column in rows.indices.reversed() {
            let wishes = Self.wishes(of: rows[column], places) { $0.before + $0.after }
            Self.stack(rows[column], &places, wishes: wishes)
        }
        place(rows, places, routes, count: successors.count)
    }

    private mutating func place(
        _ rows: [[Int]], _ places: [Place], _ routes: [(from: Int, to: Int, via: [Int])], count: Int
    ) {
        let top = places.map { $0.y - $0.height / 2 }.min() ?? 0
        height = (places.map { $0.y + $0.height / 2 }.max() ?? 0) - top
        var left: [Double] = []
        let widths = rows.map { row in row.map { places[$0].width }.max() ?? 0 }
        for columnWidth in widths {
            left.append(width)
            width += columnWidth + gap
        }
        width = max(0, width - gap)
        nodes = places.prefix(count).map { Point(x: left[$0.column], y: $0.y - top) }
        lines = routes.map { route in
            let start = Point(x: nodes[route.from].x + places[route.from].width, y: nodes[route.from].y)
            // Straight through a column, so that it stays clear of the nodes there.
            let middle = route.via.flatMap { index in
                let (column, y) = (places[index].column, places[index].y - top)
                return [Point(x: left[column], y: y), Point(x: left[column] + widths[column], y: y)]
            }
            return Line(from: route.from, to: route.to, points: [start] + middle + [nodes[route.to]])
        }
    }

    // MARK: Columns

    private static func columns(_ successors: [[Int]]) -> [Int] {
        let walk = GraphWalk(successors: successors)
        var column = [Int](repeating: 0, count: walk.groups.count)
        var first = [Int?](repeating: nil, count: walk.groups.count)
        var hasDependents = [Bool](repeating: false, count: walk.groups.count)
        // Dependents come last in the walk's order.
        for group in walk.groups.indices.reversed() {
            for target in walk.groups[group].flatMap({ successors[$0] }).map({ walk.groupOfNode[$0] })
            where target != group {
                column[target] = max(column[target], column[group] + 1)
                hasDependents[target] = true
            }
        }
        for group in walk.groups.indices {
            let targets = walk.groups[group].flatMap { successors[$0] }.map { walk.groupOfNode[$0] }
            first[group] = targets.filter { $0 != group }.map { column[$0] }.min()
        }
        for group in walk.groups.indices where !hasDependents[group] { column[group] = (first[group] ?? 1) - 1 }
        return walk.groupOfNode.map { column[$0] }
    }

    // MARK: Rows

    /// The middle of each place's neighbors, or where it is where it has none.
    private static func wishes(of row: [Int], _ places: [Place], near neighbors: (Place) -> [Int]) -> [Double] {
        row.map { index in
            let near = neighbors(places[index])
            return near.isEmpty ? places[index].y : near.reduce(0) { $0 + places[$1].y } / Double(near.count)
        }
    }

    private static func sorted(_ row: [Int], _ places: [Place], by neighbors: (Place) -> [Int]) -> [Int] {
        zip(row, wishes(of: row, places, near: neighbors)).enumerated()
            .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            .map(\.element.0)
    }

    /// Puts a column's places where they want to be, in their order and without overlap.
    private static func stack(_ row: [Int], _ places: inout [Place], wishes: [Double]) {
        // Those that push each other form a block, which stands where its members want to be on average.
        var blocks: [(members: [Int], height: Double, wish: Double)] = []
        for (index, wish) in zip(row, wishes) {
            let height = places[index].height
            var block = (members: [index], height: height, wish: wish - height / 2)
            while let last = blocks.last, last.wish + last.height > block.wish {
                let count = Double(last.members.count + block.members.count)
                // Where the block's top would be for each member of the lower one to get its wish.
                let lower = block.wish - last.height
                block = (
                    last.members + block.members, last.height + block.height,
                    (last.wish * Double(last.members.count) + lower * Double(block.members.count)) / count
                )
                blocks.removeLast()
            }
            blocks.append(block)
        }
        for block in blocks {
            var y = block.wish
            for index in block.members {
                places[index].y = y + places[index].height / 2
                y += places[index].height
            }
        }
    }
}
