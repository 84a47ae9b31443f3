extension FaultTests {
    /// Sources with faults, and the messages.
    static let cases: [Case] = [
        Case(
            testDescription: "no initializer",
            source: "struct A: Injectable { struct Dependency {} }",
            expected: ["A.swift:1:8: error: 'A' is Injectable but has no 'init(dependency:)'"]),
        Case(
            testDescription: "no dependency type",
            source: "struct A: Injectable { init(dependency: Dependency) {} }",
            expected: ["A.swift:1:8: error: 'A' has no type 'Dependency'"]),
        Case(
            testDescription: "failable initializer",
            source: "struct A: Injectable { struct Dependency {}; init?(dependency: Dependency) {} }",
            expected: [
                "A.swift:1:46: error: 'A.init(dependency:)' is failable, and an Injectable always comes to be: make it throw"
            ]),
        Case(
            testDescription: "initializer of another type",
            source: "struct A: Injectable { struct Dependency {}; init(dependency: Int) {} }",
            expected: ["A.swift:1:63: error: 'A' takes Int and says that its Dependency is A.Dependency"]),
        Case(
            testDescription: "factory of another type",
            source: "struct A: FactoryMethodInjectable { struct Dependency {}\n"
                + "static func makeInstance(dependency: Dependency) -> A? { nil } }",
            expected: ["A.swift:2:53: error: 'A.makeInstance(dependency:)' returns A? instead of A"]),
        Case(
            testDescription: "factory of nothing",
            source: "struct A: FactoryMethodInjectable { struct Dependency {}\n"
                + "static func makeInstance(dependency: Dependency) {} }",
            expected: ["A.swift:2:13: error: 'A.makeInstance(dependency:)' returns Void instead of A"]),
        Case(
            testDescription: "constant property",
            source: "class A: PropertyInjectable { struct Dependency {}; let dependency: Dependency! = nil }",
            expected: [
                "A.swift:1:57: error: 'A.dependency' can't be set: PropertyInjectable asks for 'var dependency: Dependency!'"
            ]),
        Case(
            testDescription: "property that is not optional",
            source: "class A: PropertyInjectable { struct Dependency {}; var dependency = Dependency() }",
            expected: [
                "A.swift:1:57: error: 'A.dependency' is not optional: PropertyInjectable asks for "
                    + "'var dependency: Dependency!'"
            ]),
        Case(
            testDescription: "property of another type",
            source: "class A: PropertyInjectable { struct Dependency {}; var dependency: Int! }",
            expected: ["A.swift:1:69: error: 'A' takes Int and says that its Dependency is A.Dependency"]),
        Case(
            testDescription: "property of a structure",
            source: "struct A: PropertyInjectable { struct Dependency {}; var dependency: Dependency! }",
            expected: ["A.swift:1:8: error: 'A' is PropertyInjectable and no class: what is set in a copy is lost"]),
        Case(
            testDescription: "property under a condition",
            source: "struct A: Injectable {\nstruct Dependency {\n#if FLAG\nlet x: Int\nvar y: Int = 2\n#endif\n}\n"
                + "init(dependency: Dependency) {} }\nprotocol R: Resolver {}",
            expected: [
                "A.swift:4:5: error: 'x' exists only where 'FLAG' holds: give 'A.Dependency' an initializer that takes the "
                    + "same everywhere"
            ]),
        Case(
            testDescription: "no factory method",
            source: "struct A: FactoryMethodInjectable { struct Dependency {} }",
            expected: [
                "A.swift:1:8: error: 'A' is FactoryMethodInjectable but has no "
                    + "'static func makeInstance(dependency:)'"
            ]),
        Case(
            testDescription: "no property",
            source: "class A: PropertyInjectable { struct Dependency {} }",
            expected: ["A.swift:1:7: error: 'A' is PropertyInjectable but has no property 'dependency'"]),
        Case(
            testDescription: "no property in classes that inherit from each other",
            source: "class A: B, PropertyInjectable { struct Dependency {} }\nclass B: A {}",
            expected: ["A", "B"].enumerated().map { line, name in
                "A.swift:\(line + 1):7: error: '\(name)' is PropertyInjectable but has no property 'dependency'"
            }),
        Case(
            testDescription: "private type",
            source: "private struct A: Injectable { init(dependency: ()) {} }",
            expected: [
                "A.swift:1:16: error: 'A' is private, so generated code in another file can't name it; "
                    + "make it internal, or exclude the file"
            ]),
        Case(
            testDescription: "private provider",
            source:
                "final class R: Resolver { private func provideX() -> Int { 1 }; func provideY() -> String { \"\" } }",
            expected: ["A.swift:1:40: error: 'R.provideX' is private, so generated code in another file can't call it"]),
        Case(
            testDescription: "private dependency type",
            source: "struct A: Injectable { private struct Dependency {}; init(dependency: Dependency) {} }",
            expected: [
                "A.swift:1:39: error: 'A.Dependency' is private, so generated code in another file can't make it"
            ]),
        Case(
            testDescription: "class without an initializer of its own",
            source: "class A: Injectable { struct Dependency {}; let dependency: Dependency }",
            expected: ["A.swift:1:7: error: 'A' is Injectable but has no 'init(dependency:)'"]),
        Case(
            testDescription: "structure with another initializer",
            source: "struct A: Injectable { struct Dependency {}; let dependency: Dependency; init(x: Int) {} }",
            expected: ["A.swift:1:8: error: 'A' is Injectable but has no 'init(dependency:)'"]),
        Case(
            testDescription: "structure without such a property",
            source: "struct A: Injectable { struct Dependency {}; let other: Dependency }",
            expected: ["A.swift:1:8: error: 'A' is Injectable but has no 'init(dependency:)'"]),
        Case(
            testDescription: "private initializer",
            source: "struct A: Injectable { private init(dependency: ()) {} }",
            expected: [
                "A.swift:1:32: error: 'init(dependency:)' is private, so generated code in another file can't call it"
            ]),
        Case(
            testDescription: "private dependency property",
            source: """
                struct A: Injectable {
                    struct Dependency { private let b: Int; fileprivate var c: Int }
                    init(dependency: Dependency) {}
                }
                """,
            expected: [
                "A.swift:2:37: error: 'b' is private, so generated code in another file can't make 'A.Dependency'",
                "A.swift:2:61: error: 'c' is fileprivate, so generated code in another file can't make 'A.Dependency'",
            ]),
        Case(
            testDescription: "several initializers",
            source: """
                struct A: Injectable {
                    struct Dependency { init(a: Int) {}; init(b: Int) {} }
                    init(dependency: Dependency) {}
                }
                """,
            expected: ["A.swift:2:25: error: 'A.Dependency' has more than one initializer"]),
        Case(
            testDescription: "class without initializer",
            source: """
                struct A: Injectable {
                    final class Dependency { let a: Int }
                    init(dependency: Dependency) {}
                }
                """,
            expected: [
                "A.swift:2:17: error: 'A.Dependency' needs an initializer, as only structures get one by themselves"
            ]),
        Case(
            testDescription: "tuple without labels",
            source: "struct A: Injectable { init(dependency: (Int, String)) {} }",
            expected: [
                "A.swift:1:41: error: the tuple (Int, String) needs a label for each element, to name its purpose"
            ]),
        Case(
            testDescription: "unusable providers",
            source: """
                protocol R: Resolver {
                    func provideA()
                    func provideB() -> some Sequence<Int>
                    mutating func provideC() -> Int
                    func provideD(x: inout Int) -> Bool
                    func provideE(x: Int...) -> String
                    func provideF<T>() -> T
                    func provideable() -> Int
                }
                """,
            expected: [
                "A.swift:2:10: error: 'R.provideA' returns nothing, so it provides nothing",
                "A.swift:3:10: error: 'R.provideB' hides its type behind 'some', so no dependency can name it; "
                    + "return 'any Sequence<Int>'",
                "A.swift:4:19: error: 'R.provideC' is mutating, so it can't be called while resolving; "
                    + "make the resolver a class",
                "A.swift:5:19: error: 'x' is inout, which generated code can't answer",
                "A.swift:6:19: error: 'x' is variadic, which generated code can't answer",
                "A.swift:7:10: error: 'R.provideF' provides any type at all; name the type, at least in part",
            ]),
        Case(
            testDescription: "private resolver",
            source: "private protocol R: Resolver {}",
            expected: ["A.swift:1:18: error: 'R' is private, so generated code in another file can't extend it"]),
        Case(
            testDescription: "ambiguous providers",
            source: """
                struct A: Injectable { struct Dependency { let name: String }; init(dependency: Dependency) {} }
                protocol R: Resolver { func provideFirst() -> String; func provideSecond() -> String }
                """,
            expected: [
                """
                A.swift:1:48: error: 'name' of 'A' is ambiguous: 'R.provideFirst' and 'R.provideSecond' provide \
                'String'; name it after one of them
                A.swift:2:29: note: 'R.provideFirst' is here
                A.swift:2:60: note: 'R.provideSecond' is here
                """
            ]),
        Case(
            testDescription: "clashing parameters",
            source: """
                struct A: Injectable { struct Dependency { let id: Int; let b: B }; init(dependency: Dependency) {} }
                struct B: Injectable { struct Dependency { let id: String }; init(dependency: Dependency) {} }
                struct C: Injectable { struct Dependency { let a: A }; init(dependency: Dependency) {} }
                protocol R: Resolver {}
                """,
            expected: [
                """
                A.swift:2:48: error: 'C' would need two parameters called 'id': 'Int' for 'A' and 'String' for 'B'; \
                rename one, or provide one
                A.swift:1:48: note: the other 'id' is here
                """
            ]),
        Case(
            testDescription: "clashing parameters of two names",
            source: """
                struct A: Injectable {
                    struct Dependency { let id: Int; let key: Int; let b: B }; init(dependency: Dependency) {}
                }
                struct B: Injectable {
                    struct Dependency { let id: String; let key: Bool }; init(dependency: Dependency) {}
                }
                struct C: Injectable { struct Dependency { let a: A }; init(dependency: Dependency) {} }
                protocol R: Resolver {}
                """,
            expected: [
                """
                A.swift:5:29: error: 'C' would need two parameters called 'id': 'Int' for 'A' and 'String' for 'B'; \
                rename one, or provide one
                A.swift:2:29: note: the other 'id' is here
                """,
                """
                A.swift:5:45: error: 'C' would need two parameters called 'key': 'Int' for 'A' and 'Bool' for 'B'; \
                rename one, or provide one
                A.swift:2:42: note: the other 'key' is here
                """,
            ]),
        Case(
            testDescription: "cycle",
            source: """
                struct A: Injectable { struct Dependency { let b: B }; init(dependency: Dependency) {} }
                struct B: Injectable { struct Dependency { let c: C? }; init(dependency: Dependency) {} }
                struct Entry: Injectable { struct Dependency { let a: A }; init(dependency: Dependency) {} }
                protocol R: Resolver { func provideC(first: A, second: B) -> C }
                class C {}
                """,
            expected: [
                """
                A.swift:4:48: error: dependency cycle: R.provideC → B → R.provideC
                A.swift:4:48: note: R.provideC needs B for 'second'
                A.swift:2:48: note: B needs R.provideC for 'c'
                """
            ]),
        Case(
            testDescription: "two cycles beside another fault",
            source: """
                struct A: Injectable { struct Dependency { let n: Int; let b: B }; init(dependency: Dependency) {} }
                struct B: Injectable { struct Dependency { let m: Int; let c: C; let d: D }; init(dependency: Dependency) {} }
                struct C: Injectable { struct Dependency { let d: D; let a: A }; init(dependency: Dependency) {} }
                struct D: Injectable { init(dependency: ()) {} }
                struct E: Injectable { struct Dependency { let e: E }; init(dependency: Dependency) {} }
                protocol R: Resolver { func provideOne() -> Int; func provideTwo() -> Int }
                """,
            expected: [
                """
                A.swift:1:48: error: 'n' of 'A' is ambiguous: 'R.provideOne' and 'R.provideTwo' provide 'Int'; name it after \
                one of them
                A.swift:6:29: note: 'R.provideOne' is here
                A.swift:6:55: note: 'R.provideTwo' is here
                """,
                """
                A.swift:1:60: error: dependency cycle: A → B → C → A
                A.swift:1:60: note: A needs B for 'b'
                A.swift:2:60: note: B needs C for 'c'
                A.swift:3:58: note: C needs A for 'a'
                """,
                """
                A.swift:2:48: error: 'm' of 'B' is ambiguous: 'R.provideOne' and 'R.provideTwo' provide 'Int'; name it after \
                one of them
                A.swift:6:29: note: 'R.provideOne' is here
                A.swift:6:55: note: 'R.provideTwo' is here
                """,
                """
                A.swift:5:48: error: dependency cycle: E → E
                A.swift:5:48: note: E needs E for 'e'
                """,
            ]),
        Case(
            testDescription: "clashing parameters of several methods",
            source: """
                struct A: Injectable { struct Dependency { let id: Int; let x: X }; init(dependency: Dependency) {} }
                struct B: Injectable { struct Dependency { let id: Bool; let x: X }; init(dependency: Dependency) {} }
                struct X: Injectable { struct Dependency { let id: String }; init(dependency: Dependency) {} }
                protocol R: Resolver {}
                """,
            expected: [
                """
                A.swift:3:48: error: 'B' would need two parameters called 'id': 'Bool' for 'B' and 'String' for 'X'; \
                rename one, or provide one
                A.swift:2:48: note: the other 'id' is here
                """,
                """
                A.swift:3:48: error: 'A' would need two parameters called 'id': 'Int' for 'A' and 'String' for 'X'; \
                rename one, or provide one
                A.swift:1:48: note: the other 'id' is here
                """,
            ]),
        Case(
            testDescription: "clashing parameters in either order",
            source: """
                struct A: Injectable { struct Dependency { let id: Int; let b: B }; init(dependency: Dependency) {} }
                struct B: Injectable { struct Dependency { let id: String }; init(dependency: Dependency) {} }
                struct C: Injectable { struct Dependency { let a: A }; init(dependency: Dependency) {} }
                struct D: Injectable { struct Dependency { let b: B; let a: A }; init(dependency: Dependency) {} }
                protocol R: Resolver {}
                """,
            expected: [
                """
                A.swift:2:48: error: 'D' would need two parameters called 'id': 'Int' for 'A' and 'String' for 'B'; \
                rename one, or provide one
                A.swift:1:48: note: the other 'id' is here
                """
            ]),
        Case(
            testDescription: "clashing parameters of an instance of a generic type",
            source: """
                struct A: Injectable { struct Dependency { let id: Int; let box: Box<String> }; init(dependency: Dependency) {} }
                struct Box<T>: Injectable { struct Dependency { let id: T; let inner: Inner }; init(dependency: Dependency) {} }
                struct Inner: Injectable { struct Dependency { let id: Bool }; init(dependency: Dependency) {} }
                protocol R: Resolver {}
                """,
            expected: [
                """
                A.swift:2:53: error: 'A' would need two parameters called 'id': 'Int' for 'A' and 'String' for 'Box<String>'; \
                rename one, or provide one
                A.swift:1:48: note: the other 'id' is here
                """,
                """
                A.swift:3:52: error: 'Box' would need two parameters called 'id': 'T' for 'Box' and 'Bool' for 'Inner'; \
                rename one, or provide one
                A.swift:2:53: note: the other 'id' is here
                """,
                """
                A.swift:3:52: error: 'A' would need two parameters called 'id': 'Int' for 'A' and 'Bool' for 'Inner'; \
                rename one, or provide one
                A.swift:1:48: note: the other 'id' is here
                """,
            ]),
        Case(
            testDescription: "a type that needs itself",
            source: "struct A: Injectable { struct Dependency { let a: A? }; init(dependency: Dependency) {} }\n"
                + "protocol R: Resolver {}\nprotocol S: Resolver {}",
            expected: [
                """
                A.swift:1:48: error: dependency cycle: A → A
                A.swift:1:48: note: A needs A for 'a'
                """
            ]),
        Case(
            testDescription: "endless generic",
            source: "struct A<T>: Injectable { struct Dependency { let a: A<[T]> }; init(dependency: Dependency) {} }\n"
                + "protocol R: Resolver {}",
            expected: ["A.swift:1:8: error: 'A' needs itself with an ever longer type, without end"]),
        Case(
            testDescription: "strict",
            source: """
                struct A: Injectable { struct Dependency { let é: Int; let n: Int }; init(dependency: Dependency) {} }
                protocol R: Resolver { func provideB(limit: Int) -> Bool }
                """,
            expected: [
                """
                A.swift:1:48: error: nothing gives 'A' its 'é' of type 'Int'
                A.swift:2:10: note: declare 'func provideÉ() -> Int' in 'R'
                """,
                """
                A.swift:1:61: error: nothing gives 'A' its 'n' of type 'Int'
                A.swift:2:10: note: declare 'func provideN() -> Int' in 'R'
                """,
                """
                A.swift:2:38: error: nothing gives 'R.provideB' its 'limit' of type 'Int'
                A.swift:2:10: note: declare 'func provideLimit() -> Int' in 'R'
                """,
            ], isStrict: true),
        Case(
            testDescription: "strict beside what can't be made",
            source: """
                struct A: Injectable { struct Dependency { private let n: Int }; init(dependency: Dependency) {} }
                struct B: Injectable {
                    struct Dependency {
                        #if FLAG
                        let n: Int
                        #endif
                    }
                    init(dependency: Dependency) {}
                }
                struct C: Injectable { struct Dependency { init(n: Int...) {} }; init(dependency: Dependency) {} }
                protocol R: Resolver {}
                """,
            expected: [
                "A.swift:1:56: error: 'n' is private, so generated code in another file can't make 'A.Dependency'",
                "A.swift:5:13: error: 'n' exists only where 'FLAG' holds: give 'B.Dependency' an initializer that takes the "
                    + "same everywhere",
                "A.swift:10:49: error: 'n' is variadic, which generated code can't answer",
            ], isStrict: true),
    ]
}
