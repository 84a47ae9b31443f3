import IOC
import Testing

@Suite("Objects under construction")
struct BuildingObjectTests {
    /// The names by which an assembly finds a piece that is under construction.
    private static func found<Owner: Assembly>(_ piece: Piece, in owner: Owner, _ names: [String]) -> [String] {
        names.filter { (try? owner.building(named: $0, as: Piece.self)) === piece }
    }

    final class Nest: Assembly {
        let piece: Define<Piece> = Define(.prototype) { _ in Piece() }
            .inject { piece, nest in
                let names = ["piece", "Nest.piece", "BuildingObjectTests.Nest.piece", "iece", "est.piece", "Nest"]
                piece.log = found(piece, in: nest, names)
                #expect(faultCodes { try nest.building(named: "piece", as: Int.self) } == [.instanceNotBeingBuilt])
            }
        let named: Define<Piece> = Define(.prototype) { _ in Piece() }
            .traits(.named("front desk"))
            .inject { piece, nest in piece.log = found(piece, in: nest, ["named", "front desk", "desk", "Nest.named"]) }
        let parent: Define<FinePiece> = Define(.prototype) { _ in FinePiece() }
            .inject { parent, nest in parent.next = try nest.child() }
        let child = Define(.prototype) { _ in Piece() }
            .inject { child, nest in child.next = try nest.building(FinePiece.self) }
        let nested: Define<Piece, Int> = Define(.prototype) { nest, depth in
            if depth > 0 { return try nest.nested(depth - 1) }
            let outer: Piece = try nest.building(named: "outer")
            // Its own instance and those of the same name around it don't exist yet.
            let isAbsent = (try? nest.building(named: "nested", as: Piece.self)) == nil
            outer.log.append("nested: \(isAbsent)")
            return Piece()
        }
        let outer: Define<Piece> = Define(.prototype) { _ in Piece() }
            .inject { outer, nest in
                _ = try nest.nested(2)
                _ = try nest.inner(1)
            }
        let inner: Define<Piece, Int> = Define(.prototype) { nest, depth in
            let outer: Piece = try nest.building(named: "outer")
            // The outer instance exists, and this one doesn't.
            if depth == 0 { outer.log.append(try nest.building(named: "inner", as: Piece.self).label) }
            return Piece("inner \(depth)")
        }
        .inject { _, nest, depth in
            if depth > 0 { _ = try nest.inner(depth - 1) }
        }
    }

    let nest: Nest
    init() throws { nest = try Nest.activated() }

    @Test("An object under construction is found by its key, its name and by whole ends of its full name only")
    func names() throws {
        #expect(try nest.piece().log == ["piece", "Nest.piece", "BuildingObjectTests.Nest.piece"])
        #expect(try nest.named().log == ["named", "front desk"])
        #expect(faultCodes { try nest.building(named: "piece", as: Piece.self) } == [.instanceNotBeingBuilt])
    }

    @Test("An object under construction is found by its type")
    func types() throws {
        let parent = try nest.parent()
        #expect(parent.next?.next === parent)
        #expect(faultCodes { try nest.building(FinePiece.self) } == [.instanceNotBeingBuilt])
    }

    @Test("An object whose closure has not returned is skipped, and the next outer one is found")
    func unmade() throws { #expect(try nest.outer().log == ["nested: true", "inner 1"]) }
}
