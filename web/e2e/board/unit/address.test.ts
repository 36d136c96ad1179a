import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { linkTo } from "../../../src/api/address";

const web = ["https://example.com/a?b#c", "HTTP://example.com", " https://example.com", "https:example.com"];
const other = [
  null, undefined, "", "www.example.com", "//example.com/x", "/x", "example.com:80", "javascript:alert(1)", "JavaScript:alert(1)",
  "java\tscript:alert(1)", "\u0001javascript:alert(1)", " javascript://example.com/%0aalert(1)", "vbscript:x", "file:///etc/passwd",
  "data:image/png;base64,AAAA", "data:text/html,<script>", "data:,image/", "blob:https://example.com/x", "ftp://example.com", "mailto:a@example.com", "intent://x", "https://",
];

test("only http and https become links", () => {
  for (const text of web) assert.match(linkTo(text) ?? "", /^https?:\/\/example\.com/, text);
  for (const text of other) assert.equal(linkTo(text), undefined, String(text));
});

/** sources are all sources of the web app, by their names. */
const root = new URL("../../../src/", import.meta.url);
const sources = readdirSync(root, { recursive: true }).map(String).filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => [name, readFileSync(new URL(name, root), "utf8")] as const);

test("no page itself makes a link, or any picture, of what somebody has written", () => {
  for (const [name, source] of sources) {
    for (const [use] of source.matchAll(/\b(?:href|src|action)=(?:"[^"]*\{[^}]*\}[^"]*"|\{[^}]*\})|\b(?:href|src)\s*[:=][^=>,;})]*/g))
      if (!/linkTo/.test(use)) assert.doesNotMatch(use, /website|image\b|\.url\b/, `${name}: ${use}: use api/address`);
    assert.doesNotMatch(source, /new Image\(\)|<img\b/, `${name} has a picture: allow only http, https and data:image`);
  }
  assert.ok(sources.length > 50);
});
