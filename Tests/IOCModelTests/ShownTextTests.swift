import Foundation
import IOCManagement
import IOCModel
import Testing

@Suite("Text from outside")
struct ShownTextTests {
    @Test(
        "The user and the password of a URL are masked",
        arguments: [
            ("postgres://u:pw@h/db", "postgres://<secret>@h/db"), ("see http://u@h.", "see http://<secret>@h."),
            ("a://u:p@h b://v:q@i", "a://<secret>@h b://<secret>@i"), ("'x://u:p@h'", "'x://<secret>@h'"),
            ("postgres://u:p@w@h", "postgres://<secret>@h"), ("x://u:p@h:80/x@y", "x://<secret>@h:80/x@y"),
            ("x://y://z://u@h", "x://y://z://<secret>@h"), ("http://h/http://u:p@i/x", "http://h/http://<secret>@i/x"),
            ("x://h?next=http://u:p@i&token=a", "x://h?next=http://<secret>@i&token=<secret>"),
            ("http://h:80/a@b", "http://h:80/a@b"), ("http://h/p?mail=a@b.c", "http://h/p?mail=a@b.c"),
            ("http://[::1]:80/x", "http://[::1]:80/x"), ("://", "://"), ("u@h", "u@h"), ("x://h'u@b", "x://h'u@b"),
        ])
    func urls(text: String, shown: String) {
        #expect(ShownText.line(text) == shown)
        #expect(ShownText.line(shown) == shown)
        #expect(ShownText.block("\(text)\n\(text)") == "\(shown)\n\(shown)")
    }

    @Test(
        "A token and the value of a secret name are masked up to the next separator",
        arguments: [
            ("Server=h;Password=x;a=b", "Server=h;Password=<secret>;a=b"),
            ("password=x dbname=shop", "password=<secret> dbname=shop"),
            ("password='a b' dbname=d", "password='<secret>' dbname=d"),
            ("password=\"a b\" c", "password=\"<secret>\" c"),
            ("'--db.password=x'", "'--db.password=<secret>'"), ("api.key=x y", "api.key=<secret> y"),
            ("jdbc:x://h/db?a=1&password=pw&x=1", "jdbc:x://h/db?a=1&password=<secret>&x=1"),
            ("Bearer x", "Bearer <secret>"), ("authorization: bearer a.b-c/d=, x", "authorization: bearer <secret>, x"),
            ("BEARER x", "BEARER <secret>"), ("password=ä漢 x", "password=<secret> x"),
            ("[\"token=\\\"a b\\\" c\"]", "[\"token=\\\"<secret>\\\" c\"]"),
            ("a == b; password == x", "a == b; password == x"), ("'--db.password=…' x", "'--db.password=…' x"),
            ("token=<secret> x", "token=<secret> x"), ("author=a", "author=a"), ("password=", "password="),
            ("Shop.swift:12:5: @Component", "Shop.swift:12:5: @Component"), ("a bearer", "a bearer"),
            ("forbearer x", "forbearer x"), ("key=value", "key=value"), ("=x", "=x"),
        ])
    func parameters(text: String, shown: String) {
        #expect(ShownText.line(text) == shown)
        #expect(ShownText.line(shown) == shown)
        #expect(ShownText.block("\(text)\n\(text)") == "\(shown)\n\(shown)")
    }

    @Test(
        "An argument is shown by its name alone, and of a single dash by its first letter where more may be a value",
        arguments: [
            ("--db.password=x", "--db.password=…"), ("--a1._-[0]ä=x", "--a1._-[0]ä=…"), ("--flag", "--flag"),
            ("--a b", "--a…"), ("-v", "-v"), ("-pSECRET", "-p…"), ("-px", "-p…"), ("-p=x", "-p=…"), ("-p x", "-p…"),
            ("plain", "plain"),
            ("plain x", "plain…"), ("=x", "=…"), ("", ""), ("-", "-"), ("--", "--"), ("x/y", "x…"),
        ])
    func argument(text: String, shown: String) {
        #expect(ShownText.argument(text) == shown)
    }

