// Uses the types that openapi-typescript has made of the document, with openapi-fetch.
import createClient from "openapi-fetch";
import type { components, paths } from "./workplan";

const api = createClient<paths>({
  baseUrl: process.env.WORKPLAN_HTTP,
  headers: { Authorization: `Bearer ${process.env.WORKPLAN_KEY}` },
});

async function main() {
  const users: components["schemas"]["User"][] = [];
  let cursor: string | undefined;
  do {
    const { data, error } = await api.GET("/api/v1/users", { params: { query: { limit: 5, cursor } } });
    if (!data || typeof data === "string") throw error;
    users.push(...data.data.items);
    cursor = data.data.nextCursor ?? undefined;
  } while (cursor && users.length < 10);
  if (new Set(users.map((user) => user.id)).size !== 10) throw users;

  const created = await api.POST("/api/v1/clients", {
    body: { companyName: "openapi-typescript", website: "https://example.com" },
  });
  if (created.data?.data.website !== "https://example.com") throw created;
  const client_id = created.data.data.id;
  const cleared = await api.PATCH("/api/v1/clients/{client_id}", { params: { path: { client_id } }, body: { website: null } });
  if (cleared.data?.data.website !== null || cleared.data.data.companyName !== "openapi-typescript") throw cleared;

  const projects = await api.GET("/api/v1/projects", { params: { query: { limit: 1 } } });
  if (!projects.data || typeof projects.data === "string") throw projects;
  const project = projects.data.data.items[0]!;
  const planned = await api.POST("/api/v1/assignments", {
    body: { items: [{ userId: users[0]!.id, projectId: project.id, date: project.endDate, hours: 2.5 }] },
  });
  if (planned.data?.data[0]?.hours !== 2.5) throw planned;

  const refused = await api.POST("/api/v1/clients", { body: { companyName: "x" } });
  if (refused.response.status !== 400 || refused.error?.error.code !== "validation_failed") throw refused;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
