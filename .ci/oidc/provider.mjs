// The OpenID Connect provider of a test: node provider.mjs PORT CLIENT_ID CLIENT_SECRET REDIRECT_URI. Whoever signs in
// has the e-mail address that is given as login.
import { Provider } from "oidc-provider";

const [port, client_id, client_secret, redirect_uri] = process.argv.slice(2);
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id, client_secret, redirect_uris: [redirect_uri] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  pkce: { required: () => true },
  cookies: { keys: ["the provider of a test"] },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email: sub, email_verified: !sub.startsWith("unverified") }) }),
});
provider.on("server_error", (_, error) => console.error(error));
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
