import type { ClientBase } from 'pg';

/** Statements that a process prepares; each takes memory of every connection. Further ones are planned at each execution. */
const limit = 300;

/** Statements that return all columns: a migration that adds one changes what a prepared one returns, which PostgreSQL refuses. */
const allColumns = /(?:select |returning |, |\.)\*/;

/**
 * Names statements, so that a connection parses and plans each of them once. Statements without parameters, such as `begin`, cost
 * less by the simple protocol.
 *
 * @returns a function that returns the name of a statement; undefined for one that is not prepared
 */
export function createStatementNames(): (text: string, parameters: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, parameters) => {
    if (parameters.length === 0) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size === limit || allColumns.test(text)) return known;
    const name = `statement_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/**
 * Returns whether a connection stays with one process of the server, which keeps its prepared statements. A pooler, which
 * hands each transaction to another one, reports a process of its own.
 */
export async function keepsStatements(client: ClientBase & { readonly processID?: number | null }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === client.processID;
}
