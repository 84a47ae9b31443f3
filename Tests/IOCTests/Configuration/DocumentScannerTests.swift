import Foundation
import IOCModel
import Testing

@testable import IOCConfiguration

@Suite("The scanners")
struct DocumentScannerTests {
    static let json = #"""
        // größe
        {"a": [1, -2.5e+3, .5, 5., 0x1F, +7, true, null], 'b\x41\u00e9\uD83D\uDE00': {c_$1: "\"\\\/\b\f\n\r\t'", "d": {},},
          /* x */ "e": 'it"s', "f": [], "g": "two\
        lines"}
        """#

    static let xml = propertyList(
        """
        <!-- größe --><dict><key>a</key><array><integer>1</integer><real>-2.5e+3</real><true/><false/></array>
        <key>b &amp; &#x41;</key><dict><key>c</key><string>x <![CDATA[<y>]]></string></dict>
        <key>d</key><data> AQ ID </data><key>e</key><date>2020-01-01T00:00:00Z</date><key>f</key><string/></dict>
        """)

    private static func decodes(_ bytes: [UInt8], _ format: ConfigurationFormat) -> Bool {
        (try? format.read(bytes, path: "")) != nil
    }

    private static func scan(_ bytes: [UInt8], _ format: ConfigurationFormat) throws(DocumentFault) -> DocumentOutline {
        format == .json ? try JSONScanner.outline(of: bytes) : try XMLPropertyListScanner.outline(of: bytes)
    }

    /// Every so manieth byte is damaged; all of them where the environment says so.
    private static let step = ProcessInfo.processInfo.environment["IOC_EVERY_BYTE"] == nil ? 5 : 1

    @Test("What a scanner passes, the decoder reads, for every damage of one byte", arguments: [json, xml])
    func damage(text: String) throws {
        let format: ConfigurationFormat = text == Self.json ? .json : .propertyList
        let sound = Array(text.utf8)
        #expect(try Self.scan(sound, format).faults.isEmpty)
        #expect(Self.decodes(sound, format))
        var missed: [String] = []
        // What an XML declaration says of the encoding is its own matter.
        for index in stride(
            from: (format == .json ? 0 : 40) + Int.random(in: 0..<Self.step), to: sound.count, by: Self.step)
        {
            for replacement in [[], [sound[index], sound[index]]] + "\"'\\{}[],:<>/&;0a.-e \n".utf8.map({ [$0] }) {
                var bytes = sound
                bytes.replaceSubrange(index...index, with: replacement)
                guard UTF8Text.firstBinaryByte(bytes) == nil, let outline = try? Self.scan(bytes, format),
                    outline.faults.isEmpty, !Self.decodes(bytes, format)
                else { continue }
                let part = bytes[max(0, index - 12)..<min(bytes.count, index + 12)]
                missed.append(String(decoding: part, as: UTF8.self))
            }
        }
        #expect(missed.isEmpty, "\(missed.prefix(10))")
    }

    @Test("Reals that are whole stay reals", arguments: ["1.0", "1e2", "-0.0", "5.", "100000000000000000000.0"])
    func reals(text: String) throws {
        let bytes = Array(#"{"a": [1, \#(text)], "b": \#(text)}"#.utf8)
        let number = PropertyValue.double(try #require(Double(text)))
        #expect(try ConfigurationFormat.json.read(bytes, path: "a.json").value == ["a": [1, number], "b": number])
    }

    @Test("A document that is one real is read to its end and no further, whatever the memory behind it holds")
    func loneReal() throws {
        var strewn: [[UInt8]] = []
        for round in 0..<300 {
            for length in 3...40 {
                strewn.append(Array(repeating: UInt8(ascii: "x"), count: length + round % 16))
                if strewn.count > 100 { strewn.removeFirst(50) }
                let text = String(repeating: "1", count: length / 2) + "." + String(repeating: "1", count: length / 2)
                let number = try #require(Double(text))
                #expect(try ConfigurationFormat.json.read(Array(text.utf8), path: "a.json").value == .double(number))
            }
        }
    }

    @Test("Lines end with a line feed, a carriage return or both, and columns count characters")
    func lines() {
        let bytes = Array("a\nb\r\nc\rdäx".utf8)
        var counter = LineCounter(bytes, from: 0)
        #expect(counter.position(at: 2) == TextPosition(line: 2, column: 1))
        #expect(counter.position(at: 5) == TextPosition(line: 3, column: 1))
        #expect(counter.position(at: 7) == TextPosition(line: 4, column: 1))
        #expect(counter.position(at: 10) == TextPosition(line: 4, column: 3))
        #expect(counter.position(at: 0) == TextPosition(line: 1, column: 1))
    }
}
