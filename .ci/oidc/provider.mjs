// The OpenID Connect provider of a test: node provider.mjs PORT CLIENT_ID CLIENT_SECRET REDIRECT_URI CLAIMS. Whoever signs in
// has the e-mail address that is given as login. CLAIMS is a file with the claims of the provider that this one plays.
import { readFileSync } from "node:fs";
import { Provider } from "oidc-provider";

const [port, client_id, client_secret, redirect_uri, file] = process.argv.slice(2);
const played = JSON.parse(readFileSync(file));
for (const own of ["sub", "azp", "at_hash", "auth_time", "acr", "amr", "sid", "jti"]) delete played[own]; // the provider has its own
if ("email_verified" in played) played.email_verified = (sub) => !sub.startsWith("unverified");
const claimsOf = (sub) => ({
  ...Object.fromEntries(Object.entries(played).map(([name, value]) => [name, value instanceof Function ? value(sub) : value])),
  sub, email: sub,
});
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id, client_secret, redirect_uris: [redirect_uri] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: Object.keys(played) },
  conformIdTokenClaims: !("tid" in played), // Entra has all claims in the ID token
  pkce: { required: () => true },
  cookies: { keys: ["the provider of a test"] },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => claimsOf(sub) }),
});
provider.on("server_error", (_, error) => console.error(error));
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
