// Uses the client that @hey-api/openapi-ts has made of the document.
import { createClient, listProjects, listUsers, updateClient, upsertAssignments, type User } from "./workplan";
import { client } from "./workplan/client.gen";

client.setConfig({ baseUrl: process.env.WORKPLAN_HTTP!, auth: process.env.WORKPLAN_KEY! });

async function main() {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const { data, error } = await listUsers({ query: { limit: 5, ...(cursor ? { cursor } : {}) } });
    if (!data || typeof data === "string" || data instanceof Blob) throw error;
    users.push(...data.data.items);
    cursor = data.data.nextCursor ?? undefined;
  } while (cursor && users.length < 10);
  if (new Set(users.map((user) => user.id)).size !== 10) throw users;

  const created = await createClient({ body: { companyName: "openapi-ts", website: "https://example.com" } });
  if (created.data?.data.website !== "https://example.com") throw created;
  const cleared = await updateClient({ path: { client_id: created.data.data.id }, body: { website: null } });
  if (cleared.data?.data.website !== null || cleared.data.data.companyName !== "openapi-ts") throw cleared;

  const projects = await listProjects({ query: { limit: 1 } });
  if (!projects.data || typeof projects.data === "string" || projects.data instanceof Blob) throw projects;
  const project = projects.data.data.items[0]!;
  const planned = await upsertAssignments({
    body: { items: [{ userId: users[0]!.id, projectId: project.id, date: project.endDate, hours: 2.5 }] },
  });
  if (planned.data?.data[0]?.hours !== 2.5) throw planned;

  const refused = await createClient({ body: { companyName: "x" } });
  if (refused.response?.status !== 400 || refused.error?.error.code !== "validation_failed") throw refused;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
