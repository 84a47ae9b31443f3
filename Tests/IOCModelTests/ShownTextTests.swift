import Foundation
import IOCModel
import IOCPage
import Testing

@Suite("Text from outside")
struct ShownTextTests {
    @Test(
        "The user and the password of an URL are masked, wherever it stands",
        arguments: [
            ("postgres://u:pw@h/db", "postgres://<secret>@h/db"), ("see http://u@h.", "see http://<secret>@h."),
            ("a://u:p@h b://v:q@i", "a://<secret>@h b://<secret>@i"), ("'x://u:p@h'", "'x://<secret>@h'"),
            ("postgres://u:p/w@h", "postgres://<secret>@h"), ("postgres://u:p?w@h/x", "postgres://<secret>@h/x"),
            ("postgres://u:p@w@h", "postgres://<secret>@h"), ("postgres://u:p w@h", "postgres://<secret>@h"),
            ("jdbc:postgresql://h/db?user=u&password=pw&x=1", "jdbc:postgresql://h/db?user=u&password=<secret>&x=1"),
            ("jdbc:x://h/db?a=1;authToken=pw", "jdbc:x://h/db?a=1;authToken=<secret>"),
            ("http://h:80/a@b", "http://h:80/a@b"), ("http://h/p?mail=a@b.c", "http://h/p?mail=a@b.c"),
            ("http://[::1]:80/x", "http://[::1]:80/x"), ("://", "://"), ("a: b", "a: b"), ("u@h", "u@h"),
            ("'x://u:p/w@h' \"y\"", "'x://<secret>@h' \"y\""), ("`x://u:p/w@h`.", "`x://<secret>@h`."),
            ("<x://u:p/w@h> 'z'", "<x://<secret>@h> 'z'"), ("x://h/p?a=1&password", "x://h/p?a=1&password"),
            ("[\"x://h\",\"u@b\"]", "[\"x://h\",\"u@b\"]"), ("<x://h>u@b", "<x://h>u@b"), ("x://h'u@b", "x://h'u@b"),
            ("\"x://u:p w@h\",\"a@b\"", "\"x://<secret>@h\",\"a@b\""), ("<x://u:p w@h>a@b", "<x://<secret>@h>a@b"),
            ("x://u:p@h/x@y", "x://<secret>@h/x@y"), ("x://u:p@h:80/x@y", "x://<secret>@h:80/x@y"),
            ("x://h?password", "x://h?password"), ("x://h?a&token=1;b=2&", "x://h?a&token=<secret>;b=2&"),
            ("x://h:8a/b c@d", "x://<secret>@d"), ("x://h:80/b c@d", "x://h:80/b c@d"), ("x://u:p/w", "x://u:p/w"),
            ("x:/u@h", "x:/u@h"), ("x:u://v@h", "x:u://<secret>@h"),
            ("x://u:p?a=1&b=2@h", "x://<secret>@h"), ("x://u@h?q=a@b", "x://<secret>@h?q=a@b"),
            ("x://a://b@c", "x://a://<secret>@c"), ("http://h/http://u:p@i/x", "http://h/http://<secret>@i/x"),
            ("http://h:80/http://u:p@i", "http://h:80/http://<secret>@i"), ("x://u:p://w@h", "x://<secret>@h"),
            ("x://u:p@h/y://v:q@i", "x://<secret>@h/y://<secret>@i"), ("x://y://z://u@h", "x://y://z://<secret>@h"),
            ("x://h?next=http://u:p@i&token=a", "x://h?next=http://<secret>@i&token=<secret>"),
            ("x://h?a=y://i?b=z://u:p@j", "x://h?a=y://i?b=z://<secret>@j"),
            ("x://h?a=y://i?password=b", "x://h?a=y://i?password=<secret>"),
            ("x://h?password=http://a", "x://h?password=<secret>"), ("x://h?password=", "x://h?password="),
            ("x://u:p w@h a@b", "x://<secret>@h a@b"),
            ("http://h:port/x", "http://h:port/x"), ("x://@h", "x://<secret>@h"), ("x://u:p@", "x://<secret>@"),
        ])
    func urls(text: String, shown: String) {
        #expect(ShownText.line(text) == shown)
        #expect(ShownText.block("\(text)\n\(text)") == "\(shown)\n\(shown)")
    }

