import IOC
import Testing

@Suite("Objects under construction by name")
struct BuildingObjectTests {
    final class Sheet: @unchecked Sendable {
        // Sound: written while it is made, on one thread.
        var found: [Bool] = []
    }

    final class Press: Assembly {
        let sheet: Define<Sheet> = Define(.prototype) { _ in Sheet() }
            .inject { sheet, press in
                let names = [
                    "sheet", "Press.sheet", "BuildingObjectTests.Press.sheet", "heet", "ress.sheet", "other", "Press",
                ]
                sheet.found = names.map { name in
                    (try? press.building(named: name, as: Sheet.self)) === sheet
                }
                #expect(throws: IOCError.self) { try press.building(named: "sheet", as: Int.self) }
            }
    }

    @Test("An object under construction is found by its key and by whole ends of its full name only")
    func names() throws {
        let press = try Press.activated()
        #expect(try press.sheet().found == [true, true, true, false, false, false, false])
        #expect(throws: IOCError.self) { try press.building(named: "sheet", as: Sheet.self) }
    }

    // MARK: Nested constructions

    final class Thing: @unchecked Sendable {
        // Sound: written on one thread.
        var found: [String] = []
    }

    final class Nest: Assembly {
        let named: Define<Thing> = Define(.prototype) { _ in Thing() }
            .traits(.named("front desk"))
            .inject { thing, nest in
                thing.found = ["named", "front desk", "desk", "Nest.named"].filter { name in
                    (try? nest.building(named: name, as: Thing.self)) === thing
                }
            }
        let nested: Define<Thing, Int> = Define(.prototype) { nest, depth in
            guard depth > 0 else {
                let outer: Thing = try nest.building(named: "outer")
                // Its own instance and those of the same name around it are not there yet.
                outer.found.append((try? nest.building(named: "nested", as: Thing.self)) == nil ? "none" : "some")
                return Thing()
            }
            return try nest.nested(depth - 1)
        }
        let outer: Define<Thing> = Define(.prototype) { _ in Thing() }
            .inject { thing, nest in
                _ = try nest.nested(2)
                _ = try nest.inner(1)
            }
        let inner: Define<Thing, Int> = Define(.prototype) { nest, depth in
            let outer: Thing = try nest.building(named: "outer")
            if depth == 0 {
                // The one around is there, and this one is not.
                let around: Thing? = try? nest.building(named: "inner")
                outer.found.append(around?.found == ["around"] ? "around" : "none")
            }
            return Thing()
        }
        .inject { thing, nest, depth in
            thing.found = ["around"]
            if depth > 0 { _ = try nest.inner(depth - 1) }
        }
    }

    @Test("An object under construction is found by its key and by its name")
    func namedObject() throws {
        let nest = try Nest.activated()
        #expect(try nest.named().found == ["named", "front desk"])
    }

    @Test("An object whose closure has not returned is skipped, and the next outer one is found")
    func unmade() throws {
        let nest = try Nest.activated()
        #expect(try nest.outer().found == ["none", "around"])
    }
}
