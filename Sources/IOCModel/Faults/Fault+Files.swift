extension Fault.Kind {
    /// - Parameters:
    ///   - namer: The argument or the variable that names the file, such as `the argument --config`; nil for none.
    ///   - remedy: The advice how to create the file.
    package static func fileMissing(
        path: String, namedBy namer: String? = nil,
        do remedy: String = "create the file, or write \"optional:\" in front of an import that may be absent"
    ) -> Self {
        Self(
            .fileMissing, in: .files, "there is no file at \(path)" + (namer.map { ", which \($0) names" } ?? ""),
            do: namer == nil ? remedy : "correct the path, or \(remedy)")
    }

    package static func fileUnreadable(
        path: String, reason: String, do remedy: String = "give the process permission to read it"
    ) -> Self {
        Self(.fileUnreadable, in: .files, "\(path) can't be read: \(reason)", do: remedy)
    }

    package static func fileEmpty(path: String) -> Self {
        Self(.fileMalformed, in: .files, "\(path) is empty", do: "write at least {} into it")
    }

    package static func fileBinary(path: String) -> Self {
        Self(
            .fileMalformed, in: .files, "\(path) holds binary data, not text",
            do: "save it as UTF-8 text, or as a property list that ends in .plist")
    }

    package static func fileTooLarge(path: String, bytes: Int, limit: Int) -> Self {
        Self(
            .fileTooLarge, in: .files, "\(path) has \(bytes) bytes, and the limit is \(limit)",
            do: "split it and join the parts with \"imports\"")
    }

    package static func fileFormatUnknown(path: String) -> Self {
        Self(
            .fileFormatUnknown, in: .files, "\(path) ends in neither .json nor .plist",
            do: "rename it to end in .json or .plist")
    }

    package static func fileMalformed(format: String, reason: String) -> Self {
        Self(.fileMalformed, in: .files, { _ in "this \(format) is not well-formed: \(reason)" }) { fault in
            let isPlaceKnown = if case .file(let file) = fault.place { file.position.line > 0 } else { false }
            return isPlaceKnown ? "correct the \(format) at that place" : "write the file anew"
        }
    }

    package static func fileTooDeep(limit: Int) -> Self {
        Self(.fileTooLarge, in: .files, "values are nested deeper than \(limit) levels", do: "flatten the values")
    }

    package static func keyTooLong(limit: Int) -> Self {
        Self(
            .keyTooLong, in: .files, "a key with those above it has more than \(limit) bytes",
            do: "shorten the keys, or nest fewer objects")
    }

    package static func filesTooMany(limit: Int) -> Self {
        Self(
            .fileTooLarge, in: .files, "the file and its imports are more than \(limit) files",
            do: "put what belongs together into one file")
    }

    package static func importCycle(paths: [String]) -> Self {
        Self(
            .importCycle, in: .files, "the files import each other in a cycle", do: "take one of the imports out",
            cycle: paths.map { ($0, nil) })
    }

    package static func keyUnknown(key: String, known: [String]) -> Self {
        Self(
            .keyUnknown, in: .files, "the key '\(key)' is not known here",
            do: "use one of: \(known.joined(separator: ", "))")
    }

    /// - Parameter home: The key of the object that contains settings.
    package static func keyUnknown(key: String, outsideOf home: String) -> Self {
        Self(
            .keyUnknown, in: .files, "the key '\(key)' is a setting outside of \"\(home)\"",
            do: "put it there: \"\(home)\": { \"\(key)\": … }")
    }

    package static func keyRepeated(key: String) -> Self {
        Self(.keyRepeated, in: .files, "the key '\(key)' occurs twice", do: "keep one of them")
    }

    package static func keyWrongType(key: String, wanted: String, found: String) -> Self {
        Self(.keyWrongType, in: .files, "'\(key)' takes \(wanted), and this is \(found)", do: "give '\(key)' \(wanted)")
    }

    package static func valueUnknown(key: String, value: String, allowed: [String]) -> Self {
        Self(
            .keyWrongType, in: .files, "'\(value)' isn't a valid value for '\(key)'",
            do: "use one of: \(allowed.joined(separator: ", "))")
    }

    package static func numberOutOfRange(key: String) -> Self {
        Self(
            .numberOutOfRange, in: .files, "no setting can hold the number or date of '\(key)'",
            do: "use a whole number of 64 bits, or a finite one with a fraction")
    }

    package static func contextFileNotFound(searched: [String]) -> Self {
        Self(
            .fileMissing, in: .files, "there is no context file to bootstrap from",
            do: "name the file, with --config FILE for a ContainerProgram, with IOC_CONFIG in the environment, or with "
                + "ApplicationContext.bootstrap; or create one of: \(searched.joined(separator: ", "))")
    }
}
