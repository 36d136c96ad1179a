package io.github.workplanapi;

/** The header that carries the key. */
final class Bearer {
  private Bearer() {}

  /** Returns the value of the header. Checks the key, because HTTP libraries put a wrong header into their message. */
  static String authorization(String key) {
    if (key == null || key.isEmpty()) {
      throw new IllegalArgumentException("the API key is missing");
    }
    if (!key.matches("[!-~]+")) {
      throw new IllegalArgumentException("the API key has a character that no key has, such as a space or a line break");
    }
    return "Bearer " + key;
  }
}