    @Test(
        "What looks like a connection string, a parameter or a header is masked, wherever it stands",
        arguments: [
            ("Server=h;Password=x", "Server=h;Password=<secret>"),
            ("Password=a b;Server=h", "Password=<secret>;Server=h"),
            ("a Server=h; Pwd = 'a;b' ; X=1", "a Server=h; Pwd = <secret> ; X=1"),
            ("password=x dbname=shop", "password=<secret> dbname=shop"),
            ("host=h password='a b\\' c' dbname=d", "host=h password=<secret> dbname=d"),
            ("password='it''s' x", "password=<secret> x"), ("password='open", "password=<secret>"),
            ("user:x@host", "<secret>@host"), ("at u:p@w@h:80/x.", "at <secret>@h:80/x."),
            ("u:p@tcp(h:3306)/db", "<secret>@tcp(h:3306)/db"), ("(user:x@host)", "(<secret>@host)"),
            ("jdbc:oracle:thin:scott/tiger@//h:1521", "<secret>@//h:1521"), ("dsn=user:x@host", "dsn=<secret>@host"),
            ("amqp://u:p@h u:p@i", "amqp://<secret>@h <secret>@i"),
            ("to u:p@h, x://v:q@i", "to <secret>@h, x://<secret>@i"),
            ("Bearer x", "Bearer <secret>"), ("authorization: bearer a.b-c/d=, x", "authorization: bearer <secret> x"),
            ("BEARER x", "BEARER <secret>"), ("Basic dXNlcjp4", "Basic <secret>"),
            ("BeaRer x", "BeaRer <secret>"), ("beareR x", "beareR <secret>"), ("basiC dXNlcjp4", "basiC <secret>"),
            ("'/p?sig=a%2Fb&x=1'", "'/p?sig=<secret>&x=1'"), ("/p?x=1&token=x y", "/p?x=1&token=<secret> y"),
            ("http://h/p?sv=1&sig=x&se=2", "http://h/p?sv=1&sig=<secret>&se=2"), ("?token=x#y", "?token=<secret>#y"),
            ("AccountName=a;AccountKey=b==;X=1", "AccountName=a;AccountKey=<secret>;X=1"),
            ("Endpoint=sb://h/;SharedAccessKey=b=", "Endpoint=sb://h/;SharedAccessKey=<secret>"),
            ("'--db.password=x'", "'--db.password=<secret>'"), ("\"a;pwd=x\" y", "\"a;pwd=<secret>\" y"),
            ("[\"token=\\\"a b\\\" c\"]", "[\"token=<secret> c\"]"),
            ("[\"token=\\\"a\\tb c\\\" d\"]", "[\"token=<secret> d\"]"), ("password=ä漢 x", "password=<secret> x"),
            ("password   =   x y", "password   =   <secret> y"), ("a;pwd  =  x y;b", "a;pwd  =  <secret>;b"),
            ("password=\"a b\" c", "password=<secret> c"), ("Pwd=\"a\"\"b\";X=1", "Pwd=<secret>;X=1"),
            ("[\"token=\\\"a b\"] c", "[\"token=<secret>\"] c"), ("password='a\"b' c", "password=<secret> c"),
            ("password='x'", "password=<secret>"), ("token=\\\"a\\", "token=<secret>"),
            ("password=\"a\\\"b\" c", "password=<secret> c"), ("password=it's x", "password=<secret> x"),
            ("\"a;b\" password=x y", "\"a;b\" password=<secret> y"), ("password=a\\", "password=<secret>"),
            ("Server=h;Password=a b", "Server=h;Password=<secret>"),
            ("\"password=a b\"", "\"password=<secret> b\""), ("('password=x')", "('password=<secret>')"),
            ("'password=x' y", "'password=<secret>' y"), ("token=x\ry", "token=<secret>\\u{D}y"),
            ("auth.x=1 y", "auth.x=<secret> y"), ("auth2=x y", "auth2=<secret> y"), ("authÀ=x y", "authÀ=<secret> y"),
            ("BASIC dXNlcjp4", "BASIC <secret>"), ("Basic abcdefgh1", "Basic <secret>"),
            ("Basic ABCDEFGHIJ", "Basic <secret>"),
            // Nothing of these is one.
            ("a == b; password == x", "a == b; password == x"), ("'--db.password=…' x", "'--db.password=…' x"),
            ("token=<secret> x", "token=<secret> x"), ("author=a", "author=a"), ("password=", "password="),
            ("Shop.swift:12:5: @Component", "Shop.swift:12:5: @Component"), ("see: a@b", "see: a@b"),
            ("a:@b", "a:@b"), (":p@h", ":p@h"), ("u:p@", "u:p@"), ("u:p@ h", "u:p@ h"), ("basic setup", "basic setup"),
            ("a bearer", "a bearer"), ("forbearer x", "forbearer x"), ("basic authentication", "basic authentication"),
            ("u@h:", "u@h:"), ("u:p@)", "u:p@)"), ("u:p@,x", "u:p@,x"),
            ("a.password = <secret> (b)", "a.password = <secret> (b)"),
            ("key=value", "key=value"), ("=x", "=x"), ("Basic Auth", "Basic Auth"),
            ("--server.port=80", "--server.port=80"),
        ])
    func connections(text: String, shown: String) {
        #expect(ShownText.line(text) == shown)
        #expect(ShownText.line(shown) == shown)
        #expect(ShownText.block("\(text)\n\(text)") == "\(shown)\n\(shown)")
    }

