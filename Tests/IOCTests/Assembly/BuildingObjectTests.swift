import IOC
import Testing

@Suite("The object that is being built, by its definition's name")
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

    @Test("It is found by the key and by every whole end of the full name, and by nothing else")
    func names() throws {
        let press = try Press.activated()
        #expect(try press.sheet().found == [true, true, true, false, false, false, false])
        #expect(throws: IOCError.self) { try press.building(named: "sheet", as: Sheet.self) }
    }
}
