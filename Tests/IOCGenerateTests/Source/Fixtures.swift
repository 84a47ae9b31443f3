import IOCGenerate
import TestSupport
import Testing

/// The model of one text.
func model(_ text: String) throws -> SourceFile {
    let scratch = try Scratch()
    let path = try scratch.write("File.swift", text)
    return try #require(SourceLoader().load([path]).files.first)
}
