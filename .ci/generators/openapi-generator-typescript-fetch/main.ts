// Uses the client that openapi-generator has made of the document.
import { AssignmentsApi, ClientsApi, Configuration, ProjectsApi, ResponseError, UsersApi, type User } from "./workplan";

const configuration = new Configuration({
  basePath: process.env.WORKPLAN_HTTP!,
  accessToken: process.env.WORKPLAN_KEY!,
});

async function main() {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await new UsersApi(configuration).listUsers({ limit: 5, ...(cursor ? { cursor } : {}) });
    users.push(...page.data.items);
    cursor = page.data.nextCursor ?? undefined;
  } while (cursor && users.length < 10);
  if (new Set(users.map((user) => user.id)).size !== 10) throw users;

  const clients = new ClientsApi(configuration);
  const created = await clients.createClient({
    clientInput: { companyName: "typescript-fetch", website: "https://example.com" },
  });
  if (created.data.website !== "https://example.com") throw created;
  const cleared = await clients.updateClient({ clientId: created.data.id, clientPatch: { website: null } });
  if (cleared.data.website !== null || cleared.data.companyName !== "typescript-fetch") throw cleared;

  const project = (await new ProjectsApi(configuration).listProjects({ limit: 1 })).data.items[0]!;
  const planned = await new AssignmentsApi(configuration).upsertAssignments({
    assignmentBatchInput: {
      items: [{ userId: users[0]!.id, projectId: project.id, date: project.endDate, hours: 2.5 }],
    },
  });
  if (planned.data[0]?.hours !== 2.5) throw planned;

  try {
    await clients.createClient({ clientInput: { companyName: "x" } });
    throw new Error("A name of one character is accepted.");
  } catch (error) {
    if (!(error instanceof ResponseError) || error.response.status !== 400) throw error;
    if ((await error.response.json()).error.code !== "validation_failed") throw error;
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
