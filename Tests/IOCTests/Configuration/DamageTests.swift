import Foundation
import IOCModel
import Testing

@testable import IOCConfiguration

/// Small documents with a little of everything and faults that do not stop the scan, damaged byte by byte.
@Suite("What is told of each damage to a document")
struct DamageTests {
    private static let json = Array(
        #"""
        /*c*/{"a":[1,-2.5e+3,0x1F,{b:true}],//x
        'b\x41\uD83D\uDE00\t':{c$:"\\",d:null},
        e:[NaN],"e":+.5}
        """#.utf8)

    private static let xml = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE p><plist><!--c--><dict>
        <key>a&#x41;</key><array><integer>-1</integer><real>nan</real><true/></array>
        <key>b</key><string>x<![CDATA[y]]>&lt;</string><?z?><key>b</key><data>AQ==</data></dict></plist>
        """.utf8)

    /// `{ "a": [5, not a number], "b": "é", "b": date }`, with room behind the objects.
    private static let binary: [UInt8] = binaryPropertyList([
        [0xD3, 1, 2, 2, 3, 4, 5], [0x51, 0x61], [0x51, 0x62], [0xA2, 6, 7], [0x61, 0, 0xE9],
        [0x33, 0, 0, 0, 0, 0, 0, 0, 0], [0x10, 5], [0x22, 0x7F, 0xC0, 0, 0],
    ])

    private func told(_ bytes: [UInt8], _ scan: ([UInt8]) throws(DocumentFault) -> DocumentOutline) -> String {
        do throws(DocumentFault) {
            return try scan(bytes).faults.map(Self.told).joined(separator: " + ")
        } catch {
            return Self.told(error)
        }
    }

