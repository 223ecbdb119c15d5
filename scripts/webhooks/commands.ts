import { parseArgs } from 'node:util';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { UsageError } from '../command/print-result.ts';
import { listen, type ListenDependencies } from './listen.ts';
import { localSigningKeys } from './local-signing-keys.ts';

const usage = 'Usage: webhooks listen [--app <appId>] [--key <ank_…>] --forward <http://localhost:3000/hook>';

export interface WebhookCommandDependencies extends Omit<ListenDependencies, 'client' | 'keys'> {
  readonly env: NodeJS.ProcessEnv;
  /** Reads the key of the demo app of this machine; undefined for another app, and without a demo app. */
  readonly demoKey: (appId: string | undefined) => Promise<string | undefined>;
}

/** Runs `webhooks listen` until it is interrupted. @returns the result to print besides `ok` */
export async function runWebhooks(args: readonly string[], dependencies: WebhookCommandDependencies): Promise<object> {
  const { positionals, values } = parse(args);
  const { env, print } = dependencies;
  const { app, forward } = values;
  if (positionals.join(' ') !== 'listen' || forward === undefined) throw new UsageError(usage);
  const key = values.key ?? env['NOTIFICATIONS_KEY'] ?? (await dependencies.demoKey(app));
  if (key === undefined)
    throw new UsageError(
      `Pass --key or NOTIFICATIONS_KEY: a key with the scope read of ${app === undefined ? 'an app' : `the app ${app}`}, from the page Keys of the developer portal. ${usage}`,
    );
  if (!URL.canParse(forward) || !/^https?:$/.test(new URL(forward).protocol))
    throw new UsageError(`${forward} is not an http or https address. ${usage}`);
  const baseUrl = (env['NOTIFICATIONS_BASE_URL'] || `http://localhost:${env['NOTIFICATIONS_PORT'] || '4004'}`).replace(
    /\/+$/,
    '',
  );
  const keys = localSigningKeys(key);
  print(`Forwarding to ${forward}. These keys sign here, not those of the app:`);
  print(`  WEBHOOK_PUBLIC_KEYS=${keys.publicKey}`);
  print(`  WEBHOOK_SECRET=${keys.secret}`);
  const client = createNotificationsClient({
    baseUrl,
    fetch: dependencies.fetch,
    headers: { 'x-platform-notifications-key': key },
  });
  return listen(forward, { ...dependencies, client, keys });
}

function parse(args: readonly string[]) {
  try {
    const options = { key: { type: 'string' }, forward: { type: 'string' }, app: { type: 'string' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}