    @Test("A document stays one, whatever is masked in its texts")
    func maskedDocument() throws {
        let texts = [
            "password=", "Pwd=\"a b\";x", "a;Password=hunter2", "token='hunter2", "x://u:hunter2@h",
            "Bearer hunter2\nx",
            "password=a\\", "token=\"", "sig=a\tb", "Password=\"hunter2", "{\"password\": \"password=hunter2\"}",
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        for first in texts {
            for second in texts {
                let document = String(decoding: try encoder.encode([first: second, "z": first]), as: UTF8.self)
                let shown = ShownText.json(document)
                let read = try JSONDecoder().decode([String: String].self, from: Data(shown.utf8))
                #expect(read.count == 2 && !shown.contains("hunter2"), "\(shown)")
            }
        }
    }

    @Test(
        "Control characters, and those that hide or reorder text, are written as their number",
        arguments: [
            ("a\u{1B}[31m", "a\\u{1B}[31m"), ("\r\n", "\\u{D}\\u{A}"), ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"),
            ("\0", "\\u{0}"),
            ("a\u{202E}b", "a\\u{202E}b"), ("\u{2028}", "\\u{2028}"), ("\u{200B}", "\\u{200B}"),
            ("\u{FEFF}", "\\u{FEFF}"),
            ("ä 漢 👩‍👩‍👧", "ä 漢 👩‍👩‍👧"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("tab\t", "tab\\u{9}"),
        ])
    func characters(text: String, shown: String) {
        #expect(ShownText.line(text) == shown)
    }

    @Test("A document keeps its lines, and what is hidden in its texts is written as JSON writes it")
    func document() {
        #expect(ShownText.json("a\n\"\u{7F}\"") == "a\n\"\\u007f\"")
        #expect(ShownText.json("\u{E000}é\n\u{E0001}") == "\u{E000}é\n\\udb40\\udc01")
        #expect(ShownText.json("{\n}") == "{\n}" && ShownText.json("x://u:p@h") == "x://<secret>@h")
    }

    @Test(
        "A short word makes a name secret where it is a word of it or its end",
        arguments: [
            ("basicAuth", true), ("oauth", true), ("author", false), ("authFile", true), ("AUTHFile", true),
            ("MYAUTHFile", true), ("authorFile", false), ("myAuthorFile", false), ("unauthorized", false),
            ("auth2x", true), ("auth_x", true), ("auth-x", true), ("xauthx", false), ("AuthX", true), ("authTV", true),
            ("FOOAuthBar", true), ("aUthX", false), ("aUTHx", false), ("x.auth.y", true), ("au_th", true),
            ("au-thX", false), ("auth", true), ("", false), ("authÖ", true),
        ])
    func shortWords(name: String, isSecret: Bool) {
        #expect(SecretWords(["auth"]).match(name) == isSecret)
    }

    @Test("A longer word makes a name secret anywhere, however both are written; a word without letters is ignored")
    func longWords() {
        for word in ["api-key", "APIKey", "api_key", "api.key"] {
            for name in ["myApiKeyFile", "my_api-key", "MYAPIKEYS", "api.key"] {
                #expect(SecretWords([word]).match(name))
            }
        }
        #expect(SecretWords(["nothing", "token"]).match("xtokens"))
        #expect(!SecretWords(["pass"]).match("xpassx"))
        #expect(!SecretWords(["-_", ""]).match("a-b"))
    }

    @Test("A text of several lines keeps its lines")
    func block() {
        #expect(ShownText.block("a\n\tb\u{7}") == "a\n\tb\\u{7}")
    }

    @Test("A fault shows neither, in any of its facts")
    func fault() {
        struct Failure: Error { let text: String }
        let bad = "x\u{1B}\u{202E} db://u:canary@h"
        var fault = Fault(.componentFailed(bad, in: bad), at: .code(bad))
        fault.hints.wanted = bad
        fault.path = [bad, bad]
        fault.hints.candidates = [.init(name: bad, typeName: bad, origin: .code(bad), remark: bad)]
        fault.hints.nearMisses = [.init(name: bad, reason: bad, origin: bad)]
        fault.hints.suggestion = bad
        fault.cause = Failure(text: bad)
        let shown = FaultRenderer.render([fault, fault])
        #expect(!shown.contains("canary"))
        #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || !ShownText.isHidden($0) })
        #expect(shown.split(separator: "\n").count == FaultRenderer.render(fault).split(separator: "\n").count * 2 + 1)
    }

    @Test("A drawing of components with such names shows none of it in any form")
    func drawing() throws {
        let bad = "x\u{1B}\u{202E}\u{7F}"
        let graph = DependencyGraph(components: [
            DependencyGraph.Component(
                name: bad, typeName: bad, scope: .custom(bad), origin: bad,
                dependencies: [DependencyGraph.Dependency(property: bad, kind: .one, targets: [bad])])
        ])
        for shown in [graph.dot, graph.mermaid, graph.tree, graph.json, graph.html] {
            #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || !ShownText.isHidden($0) })
        }
    }
}
