package io.github.workplanapi;

/** How a key is sent. */
final class Bearer {
  private Bearer() {}

  /** The value of the authorization header. What is wrong with a key is said here, since HTTP libraries would repeat it in their message. */
  static String authorization(String key) {
    if (key == null || !key.matches("[!-~]+")) {
      throw new IllegalArgumentException("the API key is missing, or has a character that no key has");
    }
    return "Bearer " + key;
  }
}
