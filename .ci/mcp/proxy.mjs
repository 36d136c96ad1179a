// Starts a command with the address of a proxy as its last argument. The proxy adds the key to each request, which the
// conformance suite cannot. Usage: node proxy.mjs COMMAND…
import { spawn } from "node:child_process";
import { createServer, request } from "node:http";

const target = new URL(process.env.WORKPLAN_HTTP);
const proxy = createServer((from, to) => {
  const headers = { ...from.headers, authorization: "Bearer " + process.env.WORKPLAN_KEY };
  const forwarded = { host: target.hostname, port: target.port, path: from.url, method: from.method, headers };
  const sent = request(forwarded, (response) => {
    to.writeHead(response.statusCode, response.headers);
    response.pipe(to);
  });
  sent.on("error", () => to.destroy());
  from.pipe(sent);
});
proxy.listen(0, "127.0.0.1", () => {
  const [command, ...args] = process.argv.slice(2);
  const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
  spawn(command, [...args, url], { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
});
