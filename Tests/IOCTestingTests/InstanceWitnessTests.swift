import IOC
import Testing

@testable import IOCTesting

@Suite("What is remembered of the objects that a context made")
struct InstanceWitnessTests {
    private final class One {}
    private final class Other {}

    @Test("Those that are there still are counted by their component's name, in order, but for some, and no value is")
    func survivors() throws {
        let witness = InstanceWitness()
        var kept: [AnyObject] = []
        for (name, object) in [
            ("c", One()), ("a", Other()), ("c", One()), ("b", One()), ("d", Other()), ("c", One()), ("d", Other()),
        ] as [(String, AnyObject)] {
            #expect(try witness.process(object, named: name) as AnyObject === object)
            kept.append(object)
        }
        #expect(try witness.process(7, named: "e") as? Int == 7)
        func told(except exceptions: Set<String> = []) -> [String] {
            witness.survivors(except: exceptions).map { "\($0.count) \($0.name) \($0.typeName)" }
        }
        #expect(told() == ["1 a Other", "1 b One", "3 c One", "2 d Other"])
        #expect(told(except: ["b", "c", "x"]) == ["1 a Other", "2 d Other"])
        kept.removeSubrange(1...2)
        #expect(told() == ["1 b One", "2 c One", "2 d Other"])
        kept = []
        #expect(told() == [])
    }
}
