/// A type that the tests extend.
public enum LinkedClock {}
