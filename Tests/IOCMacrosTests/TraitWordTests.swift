import IOCConfiguration
import Testing

@testable import IOCMacroExpansion

@Suite("Words of traits")
struct TraitWordTests {
    @Test("The annotation's rules know the words of the container's traits, and no others")
    func words() {
        #expect(Set(TraitWord.all.map(\.word)) == Set(ComponentKey.all.compactMap(\.word)))
        #expect(TraitWord.all.count == ComponentKey.all.compactMap(\.word).count)
    }
}
