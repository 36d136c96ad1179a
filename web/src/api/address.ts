// Addresses that somebody has written, such as the website of a client. The API keeps them as they are, with any scheme or none.

/** linkTo returns the address of a link to what a text names, or undefined if it names no page. Then show the text. */
export function linkTo(text: string | null | undefined): string | undefined {
  // A parsed address has its scheme first, in small letters, without the white space that a browser leaves out.
  return URL.parse(text ?? "")?.href.match(/^https?:.*/)?.[0];
}
