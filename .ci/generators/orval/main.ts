// Uses the client that orval has made of the document.
import { createClient, listProjects, listUsers, updateClient, upsertAssignments, type User } from "./workplan";

async function main() {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await listUsers({ limit: 5, ...(cursor ? { cursor } : {}) });
    if (page.status !== 200) throw page;
    users.push(...page.data.data.items);
    cursor = page.data.data.nextCursor ?? undefined;
  } while (cursor && users.length < 10);
  if (new Set(users.map((user) => user.id)).size !== 10) throw users;

  const created = await createClient({ companyName: "orval", website: "https://example.com" });
  if (created.status !== 200 || created.data.data.website !== "https://example.com") throw created;
  const cleared = await updateClient(created.data.data.id, { website: null });
  if (cleared.status !== 200 || cleared.data.data.website !== null || cleared.data.data.companyName !== "orval") throw cleared;

  const projects = await listProjects({ limit: 1 });
  if (projects.status !== 200) throw projects;
  const project = projects.data.data.items[0]!;
  const planned = await upsertAssignments({
    items: [{ userId: users[0]!.id, projectId: project.id, date: project.endDate, hours: 2.5 }],
  });
  if (planned.status !== 200 || planned.data.data[0]?.hours !== 2.5) throw planned;

  const refused = await createClient({ companyName: "x" });
  if (refused.status !== 400 || refused.data.error.code !== "validation_failed") throw refused;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
