import type { SsoApiClient } from '../../generated/sso/client.ts';
import type { AdministratorScope } from '../../generated/sso/types.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { parseWords, UsageError } from '../../cli/platform/print.ts';

const scopes: readonly AdministratorScope[] = [
  'providers',
  'owners',
  'keys',
  'audit',
  'forum',
  'payments',
  'notifications',
];

const usage = [
  'Usage: admin create --name N --scope S[,S…] [--expires 90d] | admin list | admin revoke <id>',
  'admin invite [--name NOTE] [--expires 7d] | admin grant <sub> [--scope S[,S…]] [--name N] [--expires 90d]',
  `Scopes: ${scopes.join(', ')}.`,
].join(' | ');

/** Runs one command of administration. @returns the result to print besides `ok` */
export async function runAdmin(client: SsoApiClient, args: readonly string[]): Promise<object> {
  const { positionals, values } = parse(args);
  const [command, argument, ...more] = positionals;
  const options = Object.keys(values).length;
  if (command === 'create' && argument === undefined) return create(client, values);
  if (command === 'list' && argument === undefined && options === 0) return list(client);
  if (command === 'revoke' && argument !== undefined && more.length === 0 && options === 0)
    return unwrap(await client.revokeAdministrator({ path: { administratorId: argument.toLowerCase() } }));
  if (command === 'invite' && argument === undefined && values.scope === undefined) return invite(client, values);
  if (command === 'grant' && argument !== undefined && more.length === 0) return grant(client, argument, values);
  throw new UsageError(usage);
}

async function invite(client: SsoApiClient, { name, expires }: ReturnType<typeof parse>['values']): Promise<object> {
  const body = {
    ...(name !== undefined && { note: name }),
    ...(expires !== undefined && { expiresInSeconds: parseDuration(expires) }),
  };
  const { id, code, link, expiresAt } = unwrap(await client.createInvite({ body }));
  return { id, code, link, expiresAt };
}

/** Lets an owner into the console; without `--scope`, ends the access. */
async function grant(client: SsoApiClient, sub: string, values: ReturnType<typeof parse>['values']): Promise<object> {
  if (!/^[0-9a-f]{32}$/.test(sub)) throw new UsageError(`${sub} is not a session address of 32 hex digits. ${usage}`);
  const { scope, name, expires } = values;
  if (scope === undefined && (name !== undefined || expires !== undefined))
    throw new UsageError(`--scope is missing: without it, grant ends the access and takes no other option. ${usage}`);
  const body = {
    scopes: scope === undefined ? [] : readScopes(scope),
    ...(name !== undefined && { name }),
    ...(expires !== undefined && { expiresInSeconds: parseDuration(expires) }),
  };
  const { consoleScopes, consoleExpiresAt } = unwrap(await client.setConsoleScopes({ path: { sub }, body }));
  return { sub, scopes: consoleScopes, ...(consoleExpiresAt && { expiresAt: consoleExpiresAt }) };
}

const parse = (args: readonly string[]) =>
  parseWords(
    args,
    {
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      expires: { type: 'string' },
    },
    usage,
  );

async function create(client: SsoApiClient, values: ReturnType<typeof parse>['values']): Promise<object> {
  if (values.name === undefined) throw new UsageError(`--name is missing. ${usage}`);
  const body = {
    name: values.name,
    scopes: readScopes(values.scope),
    ...(values.expires !== undefined && { expiresInSeconds: parseDuration(values.expires) }),
  };
  const { id, name, key, expiresAt } = unwrap(await client.createAdministrator({ body }));
  return { id, name, key, expiresAt };
}

/** Reads `--scope owners,audit --scope keys`. @throws UsageError for an unknown scope, and for none */
function readScopes(given: readonly string[] = []): AdministratorScope[] {
  const names = given.flatMap((list) => list.split(/[,\s]+/)).filter(Boolean);
  if (names.length === 0) throw new UsageError(`--scope is missing. ${usage}`);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) throw new UsageError(`${unknown.join(', ')} is no scope. ${usage}`);
  return [...new Set(names.filter(isScope))];
}

const isScope = (name: string): name is AdministratorScope => scopes.some((scope) => scope === name);

/** Lists administrators and the owners who may use the console. */
async function list(client: SsoApiClient): Promise<object> {
  const administrators = await readPages(async (query) => {
    const { administrators: items, nextCursor } = unwrap(await client.listAdministrators({ query }));
    return { items, nextCursor };
  });
  const consoleGrants = await readPages(async (query) => {
    const { grants: items, nextCursor } = unwrap(await client.listConsoleGrants({ query }));
    return { items, nextCursor };
  });
  return { administrators, consoleGrants };
}

async function readPages<Item>(
  read: (query: {
    readonly limit: number;
    readonly cursor?: string;
  }) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await read({ limit: 100, ...(cursor !== undefined && { cursor }) });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Parses a duration such as 90d, 12h or 30m. @returns seconds @throws UsageError for any other text */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsPerUnit[unit] ?? Number.NaN);
  if (!Number.isSafeInteger(seconds) || seconds <= 0)
    throw new UsageError(`${text || 'Nothing'} is not a duration: write a number and s, m, h, d or w, such as 90d.`);
  return seconds;
}
