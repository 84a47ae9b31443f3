/// The status of a response.
package struct Status: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let ok = Status(rawValue: 200)
    package static let created = Status(rawValue: 201)
    package static let noContent = Status(rawValue: 204)
    package static let badRequest = Status(rawValue: 400)
    package static let notFound = Status(rawValue: 404)
    package static let methodNotAllowed = Status(rawValue: 405)
    package static let conflict = Status(rawValue: 409)
    package static let contentTooLarge = Status(rawValue: 413)
    package static let unsupportedMediaType = Status(rawValue: 415)
    package static let misdirected = Status(rawValue: 421)
    package static let unprocessable = Status(rawValue: 422)
    package static let internalServerError = Status(rawValue: 500)
    package static let unavailable = Status(rawValue: 503)
}
