import IOCModel
import Testing

@testable import IOC

protocol TFPlain: Sendable {}
protocol TFRefining: TFPlain {}
protocol TFBound: AnyObject {}
protocol TFBoundMore: TFBound {}
protocol TFSometimes {}
protocol TFOfBase: TFBase {}
protocol TFOfSub: TFOfBase where Self: TFSub {}
protocol TFRepository<Row> {
    associatedtype Row
}

class TFBase {}
class TFSub: TFBase, TFPlain, @unchecked Sendable {}
final class TFLeaf: TFSub, TFBound, @unchecked Sendable {}
final class TFNumbers: TFRepository { typealias Row = Int }
class TFGeneric<Element> {}
extension TFGeneric: TFSometimes where Element == Int {}
final class TFOfInt: TFGeneric<Int> {}
struct TFValue: TFPlain {}

@Suite("Which types serve as which")
struct TypeFitTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let type: Any.Type
        let wanted: Any.Type
        let fits: Bool
        init(_ type: Any.Type, as wanted: Any.Type, _ fits: Bool) {
            self.type = type
            self.wanted = wanted
            self.fits = fits
        }
        var testDescription: String { "\(type) as \(wanted)" }
    }

    static let pairs = [
        // Classes.
        Pair(TFSub.self, as: TFSub.self, true), Pair(TFSub.self, as: TFBase.self, true),
        Pair(TFBase.self, as: TFSub.self, false), Pair(TFSub.self, as: (any TFPlain).self, true),
        Pair(TFSub.self, as: (any TFPlain & TFBound).self, false),
        Pair(TFSub.self, as: (any TFBound & TFPlain).self, false),
        Pair(TFLeaf.self, as: (any TFPlain & TFBound).self, true), Pair(TFBase.self, as: (any TFPlain).self, false),
        Pair(TFBase.self, as: Any.self, true), Pair(TFBase.self, as: AnyObject.self, true),
        Pair(TFOfInt.self, as: (any TFSometimes).self, true),
        Pair(TFGeneric<Int>.self, as: (any TFSometimes).self, true),
        Pair(TFGeneric<String>.self, as: (any TFSometimes).self, false),
        Pair(TFSub.self, as: (any TFBase & TFPlain).self, true),
        Pair(TFBase.self, as: (any TFBase & TFPlain).self, false),
        // Values.
        Pair(TFValue.self, as: (any TFPlain).self, true), Pair(TFValue.self, as: TFValue.self, true),
        Pair(TFValue.self, as: (any TFBound).self, false), Pair(TFValue.self, as: TFBase.self, false),
        Pair(TFValue.self, as: Int.self, false), Pair(TFValue.self, as: AnyObject.self, false),
        // Protocols.
        Pair((any TFRefining).self, as: (any TFPlain).self, true),
        Pair((any TFPlain).self, as: (any TFRefining).self, false),
        Pair((any TFBoundMore).self, as: (any TFBound).self, true), Pair((any TFPlain).self, as: AnyObject.self, false),
        Pair((any TFBound).self, as: AnyObject.self, true), Pair((any TFPlain).self, as: Any.self, true),
        Pair((any TFSub & TFBound).self, as: (any TFBase & TFBound).self, true),
        Pair((any TFPlain & TFBound).self, as: (any TFBase & TFPlain).self, false),
        Pair((any TFSub & TFBound).self, as: (any TFPlain).self, true),
        Pair((any TFBase & TFBound).self, as: (any TFPlain).self, false),
        Pair((any TFOfSub).self, as: TFSub.self, true), Pair((any TFOfSub).self, as: TFBase.self, true),
        Pair((any TFOfBase).self, as: TFBase.self, true), Pair((any TFOfBase).self, as: TFSub.self, false),
        Pair((any TFOfSub).self, as: (any TFPlain).self, true),
        // Protocols with parameters.
        Pair((any TFRepository<Int>).self, as: (any TFRepository<Int>).self, true),
        Pair((any TFRepository<Int>).self, as: (any TFRepository<String>).self, false),
        Pair(TFNumbers.self, as: (any TFRepository<Int>).self, false),
        Pair(TFNumbers.self, as: (any TFRepository).self, true),
    ]

    @Test("A type serves as what all its instances are, and as nothing else", arguments: pairs)
    func fits(_ pair: Pair) {
        #expect(TypeFit.fits(pair.type, pair.wanted, records: .current()) == pair.fits)
        #expect(
            ProgramCatalogue().fits(TypeIdentity.id(pair.type), TypeIdentity.id(pair.wanted))
                == (pair.fits ? .yes : .no))
    }

    struct Named: Sendable, CustomTestStringConvertible {
        let type: Any.Type
        let name: String
        let answer: String
        init(_ type: Any.Type, _ name: String, _ answer: String) {
            self.type = type
            self.name = name
            self.answer = answer
        }
        var testDescription: String { "\(type) as '\(name)'" }
    }

    static let named = [
        Named(TFSub.self, "TFSub", "yes"), Named(TFSub.self, "TFBase", "yes"),
        Named(TFSub.self, "IOCTests.TFBase", "yes"), Named(TFSub.self, "TFPlain", "yes"),
        Named(TFSub.self, "IOCTests.TFPlain", "yes"), Named(TFSub.self, "TFBound", "no"),
        Named(TFSub.self, "Base", "no"), Named(TFSub.self, "Plain", "no"), Named(TFSub.self, "TFNobody", "no"),
        Named(TFSub.self, "TFSometimes", "only a cast tells"), Named(TFValue.self, "TFValue", "yes"),
        Named(TFValue.self, "IOCTests.TFValue", "yes"), Named(TFValue.self, "TFPlain", "only its instances tell"),
        Named((any TFRefining).self, "TFRefining", "yes"), Named((any TFRefining).self, "TFPlain", "yes"),
        Named((any TFRefining).self, "IOCTests.TFPlain", "yes"),
        Named((any TFRefining).self, "Plain", "only its instances tell"), Named((any TFOfSub).self, "TFSub", "yes"),
        Named((any TFOfSub).self, "IOCTests.TFBase", "yes"), Named((any TFOfSub).self, "TFPlain", "yes"),
        Named((any TFOfSub).self, "TFBound", "only its instances tell"),
        Named((any TFOfSub).self, "TFSometimes", "only a cast tells"),
    ]

    @Test("So it does as a type that is known by its qualified or simple name", arguments: named)
    func typeNames(_ named: Named) {
        let answer = ProgramCatalogue().fits(TypeIdentity.id(named.type), typeNamed: named.name)
        let told =
            switch answer {
            case .yes: "yes"
            case .no: "no"
            case .open(let reason): reason
            }
        #expect(told == named.answer)
    }

    @Test("A name that several protocols have is open where one of them may fit, whichever is looked at first")
    func severalProtocols() {
        for name in ["TFOpenFirst", "TFOpenLast"] {
            let answer = ProgramCatalogue().fits(TypeIdentity.id(TFBase.self), typeNamed: name)
            #expect(answer == .open("only a cast tells"), "\(name)")
        }
    }

    @Test(
        "A type is told as it would be written",
        arguments: [
            Named(Int.self, "Swift.Int", ""), Named((any TFPlain).self, "any IOCTests.TFPlain", ""),
            Named((any TFPlain & TFBound).self, "any IOCTests.TFBound & IOCTests.TFPlain", ""),
            Named(
                (any TFRepository<Int>).self,
                "any IOCTests.TFRepository<Self.IOCTests.TFRepository.Row == Swift.Int>", ""),
            Named(TFBase.self, "IOCTests.TFBase", ""), Named(Any.self, "Any", ""),
            Named((any Sendable).self, "Any", ""), Named(AnyObject.self, "AnyObject", ""),
            Named((any AnyObject & Sendable).self, "AnyObject", ""),
        ])
    func written(_ named: Named) {
        #expect(TypeName.written(named.type) == named.name)
    }
}

enum TFOne {
    protocol TFOpenFirst {}
    protocol TFOpenLast {}
}
enum TFTwo {
    protocol TFOpenFirst {}
    protocol TFOpenLast {}
}
extension TFGeneric: TFOne.TFOpenFirst where Element == Int {}
extension TFSub: TFTwo.TFOpenFirst {}
extension TFSub: TFOne.TFOpenLast {}
extension TFGeneric: TFTwo.TFOpenLast where Element == Int {}
