/// What a context keeps for one type somebody asked for.
class AnyTypeLookup: @unchecked Sendable {}
