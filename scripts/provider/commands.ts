import { parseArgs } from 'node:util';
import type { SsoClient } from '../../generated/sso/client.ts';
import type { Provider } from '../../generated/sso/types.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { UsageError } from '../command/print-result.ts';

const usage =
  'Usage: provider create --name N [--redirect-uri U]… [--origin O]… [--comparison required|optional] | provider list | provider disable <address> | provider rotate-key | provider revoke-key <kid>';

/** Runs one command of provider administration. @returns the result to print besides `ok` */
export async function runProvider(client: SsoClient, args: readonly string[]): Promise<object> {
  const [first, kid, ...rest] = args;
  // Not parsed: a kid may begin with a hyphen. `withdraw-key` is the former name.
  if ((first === 'revoke-key' || first === 'withdraw-key') && kid !== undefined && rest.length === 0)
    return unwrap(await client.revokeSigningKey({ path: { kid } }));
  const { positionals, values } = parse(args);
  const [command, argument, ...more] = positionals;
  const options = Object.keys(values).length;
  if (command === 'create' && argument === undefined) return create(client, values);
  if (command === 'list' && argument === undefined && options === 0) return { providers: await list(client) };
  if (command === 'disable' && argument !== undefined && more.length === 0 && options === 0)
    return unwrap(await client.disableProvider({ path: { providerAddress: argument } }));
  if (command === 'rotate-key' && argument === undefined && options === 0)
    return unwrap(await client.rotateSigningKey());
  throw new UsageError(usage);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'redirect-uri': { type: 'string', multiple: true },
        origin: { type: 'string', multiple: true },
        comparison: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

async function create(client: SsoClient, values: ReturnType<typeof parse>['values']): Promise<Provider> {
  const { name, comparison } = values;
  if (name === undefined) throw new UsageError(`--name is missing. ${usage}`);
  if (comparison !== undefined && !isComparison(comparison))
    throw new UsageError(`--comparison is ${comparison}: use required or optional. ${usage}`);
  const body = {
    name,
    redirectUris: values['redirect-uri'] ?? [],
    allowedOrigins: values.origin ?? [],
    ...(comparison !== undefined && { comparison }),
  };
  return unwrap(await client.createProvider({ body }));
}

/** Reads all pages. */
async function list(client: SsoClient): Promise<readonly Provider[]> {
  const all: Provider[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = unwrap(await client.listProviders({ query: { limit: 100, ...(cursor !== undefined && { cursor }) } }));
    all.push(...page.providers);
    cursor = page.nextCursor;
  }
  return all;
}

const isComparison = (value: string): value is Provider['comparison'] => value === 'required' || value === 'optional';