    @Test("A semicolon in another line says nothing of the blanks in a value")
    func otherLine() {
        #expect(ShownText.block("a;b\npassword=x y") == "a;b\npassword=<secret> y")
        #expect(ShownText.block("password=x y\na;b") == "password=<secret> y\na;b")
    }

    @Test("URLs in queries in each other are gone into eight deep, and the next is masked as a whole")
    func nestedQueries() {
        func nested(_ count: Int) -> String { String(repeating: "u://h?a=", count: count) }
        #expect(ShownText.line(nested(9) + "b") == nested(9) + "b")
        #expect(ShownText.line(nested(9) + "u://x@h") == nested(8) + "u://h?<secret>")
        #expect(ShownText.line(nested(8) + "u://x@h") == nested(8) + "u://<secret>@h")
    }

    @Test(
        "An argument is shown by its name alone, and of a single dash by its first letter where more may be a value",
        arguments: [
            ("--db.password=x", "--db.password=…"), ("--a1._-[0]ä=x", "--a1._-[0]ä=…"), ("--flag", "--flag"),
            ("--a b", "--a…"), ("-v", "-v"), ("-pSECRET", "-p…"), ("-p=x", "-p=…"), ("-p x", "-p…"), ("plain", "plain"),
            ("plain x", "plain…"), ("=x", "=…"), ("", ""), ("-", "-"), ("--", "--"), ("x/y", "x…"),
        ])
    func argument(text: String, shown: String) {
        #expect(ShownText.argument(text) == shown)
    }

    @Test("A document stays one, whatever is masked in its texts")
    func maskedDocument() throws {
        let texts = [
            "password=", "Pwd=\"a b\";x", "a;Password=hunter2", "token='hunter2", "u:hunter2@h", "Bearer hunter2\nx",
            "password=a\\", "token=\"", "x\ny:hunter2@h", "sig=a\tb", "Password=\"hunter2",
            "{\"password\": \"password=hunter2\"}",
        ]
        for first in texts {
            for second in texts {
                let document = String(decoding: try JSONEncoder().encode([first: second, "z": first]), as: UTF8.self)
                let shown = ShownText.json(document)
                let read = try JSONDecoder().decode([String: String].self, from: Data(shown.utf8))
                #expect(read.count == 2 && !shown.contains("hunter2"), "\(shown)")
            }
        }
    }

