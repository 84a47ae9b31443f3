extension StringProtocol where SubSequence == Substring {
    /// Without the blanks at both ends.
    package var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
