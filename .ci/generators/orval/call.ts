// Sends each request of the generated client.
export async function call<T>(url: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${process.env.WORKPLAN_KEY}`);
  const response = await fetch(process.env.WORKPLAN_HTTP + url, { ...init, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as T;
}