    private static func told(_ fault: DocumentFault) -> String {
        let place = fault.position.map { "\($0.line):\($0.column) " } ?? ""
        let text = place + (fault.path.isEmpty ? "" : "(\(fault.path.keyPath)) ") + fault.sentence
        // Goldens are texts.
        return text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "<\($0.value)>" : "\($0)" }.joined()
    }

    /// Everything that is told of a document with one byte changed, cut short before it, or without it.
    private func damaged(
        _ sound: [UInt8], by replacements: [UInt8], _ scan: ([UInt8]) throws(DocumentFault) -> DocumentOutline
    ) -> String {
        let usual = told(sound, scan)
        var lines = ["sound: \(usual)"]
        func add(_ what: String, _ bytes: [UInt8]) {
            let found = told(bytes, scan)
            if found != usual { lines.append("\(what): \(found)") }
        }
        for index in sound.indices {
            let byte = sound[index]
            let shown = (0x21...0x7E).contains(byte) ? "\(index) \(Unicode.Scalar(byte))" : "\(index) \(byte)"
            add("\(shown) cut", Array(sound[..<index]))
            add("\(shown) gone", Array(sound[..<index] + sound[(index + 1)...]))
            for other in replacements where other != byte {
                var bytes = sound
                bytes[index] = other
                add("\(shown) → \((0x21...0x7E).contains(other) ? "\(Unicode.Scalar(other))" : "\(other)")", bytes)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func compare(_ found: String, with name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let different = zip(expected.split(separator: "\n"), found.split(separator: "\n")).first { $0 != $1 }
        let isSame = expected == found
        #expect(isSame, "\(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }

    @Test("Of JSON, every word")
    func json() throws {
        try compare(damaged(Self.json, by: Array("\"}]0".utf8), JSONScanner.outline), with: "damage.json")
    }

    @Test("Of an XML property list, every word")
    func xml() throws {
        try compare(damaged(Self.xml, by: Array("<x".utf8), XMLPropertyListScanner.outline), with: "damage.xml")
    }

    @Test("Of a binary property list, every word")
    func binary() throws {
        let found = damaged(Self.binary, by: [0, 1, 8, 0x5F, 0xA1, 0xFF], BinaryPropertyListScanner.outline)
        try compare(found, with: "damage.binary")
    }

    @Test(
        "What a text holds where it should not is told with its place",
        arguments: [
            ("/*/ 1", "1:1 the comment that begins here does not end"), ("/**/1", ""), ("/***/1//", ""),
            ("1//\r2", "2:1 expected the end of the file, found '2'"),
            ("/ 1", "1:1 expected a value, a key or a comment, found '/'"),
            ("1 /", "1:3 expected a value, a key or a comment, found '/'"),
            ("[1,]", ""), ("{a:1,}", ""), ("[,]", "1:2 expected a value, found ','"),
            ("{,}", "1:2 expected a key or '}', found ','"),
            ("{a 1}", "1:4 expected ':' after the key 'a', found '1'"),
            ("{a:1 b:2}", "1:6 expected ',' or '}', found 'b'"),
            ("[1 2]", "1:4 expected ',' or ']', found '2'"),
            ("[1", "1:3 the list that opens in line 1, column 1 does not end"),
            ("[1,", "1:4 the list that opens in line 1, column 1 does not end"),
            ("{a:1", "1:5 the object that opens in line 1, column 1 does not end"),
            ("{", "1:2 the object that opens in line 1, column 1 does not end"),
            ("truex", "1:1 expected a value, found 't'"), ("nul", "1:1 expected a value, found 'n'"),
            ("\"a\nb\"", "1:3 the text does not end before the end of its line"),
            ("\"a\u{1}\"", "1:3 the control character U+0001 stands in a text"),
            ("'a\"'", ""), ("'a\\\r'", ""), ("\"a'\"", ""),
            ("\"\\x4\"", "1:2 the escape has too few hexadecimal digits"),
            ("\"\\u00\"", "1:2 the escape has too few hexadecimal digits"),
            ("\"\\x00\"", "1:2 a text can't hold U+0000"),
            ("\"\\uDC00\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\\n\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\\u0041\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\\uDBFF\"", "1:2 the escape is half of a surrogate pair"),
            ("\"\\uD800\\uDFFF\"", ""), ("\"\\q\"", "1:2 a text can't hold the escape \\q"),
            ("\"\\", "1:1 the text that begins here does not end"),
            ("'\\u12", "1:2 the escape has too few hexadecimal digits"), ("{\"a\\\\b\":NaN}", "1:9 (a\\b) ''"),
            (
                "[[NaN],[1,NaN],{a:[NaN],b:NaN}]",
                "1:3 ([0][0]) '' + 1:11 ([1][1]) '' + 1:20 ([2].a[0]) '' + 1:27 ([2].b) ''"
            ),
            ("\u{FEFF}[x]", "1:2 expected a value, found 'x'"), ("[é]", "1:2 expected a value, found 'é'"),
            ("", "1:1 expected a value, found the end of the file"),
        ])
    func json(text: String, expected: String) {
        let found = told(Array(text.utf8), JSONScanner.outline)
        #expect(found.replacing(/'[^']*' can't hold the number NaN/, with: "''") == expected)
    }

    @Test(
        "What an element holds where it should not is told with its place",
        arguments: [
            ("<array></dict>", "1:8 expected </array>, found </dict>"),
            ("<array>", "1:8 <array> in line 1, column 1 does not end"),
            ("<plist><true/></dict>", "1:15 expected </plist>, found </dict>"),
            ("<plist><true/><plist>", "1:15 expected </plist>, found <plist>"),
            ("<plist/>", "1:1 expected a value, found <plist>"), ("</plist>", "1:1 expected a value, found </plist>"),
            ("<true/><true/>", "1:8 expected the end of the file, found '<'"),
            ("</true>", "1:1 expected a value, found </true>"), ("<nothing/>", "1:1 expected a value, found <nothing>"),
            ("<dict><true/></dict>", "1:7 expected <key> or </dict>, found <true>"),
            ("<dict><key>a</key></dict>", "1:7 the key 'a' has no value"),
            ("<string>a<!--b--></string>", "1:10 a comment can't stand inside <string>"),
            ("<string>a<?b?></string>", "1:10 a comment can't stand inside <string>"),
            ("<string>a<b/></string>", "1:10 expected </string>, found <b>"),
            ("<string>a</data>", "1:10 expected </string>, found </data>"),
            ("<string>a", "1:10 <string> in line 1, column 1 does not end"),
            ("<string>&nbsp;</string>", "1:9 the escape &nbsp; is not known"),
            ("<string>&abcd;</string>", "1:9 the escape &abcd; is not known"),
            ("<string>&x65;</string>", "1:9 the escape &x65; is not known"),
            ("<string>&#0;</string>", "1:9 the escape &#0; is not known"),
            ("<string>& </string>", "1:9 '&' begins no escape; write &amp;"),
            ("<string>&#65;&#x42;&amp;&gt;&quot;&apos;</string>", ""),
            ("<string>&#xD800;</string>", "1:9 the escape &#xD800; is not known"),
            ("<string>&aaaaaaaaaaaaa;</string>", "1:9 '&' begins no escape; write &amp;"),
            ("<string", "1:8 expected the end of the tag <string>, found the end of the file"),
            ("<string ", "1:1 <string has no '>'"),
            ("<string a=\"b\">x</string>", ""), ("<string a<", "1:1 <string has no '>'"),
            ("<>", "1:2 expected the name of a tag, found '>'"),
            ("<string!>", "1:8 expected the end of the tag <string>, found '!'"),
            ("<integer>x</integer>", "1:1 what <integer> holds is no integer"),
            ("<date>2020-01-01</date>", "1:1 what <date> holds is no date such as 2025-12-31T23:59:59Z"),
            ("<real>inf</real>", "1:1 '' can't hold the number inf"),
            ("<true>x</true>", "1:1 <true> is not empty"), ("<!--x", "1:1 the comment that begins here does not end"),
            ("<?x", "1:1 the instruction that begins here does not end"),
            ("<!DOCTYPE x [>]><true/>", "1:1 a document type can't make declarations of its own"),
            ("<!DOCTYPE x", "1:1 the document type that begins here does not end"),
            ("<?xml encoding='latin1'?><true/>", "1:1 the encoding 'latin1' is not read, only UTF-8 is"),
            ("<?xml encoding = \"utf-8\" ?><true/>", ""),
            ("<?xml version='1.0'?>\n\t\r<true />", ""),
            ("<string><![CDATA[a]]</string>", "1:9 the CDATA section that begins here does not end"),
            ("<string><![CDATA[]]>x]]></string>", ""), ("<key>a</key>", "1:1 expected a value, found <key>"),
            ("x", "1:1 expected a tag, found 'x'"),
        ])
    func xml(text: String, expected: String) {
        #expect(told(Array(text.utf8), XMLPropertyListScanner.outline) == expected)
    }

    @Test("A document may be as deep as the limit, of lists and of objects, and a number as long as its own")
    func limits() throws {
        for (open, close) in [("[", "]"), ("{a:", "}"), ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>")] {
            let isXML = open.hasPrefix("<")
            func told(_ depth: Int) -> String {
                let inner = isXML ? "<true/>" : "1"
                let text = String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
                return self.told(Array(text.utf8), isXML ? XMLPropertyListScanner.outline : JSONScanner.outline)
            }
            #expect(told(DocumentLimits.depth) == "")
            #expect(told(DocumentLimits.depth + 1).contains("nested deeper than 512 levels"))
        }
        func shown(_ count: Int) -> String {
            told(Array(String(repeating: "9", count: count).utf8), JSONScanner.outline)
        }
        #expect(shown(DocumentLimits.shownValue).hasSuffix(" \(String(repeating: "9", count: 200))"))
        #expect(shown(DocumentLimits.shownValue + 1).hasSuffix(" \(String(repeating: "9", count: 80))…"))
    }

    @Test("An offset, a number of units or an object's number beyond the file is none, whatever stands there")
    func beyond() throws {
        func read(_ objects: [[UInt8]], _ change: (inout [UInt8]) -> Void) -> String {
            var bytes = binaryPropertyList(objects)
            change(&bytes)
            return told(bytes, BinaryPropertyListScanner.outline)
        }
        let outside = told(
            Array("bplist00".utf8) + [0xA1, 9, 8] + Array(repeating: 0, count: 6) + [1, 1],
            BinaryPropertyListScanner.outline)
        #expect(outside.contains("cut short"))
        // The first bytes of the trailer mean nothing, and may look like the offset of one more object.
        #expect(
            read([[0xA1, 2], [0x09]]) { $0.replaceSubrange(($0.count - 32)..<($0.count - 30), with: [0, 8]) }.contains(
                "outside the file"))
        #expect(read([[0x09]]) { $0[$0.count - 33] = 200 }.contains("outside the file"))
        #expect(read([[0x5F, 0x50, 1, 0x61]]) { _ in }.contains("no valid length"))
        var wide = Array("bplist00".utf8) + [0xA1] + Array(repeating: 0xFF, count: 8) + [8]
        wide += [0, 0, 0, 0, 0, 0, 1, 8] + [1, 0, 17].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
        #expect(told(wide, BinaryPropertyListScanner.outline).contains("outside the file"), "a number that no list has")
        for marker: UInt8 in [0x6F, 0xAF, 0xDF] {
            let object = [marker, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 1]
            #expect(read([object]) { _ in }.contains("outside the file"), "\(marker)")
        }
    }
}
