/// The words that make a property secret unless somebody says otherwise.
package enum SecretWords {
    package static let texts = [
        "password", "passwd", "passphrase", "passcode", "pass", "pwd", "secret", "token", "auth", "authorization",
        "credential", "apiKey", "accessKey", "privateKey", "signingKey", "encryptionKey", "dsn", "connectionString",
    ]
    package static let usual = texts.compactMap(SecretWord.init)
}
