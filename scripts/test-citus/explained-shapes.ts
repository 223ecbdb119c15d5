import { type Kysely, sql } from 'kysely';
import { createOnNodes, dropOnNodes, sendsToAllNodes } from '../../contract-tests/fixtures/citus.ts';
import { migrateTables } from '../../src/composition/platform-services.ts';
import { distributeTables } from '../../src/composition/distribute.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';

/** What the engine does with a statement: `unexplained` ones are not complete without the constants that were recorded as `$1`. */
export type Reach = 'one node' | 'all nodes' | 'refused' | 'unexplained';

export interface ExplainedShape {
  readonly area: Area;
  readonly statement: string;
  readonly reach: Reach;
  /** What the engine says of a statement that it refuses. */
  readonly message?: string;
}

/** Returns a statement without comments and line breaks. */
export const shapeOf = (statement: string): string =>
  statement
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the statements of areas among the recorded ones, each once. Statements of tests that fill tables or ask for plans are left out. */
export function shapesOf(recorded: readonly string[]): readonly { readonly area: Area; readonly statement: string }[] {
  const statements = new Set(recorded.map(shapeOf));
  return [...statements].toSorted().flatMap((statement) => {
    const area = areas.find((each) =>
      new RegExp(`\\b(?:from|join|into|update|using) "?${each}"?\\."?\\w`).test(statement),
    );
    const ofService =
      /^(?:select|with|insert|update|delete)\b/.test(statement) && !/generate_series|\bcitus_/.test(statement);
    return area !== undefined && ofService && !/"?migrations"?/.test(statement) ? [{ area, statement }] : [];
  });
}

/** Explains statements in a database of its own on the cluster, with the rows of these areas spread and other schemas on nodes. */
export async function explainShapes(
  coordinatorUrl: string,
  recorded: readonly string[],
  rows: readonly Area[],
): Promise<readonly ExplainedShape[]> {
  const name = `test_explained_${rows.length > 0 ? 'rows' : 'schemas'}`;
  await dropOnNodes(coordinatorUrl, name);
  await createOnNodes(coordinatorUrl, name);
  const url = new URL(coordinatorUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, poolSize: 1, statements: 'unlimited' });
  try {
    await migrateTables({ areas, database, directUrl: url.href, log: undefined });
    await distributeTables({
      directUrl: url.href,
      areas,
      rows,
      dryRun: false,
      print: () => undefined,
    });
    const explained: ExplainedShape[] = [];
    for (const { area, statement } of shapesOf(recorded))
      explained.push({ area, statement, ...(await reachOf(database.db, statement, rows.includes(area))) });
    return explained;
  } finally {
    await database.close();
    await dropOnNodes(coordinatorUrl, name);
  }
}

/** A value of each type; of others `1`. */
const values: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-7000-8000-000000000000',
  boolean: 'true',
  regconfig: 'simple',
  jsonb: '[]',
  json: '[]',
  bytea: '\\x00',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  interval: '1 day',
};

function valueOf(type: string): string {
  const element = type.replace(/\[\]$/, '');
  const value = values[element] ?? '1';
  return `'${element === type ? value : `{"${value}"}`}'::${type}`;
}

/** Constants that only have a meaning with what is recorded of them. */
const withConstants = (statement: string): string =>
  statement.replace(/\binterval \$\d+/g, `interval '1 day'`).replace(/\b(order|group) by \$\d+/g, '$1 by 1');

/** SQLSTATEs of a statement that lacks its constants, has a value of another form, or reads a temporary table of a test. */
const incomplete = /^(?:42601|42804|42883|42725|42P01|42P10|42P18|22...)$/;

async function reachOf(
  db: Kysely<unknown>,
  shape: string,
  spread: boolean,
): Promise<Pick<ExplainedShape, 'reach' | 'message'>> {
  const statement = withConstants(shape);
  return db.connection().execute(async (connection) => {
    try {
      await sql.raw(`prepare shape as ${statement}`).execute(connection);
      const { rows: parameters } = await sql<{ type: string }>`
        select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'shape'`.execute(
        connection,
      );
      await sql`deallocate shape`.execute(connection);
      const complete = statement.replace(/\$(\d+)/g, (_, number) =>
        valueOf(parameters[Number(number) - 1]?.type ?? 'text'),
      );
      const { rows: lines } = await sql
        .raw<Readonly<Record<string, string>>>(`explain (costs off) ${complete}`)
        .execute(connection);
      const plan = lines.map((row) => Object.values(row)[0]).join('\n');
      const several = [...plan.matchAll(/Task Count: (\d+)/g)].some(([, count]) => Number(count) > 1);
      const sent = sendsToAllNodes(plan) && (spread || plan.includes('Distributed Subplan'));
      return { reach: several || sent ? 'all nodes' : 'one node' };
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
      await sql`deallocate all`.execute(connection);
      return { reach: incomplete.test(code) ? 'unexplained' : 'refused', message: messageOf(error) };
    }
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a service asks another statement when this one is refused: the apps of a backlog (`due-app-store.ts`). */
export const isRefusedForAnother = (statement: string): boolean =>
  statement.startsWith('with recursive app (id, position) as ( (select app_id, 1 from "notifications".');

/** Returns lines of a table: for each area, how many shapes ask one node, all nodes, are refused or not explained. */
export function countReaches(explained: readonly ExplainedShape[]): readonly string[] {
  return areas.map((area) => {
    const count = (reach: Reach) => explained.filter((each) => each.area === area && each.reach === reach).length;
    return `${area}: ${count('one node')} ask one node, ${count('all nodes')} all nodes, ${count('refused')} are refused, ${count('unexplained')} were not explained`;
  });
}
