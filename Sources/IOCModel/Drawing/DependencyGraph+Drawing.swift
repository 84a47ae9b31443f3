extension DependencyGraph {
    /// More than this is no picture any more.
    static let mostDrawn = 400

    /// The whole graph as one SVG element; node `n3` is the component of number 3. Nil for a graph of no or too many
    /// components.
    var drawing: String? {
        guard (1...Self.mostDrawn).contains(components.count) else { return nil }
        let circular = circularLines
        let lines = components.indices.flatMap { from in
            targets(of: from).map { line(from, $0, places: (from, $0), circular) }
        }
        return GraphDrawing(nodes: components.indices.map(node), lines: lines).svg
    }

    private func node(_ number: Int) -> GraphDrawing.Node {
        let component = components[number]
        let scope = component.lifetime == .singleton ? "" : " (\(component.lifetime.name))"
        return GraphDrawing.Node(title: "n\(number)", caption: component.name + scope)
    }

    private func targets(of number: Int) -> [Int] {
        Set(components[number].dependencies.flatMap(\.numbers)).sorted()
    }

    private func line(
        _ from: Int, _ to: Int, places: (from: Int, to: Int), _ circular: Set<[Int]>
    ) -> GraphDrawing.Line {
        let dependencies = components[from].dependencies.filter { $0.numbers.contains(to) }
        let isLater = dependencies.allSatisfy(\.isLater)
        return GraphDrawing.Line(
            from: places.from, to: places.to, label: dependencies.map(\.label).joined(separator: ", "),
            isLater: isLater, isCircular: circular.contains([from, to]))
    }

    // MARK: Modules

    /// The modules as one SVG element, with how many components each has and how many properties lead from one to
    /// another. Nil where there are no two.
    var drawingOfModules: String? {
        let names = Set(components.map(\.module)).sorted()
        guard names.count > 1 else { return nil }
        let number = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let homes = components.map { number[$0.module] ?? 0 }
        var sizes = [Int](repeating: 0, count: names.count)
        var counts: [[Int]: Int] = [:]
        for (component, home) in zip(components, homes) {
            sizes[home] += 1
            for target in component.dependencies.flatMap(\.numbers) where homes[target] != home {
                counts[[home, homes[target]], default: 0] += 1
            }
        }
        let nodes = zip(names, sizes).enumerated().map { number, module in
            GraphDrawing.Node(title: "m\(number)", caption: "\(module.0): \(module.1)", module: module.0)
        }
        return GraphDrawing(nodes: nodes, lines: Self.lines(counts), scale: 1.8).svg
    }

    private static func lines(_ counts: [[Int]: Int]) -> [GraphDrawing.Line] {
        counts.map { ends, count in
            GraphDrawing.Line(
                from: ends[0], to: ends[1], label: count == 1 ? "1 property" : "\(count) properties", count: count)
        }
    }

    /// For each module its components as one SVG element, with the other modules that lead to them and that they lead to;
    /// without those that have too many.
    var drawingsByModule: [(module: String, svg: String)] {
        let homes = components.map(\.module)
        let circular = circularLines
        var crossing: [String: [[Int]]] = [:]
        for from in components.indices {
            for to in targets(of: from) where homes[to] != homes[from] {
                crossing[homes[from], default: []].append([from, to])
                crossing[homes[to], default: []].append([from, to])
            }
        }
        return Dictionary(grouping: components.indices) { homes[$0] }.sorted { $0.key < $1.key }.compactMap {
            $1.count > Self.mostDrawn ? nil : ($0, drawing(of: $1, homes, crossing[$0] ?? [], circular))
        }
    }

    /// - Parameters:
    ///   - members: The module's components.
    ///   - homes: The module of each component.
    ///   - crossing: What leads from and to other modules.
    private func drawing(of members: [Int], _ homes: [String], _ crossing: [[Int]], _ circular: Set<[Int]>) -> String {
        var nodes = members.map(node)
        let places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
        let lines = members.flatMap { from in
            targets(of: from).compactMap { to in
                places[to].map { line(from, to, places: (places[from] ?? 0, $0), circular) }
            }
        }
        var others: [String: Int] = [:]
        var counts: [[Int]: Int] = [:]
        for ends in crossing {
            let ends = ends.map { end in
                if let place = places[end] ?? others[homes[end]] { return place }
                others[homes[end]] = nodes.count
                nodes.append(
                    GraphDrawing.Node(title: "m\(others.count)", caption: homes[end], module: homes[end]))
                return nodes.count - 1
            }
            counts[ends, default: 0] += 1
        }
        return GraphDrawing(nodes: nodes, lines: lines + Self.lines(counts)).svg
    }
}
