// Addresses that somebody has written: the website of a client, the picture of a person. The API keeps them as they are, with
// any scheme or none. A page makes a link or a picture only of what these functions return, and shows all else as text.

/** parsed returns an address with a scheme, as a browser reads it: without the white space that may hide its scheme. */
function parsed(text: string | null | undefined): URL | undefined {
  try {
    return new URL(text ?? "");
  } catch {
    return undefined;
  }
}

const isWeb = (url: URL | undefined) => url?.protocol === "http:" || url?.protocol === "https:";

/** linkTo returns the address of a link to what a text names, or undefined if it names no page. */
export function linkTo(text: string | null | undefined): string | undefined {
  const url = parsed(text);
  return isWeb(url) ? url?.href : undefined;
}

/** pictureAt returns the address of the picture that a text names, or undefined if it names none. */
export function pictureAt(text: string | null | undefined): string | undefined {
  const url = parsed(text);
  return isWeb(url) || url?.href.startsWith("data:image/") ? url?.href : undefined;
}
