import type { Session } from "./session.ts";

/** The names of the tools that have to ask, whatever plans and agents say. */
export async function demandingTools({ client }: Pick<Session, "client">): Promise<string[]> {
  const { tools } = await client.tools.list();
  return tools.filter(({ marks }) => marks.includes("requires_approval")).map(({ name }) => name);
}