    @Test(
        "What a terminal obeys, or what hides or reorders text, is written as its number",
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
        #expect(ShownText.json("[\"token=\\\"a b\\\" c\"]") == "[\"token=<secret> c\"]")
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
        #expect(SecretWord.has(name, oneOf: ["auth"].compactMap(SecretWord.init)) == isSecret)
    }

    @Test("A longer word makes a name secret anywhere, however both are written; a word without letters is none")
    func longWords() {
        for word in ["api-key", "APIKey", "api_key"] {
            for name in ["myApiKeyFile", "my_api-key", "MYAPIKEYS"] {
                #expect(SecretWord.has(name, oneOf: [word].compactMap(SecretWord.init)))
            }
            #expect(!SecretWord.has("api.key", oneOf: [word].compactMap(SecretWord.init)))
        }
        #expect(SecretWord.has("xtokens", oneOf: ["nothing", "token"].compactMap(SecretWord.init)))
        #expect(!SecretWord.has("xpassx", oneOf: ["pass"].compactMap(SecretWord.init)))
        #expect(SecretWord("-_") == nil && SecretWord("") == nil)
    }

    @Test(
        "A text is found in another one wherever it stands",
        arguments: [
            ("${", true), ("a${", true), ("${a", true), ("$${", true), ("$$a${}", true), ("$", false), ("{$", false),
            ("", false), ("$ {", false), ("ä${ö", true), ("$a$b$c", false),
        ])
    func search(text: String, isThere: Bool) {
        #expect(TextSearch.contains(text, "${") == isThere)
    }

    @Test(
        "A text is found in another one in capital and small letters",
        arguments: [
            ("basic ", true), ("BASIC ", true), ("a bAsIc b", true), ("bbasic ", true), ("b B Basic ", true),
            ("äBasic ö", true), ("basic", false), ("", false), ("bas ic", false), ("basi\u{C7} ", false),
            ("asic ", false), ("\u{2}asic ", false),
        ])
    func searchInAnyCase(text: String, isThere: Bool) {
        #expect(TextSearch.containsInAnyCase(text, "basic ") == isThere)
        #expect(TextSearch.containsInAnyCase(text, "BASIC ") == isThere)
    }

    @Test("A label of a diagram escapes what its language would read, and shows ends of lines as such")
    func labels() {
        let text = "a\\\"b\"\n<c>#&|\t\u{1}é"
        #expect(DiagramText.dot(text) == "a\\\\\\\"b\\\"\\n<c>#&|  é")
        #expect(DiagramText.mermaid(text) == "a\\#34;b#34;<br/>#60;c#62;#35;#38;#124;  é")
        #expect(DiagramText.readable("a\u{1B}\nb\tx://u:p@h") == "a \nb x://<secret>@h")
    }

    @Test("A text of several lines keeps its lines")
    func block() {
        #expect(ShownText.block("a\n\tb\u{7}") == "a\n\tb\\u{7}")
    }

    @Test("A fault shows neither, in any of its facts")
    func fault() {
        struct Failure: Error { let text: String }
        let bad = "x\u{1B}\u{202E} db://u:canary@h"
        var fault = Fault(.componentFailed(component: bad, stage: bad), at: .code(bad))
        fault.wanted = bad
        fault.path = [bad, bad]
        fault.namedCandidates = [.init(name: bad, typeName: bad, origin: .code(bad), remark: bad)]
        fault.nearMisses = [.init(name: bad, because: .other(bad), at: .code(bad))]
        fault.suggestion = bad
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
                dependencies: [DependencyGraph.Dependency(property: bad, kind: .one, targets: [0])])
        ])
        for shown in [graph.dot, graph.mermaid, graph.tree, graph.json, graph.html] {
            #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || !ShownText.isHidden($0) })
        }
    }
}
