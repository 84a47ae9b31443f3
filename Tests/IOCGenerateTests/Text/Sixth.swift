// swift-format-ignore-file
public import Unneeded2
import OnlyHere

struct OtherFields { let place: OnlyHere.Place }
